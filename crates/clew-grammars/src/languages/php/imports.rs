//! Namespaces, `use` and included files.

use clew_model::{ExpressionId, ImportForm, ScopeKind, SymbolFlags, SymbolKind};
use tree_sitter::Node;

use crate::builder::{ImportDraft, range_of};
use crate::described::{Declare, Part, Position, Walk, child_of_kind, field};

static BLOCK: Declare =
    Declare::plain(SymbolKind::Namespace).scope(ScopeKind::Module).flags(SymbolFlags::PACKAGE);

/// `namespace A\B;` is the package of the file, `namespace A\B { … }` that of what
/// stands in the block.
pub(super) fn namespace(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    match (field(node, "name"), field(node, "body")) {
        (Some(name), Some(_)) => {
            walk.declare_named(node, &BLOCK, name);
        }
        (Some(name), None) => {
            let name = walk.text(name);
            walk.builder.set_package(name);
        }
        (None, Some(body)) => {
            walk.each(body, Position::Value);
        }
        (None, None) => {}
    }
    walk.builder.unknown()
}

/// `use A\B;`, `use A\{B, C as D};`, `use function A\f;`
pub(super) fn uses(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let prefix = child_of_kind(node, "namespace_name").map_or("", |prefix| walk.text(prefix));
    let clauses = field(node, "body").unwrap_or(node);
    for (clause, part) in walk.parts(clauses) {
        if part != Part::Skip && clause.kind() == "namespace_use_clause" {
            use_clause(walk, node, clause, prefix);
        }
    }
    walk.builder.unknown()
}

fn use_clause(walk: &mut Walk<'_, '_>, node: Node<'_>, clause: Node<'_>, prefix: &str) {
    let alias = field(clause, "alias");
    let mut cursor = clause.walk();
    let path = clause
        .named_children(&mut cursor)
        .find(|child| matches!(child.kind(), "qualified_name" | "name"));
    let Some(path) = path.filter(|path| Some(*path) != alias) else { return };
    let last = child_of_kind(path, "name").unwrap_or(path);
    let text = walk.text(path).trim_start_matches('\\');
    let inner = text.rsplit_once('\\').map_or("", |(module, _)| module);
    let module = match (prefix.trim_start_matches('\\'), inner) {
        ("", inner) => inner.to_string(),
        (prefix, "") => prefix.to_string(),
        (prefix, inner) => format!("{prefix}\\{inner}"),
    };
    let mut draft = ImportDraft::new("", ImportForm::Item, range_of(node));
    draft.item = Some((walk.text(last), range_of(last)));
    draft.alias = alias.map(|alias| (walk.text(alias), range_of(alias)));
    walk.builder.import_from(draft, &module);
}

/// `require 'file.php'`: brings the file's functions and types.
pub(super) fn include(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    if let Some(text) = single_string(node) {
        let module = walk.text(text);
        if let Some(name) = module.rsplit('/').next().filter(|name| !name.is_empty()) {
            let range = range_of(text);
            let start = range.end.to_usize() - name.len();
            let mut draft = ImportDraft::new(module, ImportForm::Glob, range_of(node));
            draft.item = Some((name, clew_text::TextRange::new(start, range.end.to_usize())));
            walk.builder.import(draft);
        }
    }
    walk.each(node, Position::Value)
}

/// The only string literal in an expression.
fn single_string(node: Node<'_>) -> Option<Node<'_>> {
    let mut current = node;
    for _ in 0..8 {
        let mut cursor = current.walk();
        let children: Vec<_> = current.named_children(&mut cursor).collect();
        if let Some(content) = children.iter().find(|child| child.kind() == "string_content") {
            return (children.len() == 1).then_some(*content);
        }
        current = *children.iter().rev().find(|child| {
            matches!(
                child.kind(),
                "string" | "encapsed_string" | "binary_expression" | "parenthesized_expression"
            )
        })?;
    }
    None
}
