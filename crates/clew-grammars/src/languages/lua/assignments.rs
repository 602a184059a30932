//! Local variables, assignments, loops and tables.

use clew_model::{ExpressionId, LiteralKind, ScopeId, SymbolKind, Visibility};
use tree_sitter::Node;

use super::functions::{contents, holder, import, method, module_of};
use crate::builder::{Declaration, Visible};
use crate::described::{Position, Walk, child_of_kind, field};

/// `local a, b = 1, 2`
pub(super) fn local(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let inner = child_of_kind(node, "assignment_statement").unwrap_or(node);
    let (targets, values) = sides(walk, inner);
    if let ([target], [value]) = (targets.as_slice(), values.as_slice()) {
        let is_require = value.kind() == "function_call"
            && field(*value, "name").is_some_and(|name| walk.text(name) == "require");
        if let Some(content) = module_of(*value).filter(|_| is_require) {
            import(walk, node, content, Some(*target));
            return walk.builder.unknown();
        }
        if value.kind() == "function_definition" {
            function_value(walk, node, *target, *value);
            return walk.builder.unknown();
        }
        if value.kind() == "table_constructor" && !walk.builder.in_function() {
            let symbol = declare(walk, node, *target, Visibility::Private);
            table_of(walk, *value, symbol);
            return walk.builder.unknown();
        }
    }
    let doc = walk.doc.take();
    let found: Vec<_> = values.iter().map(|value| walk.visit(*value, Position::Value)).collect();
    walk.doc = doc;
    for (index, target) in targets.iter().enumerate() {
        let whole = if targets.len() == 1 { node } else { *target };
        let symbol = declare(walk, whole, *target, Visibility::Private);
        if let Some(value) = found.get(index) {
            walk.builder.add_value(symbol, *value);
        }
    }
    walk.builder.unknown()
}

fn declare(
    walk: &mut Walk<'_, '_>,
    whole: Node<'_>,
    target: Node<'_>,
    visibility: Visibility,
) -> clew_model::SymbolId {
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Variable, target, whole);
    declaration.visible = Visible::From(clew_text::ByteOffset::from(whole.end_byte()));
    declaration.visibility = visibility;
    declaration.doc_range = walk.take_doc(whole.start_byte());
    walk.builder.declare(declaration)
}

/// Names and values of an assignment.
fn sides<'tree>(walk: &Walk<'_, '_>, node: Node<'tree>) -> (Vec<Node<'tree>>, Vec<Node<'tree>>) {
    let list = |kind: &str| {
        child_of_kind(node, kind).map_or_else(Vec::new, |list| {
            walk.parts(list)
                .into_iter()
                .map(|(child, _)| child)
                .filter(|child| child.kind() != "attribute")
                .collect()
        })
    };
    (list("variable_list"), list("expression_list"))
}

/// `target = function(…) … end` declares a function.
fn function_value(walk: &mut Walk<'_, '_>, node: Node<'_>, target: Node<'_>, value: Node<'_>) {
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Function, target, node);
    declaration.doc_range = walk.take_doc(node.start_byte());
    declaration.signature_until(field(value, "body"));
    if walk.builder.in_function() {
        declaration.visible = Visible::From(clew_text::ByteOffset::from(node.end_byte()));
    }
    let symbol = walk.builder.declare(declaration);
    contents(walk, value, symbol);
}

/// `a, t.b = 1, 2`: declares globals and members of tables.
pub(super) fn assignment(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let (targets, values) = sides(walk, node);
    if let ([target], [value]) = (targets.as_slice(), values.as_slice()) {
        match (target.kind(), value.kind()) {
            ("dot_index_expression", "function_definition") => {
                let (table, name) = (field(*target, "table"), field(*target, "field"));
                if let (Some(table), Some(name)) = (table, name) {
                    let holder = holder(walk, table);
                    walk.visit(table, Position::Value);
                    method(walk, node, name, *value, holder);
                    return walk.builder.unknown();
                }
            }
            ("identifier", "function_definition")
                if !walk.builder.in_function() && unknown(walk, *target) =>
            {
                function_value(walk, node, *target, *value);
                return walk.builder.unknown();
            }
            ("identifier", "function_definition") if late_function(walk, *target, *value) => {
                return walk.builder.unknown();
            }
            ("identifier", "table_constructor")
                if !walk.builder.in_function() && unknown(walk, *target) =>
            {
                let symbol = declare(walk, node, *target, Visibility::Public);
                table_of(walk, *value, symbol);
                return walk.builder.unknown();
            }
            _ => {}
        }
    }
    let found: Vec<_> = values.iter().map(|value| walk.visit(*value, Position::Value)).collect();
    for (index, target) in targets.iter().enumerate() {
        assign(walk, node, *target, found.get(index).copied());
    }
    walk.builder.unknown()
}

/// `local name` and later `name = function(…) … end`: the variable is that function.
fn late_function(walk: &mut Walk<'_, '_>, target: Node<'_>, value: Node<'_>) -> bool {
    let name = walk.text(target);
    let Some(symbol) = walk.builder.visible_symbol(name) else { return false };
    let Some(found) = walk.builder.symbol_mut(symbol) else { return false };
    if found.kind != SymbolKind::Variable {
        return false;
    }
    found.kind = SymbolKind::Function;
    walk.visit(target, Position::Write);
    contents(walk, value, symbol);
    true
}

fn unknown(walk: &mut Walk<'_, '_>, target: Node<'_>) -> bool {
    let name = walk.text(target);
    walk.builder.visible_symbol(name).is_none()
}

fn assign(walk: &mut Walk<'_, '_>, node: Node<'_>, target: Node<'_>, value: Option<ExpressionId>) {
    if target.kind() == "identifier" && unknown(walk, target) {
        let name = walk.text(target);
        let is_known = walk.builder.is_declared_in(ScopeId(0), name);
        if !is_known {
            let mut declaration =
                Declaration::new(walk.builder, SymbolKind::Variable, target, node);
            declaration.doc_range = walk.take_doc(node.start_byte());
            let symbol = walk.builder.declare_in_file(declaration);
            if let Some(value) = value {
                walk.builder.add_value(symbol, value);
            }
            return;
        }
    }
    if target.kind() == "dot_index_expression"
        && let (Some(table), Some(name)) = (field(target, "table"), field(target, "field"))
        && let Some(holder) = holder(walk, table)
        && walk.builder.member_of(holder, walk.text(name)).is_none()
        && !walk.text(name).starts_with("__")
    {
        walk.visit(table, Position::Value);
        let mut declaration = Declaration::new(walk.builder, SymbolKind::Field, name, node);
        declaration.visible = Visible::MemberOnly;
        let symbol = walk.builder.declare_member(holder, declaration);
        if let Some(value) = value {
            walk.builder.add_value(symbol, value);
        }
        return;
    }
    walk.visit(target, Position::Write);
}

/// `{ name = value, … }`: keys are no names.
pub(super) fn table(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    for (entry, _) in walk.parts(node) {
        let name = field(entry, "name").filter(|name| name.kind() == "identifier");
        let function = field(entry, "value").filter(|value| value.kind() == "function_definition");
        if let (Some(name), Some(function)) = (name, function) {
            method(walk, entry, name, function, None);
            continue;
        }
        let key = field(entry, "name").filter(|key| key.kind() != "identifier");
        for child in [key, field(entry, "value")].into_iter().flatten() {
            walk.visit(child, Position::Value);
        }
    }
    walk.literal(LiteralKind::Map)
}

/// The table that a variable of the file holds: its functions are members.
fn table_of(walk: &mut Walk<'_, '_>, node: Node<'_>, symbol: clew_model::SymbolId) {
    for (entry, _) in walk.parts(node) {
        let key = field(entry, "name");
        let Some(value) = field(entry, "value") else { continue };
        let name = key.filter(|key| key.kind() == "identifier");
        match name {
            Some(name) if value.kind() == "function_definition" => {
                if let Some(symbol) = walk.builder.symbol_mut(symbol) {
                    symbol.kind = SymbolKind::Class;
                }
                method(walk, entry, name, value, Some(symbol));
            }
            Some(name) => {
                let value = walk.visit(value, Position::Value);
                let mut declaration =
                    Declaration::new(walk.builder, SymbolKind::Field, name, entry);
                declaration.visible = Visible::MemberOnly;
                let member = walk.builder.declare_member(symbol, declaration);
                walk.builder.add_value(member, value);
            }
            None => {
                if let Some(key) = key {
                    walk.visit(key, Position::Value);
                }
                walk.visit(value, Position::Value);
            }
        }
    }
}

/// `for k, v in pairs(t)`
pub(super) fn generic_for(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    if let Some(values) = child_of_kind(node, "expression_list") {
        walk.visit(values, Position::Value);
    }
    if let Some(names) = child_of_kind(node, "variable_list") {
        for (name, _) in walk.parts(names) {
            walk.bind_pattern(name, &super::LOOP);
        }
    }
    walk.builder.unknown()
}
