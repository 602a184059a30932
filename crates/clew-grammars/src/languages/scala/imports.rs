//! Packages and imports.

use clew_model::{ExpressionId, ImportForm, ScopeKind, SymbolFlags, SymbolKind};
use tree_sitter::Node;

use crate::builder::{ImportDraft, range_of};
use crate::described::{Declare, Position, Walk, child_of_kind, field};

static BLOCK: Declare =
    Declare::plain(SymbolKind::Namespace).scope(ScopeKind::Module).flags(SymbolFlags::PACKAGE);

/// `package a.b`; clauses below each other nest. What the packages of the outer clauses
/// hold is seen as well, so each of those leaves a mark under its name. `package a.b { … }`
/// is that of what stands in the block.
pub(super) fn package(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    if let (Some(name), Some(_)) = (field(node, "name"), field(node, "body")) {
        walk.declare_named(node, &BLOCK, name);
        return walk.builder.unknown();
    }
    if let Some(name) = field(node, "name") {
        let range = range_of(name);
        let name = walk.text(name);
        let outer = walk.builder.package().to_string();
        let joined = match outer.as_str() {
            "" => name.to_string(),
            outer => format!("{outer}.{name}"),
        };
        if !outer.is_empty() {
            walk.builder.mark(&outer, range);
        }
        walk.builder.set_joined_package(&joined);
    }
    walk.builder.unknown()
}

/// `import a.b.C`, `import a.b.{C, D => E, _}`, `import a.b.*`
pub(super) fn import(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let mut cursor = node.walk();
    let path: Vec<_> =
        node.children_by_field_name("path", &mut cursor).filter(|part| part.is_named()).collect();
    let unknown = walk.builder.unknown();
    let (Some(first), Some(last)) = (path.first(), path.last()) else { return unknown };
    let range = clew_text::TextRange::new(first.start_byte(), last.end_byte());
    let whole = range.slice(walk.builder.text());
    if let Some(selectors) = child_of_kind(node, "namespace_selectors") {
        for (selector, _) in walk.parts(selectors) {
            self::selector(walk, node, whole, selector, *last);
        }
    } else if child_of_kind(node, "namespace_wildcard").is_some() {
        glob(walk, node, whole, *last);
    } else {
        let module = whole.rsplit_once('.').map_or("", |(module, _)| module);
        let mut draft = ImportDraft::new(module, ImportForm::Item, range_of(node));
        draft.item = Some((walk.text(*last), range_of(*last)));
        let renamed = child_of_kind(node, "as_renamed_identifier");
        let alias = renamed.and_then(|renamed| field(renamed, "alias"));
        draft.alias = alias.map(|alias| (walk.text(alias), range_of(alias)));
        walk.builder.import(draft);
    }
    unknown
}

fn glob<'text>(walk: &mut Walk<'_, 'text>, node: Node<'_>, module: &'text str, last: Node<'_>) {
    let mut draft = ImportDraft::new(module, ImportForm::Glob, range_of(node));
    draft.item = Some((walk.text(last), range_of(last)));
    walk.builder.import(draft);
}

fn selector<'text>(
    walk: &mut Walk<'_, 'text>,
    node: Node<'_>,
    module: &'text str,
    selector: Node<'_>,
    last: Node<'_>,
) {
    let (name, alias) = match selector.kind() {
        "namespace_wildcard" => return glob(walk, node, module, last),
        "arrow_renamed_identifier" | "as_renamed_identifier" => {
            (field(selector, "name"), field(selector, "alias"))
        }
        "identifier" | "operator_identifier" | "type_identifier" => (Some(selector), None),
        _ => return,
    };
    // `Name => _` hides the name.
    let Some(name) = name.filter(|_| alias.is_none_or(|alias| alias.kind() != "wildcard")) else {
        return;
    };
    let mut draft = ImportDraft::new(module, ImportForm::Item, range_of(node));
    draft.item = Some((walk.text(name), range_of(name)));
    draft.alias = alias.map(|alias| (walk.text(alias), range_of(alias)));
    walk.builder.import(draft);
}
