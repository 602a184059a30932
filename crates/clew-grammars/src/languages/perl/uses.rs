//! `use` and `require`, constants, base classes and attributes.

use clew_model::{ExpressionId, HeritageKind, HeritageSubject, ImportForm, Role, SymbolKind};
use clew_text::TextRange;
use tree_sitter::Node;

use super::packages::class_at;
use crate::builder::{Declaration, ImportDraft, range_of};
use crate::described::{Position, Walk, child_of_kind, field};

/// Most words read of one list.
const MAX_WORDS: usize = 10_000;

/// The words of strings, `qw` lists and lists of them, with their places.
pub(super) fn words<'text>(walk: &Walk<'_, 'text>, node: Node<'_>) -> Vec<(&'text str, usize)> {
    let mut found = Vec::new();
    let mut waiting = vec![node];
    while let Some(node) = waiting.pop() {
        if found.len() >= MAX_WORDS {
            break;
        }
        match node.kind() {
            "string_literal" | "interpolated_string_literal" | "quoted_word_list" => {
                let Some(content) = child_of_kind(node, "string_content") else { continue };
                let text = walk.text(content);
                for word in text.split_whitespace() {
                    let at = word.as_ptr() as usize - text.as_ptr() as usize;
                    found.push((word, content.start_byte() + at));
                }
            }
            "list_expression" | "parenthesized_expression" | "anonymous_array_expression" => {
                let mut cursor = node.walk();
                waiting.extend(node.named_children(&mut cursor));
            }
            _ => {}
        }
    }
    found.sort_by_key(|(_, at)| *at);
    found
}

/// `use Module LIST`
pub(super) fn use_statement(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let unknown = walk.builder.unknown();
    let Some(module) = field(node, "module") else { return unknown };
    let name = walk.text(module);
    match name {
        "parent" | "base" => {
            for (child, _) in walk.parts(node) {
                bases(walk, child, HeritageKind::Extends, Some(node));
            }
        }
        "constant" => constants(walk, node, module),
        "Mojo::Base" => mojo_base(walk, node, module),
        _ if name.starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit()) => {}
        _ => import(walk, node, module),
    }
    for (child, _) in walk.parts(node) {
        if child != module && name != "constant" {
            walk.visit(child, Position::Value);
        }
    }
    unknown
}

/// `use Mojo::Base 'Base'`, `use Mojo::Base -base`: what the package derives from.
fn mojo_base(walk: &mut Walk<'_, '_>, node: Node<'_>, module: Node<'_>) {
    whole(walk, node, module);
    let mut is_base = false;
    for (child, _) in walk.parts(node) {
        if child != module {
            is_base |= walk.text(child).contains("-base");
            bases(walk, child, HeritageKind::Extends, Some(node));
        }
    }
    if let Some(owner) = walk.builder.container_type().filter(|_| is_base) {
        let base = class_at(walk, walk.text(module), module.start_byte(), Role::Inherit);
        walk.builder.heritage(HeritageSubject::Symbol(owner), base, HeritageKind::Extends);
    }
}

/// `our @EXPORT = qw(a b)`: what users of the package get unasked.
pub(super) fn exports(walk: &mut Walk<'_, '_>, list: Node<'_>) {
    for (word, _) in words(walk, list) {
        walk.builder.export(word.trim_start_matches('&'), word.trim_start_matches('&'));
    }
}

/// `use Module qw(a b)`
fn import(walk: &mut Walk<'_, '_>, node: Node<'_>, module: Node<'_>) {
    let name = walk.text(module);
    let mut items = Vec::new();
    for (child, _) in walk.parts(node) {
        if child != module {
            items.extend(words(walk, child));
        }
    }
    let is_name = |word: &str| {
        word.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && word.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    let mut has_tags = false;
    for (tag, at) in items.iter().filter(|(word, _)| word.starts_with(':')) {
        let mut draft = ImportDraft::new(name, ImportForm::Glob, range_of(node));
        draft.item = Some((tag, TextRange::new(*at, at + tag.len())));
        walk.builder.import(draft);
        has_tags = true;
    }
    items.retain(|(word, _)| is_name(word));
    if has_tags && items.is_empty() {
        return;
    }
    if items.is_empty() {
        return whole(walk, node, module);
    }
    for (item, at) in items {
        let mut draft = ImportDraft::new(name, ImportForm::Item, range_of(node));
        draft.item = Some((item, TextRange::new(at, at + item.len())));
        walk.builder.import(draft);
    }
}

fn whole(walk: &mut Walk<'_, '_>, node: Node<'_>, module: Node<'_>) {
    let name = walk.text(module);
    let mut draft = ImportDraft::new(name, ImportForm::Module, range_of(node));
    draft.item = Some((name, range_of(module)));
    walk.builder.import(draft);
}

/// `require Module`
pub(super) fn require(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    match child_of_kind(node, "bareword") {
        Some(module) => {
            whole(walk, node, module);
            walk.builder.unknown()
        }
        None => walk.each(node, Position::Value),
    }
}

/// Reports the classes that a list names as bases of the package around; with a
/// statement they are brought in by it.
pub(super) fn bases(
    walk: &mut Walk<'_, '_>,
    list: Node<'_>,
    kind: HeritageKind,
    statement: Option<Node<'_>>,
) {
    for (word, at) in words(walk, list) {
        if !word.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            continue;
        }
        if let Some(statement) = statement {
            let range = range_of(statement);
            walk.builder.import(ImportDraft::new(word, ImportForm::SideEffect, range));
        }
        let base = class_at(walk, word, at, Role::Inherit);
        if let Some(owner) = walk.builder.container_type() {
            walk.builder.heritage(HeritageSubject::Symbol(owner), base, kind);
        }
    }
}

/// `use constant NAME => value`, `use constant { A => 1, B => 2 }`
fn constants(walk: &mut Walk<'_, '_>, node: Node<'_>, module: Node<'_>) {
    for (child, _) in walk.parts(node) {
        match child.kind() {
            _ if child == module => {}
            "anonymous_hash_expression" => {
                for (list, _) in walk.parts(child) {
                    pairs(walk, list, usize::MAX);
                }
            }
            _ => pairs(walk, child, 1),
        }
    }
}

/// Declares the names of the first `most` pairs of a list and visits the values.
fn pairs(walk: &mut Walk<'_, '_>, list: Node<'_>, most: usize) {
    if list.kind() != "list_expression" {
        name(walk, list, list);
        return;
    }
    for (index, (child, _)) in walk.parts(list).into_iter().enumerate() {
        if index % 2 == 0 && index / 2 < most {
            name(walk, child, list);
        } else {
            walk.visit(child, Position::Value);
        }
    }
}

/// Declares the constant that a word or string names.
fn name(walk: &mut Walk<'_, '_>, node: Node<'_>, whole: Node<'_>) {
    let node = match node.kind() {
        "autoquoted_bareword" | "bareword" => node,
        "string_literal" => match child_of_kind(node, "string_content") {
            Some(content) => content,
            None => return,
        },
        _ => return,
    };
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Constant, node, whole);
    declaration.doc_range = walk.take_doc(whole.start_byte());
    walk.builder.declare(declaration);
}

/// `has name => (…)`, `has [qw(a b)] => (…)`: attributes of the class around.
pub(super) fn attributes(walk: &mut Walk<'_, '_>, node: Node<'_>, arguments: Node<'_>) {
    if walk.builder.container_type().is_none() || walk.builder.in_function() {
        return;
    }
    let first = match arguments.kind() {
        "list_expression" => arguments.named_child(0),
        _ => Some(arguments),
    };
    let Some(first) = first else { return };
    let text = walk.text(first);
    let found = match first.kind() {
        "autoquoted_bareword" => vec![(text, first.start_byte())],
        _ => words(walk, first),
    };
    let doc = walk.take_doc(node.start_byte());
    for (name, at) in found {
        let plain = name.trim_start_matches('+');
        let start = at + name.len() - plain.len();
        let place = TextRange::new(start, start + plain.len());
        let mut declaration =
            Declaration::member_at(SymbolKind::Property, plain, place, range_of(node));
        declaration.doc_range = doc;
        walk.builder.declare(declaration);
    }
}
