//! What no rule tells of Ruby: names without marks, variables of objects, patterns.

use clew_model::{Expression, ExpressionId, LiteralKind, Role, ScopeId, SymbolFlags, SymbolKind};
use tree_sitter::Node;

use crate::builder::{Declaration, FactsBuilder, Namespace, Visible, range_of};
use crate::described::{Position, Walk, child_of_kind, field};

/// A name that no assignment before has made a variable calls a method; constants
/// are never variables.
pub(super) fn name(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> Option<ExpressionId> {
    let text = walk.text(node);
    match (node.kind(), position) {
        ("constant", Position::Bind) => Some(walk.name(node, Position::Type(Role::Type))),
        ("constant", Position::Callee) => None,
        ("constant", Position::Value) => {
            let occurrence = walk.builder.reference_in(node, Role::Read, Namespace::Value);
            Some(walk.builder.occurrence_expression(occurrence))
        }
        ("constant", Position::Type(role)) => {
            let occurrence = walk.builder.reference_in(node, role, Namespace::Value);
            Some(walk.builder.occurrence_expression(occurrence))
        }
        ("global_variable", _) => Some(global(walk, node, position)),
        ("identifier", Position::Value) => {
            if matches!(text, "__FILE__" | "__LINE__" | "__dir__" | "__method__" | "_1" | "it") {
                return Some(walk.builder.unknown());
            }
            let role = match walk.builder.visible_in_function(text) {
                Some(id) if is_variable(walk.builder, id) => Role::Read,
                _ => Role::Call,
            };
            if role == Role::Read {
                return None;
            }
            if matches!(text, "private" | "protected" | "public" | "module_function")
                && walk.is_in_type()
            {
                walk.visibility = Some(super::calls::visibility(text));
                if text == "module_function" {
                    super::calls::extend_self(walk);
                }
                walk.builder.reference_in(node, Role::Call, Namespace::Callable);
                return Some(walk.builder.unknown());
            }
            let callee = walk.name(node, Position::Callee);
            Some(walk.builder.expression(Expression::Call(callee)))
        }
        _ => None,
    }
}

fn is_variable(builder: &FactsBuilder<'_>, id: clew_model::SymbolId) -> bool {
    builder
        .symbol(id)
        .is_some_and(|symbol| matches!(symbol.kind, SymbolKind::Variable | SymbolKind::Parameter))
}

/// `$name`: one for the whole program.
fn global(walk: &mut Walk<'_, '_>, node: Node<'_>, position: Position) -> ExpressionId {
    let text = walk.text(node);
    let file = ScopeId(0);
    if position == Position::Write && walk.builder.declared_in(file, text).is_none() {
        let declaration = Declaration::new(walk.builder, SymbolKind::Variable, node, node);
        walk.builder.declare_in_file(declaration);
        return walk.builder.unknown();
    }
    let occurrence = walk.builder.reference(node, position.role());
    walk.builder.occurrence_expression(occurrence)
}

/// `class A::B`: the last part is the name.
pub(super) fn qualified<'text>(
    walk: &mut Walk<'_, 'text>,
    node: Node<'_>,
    declaration: &mut Declaration<'text>,
) {
    let Some(path) = field(node, "name").filter(|name| name.kind() == "scope_resolution") else {
        return;
    };
    if let Some(scope) = field(path, "scope") {
        let owner = walk.visit(scope, Position::Value);
        declaration.owner = Some(owner);
    }
    if let Some(last) = field(path, "name") {
        declaration.name = walk.text(last);
        declaration.name_range = range_of(last);
    }
}

/// Methods of a singleton class belong to the class; those that a module gives to the
/// classes that include it, to the classes.
pub(super) fn method<'text>(
    walk: &mut Walk<'_, 'text>,
    node: Node<'_>,
    declaration: &mut Declaration<'text>,
) {
    if walk.is_static {
        declaration.flags.set(SymbolFlags::STATIC.with(SymbolFlags::CLASS_METHOD));
    } else if is_for_classes(walk, node) {
        declaration.flags.set(SymbolFlags::STATIC);
    }
}

/// Whether a method stands in `class_methods do … end`.
fn is_for_classes(walk: &Walk<'_, '_>, method: Node<'_>) -> bool {
    let mut current = method.parent();
    for _ in 0..3 {
        let Some(node) = current else { return false };
        if node.kind() == "call" {
            return field(node, "method").is_some_and(|name| walk.text(name) == "class_methods");
        }
        current = node.parent();
    }
    false
}

/// `class << self … end`
pub(super) fn singleton_class(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    _: Position,
) -> ExpressionId {
    let outer = std::mem::replace(&mut walk.is_static, true);
    let visibility = walk.visibility.take();
    if let Some(body) = field(node, "body") {
        walk.each(body, Position::Value);
    }
    walk.is_static = outer;
    walk.visibility = visibility;
    walk.builder.unknown()
}

/// `self`: the object, in methods of the class the class.
pub(super) fn self_value(walk: &mut Walk<'_, '_>, _: Node<'_>, _: Position) -> ExpressionId {
    let in_class_method = walk
        .builder
        .enclosing()
        .and_then(|id| walk.builder.symbol(id))
        .is_none_or(|symbol| symbol.flags.has(SymbolFlags::STATIC) || symbol.kind.is_type());
    if in_class_method { walk.self_type() } else { walk.self_value() }
}

/// `super` alone or with arguments calls the method of the base.
pub(super) fn super_call(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let method = walk.builder.enclosing().and_then(|id| walk.builder.symbol(id));
    let name = method.filter(|method| method.kind == SymbolKind::Method).map(|found| found.name);
    let (Some(name), Some(class)) = (name, walk.builder.container_type()) else {
        return walk.builder.unknown();
    };
    let base = walk.builder.expression(Expression::Super(class));
    let occurrence = walk.builder.member_called(base, name, range_of(node));
    let callee = walk.builder.occurrence_expression(occurrence);
    match at {
        Position::Callee => callee,
        _ => walk.builder.expression(Expression::Call(callee)),
    }
}

/// `@name`, `@@name`: declared by the first assignment.
pub(super) fn instance_variable(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> ExpressionId {
    let Some(class) = walk.builder.container_type() else {
        let occurrence = walk.builder.reference(node, position.role());
        return walk.builder.occurrence_expression(occurrence);
    };
    let known = walk.builder.member_of(class, walk.text(node));
    if position == Position::Write && known.is_none() && !walk.has_own_this() {
        let mut declaration = Declaration::new(walk.builder, SymbolKind::Field, node, node);
        declaration.visible = Visible::MemberOnly;
        declaration.visibility = clew_model::Visibility::Private;
        if node.kind() == "class_variable" {
            declaration.flags = SymbolFlags::STATIC;
        }
        walk.builder.declare_member(class, declaration);
        return walk.builder.unknown();
    }
    let base = walk.self_value();
    let occurrence = walk.builder.member(base, node, position.role());
    walk.builder.occurrence_expression(occurrence)
}

/// `target = value`, `A = Struct.new(…)`
pub(super) fn assignment(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else {
        return walk.each(node, Position::Value);
    };
    if left.kind() == "constant" {
        return constant(walk, node, left, right);
    }
    let value = walk.visit(right, Position::Value);
    if matches!(left.kind(), "instance_variable" | "class_variable") {
        walk.visit(left, Position::Write);
        let class = walk.builder.container_type();
        let member = class.and_then(|class| walk.builder.member_of(class, walk.text(left)));
        if let Some(member) = member {
            walk.builder.add_value(member, value);
        }
        return value;
    }
    walk.assign_to(left, node, Some(value));
    value
}

/// `NAME = value`; `Name = Class.new(Base) { … }` declares a class.
fn constant(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    left: Node<'_>,
    right: Node<'_>,
) -> ExpressionId {
    let made = field(right, "receiver").map_or("", |receiver| walk.text(receiver));
    let is_new =
        field(right, "method").is_some_and(|method| matches!(walk.text(method), "new" | "define"));
    let is_class =
        right.kind() == "call" && is_new && matches!(made, "Struct" | "Class" | "Data" | "Module");
    let kind = if is_class { SymbolKind::Class } else { SymbolKind::Constant };
    let mut declaration = Declaration::new(walk.builder, kind, left, node);
    declaration.doc_range = walk.take_doc(node.start_byte());
    let symbol = walk.builder.declare(declaration);
    if is_class {
        super::calls::class_of_call(walk, symbol, right, made);
        return walk.builder.unknown();
    }
    let value = walk.visit(right, Position::Value);
    walk.builder.add_value(symbol, value);
    value
}

/// `rescue A, B => e`
pub(super) fn rescue(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let mut types = Vec::new();
    if let Some(list) = field(node, "exceptions") {
        for (child, _) in walk.parts(list) {
            types.push(walk.visit(child, Position::Type(Role::Type)));
        }
    }
    if let Some(variable) = field(node, "variable") {
        let bound = walk.bind_pattern(variable, &super::RESCUE);
        if let ([symbol], false) = (bound.as_slice(), types.is_empty()) {
            let caught = match types.as_slice() {
                [one] => *one,
                _ => walk.builder.expression(Expression::Union(types)),
            };
            walk.builder.set_type(*symbol, caught);
        }
    }
    match field(node, "body") {
        Some(body) => walk.visit(body, Position::Value),
        None => walk.builder.unknown(),
    }
}

/// `condition ? a : b`
pub(super) fn conditional(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let mut values = Vec::new();
    for name in ["condition", "consequence", "alternative"] {
        if let Some(part) = field(node, name) {
            let value = walk.visit(part, Position::Value);
            if name != "condition" {
                values.push(value);
            }
        }
    }
    walk.builder.expression(Expression::Union(values))
}

/// `[…]`
pub(super) fn array(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    walk.each(node, Position::Value);
    walk.literal(LiteralKind::List)
}

/// The block of a call, `{ … }` or `do … end`.
pub(super) fn block_body<'tree>(call: Node<'tree>) -> Option<Node<'tree>> {
    let block = field(call, "block")?;
    field(block, "body").or_else(|| child_of_kind(block, "body_statement"))
}
