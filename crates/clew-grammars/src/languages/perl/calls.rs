//! Calls of functions and methods.

use clew_model::{Binding, Expression, ExpressionId, HeritageKind, Role, SymbolKind};
use clew_text::TextRange;
use tree_sitter::Node;

use super::packages::{class_at, last_part};
use super::uses;
use crate::builder::{Namespace, range_of};
use crate::described::{Position, Walk, child_of_kind, field};

const SUBROUTINES: &[SymbolKind] =
    &[SymbolKind::Function, SymbolKind::Method, SymbolKind::Constant];

/// Functions of the language itself, which are written like any other.
pub(super) const BUILTIN: &[&str] = &[
    "abs",
    "bless",
    "caller",
    "chomp",
    "chop",
    "chr",
    "close",
    "closedir",
    "defined",
    "delete",
    "die",
    "each",
    "eof",
    "eval",
    "exec",
    "exists",
    "exit",
    "fileno",
    "flock",
    "format",
    "getc",
    "glob",
    "goto",
    "grep",
    "hex",
    "index",
    "int",
    "join",
    "keys",
    "kill",
    "last",
    "lc",
    "lcfirst",
    "length",
    "link",
    "local",
    "localtime",
    "log",
    "lstat",
    "map",
    "mkdir",
    "next",
    "no",
    "oct",
    "open",
    "opendir",
    "ord",
    "our",
    "pack",
    "pipe",
    "pop",
    "pos",
    "print",
    "printf",
    "push",
    "quotemeta",
    "rand",
    "read",
    "readdir",
    "readline",
    "readlink",
    "redo",
    "ref",
    "rename",
    "require",
    "return",
    "reverse",
    "rmdir",
    "say",
    "scalar",
    "seek",
    "select",
    "shift",
    "sleep",
    "sort",
    "splice",
    "split",
    "sprintf",
    "sqrt",
    "srand",
    "stat",
    "study",
    "sub",
    "substr",
    "symlink",
    "sysopen",
    "sysread",
    "system",
    "syswrite",
    "tell",
    "tie",
    "tied",
    "time",
    "times",
    "truncate",
    "uc",
    "ucfirst",
    "undef",
    "unlink",
    "unpack",
    "unshift",
    "untie",
    "utime",
    "values",
    "vec",
    "wait",
    "waitpid",
    "wantarray",
    "warn",
    "write",
    "gmtime",
    "binmode",
    "chdir",
    "chmod",
    "chown",
    "socket",
    "bind",
    "connect",
    "listen",
    "accept",
    "shutdown",
    "send",
    "recv",
    "setsockopt",
    "getsockopt",
    "fcntl",
    "ioctl",
    "umask",
    "fork",
    "sin",
    "cos",
    "atan2",
    "exp",
    "crypt",
    "lock",
    "prototype",
    "alarm",
];

/// `name(arguments)`, `name arguments`
pub(super) fn call(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let callee = field(node, "function");
    let arguments = field(node, "arguments");
    let doc = walk.doc.take();
    if let (Some(callee), Some(arguments)) = (callee, arguments) {
        match walk.text(callee) {
            "extends" => uses::bases(walk, arguments, HeritageKind::Extends, Some(node)),
            "with" => uses::bases(walk, arguments, HeritageKind::Implements, Some(node)),
            "has" => {
                walk.doc = doc;
                uses::attributes(walk, node, arguments);
            }
            _ => {}
        }
    }
    let called = callee.map(|callee| walk.visit(callee, Position::Callee));
    for (child, _) in walk.parts(node) {
        if Some(child) != callee {
            walk.visit(child, Position::Value);
        }
    }
    match called.filter(|called| walk.is_known(*called)) {
        Some(called) => walk.builder.expression(Expression::Call(called)),
        None => walk.builder.unknown(),
    }
}

/// Functions that call what they are given on an object of the package around.
const ON_OWN: &[&str] =
    &["has", "around", "before", "after", "override", "augment", "attr", "monkey_patch"];

/// `sub { … }`: what it takes out of its own arguments as `$self` may be anything.
pub(super) fn anonymous(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    if !takes_self(walk, node) || is_for_own(walk, node) {
        return walk.lambda(node);
    }
    walk.on_another(|walk| walk.lambda(node))
}

/// Whether a function without name declares a `$self` of its own.
fn takes_self(walk: &Walk<'_, '_>, node: Node<'_>) -> bool {
    let text = walk.text(node);
    let end = text.char_indices().nth(200).map_or(text.len(), |(end, _)| end);
    let head = text.get(..end).unwrap_or(text);
    let declares = |statement: &str| {
        let mut words = statement.split_whitespace();
        words.any(|word| word.starts_with("my"))
            && statement.split('=').next().is_some_and(|left| left.contains("$self"))
    };
    let signature = head.split('{').next().unwrap_or("");
    signature.contains("$self") || head.split(['{', ';', '}']).any(declares)
}

/// Whether a function without name is given to what calls it on objects of the package.
fn is_for_own(walk: &Walk<'_, '_>, node: Node<'_>) -> bool {
    let mut current = node.parent();
    for _ in 0..4 {
        let Some(around) = current else { return false };
        if let Some(called) = field(around, "function").or_else(|| field(around, "method")) {
            return ON_OWN.contains(&walk.text(called));
        }
        current = around.parent();
    }
    false
}

/// The name of what is called: `name`, `A::name`, `&name`, `&$code`.
pub(super) fn function(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let place = match child_of_kind(node, "varname") {
        Some(name) if name.named_child_count() > 0 => return walk.each(name, Position::Value),
        Some(name) => range_of(name),
        None => range_of(node),
    };
    named(walk, place, Role::Call)
}

/// A function by its name, which may be that of another package.
fn named(walk: &mut Walk<'_, '_>, place: TextRange, role: Role) -> ExpressionId {
    let text = place.slice(walk.builder.text());
    let start = place.start.to_usize();
    let text = text.trim_start_matches('&');
    let start = start + (place.end.to_usize() - start - text.len());
    if BUILTIN.contains(&text) || !text.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return walk.builder.unknown();
    }
    let (_, range) = last_part(text, start);
    let occurrence = match text.rsplit_once("::") {
        Some((module, _)) if !module.is_empty() => {
            let base = class_at(walk, module, start, Role::Type);
            walk.builder.occurrence_at(range, role, Binding::Member(base))
        }
        _ => walk.builder.reference_at_in(range, role, Namespace::Kinds(SUBROUTINES)),
    };
    walk.builder.occurrence_expression(occurrence)
}

/// A word alone: a constant, a function or a class.
pub(super) fn bareword(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let text = walk.text(node);
    let last = text.rsplit("::").next().unwrap_or("");
    // Packages are written in mixed letters, constants and functions are not.
    let is_package = last.is_empty()
        || last.starts_with(char::is_uppercase) && last.contains(char::is_lowercase);
    match text.contains("::") {
        true if !is_package => named(walk, range_of(node), Role::Call),
        true => class_at(walk, text.trim_end_matches("::"), node.start_byte(), Role::Type),
        false => named(walk, range_of(node), Role::Read),
    }
}

/// `invocant->method(arguments)`
pub(super) fn method_call(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let (Some(invocant), Some(method)) = (field(node, "invocant"), field(node, "method")) else {
        return walk.each(node, Position::Value);
    };
    let mut base = match invocant.kind() {
        "bareword" => class_at(
            walk,
            walk.text(invocant).trim_end_matches("::"),
            invocant.start_byte(),
            Role::Type,
        ),
        _ => walk.visit(invocant, Position::Value),
    };
    if matches!(walk.text(invocant), "$self" | "$class" | "$proto" | "__PACKAGE__") {
        base = walk.self_value();
    }
    let text = walk.text(method);
    let called = match method.named_child_count() {
        0 => {
            if text.starts_with("SUPER::") {
                base = walk.super_value();
            }
            let (_, range) = last_part(text, method.start_byte());
            let occurrence = walk.builder.occurrence_at(range, Role::Call, Binding::Member(base));
            walk.builder.occurrence_expression(occurrence)
        }
        _ => {
            walk.each(method, Position::Value);
            walk.builder.unknown()
        }
    };
    for (child, _) in walk.parts(node) {
        if child != invocant && child != method {
            walk.visit(child, Position::Value);
        }
    }
    match walk.is_known(called) {
        // What is called so makes an object of the class in all but rare cases.
        true if text == "new" && invocant.kind() == "bareword" => {
            walk.builder.expression(Expression::Instance(base))
        }
        true => walk.builder.expression(Expression::Call(called)),
        false => called,
    }
}
