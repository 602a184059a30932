//! Functions, methods of tables, calls.

use clew_model::{
    Expression, ExpressionId, HeritageKind, HeritageSubject, ImportForm, LiteralKind, Role,
    ScopeKind, SymbolId, SymbolKind,
};
use clew_text::TextRange;
use tree_sitter::Node;

use crate::builder::{Declaration, ImportDraft, Visible, range_of};
use crate::described::{Position, Walk, child_of_kind, field};

/// `self` in a method is the table.
pub(super) fn name(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> Option<ExpressionId> {
    let is_self = walk.text(node) == "self" && position != Position::Bind;
    if is_self && walk.builder.visible_symbol("self").is_none() {
        return Some(walk.self_value());
    }
    None
}

/// `table.name`; a member of `_G` is the global of that name.
pub(super) fn dotted(walk: &mut Walk<'_, '_>, node: Node<'_>, position: Position) -> ExpressionId {
    let (table, name) = (field(node, "table"), field(node, "field"));
    if let (Some(table), Some(name)) = (table, name)
        && walk.text(table) == "_G"
        && walk.builder.visible_symbol(walk.text(name)).is_none()
    {
        walk.visit(table, Position::Value);
        return walk.visit(name, position);
    }
    walk.member(node, position)
}

/// `function name()`, `function Table.name()`, `function Table:name()`
pub(super) fn declaration(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let Some(name) = field(node, "name") else { return definition(walk, node, Position::Value) };
    if name.kind() == "identifier" {
        let is_local = node.child(0).is_some_and(|first| first.kind() == "local");
        let symbol = walk.declare_named(node, &super::FUNCTION, name);
        if let Some(symbol) = symbol.and_then(|symbol| walk.builder.symbol_mut(symbol))
            && is_local
        {
            symbol.visibility = clew_model::Visibility::Private;
        }
        return walk.builder.unknown();
    }
    let table = field(name, "table");
    let last = field(name, "field").or_else(|| field(name, "method"));
    let (Some(table), Some(last)) = (table, last) else { return walk.builder.unknown() };
    let holder = holder(walk, table);
    walk.visit(table, Position::Value);
    method(walk, node, last, node, holder);
    walk.builder.unknown()
}

/// The table variable that a name means, which is a class from now on.
pub(super) fn holder(walk: &mut Walk<'_, '_>, table: Node<'_>) -> Option<SymbolId> {
    if table.kind() != "identifier" {
        return None;
    }
    let name = walk.text(table);
    if name == "self" && walk.builder.visible_symbol("self").is_none() {
        return walk.builder.container_type();
    }
    let symbol = walk.builder.visible_symbol(name)?;
    let found = walk.builder.symbol_mut(symbol)?;
    if found.is_local() && found.kind != SymbolKind::Class {
        return None;
    }
    if found.kind == SymbolKind::Variable {
        found.kind = SymbolKind::Class;
    }
    (found.kind == SymbolKind::Class).then_some(symbol)
}

/// Declares a function that belongs to a table.
pub(super) fn method(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    name: Node<'_>,
    function: Node<'_>,
    holder: Option<SymbolId>,
) {
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Method, name, node);
    declaration.visible = Visible::MemberOnly;
    declaration.doc_range = walk.take_doc(node.start_byte());
    declaration.signature_until(field(function, "body"));
    let Some(holder) = holder else {
        let symbol = walk.builder.declare(declaration);
        return contents(walk, function, symbol);
    };
    walk.builder.enter(holder);
    let symbol = walk.builder.declare(declaration);
    contents(walk, function, symbol);
    walk.builder.leave();
}

/// Parameters and body of a function whose symbol is declared.
pub(super) fn contents(walk: &mut Walk<'_, '_>, function: Node<'_>, symbol: SymbolId) {
    walk.builder.enter(symbol);
    walk.builder.open_scope(ScopeKind::Function, range_of(function), Some(symbol));
    walk.inside(Some(symbol), |walk| parameters_and_body(walk, function));
    walk.builder.close_scope();
    walk.builder.leave();
}

/// Declares the names of a parameter list.
pub(super) fn parameters(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    for (parameter, _) in walk.parts(node) {
        walk.bind_pattern(parameter, &super::PARAMETER);
    }
    walk.builder.unknown()
}

/// `repeat … until condition`: the condition sees what the block declares.
pub(super) fn repeat(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    walk.in_scope(node, ScopeKind::Block, |walk| {
        for (child, _) in walk.parts(node) {
            match child.kind() {
                "block" => walk.each(child, Position::Value),
                _ => walk.visit(child, Position::Value),
            };
        }
    });
    walk.builder.unknown()
}

fn parameters_and_body(walk: &mut Walk<'_, '_>, function: Node<'_>) {
    if let Some(list) = field(function, "parameters") {
        parameters(walk, list, Position::Value);
    }
    if let Some(body) = field(function, "body") {
        walk.each(body, Position::Value);
    }
}

/// `function(…) … end` as a value.
pub(super) fn definition(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    walk.in_scope(node, ScopeKind::Function, |walk| {
        walk.inside(None, |walk| parameters_and_body(walk, node));
    });
    walk.literal(LiteralKind::Function)
}

/// Calls; `require "module"` imports, `setmetatable(Table, { __index = Base })` tells
/// the base of a table.
pub(super) fn call(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let name = field(node, "name").map_or("", |name| walk.text(name));
    if matches!(name, "require" | "dofile")
        && let Some(content) = module_of(node)
    {
        import(walk, node, content, None);
        return walk.builder.unknown();
    }
    if name == "setmetatable"
        && !walk.builder.in_function()
        && let Some(called) = field(node, "name")
        && base_of_table(walk, node)
    {
        walk.visit(called, Position::Callee);
        return walk.builder.unknown();
    }
    if name == "setmetatable"
        && let Some(object) = object_of_table(walk, node)
    {
        return object;
    }
    walk.call(node)
}

/// `setmetatable(object, Table)` is an object of that table; `None` for other forms.
fn object_of_table(walk: &mut Walk<'_, '_>, node: Node<'_>) -> Option<ExpressionId> {
    let (called, arguments) = (field(node, "name")?, field(node, "arguments")?);
    let parts = walk.parts(arguments);
    let [(object, _), (table, _)] = parts.as_slice() else { return None };
    if table.kind() != "identifier" {
        return None;
    }
    walk.visit(called, Position::Callee);
    walk.visit(*object, Position::Value);
    let table = walk.visit(*table, Position::Value);
    Some(walk.builder.expression(Expression::Instance(table)))
}

/// The text of the only string that a call is given.
pub(super) fn module_of<'tree>(call: Node<'tree>) -> Option<Node<'tree>> {
    let name = field(call, "name").filter(|name| name.kind() == "identifier")?;
    let arguments = field(call, "arguments").filter(|_| name.end_byte() > name.start_byte())?;
    let text = arguments.named_child(0).filter(|text| text.kind() == "string")?;
    child_of_kind(text, "string_content")
}

/// Reports the import of a module, bound to a local name where one is given.
pub(super) fn import(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    content: Node<'_>,
    local: Option<Node<'_>>,
) {
    let call = node_of_call(content);
    if let Some(called) = call.and_then(|call| field(call, "name")) {
        walk.builder.reference(called, Role::Call);
    }
    let module = walk.text(content);
    let last = module.rsplit(['.', '/']).next().unwrap_or(module);
    let form = if local.is_some() { ImportForm::Module } else { ImportForm::SideEffect };
    let mut draft = ImportDraft::new(module, form, range_of(node));
    let end = content.end_byte();
    draft.item = Some((last, TextRange::new(end - last.len(), end)));
    draft.alias = local.map(|local| (walk.text(local), range_of(local)));
    walk.builder.import(draft);
}

/// The call that is given a text.
fn node_of_call<'tree>(content: Node<'tree>) -> Option<Node<'tree>> {
    content.parent()?.parent()?.parent().filter(|call| call.kind() == "function_call")
}

/// Reports the base that a metatable gives to a table; `false` if it gives none.
fn base_of_table(walk: &mut Walk<'_, '_>, node: Node<'_>) -> bool {
    let Some(arguments) = field(node, "arguments") else { return false };
    let parts = walk.parts(arguments);
    let [(table, _), (meta, _)] = parts.as_slice() else { return false };
    let base = walk.parts(*meta).into_iter().find_map(|(entry, _)| {
        let key = field(entry, "name")?;
        field(entry, "value").filter(|_| walk.text(key) == "__index")
    });
    let Some(base) = base.filter(|base| base.kind() == "identifier") else { return false };
    let Some(holder) = holder(walk, *table) else { return false };
    walk.visit(*table, Position::Value);
    let occurrence = walk.builder.reference(base, Role::Inherit);
    let base = walk.builder.occurrence_expression(occurrence);
    walk.builder.heritage(HeritageSubject::Symbol(holder), base, HeritageKind::Extends);
    true
}

/// `return Table` at the end of a file is what the module gives.
pub(super) fn returned(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let value = walk.each(node, Position::Value);
    walk.returns(value);
    let only = child_of_kind(node, "expression_list")
        .filter(|list| list.named_child_count() == 1)
        .and_then(|list| list.named_child(0))
        .filter(|only| only.kind() == "identifier");
    if let Some(only) = only.filter(|_| !walk.builder.in_function()) {
        let name = walk.text(only);
        walk.builder.export("return", name);
    }
    walk.builder.unknown()
}
