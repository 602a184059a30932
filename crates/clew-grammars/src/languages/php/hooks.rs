//! What no rule tells of PHP.

use clew_model::{
    Expression, ExpressionId, HeritageKind, LiteralKind, Role, SymbolFlags, SymbolKind,
};
use clew_text::TextRange;
use tree_sitter::Node;

use crate::builder::{Declaration, Visible, range_of};
use crate::described::{Part, Position, Walk, child_of_kind, field};

/// Variables keep their dollar sign, `$this` is the object, `self` and `static` the class.
pub(super) fn name(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> Option<ExpressionId> {
    let text = walk.text(node);
    if node.kind() == "name" {
        return match (position, text) {
            (Position::Type(_), "static") => Some(walk.self_value()),
            (Position::Type(_) | Position::Qualifier, "self" | "static") => Some(walk.self_type()),
            (Position::Type(_) | Position::Qualifier, "parent") => Some(walk.super_value()),
            (Position::Qualifier, _) => Some(walk.name(node, Position::Type(Role::Type))),
            (Position::Value, "__DIR__" | "__FILE__" | "__CLASS__" | "__LINE__" | "__METHOD__") => {
                Some(walk.builder.unknown())
            }
            _ => None,
        };
    }
    if text == "$this" {
        return Some(walk.self_value());
    }
    if matches!(position, Position::Write | Position::Bind) {
        return None;
    }
    let occurrence = walk.builder.reference(node, position.role());
    Some(walk.builder.occurrence_expression(occurrence))
}

/// An argument: a function may set a variable that it is given by reference, so that
/// an unknown one is declared here.
pub(super) fn argument(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let mut value = walk.builder.unknown();
    for (child, part) in walk.parts(node) {
        if part == Part::Skip {
            continue;
        }
        let text = walk.text(child);
        let is_new = child.kind() == "variable_name"
            && walk.builder.in_function()
            && text != "$this"
            && walk.builder.visible_symbol(text).is_none();
        let at = if is_new { Position::Write } else { Position::Value };
        value = walk.visit(child, at);
    }
    value
}

/// Constructors have a name of their own.
pub(super) fn function<'text>(
    walk: &mut Walk<'_, 'text>,
    node: Node<'_>,
    declaration: &mut Declaration<'text>,
) {
    if declaration.name == "__construct" && walk.is_in_type() {
        declaration.kind = SymbolKind::Constructor;
    }
    let container = walk.builder.container_type().and_then(|id| walk.builder.symbol(id));
    let in_interface = container.is_some_and(|symbol| symbol.kind == SymbolKind::Interface);
    if walk.is_in_type() && in_interface && field(node, "body").is_none() {
        declaration.flags.set(SymbolFlags::ABSTRACT);
    }
    if declaration
        .doc_range
        .is_some_and(|doc| doc.slice(walk.builder.text()).contains("@deprecated"))
    {
        declaration.flags.set(SymbolFlags::DEPRECATED);
    }
}

/// Properties are named without the dollar sign, as `->` names them.
pub(super) fn without_dollar<'text>(
    _: &mut Walk<'_, 'text>,
    _: Node<'_>,
    declaration: &mut Declaration<'text>,
) {
    if let Some(plain) = declaration.name.strip_prefix('$') {
        declaration.name = plain;
        let range = declaration.name_range;
        declaration.name_range = TextRange::new(range.start.to_usize() + 1, range.end.to_usize());
    }
}

/// `private Type $name` in a constructor: a parameter and a property.
pub(super) fn promoted(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let unknown = walk.builder.unknown();
    let Some(name) = field(node, "name") else { return unknown };
    let parameter = walk.declare_named(node, &super::PARAMETER, name);
    let parameter = parameter.and_then(|id| walk.builder.symbol(id).cloned());
    let (Some(parameter), Some(class)) = (parameter, walk.builder.container_type()) else {
        return unknown;
    };
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Field, name, node);
    without_dollar(walk, node, &mut declaration);
    declaration.visible = Visible::MemberOnly;
    declaration.visibility = parameter.visibility;
    let member = walk.builder.declare_member(class, declaration);
    if let Some(symbol) = walk.builder.symbol_mut(member) {
        symbol.declared_type = parameter.declared_type;
    }
    unknown
}

/// `use Trait, Other { … }` in a type.
pub(super) fn use_traits(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    if let Some(class) = walk.builder.container_type() {
        for (child, _) in walk.parts(node) {
            match child.kind() {
                "name" | "qualified_name" => walk.base(child, class, HeritageKind::Implements),
                _ => {}
            }
        }
    }
    walk.builder.unknown()
}

/// `new class(…) extends Base { … }`
pub(super) fn anonymous_class(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    _: Position,
) -> ExpressionId {
    if let Some(arguments) = child_of_kind(node, "arguments") {
        walk.visit(arguments, Position::Value);
    }
    let symbol = walk.anonymous_class(node, |walk, class| {
        for (child, part) in walk.parts(node) {
            match part {
                Part::Bases(kind) => walk.bases(child, class, kind),
                Part::Body => {
                    walk.each(child, Position::Value);
                }
                _ => {}
            }
        }
    });
    walk.builder.expression(Expression::SelfType(symbol))
}

/// `new Name(…)`
pub(super) fn object_creation(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    _: Position,
) -> ExpressionId {
    let mut made = None;
    for (child, _) in walk.parts(node) {
        if made.is_some() {
            walk.visit(child, Position::Value);
            continue;
        }
        made = Some(match child.kind() {
            "name" | "qualified_name" => walk.visit(child, Position::Type(Role::Call)),
            "anonymous_class" => walk.visit(child, Position::Value),
            _ => {
                walk.visit(child, Position::Value);
                walk.builder.unknown()
            }
        });
    }
    let made = made.unwrap_or_else(|| walk.builder.unknown());
    walk.builder.expression(Expression::Instance(made))
}

/// `self`, `static`, `parent` before a double colon.
pub(super) fn relative_scope(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    match walk.text(node) {
        "parent" => walk.super_value(),
        _ => walk.self_type(),
    }
}

/// `\A\B\Name`, `B\Name`
pub(super) fn qualified_name(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> ExpressionId {
    let Some(last) = child_of_kind(node, "name") else { return walk.builder.unknown() };
    let Some(prefix) = child_of_kind(node, "namespace_name") else {
        return walk.visit(last, position);
    };
    let mut base: Option<ExpressionId> = None;
    for (part, _) in walk.parts(prefix) {
        let occurrence = match base {
            None => walk.builder.reference(part, Role::Read),
            Some(base) => walk.builder.member(base, part, Role::Read),
        };
        base = Some(walk.builder.occurrence_expression(occurrence));
    }
    let base = base.unwrap_or_else(|| walk.builder.unknown());
    let occurrence = walk.builder.member(base, last, position.role());
    walk.builder.occurrence_expression(occurrence)
}

/// `Class::CONSTANT`, `Class::class`
pub(super) fn class_constant(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let parts = walk.parts(node);
    let [(scope, _), .., (constant, _)] = parts.as_slice() else { return walk.builder.unknown() };
    let base = match scope.kind() {
        "name" | "qualified_name" | "relative_scope" => walk.visit(*scope, Position::Qualifier),
        _ => walk.visit(*scope, Position::Value),
    };
    if walk.text(*constant) == "class" {
        return walk.literal(LiteralKind::String);
    }
    walk.member_of(base, *constant, Position::Value)
}

/// `Class::$property`
pub(super) fn static_property(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> ExpressionId {
    let Some(scope) = field(node, "scope") else { return walk.builder.unknown() };
    let base = walk.visit(scope, Position::Qualifier);
    let name = field(node, "name").and_then(|name| child_of_kind(name, "name"));
    let Some(name) = name else { return walk.builder.unknown() };
    let role = if position == Position::Write { Role::Write } else { position.role() };
    let occurrence = walk.builder.member(base, name, role);
    walk.builder.occurrence_expression(occurrence)
}

/// A call of a plain function; `define('NAME', …)` declares a constant.
pub(super) fn function_call(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let called = field(node, "function").map_or("", |name| walk.text(name));
    if matches!(called, "isset" | "empty" | "unset" | "eval" | "die" | "exit") {
        // Constructs of the language that look like calls.
        if let Some(arguments) = field(node, "arguments") {
            walk.visit(arguments, Position::Value);
        }
        return walk.builder.unknown();
    }
    let value = walk.call(node);
    let is_define = field(node, "function").is_some_and(|name| walk.text(name) == "define");
    let name = field(node, "arguments")
        .filter(|_| is_define)
        .and_then(|arguments| arguments.named_child(0))
        .and_then(|argument| argument.named_child(0))
        .filter(|text| matches!(text.kind(), "string" | "encapsed_string"))
        .and_then(|text| child_of_kind(text, "string_content"));
    if let Some(name) = name {
        let declaration = Declaration::new(walk.builder, SymbolKind::Constant, name, node);
        walk.builder.declare_in_file(declaration);
    }
    value
}

/// `foreach ($values as $key => $value)`
pub(super) fn foreach(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let body = field(node, "body");
    let mut iterated = None;
    for (child, _) in walk.parts(node) {
        if Some(child) == body {
            walk.visit(child, Position::Value);
            continue;
        }
        let Some(values) = iterated else {
            iterated = Some(walk.visit(child, Position::Value));
            continue;
        };
        let mut target = child;
        if child.kind() == "pair" {
            let parts = walk.parts(child);
            if let [(key, _), (value, _)] = parts.as_slice() {
                walk.assign_to(*key, *key, None);
                target = *value;
            }
        }
        let element = walk.builder.expression(Expression::Element(values));
        walk.assign_to(target, target, Some(element));
    }
    walk.builder.unknown()
}

/// `global $name;`
pub(super) fn global(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    for (child, _) in walk.parts(node) {
        walk.assign_to(child, child, None);
    }
    walk.builder.unknown()
}

/// Operators; `instanceof` names a type.
pub(super) fn binary(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let operator = field(node, "operator").map_or("", |operator| operator.kind());
    let left = field(node, "left").map(|left| walk.visit(left, Position::Value));
    let right = field(node, "right").map(|right| match (operator, right.kind()) {
        ("instanceof", "name" | "qualified_name") => walk.visit(right, Position::Type(Role::Type)),
        _ => walk.visit(right, Position::Value),
    });
    match (operator, left, right) {
        ("??", Some(left), Some(right)) => {
            walk.builder.expression(Expression::Union(vec![left, right]))
        }
        (".", ..) => walk.literal(LiteralKind::String),
        ("+" | "-" | "*" | "/" | "%" | "**", ..) => walk.literal(LiteralKind::Number),
        (
            "instanceof" | "==" | "===" | "!=" | "!==" | "<" | ">" | "<=" | ">=" | "&&" | "||",
            ..,
        ) => walk.literal(LiteralKind::Boolean),
        _ => walk.builder.unknown(),
    }
}

/// `#[Name(…)]`
pub(super) fn attribute(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    for (child, _) in walk.parts(node) {
        let at = match child.kind() {
            "name" | "qualified_name" => Position::Type(Role::Call),
            _ => Position::Value,
        };
        walk.visit(child, at);
    }
    walk.builder.unknown()
}

/// `condition ? a : b`, `a ?: b`
pub(super) fn conditional(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let condition = field(node, "condition").map(|part| walk.visit(part, Position::Value));
    let body = field(node, "body").map(|part| walk.visit(part, Position::Value));
    let alternative = field(node, "alternative").map(|part| walk.visit(part, Position::Value));
    let values: Vec<_> = [body.or(condition), alternative].into_iter().flatten().collect();
    walk.builder.expression(Expression::Union(values))
}

/// `int`, `string`, `self`, …
pub(super) fn primitive(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let kind = match walk.text(node) {
        "string" => LiteralKind::String,
        "int" | "float" => LiteralKind::Number,
        "bool" | "false" | "true" => LiteralKind::Boolean,
        "void" | "null" => LiteralKind::Nothing,
        "array" => LiteralKind::List,
        "callable" => LiteralKind::Function,
        _ => return walk.builder.unknown(),
    };
    walk.literal(kind)
}

/// `[…]`, in a target a list of targets.
pub(super) fn array(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    walk.each(node, at);
    let range = range_of(node);
    let is_map = range.slice(walk.builder.text()).contains("=>");
    walk.literal(if is_map { LiteralKind::Map } else { LiteralKind::List })
}
