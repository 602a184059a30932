//! Calls, and the calls that declare: accessors, includes, requires, visibility.

use clew_model::{
    Expression, ExpressionId, HeritageKind, HeritageSubject, ImportForm, Role, ScopeKind,
    SymbolFlags, SymbolId, SymbolKind, Visibility,
};
use clew_text::TextRange;
use tree_sitter::Node;

use crate::builder::{Declaration, ImportDraft, Namespace, range_of};
use crate::described::{Position, Walk, child_of_kind, field};

/// `receiver.method(arguments) { block }`
pub(super) fn call(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let method = field(node, "method");
    if field(node, "receiver").is_none()
        && let Some(method) = method.filter(|method| method.kind() == "identifier")
        && declaring(walk, node, method)
    {
        return walk.builder.unknown();
    }
    let Some(method) = method else { return walk.method_call(node, at) };
    if walk.text(method) == "new" && field(node, "receiver").is_none() {
        walk.method_call(node, at);
        let class = walk.self_type();
        return walk.builder.expression(Expression::Instance(class));
    }
    if walk.text(method) == "new"
        && let Some(receiver) = field(node, "receiver")
        && matches!(receiver.kind(), "constant" | "scope_resolution")
    {
        return construction(walk, node, receiver, method);
    }
    if ON_ANOTHER.contains(&walk.text(method))
        && let Some(block) = field(node, "block")
        && field(node, "receiver").is_some_and(|receiver| receiver.kind() != "self")
    {
        return on_another(walk, node, method, block);
    }
    walk.method_call(node, at)
}

/// Methods whose block is run as if it stood in the receiver.
const ON_ANOTHER: &[&str] =
    &["instance_eval", "instance_exec", "class_eval", "class_exec", "module_eval", "module_exec"];

/// `receiver.instance_eval { … }`
fn on_another(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    method: Node<'_>,
    block: Node<'_>,
) -> ExpressionId {
    if let Some(receiver) = field(node, "receiver") {
        let base = walk.visit(receiver, Position::Value);
        walk.member_of(base, method, Position::Callee);
    }
    if let Some(arguments) = field(node, "arguments") {
        walk.visit(arguments, Position::Value);
    }
    walk.on_another(|walk| walk.visit(block, Position::Value));
    walk.builder.unknown()
}

/// `Name.new(…)` makes an instance: a call of the class's `initialize`.
fn construction(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    receiver: Node<'_>,
    method: Node<'_>,
) -> ExpressionId {
    let class = walk.visit(receiver, Position::Value);
    walk.builder.member(class, method, Role::Call);
    for name in ["arguments", "block"] {
        if let Some(part) = field(node, name) {
            walk.visit(part, Position::Value);
        }
    }
    walk.builder.expression(Expression::Instance(class))
}

/// Calls that declare something; `false` for other calls.
fn declaring(walk: &mut Walk<'_, '_>, node: Node<'_>, method: Node<'_>) -> bool {
    let Some(arguments) = field(node, "arguments") else { return false };
    let name = walk.text(method);
    match name {
        "require" | "require_relative" | "load" | "autoload" => {
            walk.builder.reference(method, Role::Call);
            require(walk, node, arguments, name);
        }
        "include" | "extend" | "prepend" if walk.is_in_type() => {
            walk.builder.reference(method, Role::Call);
            includes(walk, arguments, name);
        }
        "attr_reader" | "attr_writer" | "attr_accessor" | "attr" | "cattr_accessor"
        | "mattr_accessor"
            if walk.is_in_type() =>
        {
            walk.builder.reference(method, Role::Call);
            accessors(walk, arguments);
        }
        "alias_method" if walk.is_in_type() => {
            walk.builder.reference(method, Role::Call);
            if let Some(first) = arguments.named_child(0) {
                declare_symbol(walk, first, node, SymbolKind::Method);
            }
        }
        "scope" if walk.is_in_type() && names_symbol(arguments) => {
            walk.builder.reference(method, Role::Call);
            scope(walk, node, arguments);
        }
        "define_method" if walk.is_in_type() => {
            walk.builder.reference(method, Role::Call);
            define_method(walk, node, arguments);
        }
        "private"
        | "protected"
        | "public"
        | "module_function"
        | "private_class_method"
        | "public_class_method"
        | "private_constant"
            if walk.is_in_type() =>
        {
            walk.builder.reference(method, Role::Call);
            with_visibility(walk, arguments, name);
            if name == "module_function" {
                extend_self(walk);
            }
        }
        _ => return false,
    }
    true
}

pub(super) fn visibility(word: &str) -> Visibility {
    match word {
        "private" | "private_class_method" | "private_constant" => Visibility::Private,
        "protected" => Visibility::Protected,
        _ => Visibility::Public,
    }
}

/// `require 'a/b'`, `require_relative 'c'`
fn require(walk: &mut Walk<'_, '_>, node: Node<'_>, arguments: Node<'_>, method: &str) {
    let text = arguments.named_child(arguments.named_child_count().saturating_sub(1) as u32);
    let content = text
        .filter(|text| text.kind() == "string" && text.named_child_count() == 1)
        .and_then(|text| child_of_kind(text, "string_content"));
    let Some(content) = content else {
        walk.visit(arguments, Position::Value);
        return;
    };
    let module = walk.text(content);
    let last = module.rsplit('/').next().unwrap_or(module);
    let end = content.end_byte();
    let mut draft = ImportDraft::new(module, ImportForm::Glob, range_of(node));
    draft.item = Some((last, TextRange::new(end - last.len(), end)));
    if method == "require_relative" && !module.starts_with('.') {
        walk.builder.import_from(draft, &format!("./{module}"));
    } else {
        walk.builder.import(draft);
    }
}

/// `include A, B`: bases of the class or module around. What it extends itself with,
/// `extend A`, is written as the type of a value: methods of the class alone.
fn includes(walk: &mut Walk<'_, '_>, arguments: Node<'_>, word: &str) {
    let Some(owner) = walk.builder.container() else { return };
    let extends = word == "extend" || walk.is_static;
    for (child, _) in walk.parts(arguments) {
        match child.kind() {
            "constant" | "scope_resolution" => {
                let mut base = walk.visit(child, Position::Type(Role::Inherit));
                if extends {
                    base = walk.builder.expression(Expression::TypeOf(base));
                }
                let subject = HeritageSubject::Symbol(owner);
                walk.builder.heritage(subject, base, HeritageKind::Implements);
            }
            "self" if extends => extend_self(walk),
            _ => {
                walk.visit(child, Position::Value);
            }
        }
    }
}

/// `extend self`, `module_function`: methods of the module's objects are its own as well.
pub(super) fn extend_self(walk: &mut Walk<'_, '_>) {
    let Some(owner) = walk.builder.container() else { return };
    let own = walk.builder.expression(Expression::SelfType(owner));
    let base = walk.builder.expression(Expression::TypeOf(own));
    walk.builder.heritage(HeritageSubject::Symbol(owner), base, HeritageKind::Implements);
}

fn accessors(walk: &mut Walk<'_, '_>, arguments: Node<'_>) {
    for (child, _) in walk.parts(arguments) {
        if declare_symbol(walk, child, child, SymbolKind::Property).is_none() {
            walk.visit(child, Position::Value);
        }
    }
}

/// Whether the first of several arguments is a symbol.
fn names_symbol(arguments: Node<'_>) -> bool {
    let first = arguments.named_child(0);
    arguments.named_child_count() > 1 && first.is_some_and(|one| one.kind() == "simple_symbol")
}

/// `scope :recent, -> { … }` of a Rails model: a method of the class that gives what has
/// the class's methods again.
fn scope(walk: &mut Walk<'_, '_>, node: Node<'_>, arguments: Node<'_>) {
    let owner = walk.builder.container();
    let mut symbol = None;
    for (index, (child, _)) in walk.parts(arguments).into_iter().enumerate() {
        if index == 0 {
            symbol = declare_symbol(walk, child, node, SymbolKind::Method);
            if let Some(found) = symbol.and_then(|symbol| walk.builder.symbol_mut(symbol)) {
                found.flags.set(SymbolFlags::STATIC);
                found.visibility = Visibility::Public;
            }
            continue;
        }
        if let Some(symbol) = symbol {
            walk.builder.enter(symbol);
        }
        walk.visit(child, Position::Value);
        if symbol.is_some() {
            walk.builder.leave();
        }
    }
    if let (Some(symbol), Some(owner)) = (symbol, owner) {
        let class = walk.builder.expression(Expression::SelfType(owner));
        walk.builder.add_value(symbol, class);
    }
}

/// Declares what a symbol literal names.
fn declare_symbol(
    walk: &mut Walk<'_, '_>,
    symbol: Node<'_>,
    whole: Node<'_>,
    kind: SymbolKind,
) -> Option<SymbolId> {
    let text = walk.text(symbol);
    let name = text.strip_prefix(':').filter(|_| symbol.kind() == "simple_symbol")?;
    let mut declaration = Declaration::new(walk.builder, kind, symbol, whole);
    declaration.name = name;
    declaration.name_range = TextRange::new(symbol.start_byte() + 1, symbol.end_byte());
    declaration.visibility = walk.visibility.unwrap_or_default();
    declaration.doc_range = walk.take_doc(whole.start_byte());
    if kind == SymbolKind::Property {
        declaration.flags.set(SymbolFlags::ACCESSOR);
    }
    if walk.is_static {
        declaration.flags.set(SymbolFlags::STATIC);
    }
    Some(walk.builder.declare(declaration))
}

/// `define_method(:name) { … }`
fn define_method(walk: &mut Walk<'_, '_>, node: Node<'_>, arguments: Node<'_>) {
    let first = arguments.named_child(0);
    let symbol = first.and_then(|first| declare_symbol(walk, first, node, SymbolKind::Method));
    let block = field(node, "block");
    let Some(symbol) = symbol else {
        walk.visit(arguments, Position::Value);
        if let Some(block) = block {
            walk.visit(block, Position::Value);
        }
        return;
    };
    walk.builder.enter(symbol);
    walk.builder.open_scope(ScopeKind::Function, range_of(node), Some(symbol));
    if let Some(block) = block {
        walk.each(block, Position::Value);
    }
    walk.builder.close_scope();
    walk.builder.leave();
}

/// `private def name`, `private :name, :other`
fn with_visibility(walk: &mut Walk<'_, '_>, arguments: Node<'_>, word: &str) {
    let wanted = visibility(word);
    let outer = walk.visibility.replace(wanted);
    for (child, _) in walk.parts(arguments) {
        let name = walk.text(child).strip_prefix(':').filter(|_| child.kind() == "simple_symbol");
        let owner = walk.builder.container();
        let member = name.zip(owner).and_then(|(name, owner)| walk.builder.member_of(owner, name));
        match member.and_then(|member| walk.builder.symbol_mut(member)) {
            Some(symbol) => symbol.visibility = wanted,
            None => {
                walk.visit(child, Position::Value);
            }
        }
    }
    walk.visibility = outer;
}

/// `alias new old`
pub(super) fn alias(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    if let Some(name) = field(node, "name") {
        if matches!(name.kind(), "identifier" | "constant" | "setter" | "operator") {
            let kind = if walk.is_in_type() { SymbolKind::Method } else { SymbolKind::Function };
            let mut declaration = Declaration::new(walk.builder, kind, name, node);
            declaration.visibility = walk.visibility.unwrap_or_default();
            if walk.is_static {
                declaration.flags.set(SymbolFlags::STATIC);
            }
            walk.builder.declare(declaration);
        } else {
            declare_symbol(walk, name, node, SymbolKind::Method);
        }
    }
    if let Some(old) = field(node, "alias").filter(|old| old.kind() == "identifier") {
        walk.builder.reference_in(old, Role::Read, Namespace::Callable);
    }
    walk.builder.unknown()
}

/// `Struct.new(:a, :b) do … end`, `Class.new(Base) { … }` as the body of a class.
pub(super) fn class_of_call(walk: &mut Walk<'_, '_>, symbol: SymbolId, node: Node<'_>, made: &str) {
    if let Some(receiver) = field(node, "receiver") {
        walk.visit(receiver, Position::Value);
    }
    walk.builder.enter(symbol);
    walk.builder.open_scope(ScopeKind::Type, range_of(node), Some(symbol));
    if let Some(arguments) = field(node, "arguments") {
        for (child, _) in walk.parts(arguments) {
            match child.kind() {
                "simple_symbol" if matches!(made, "Struct" | "Data") => {
                    declare_symbol(walk, child, child, SymbolKind::Property);
                }
                "constant" | "scope_resolution" if made == "Class" => {
                    walk.base(child, symbol, HeritageKind::Extends);
                }
                _ => {
                    walk.visit(child, Position::Value);
                }
            }
        }
    }
    if let Some(body) = super::hooks::block_body(node) {
        walk.each(body, Position::Value);
    }
    walk.builder.close_scope();
    walk.builder.leave();
}
