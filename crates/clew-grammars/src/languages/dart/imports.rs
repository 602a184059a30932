//! Libraries: `import`, `export`, `part`.

use clew_model::{ExpressionId, ImportForm};
use clew_text::TextRange;
use tree_sitter::Node;

use crate::builder::{ImportDraft, range_of};
use crate::described::{Position, Walk, child_of_kind};

/// `library a.b;`, `part 'file.dart';`, `part of 'file.dart';`
pub(super) fn directive(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    if node.kind() == "library_name" {
        if let Some(name) = child_of_kind(node, "dotted_identifier_list") {
            let name = walk.text(name);
            walk.builder.set_package(name);
        }
    } else if let Some(uri) = child_of_kind(node, "uri") {
        let draft = draft(walk, node, uri, ImportForm::Glob);
        walk.builder.import(draft);
    }
    walk.builder.unknown()
}

fn draft<'text>(
    walk: &Walk<'_, 'text>,
    node: Node<'_>,
    uri: Node<'_>,
    form: ImportForm,
) -> ImportDraft<'text> {
    let module = walk.text(uri).trim_matches(['\'', '"']);
    let last = module.rsplit(['/', ':']).next().unwrap_or(module);
    let end = uri.end_byte() - usize::from(walk.text(uri).ends_with(['\'', '"']));
    let mut draft = ImportDraft::new(module, form, range_of(node));
    if !last.is_empty() {
        draft.item = Some((last, TextRange::new(end.saturating_sub(last.len()), end)));
    }
    draft
}

/// `import 'uri' as m show A, B;`, `export 'uri' show A;`
pub(super) fn import(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let unknown = walk.builder.unknown();
    let is_export = node.kind() == "library_export";
    let specification = child_of_kind(node, "import_specification").unwrap_or(node);
    let uri = child_of_kind(specification, "uri").or_else(|| {
        child_of_kind(specification, "configurable_uri").and_then(|uri| child_of_kind(uri, "uri"))
    });
    let Some(uri) = uri else { return unknown };
    let prefix = child_of_kind(specification, "identifier");
    if let Some(prefix) = prefix {
        let mut draft = draft(walk, node, uri, ImportForm::Module);
        draft.alias = Some((walk.text(prefix), range_of(prefix)));
        walk.builder.import(draft);
        return unknown;
    }
    let mut shown = Vec::new();
    for (child, _) in walk.parts(specification) {
        let shows = child.kind() == "combinator" && walk.text(child).starts_with("show");
        if shows {
            shown.extend(walk.parts(child).into_iter().map(|(name, _)| name));
        }
    }
    if shown.is_empty() {
        let mut draft = draft(walk, node, uri, ImportForm::Glob);
        draft.reexport = is_export;
        walk.builder.import(draft);
    }
    for name in shown {
        let mut draft = draft(walk, node, uri, ImportForm::Item);
        draft.item = Some((walk.text(name), range_of(name)));
        draft.reexport = is_export;
        draft.hidden = is_export;
        walk.builder.import(draft);
    }
    unknown
}
