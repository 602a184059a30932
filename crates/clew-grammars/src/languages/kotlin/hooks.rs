//! What no rule tells of Kotlin.

use clew_model::{
    Expression, ExpressionId, HeritageKind, ImportForm, LiteralKind, Role, ScopeKind, SymbolFlags,
    SymbolKind, Visibility,
};
use tree_sitter::Node;

use crate::builder::{Declaration, FactsBuilder, ImportDraft, range_of};
use crate::described::{Declare, Let, Part, Position, Receiver, Walk, child_of_kind, field};

pub(super) fn default_visibility(builder: &FactsBuilder<'_>, _: &str) -> Visibility {
    if builder.in_function() { Visibility::Private } else { Visibility::Public }
}

/// Words that the grammar takes for names.
pub(super) fn name(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> Option<ExpressionId> {
    let kind = match (walk.text(node), position) {
        ("_", _) => return Some(walk.builder.unknown()),
        (_, Position::Bind) => return None,
        ("null", _) => LiteralKind::Nothing,
        ("true" | "false", _) => LiteralKind::Boolean,
        ("it", _) if walk.argument.is_some() => return walk.argument,
        ("break" | "continue" | "it" | "field", _) => return Some(walk.builder.unknown()),
        ("String" | "CharSequence", Position::Type(Role::Type)) => LiteralKind::String,
        ("Int" | "Long" | "Short" | "Byte", Position::Type(Role::Type)) => LiteralKind::Whole,
        ("Double" | "Float", Position::Type(Role::Type)) => LiteralKind::Fraction,
        ("Char", Position::Type(Role::Type)) => LiteralKind::Character,
        ("Boolean", Position::Type(Role::Type)) => LiteralKind::Boolean,
        ("Unit" | "Nothing", Position::Type(Role::Type)) => LiteralKind::Nothing,
        _ => return None,
    };
    Some(walk.literal(kind))
}

pub(super) fn package(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    if let Some(name) = child_of_kind(node, "qualified_identifier") {
        let name = walk.text(name);
        walk.builder.set_package(name);
    }
    walk.builder.unknown()
}

/// `import a.b.C`, `import a.b.*`, `import a.b.C as D`
pub(super) fn import(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let unknown = walk.builder.unknown();
    let Some(path) = child_of_kind(node, "qualified_identifier") else { return unknown };
    let mut cursor = node.walk();
    let is_glob = node.children(&mut cursor).any(|child| child.kind() == "*");
    let alias = child_of_kind(node, "identifier");
    let last = path.named_child(path.named_child_count().saturating_sub(1) as u32).unwrap_or(path);
    let text = walk.text(path);
    let (module, form) = match is_glob {
        true => (text, ImportForm::Glob),
        false => (text.rsplit_once('.').map_or("", |(module, _)| module), ImportForm::Item),
    };
    let mut draft = ImportDraft::new(module, form, range_of(node));
    draft.item = Some((walk.text(last), range_of(last)));
    draft.alias = alias.map(|alias| (walk.text(alias), range_of(alias)));
    walk.builder.import(draft);
    unknown
}

/// Interfaces and enums look like classes.
pub(super) fn class_kind<'text>(
    walk: &mut Walk<'_, 'text>,
    node: Node<'_>,
    declaration: &mut Declaration<'text>,
) {
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        match child.kind() {
            "interface" => declaration.kind = SymbolKind::Interface,
            "enum" | "enum_class_body" if declaration.kind == SymbolKind::Class => {
                declaration.kind = SymbolKind::Enum;
            }
            "modifiers" if walk.text(child).split_whitespace().any(|word| word == "enum") => {
                declaration.kind = SymbolKind::Enum;
            }
            _ => {}
        }
    }
}

/// Extension functions are owned by the type that they extend; functions of
/// interfaces without body are abstract.
pub(super) fn function<'text>(
    walk: &mut Walk<'_, 'text>,
    node: Node<'_>,
    declaration: &mut Declaration<'text>,
) {
    extension(walk, node, declaration);
    let container = walk.builder.container_type().and_then(|id| walk.builder.symbol(id));
    let in_interface = container.is_some_and(|symbol| symbol.kind == SymbolKind::Interface);
    if in_interface && walk.is_in_type() && child_of_kind(node, "function_body").is_none() {
        declaration.flags.set(SymbolFlags::ABSTRACT);
    }
}

fn extension<'text>(
    walk: &mut Walk<'_, 'text>,
    node: Node<'_>,
    declaration: &mut Declaration<'text>,
) {
    let before = declaration.name_range.start.to_usize();
    let receiver = walk
        .parts(node)
        .into_iter()
        .find(|(child, part)| *part == Part::Type && child.end_byte() <= before);
    if let Some((receiver, _)) = receiver {
        let owner = walk.visit(receiver, Position::Type(Role::Type));
        if walk.is_known(owner) && !walk.is_in_type() {
            declaration.owner = Some(owner);
            walk.extended = Some(owner);
        } else if walk.is_in_type() {
            // A member of the type around that is called on another.
            let this = walk.builder.expression(Expression::TypeOf(owner));
            walk.receiver_ahead = Some(Receiver::Certain(this));
        }
    }
}

/// `val` and `var` make a property of a constructor parameter.
pub(super) fn class_parameter<'text>(
    walk: &mut Walk<'_, 'text>,
    node: Node<'_>,
    declaration: &mut Declaration<'text>,
) {
    let mut cursor = node.walk();
    let is_property = node.children(&mut cursor).any(|child| matches!(child.kind(), "val" | "var"));
    if is_property && walk.is_in_type() {
        declaration.flags.clear(SymbolFlags::LOCAL);
    } else {
        declaration.kind = SymbolKind::Parameter;
    }
}

static PROPERTY: Declare =
    Declare::plain(SymbolKind::Property).scope(ScopeKind::Block).adjust(extension);
static LOCAL: Declare = Declare::variable();
static LOCALS: Let = Let::variable();

/// `val name: Type = value`, `val (a, b) = value`
pub(super) fn property(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let name = child_of_kind(node, "variable_declaration")
        .and_then(|variable| child_of_kind(variable, "identifier"));
    let Some(name) = name else { return walk.bind(node, &LOCALS) };
    let declare = if walk.builder.in_function() && !walk.is_in_type() { &LOCAL } else { &PROPERTY };
    walk.declare_named(node, declare, name);
    walk.builder.unknown()
}

/// `get() = …`, `set(value) { … }`
pub(super) fn accessor(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    walk.in_scope(node, ScopeKind::Function, |walk| {
        for (child, part) in walk.parts(node) {
            match (child.kind(), part) {
                ("identifier", _) => {
                    walk.bind_pattern(child, &super::SUBJECT);
                }
                (_, Part::Type) => {
                    walk.visit(child, Position::Type(Role::Type));
                }
                _ => {
                    walk.visit(child, Position::Value);
                }
            }
        }
    });
    walk.builder.unknown()
}

static CONSTRUCTOR: Declare = Declare::constructor();

/// `constructor(…) : this(…) { … }`
pub(super) fn constructor(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let mut cursor = node.walk();
    let name = node.children(&mut cursor).find(|child| child.kind() == "constructor");
    if let Some(name) = name {
        walk.declare_named(node, &CONSTRUCTOR, name);
    }
    walk.builder.unknown()
}

static COMPANION: Declare = Declare::type_(SymbolKind::Class);

/// Members of a companion without name are members of the class around.
pub(super) fn companion(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    if let Some(name) = field(node, "name") {
        walk.declare_named(node, &COMPANION, name);
        return walk.builder.unknown();
    }
    for (child, part) in walk.parts(node) {
        match part {
            Part::Bases(_) => {
                walk.each(child, Position::Type(Role::Type));
            }
            Part::Body => {
                walk.each(child, Position::Value);
            }
            _ => {}
        }
    }
    walk.builder.unknown()
}

/// `object : Base(…) { … }`
pub(super) fn object_literal(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let symbol = walk.anonymous_class(node, |walk, class| {
        for (child, part) in walk.parts(node) {
            match part {
                Part::Bases(_) => walk.bases(child, class, HeritageKind::Extends),
                _ => {
                    walk.each(child, Position::Value);
                }
            }
        }
    });
    let class = walk.builder.expression(Expression::SelfType(symbol));
    walk.builder.expression(Expression::Instance(class))
}

/// `{ … }` gives what it returns, `= value` the value.
pub(super) fn function_body(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    for (child, _) in walk.parts(node) {
        let value = walk.visit(child, Position::Value);
        if child.kind() != "block" {
            walk.returns(value);
            return value;
        }
    }
    walk.builder.unknown()
}

static LOOP: Let = Let::each();

/// `for (name in values) …`
pub(super) fn for_loop(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let parts = walk.parts(node);
    let variable = parts.iter().position(|(_, part)| *part == Part::Bind);
    walk.in_scope(node, ScopeKind::Block, |walk| {
        let Some(variable) = variable else {
            walk.each(node, Position::Value);
            return;
        };
        let mut rest = parts.iter().skip(variable + 1);
        let values = rest.next().map(|(values, _)| walk.visit(*values, Position::Value));
        let pattern = parts[variable].0;
        let symbols = walk.bind_pattern(pattern, &LOOP);
        walk.give_values(pattern, &symbols, &LOOP, None, values);
        for (child, _) in rest {
            walk.visit(*child, Position::Value);
        }
    });
    walk.builder.unknown()
}

/// `catch (e: Type) { … }`
pub(super) fn catch(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    walk.in_scope(node, ScopeKind::Block, |walk| {
        let mut bound = Vec::new();
        for (child, part) in walk.parts(node) {
            match (child.kind(), part) {
                ("identifier", _) => bound = walk.bind_pattern(child, &super::SUBJECT),
                (_, Part::Type) => {
                    let caught = walk.visit(child, Position::Type(Role::Type));
                    for symbol in &bound {
                        walk.builder.set_type(*symbol, caught);
                    }
                }
                _ => {
                    walk.visit(child, Position::Value);
                }
            }
        }
    });
    walk.builder.unknown()
}

/// `left name right` calls a method.
pub(super) fn infix(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let parts = walk.parts(node);
    let [(left, _), (operator, _), (right, _)] = parts.as_slice() else {
        return walk.each(node, Position::Value);
    };
    let base = walk.visit(*left, Position::Value);
    let callee = walk.member_of(base, *operator, Position::Callee);
    walk.visit(*right, Position::Value);
    walk.builder.expression(Expression::Call(callee))
}

/// `if (…) a else b`
pub(super) fn if_expression(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let condition = field(node, "condition");
    let mut values = Vec::new();
    for (child, _) in walk.parts(node) {
        let value = walk.visit(child, Position::Value);
        if Some(child) != condition {
            values.push(value);
        }
    }
    match values.len() {
        2 => walk.builder.expression(Expression::Union(values)),
        _ => walk.builder.unknown(),
    }
}

/// `name = value`: the name is that of a parameter.
pub(super) fn argument(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let mut cursor = node.walk();
    let is_named = node.children(&mut cursor).any(|child| child.kind() == "=");
    let mut value = walk.builder.unknown();
    for (child, _) in walk.parts(node).into_iter().skip(usize::from(is_named)) {
        value = walk.visit(child, Position::Value);
    }
    value
}

/// `@Name(…)`
pub(super) fn annotation(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    for (child, _) in walk.parts(node) {
        walk.visit(child, Position::Type(Role::Call));
    }
    walk.builder.unknown()
}

/// `this`, `this@Type`
pub(super) fn this(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    match child_of_kind(node, "identifier") {
        Some(label) => {
            let ty = walk.visit(label, Position::Type(Role::Type));
            walk.builder.expression(Expression::TypeOf(ty))
        }
        None => walk.self_value(),
    }
}
