//! What no rule tells of C#.

use clew_model::{
    Binding, Expression, ExpressionId, ImportForm, LiteralKind, Role, ScopeKind, SymbolFlags,
    SymbolKind, Visibility,
};
use clew_text::TextRange;
use tree_sitter::Node;

use crate::builder::{Declaration, FactsBuilder, ImportDraft, Visible, range_of};
use crate::described::{Declare, Part, Position, Walk, child_of_kind, field};

/// Members of interfaces and enums are public, other members private, types internal.
pub(super) fn default_visibility(builder: &FactsBuilder<'_>, _name: &str) -> Visibility {
    if builder.scope_kind(builder.scope()) != ScopeKind::Type {
        return match builder.in_function() {
            true => Visibility::Private,
            false => Visibility::Internal,
        };
    }
    let container = builder.container_type().and_then(|id| builder.symbol(id));
    match container.map(|symbol| symbol.kind) {
        Some(SymbolKind::Interface | SymbolKind::Enum) => Visibility::Public,
        _ => Visibility::Private,
    }
}

/// A discard names nothing; `var` is no type.
pub(super) fn name(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    _position: Position,
) -> Option<ExpressionId> {
    matches!(walk.text(node), "_" | "var" | "dynamic").then(|| walk.builder.unknown())
}

pub(super) fn type_flags<'text>(
    walk: &mut Walk<'_, 'text>,
    node: Node<'_>,
    declaration: &mut Declaration<'text>,
) {
    let mut cursor = node.walk();
    if node.kind() == "record_declaration"
        && node.children(&mut cursor).any(|c| c.kind() == "struct")
    {
        declaration.kind = SymbolKind::Struct;
    }
    if let Some(attributes) = child_of_kind(node, "attribute_list") {
        attribute_flags(walk, attributes, declaration);
    }
}

fn attribute_flags(walk: &Walk<'_, '_>, list: Node<'_>, declaration: &mut Declaration<'_>) {
    let mut cursor = list.walk();
    for attribute in list.named_children(&mut cursor) {
        let name = field(attribute, "name").map_or("", |name| walk.text(name));
        match name.rsplit('.').next().unwrap_or(name) {
            "Obsolete" => declaration.flags.set(SymbolFlags::DEPRECATED),
            "Fact" | "Theory" | "Test" | "TestCase" | "TestMethod" | "TestFixture"
            | "TestClass" => declaration.flags.set(SymbolFlags::TEST),
            _ => {}
        }
    }
}

/// Interface methods without body are abstract.
pub(super) fn method<'text>(
    walk: &mut Walk<'_, 'text>,
    node: Node<'_>,
    declaration: &mut Declaration<'text>,
) {
    let mut cursor = node.walk();
    let lists: Vec<_> =
        node.named_children(&mut cursor).filter(|c| c.kind() == "attribute_list").collect();
    for list in lists {
        attribute_flags(walk, list, declaration);
    }
    if field(node, "body").is_none() {
        abstract_member(walk, node, declaration);
    }
}

pub(super) fn abstract_member<'text>(
    walk: &mut Walk<'_, 'text>,
    node: Node<'_>,
    declaration: &mut Declaration<'text>,
) {
    let container = walk.builder.container_type().and_then(|id| walk.builder.symbol(id));
    let in_interface = container.is_some_and(|symbol| symbol.kind == SymbolKind::Interface);
    if walk.is_in_type() && in_interface && field(node, "value").is_none() {
        declaration.flags.set(SymbolFlags::ABSTRACT);
    }
}

pub(super) fn destructor<'text>(
    walk: &mut Walk<'_, 'text>,
    node: Node<'_>,
    declaration: &mut Declaration<'text>,
) {
    let start = node.start_byte();
    let range = TextRange::new(start, declaration.name_range.end.to_usize());
    if range.slice(walk.builder.text()).starts_with('~') {
        declaration.name = range.slice(walk.builder.text());
        declaration.name_range = range;
    }
}

/// Event fields are events.
pub(super) fn variable<'text>(
    walk: &mut Walk<'_, 'text>,
    _: Node<'_>,
    declaration: &mut Declaration<'text>,
) {
    if walk.in_event_group() {
        declaration.kind = SymbolKind::Event;
    }
}

static PARAMETER: Declare =
    Declare::parameter().in_type(SymbolKind::Property).adjust(record_parameter);

/// `this Type name` makes the method an extension of the type.
pub(super) fn parameter(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let declared = walk.declare(node, &PARAMETER);
    let mut cursor = node.walk();
    let extends = node
        .children(&mut cursor)
        .any(|child| child.kind() == "modifier" && walk.text(child) == "this");
    let method = walk.builder.container();
    if extends
        && let Some(ty) = declared.and_then(|id| walk.builder.symbol(id)?.declared_type)
        && let Some(method) = method.and_then(|id| walk.builder.symbol_mut(id))
    {
        method.owner = Some(ty);
    }
    walk.builder.unknown()
}

/// What a record lists in its head are properties; of other types, parameters.
fn record_parameter<'text>(
    walk: &mut Walk<'_, 'text>,
    node: Node<'_>,
    declaration: &mut Declaration<'text>,
) {
    if !walk.is_in_type() {
        return;
    }
    let owner = node.parent().and_then(|list| list.parent());
    if owner.is_some_and(|owner| owner.kind() == "record_declaration") {
        declaration.flags.clear(SymbolFlags::LOCAL);
        declaration.visibility = Visibility::Public;
    } else {
        declaration.kind = SymbolKind::Parameter;
    }
}

static INDEXER: Declare = Declare::plain(SymbolKind::Property).scope(ScopeKind::Function);
static CONVERSION: Declare = Declare::plain(SymbolKind::Operator).scope(ScopeKind::Function);

/// `this[…]`
pub(super) fn indexer(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let mut cursor = node.walk();
    let name = node.children(&mut cursor).find(|child| child.kind() == "this");
    if let Some(name) = name {
        walk.declare_named(node, &INDEXER, name);
    }
    walk.builder.unknown()
}

/// `implicit operator T(…)`
pub(super) fn conversion(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    if let Some(name) = field(node, "type") {
        walk.declare_named(node, &CONVERSION, name);
    }
    walk.builder.unknown()
}

/// `get { … }`, `set { … }`: a function with a parameter `value` when it sets.
pub(super) fn accessor(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let name = field(node, "name");
    let sets = name.is_some_and(|name| walk.text(name) != "get");
    walk.in_scope(node, ScopeKind::Function, |walk| {
        if sets && field(node, "body").is_some() {
            let start = node.start_byte();
            let symbol = walk.builder.declare(Declaration {
                name: "value",
                name_range: TextRange::new(start, start),
                kind: SymbolKind::Parameter,
                range: range_of(node),
                signature_range: None,
                doc_range: None,
                visible: Visible::MemberOnly,
                visibility: Visibility::Private,
                flags: SymbolFlags::ANONYMOUS.with(SymbolFlags::LOCAL),
                owner: None,
                scope: None,
            });
            walk.builder.make_symbol_visible("value", symbol);
        }
        walk.each(node, Position::Value)
    })
}

/// `using A.B;`, `using static A.B.C;`, `using X = A.B.C;`
pub(super) fn using(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let unknown = walk.builder.unknown();
    let mut cursor = node.walk();
    let (mut is_static, mut alias, mut path, mut is_global) = (false, None, None, false);
    for child in node.children(&mut cursor) {
        match child.kind() {
            "static" => is_static = true,
            "global" => {
                is_global = true;
                // Tells the files that the whole project must ask.
                walk.builder.occurrence_at(range_of(child), Role::Read, Binding::Opaque);
            }
            "identifier" if field(node, "name") == Some(child) => alias = Some(child),
            "comment" | "unsafe" => {}
            _ if child.is_named() => path = Some(child),
            _ => {}
        }
    }
    let Some(path) = path else { return unknown };
    let text = walk.text(path);
    let text = text.strip_prefix("global::").unwrap_or(text);
    let last = field(path, "name").unwrap_or(path);
    let form = if alias.is_some() { ImportForm::Item } else { ImportForm::Glob };
    let module = match alias {
        Some(_) => text.rsplit_once('.').map_or("", |(module, _)| module),
        None => text,
    };
    let mut draft = ImportDraft::new(module, form, range_of(node));
    draft.type_only = !is_static;
    draft.reexport = is_global;
    draft.item = Some((walk.text(last), range_of(last)));
    draft.alias = alias.map(|alias| (walk.text(alias), range_of(alias)));
    walk.builder.import(draft);
    unknown
}

/// `namespace A.B;` is the package of the file.
pub(super) fn file_namespace(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    at: Position,
) -> ExpressionId {
    if let Some(name) = field(node, "name") {
        let name = walk.text(name);
        walk.builder.set_package(name);
    }
    walk.children(node, |walk, child, part| {
        if part != Part::Name {
            walk.visit(child, at);
        }
    });
    walk.builder.unknown()
}

static NAMESPACE: Declare =
    Declare::plain(SymbolKind::Namespace).scope(ScopeKind::Module).adjust(package_block);

/// `namespace A.B { … }`: the package of what stands in the block.
pub(super) fn namespace(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    if let Some(name) = field(node, "name") {
        walk.declare_named(node, &NAMESPACE, name);
    }
    walk.builder.unknown()
}

/// `[Name(…, Member = value)]` makes an attribute. The union of one type tells binding
/// that the end of its name may be left out.
pub(super) fn attribute(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let mut object = walk.builder.unknown();
    walk.children(node, |walk, child, part| match part {
        Part::Name => {
            let made = walk.visit(child, Position::Type(Role::Call));
            let short = walk.builder.expression(Expression::Union(vec![made]));
            object = walk.builder.expression(Expression::Instance(short));
        }
        _ if child.kind() == "attribute_argument_list" => {
            for (argument, _) in walk.parts(child) {
                attribute_argument(walk, object, argument);
            }
        }
        _ => {
            walk.visit(child, Position::Value);
        }
    });
    walk.builder.unknown()
}

/// What follows a name and `=` is put into a member, all else given to the constructor.
fn attribute_argument(walk: &mut Walk<'_, '_>, object: ExpressionId, node: Node<'_>) {
    let name = field(node, "name");
    let is_member =
        name.and_then(|name| name.next_sibling()).is_some_and(|mark| mark.kind() == "=");
    if let Some(name) = name.filter(|_| is_member) {
        walk.member_of(object, name, Position::Write);
    }
    for (child, _) in walk.parts(node) {
        if Some(child) != name {
            walk.visit(child, Position::Value);
        }
    }
}

/// `new T(…) { Name = value }`
pub(super) fn object_creation(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    _: Position,
) -> ExpressionId {
    let made = match field(node, "type") {
        Some(made) => walk.visit(made, Position::Type(Role::Call)),
        None => walk.builder.unknown(),
    };
    let instance = walk.builder.expression(Expression::Instance(made));
    if let Some(arguments) = field(node, "arguments") {
        walk.visit(arguments, Position::Value);
    }
    if let Some(initializer) = field(node, "initializer") {
        let outer = walk.object.replace(instance);
        walk.visit(initializer, Position::Value);
        walk.object = outer;
    }
    instance
}

/// `{ Name = value, … }` after a creation names members; elsewhere it lists values.
pub(super) fn initializer(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let object = walk.object.take();
    for (child, _) in walk.parts(node) {
        let left = field(child, "left").filter(|_| child.kind() == "assignment_expression");
        match (object, left) {
            (Some(object), Some(left)) if left.kind() == "identifier" => {
                let member = walk.member_of(object, left, Position::Write);
                if let Some(right) = field(child, "right") {
                    let outer = walk.object.replace(member);
                    walk.visit(right, Position::Value);
                    walk.object = outer;
                }
            }
            _ => {
                walk.visit(child, Position::Value);
            }
        }
    }
    walk.object = object;
    walk.literal(LiteralKind::List)
}

/// `new { Name = value }`: the names before `=` are keys.
pub(super) fn anonymous_object(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    _: Position,
) -> ExpressionId {
    for (child, _) in walk.parts(node) {
        let is_key = child.kind() == "identifier"
            && child.next_sibling().is_some_and(|next| next.kind() == "=");
        if !is_key {
            walk.visit(child, Position::Value);
        }
    }
    walk.builder.unknown()
}

/// `Type { Name: pattern } name`
pub(super) fn recursive_pattern(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    _: Position,
) -> ExpressionId {
    let ty = field(node, "type").map(|ty| walk.visit(ty, Position::Type(Role::Type)));
    let of = ty.map(|ty| walk.builder.expression(Expression::TypeOf(ty)));
    let outer = std::mem::replace(&mut walk.object, of);
    for (child, part) in walk.parts(node) {
        match part {
            Part::Bind => {
                let symbols = walk.bind_pattern(child, &super::PATTERN);
                walk.give_values(child, &symbols, &super::PATTERN, ty, None);
            }
            Part::Skip | Part::Type => {}
            _ => {
                walk.visit(child, Position::Value);
            }
        }
    }
    walk.object = outer;
    walk.builder.unknown()
}

/// `Name: pattern`
pub(super) fn subpattern(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let parts = walk.parts(node);
    let object = walk.object.take();
    let mut named = None;
    if let [(key, _), rest @ ..] = parts.as_slice() {
        if !rest.is_empty() && key.kind() == "identifier" {
            named = object.map(|object| walk.member_of(object, *key, Position::Value));
        } else {
            walk.visit(*key, Position::Value);
        }
        walk.object = named;
        for (child, _) in rest {
            walk.visit(*child, Position::Value);
        }
    }
    walk.object = object;
    walk.builder.unknown()
}

/// `value?.Member`
pub(super) fn conditional_access(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    at: Position,
) -> ExpressionId {
    let Some(condition) = field(node, "condition") else { return walk.builder.unknown() };
    let base = walk.visit(condition, Position::Value);
    let mut value = walk.builder.unknown();
    let outer = walk.object.replace(base);
    for (child, _) in walk.parts(node) {
        if child != condition {
            value = walk.visit(child, at);
        }
    }
    walk.object = outer;
    value
}

/// `.Member` after a question mark.
pub(super) fn member_binding(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    at: Position,
) -> ExpressionId {
    let Some(name) = field(node, "name") else { return walk.builder.unknown() };
    let base = walk.object.unwrap_or_else(|| walk.builder.unknown());
    walk.member_of(base, name, at)
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

/// `int`, `string`, …
pub(super) fn predefined(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let kind = match walk.text(node) {
        "string" => LiteralKind::String,
        "bool" => LiteralKind::Boolean,
        "void" => LiteralKind::Nothing,
        "object" => return walk.builder.unknown(),
        "char" => LiteralKind::Character,
        "double" | "float" | "decimal" => LiteralKind::Fraction,
        _ => LiteralKind::Whole,
    };
    walk.literal(kind)
}

/// Namespaces are seen by everyone.
fn package_block<'text>(
    _: &mut Walk<'_, 'text>,
    _: Node<'_>,
    declaration: &mut Declaration<'text>,
) {
    declaration.flags.set(SymbolFlags::PACKAGE);
    declaration.visibility = Visibility::Public;
}

/// `out var name`; what the grammar takes for a pointer declaration is a product.
pub(super) fn declaration_expression(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    _: Position,
) -> ExpressionId {
    let product = field(node, "type").filter(|ty| ty.kind() == "pointer_type");
    let Some(product) = product else { return walk.bind(node, &super::PATTERN) };
    walk.each(product, Position::Value);
    if let Some(name) = field(node, "name") {
        walk.visit(name, Position::Value);
    }
    walk.literal(LiteralKind::Number)
}
