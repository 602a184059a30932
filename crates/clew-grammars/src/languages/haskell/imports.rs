//! The header with its exports, and imports.

use clew_model::{ImportForm, Role, SymbolKind, Visibility};
use clew_text::TextRange;
use rustc_hash::FxHashSet;
use tree_sitter::Node;

use super::names::VALUES;
use crate::builder::{Declaration, FactsBuilder, ImportDraft, Namespace, Visible, range_of};
use crate::described::{Position, Walk, child_of_kind, field};

/// What a module lists as exported; everything where it lists nothing.
#[derive(Default)]
pub(super) struct Exports<'text> {
    is_listed: bool,
    /// Whether the module lists itself: all that it declares.
    gives_itself: bool,
    names: FxHashSet<&'text str>,
    /// Types exported with all their constructors, fields or methods.
    whole: FxHashSet<&'text str>,
}

/// `module A.B (exports) where`
pub(super) fn header<'text>(walk: &mut Walk<'_, 'text>, node: Node<'_>) -> Exports<'text> {
    let mut exports = Exports::default();
    if let Some(module) = field(node, "module") {
        let name = walk.text(module);
        walk.builder.set_package(name);
        let last = name.rsplit('.').next().unwrap_or(name);
        let end = module.end_byte();
        let range = TextRange::new(end - last.len(), end);
        let mut declaration = Declaration::at(SymbolKind::Module, last, range, range_of(node));
        declaration.visible = Visible::MemberOnly;
        declaration.doc_range = walk.take_doc(node.start_byte());
        walk.builder.declare(declaration);
    }
    let Some(list) = field(node, "exports") else { return exports };
    let mut cursor = list.walk();
    exports.is_listed = true;
    let own = field(node, "module").map_or("", |module| walk.text(module));
    for export in list.named_children(&mut cursor) {
        if export.kind() == "export" {
            exports.add(walk, export);
        } else if let Some(module) = field(export, "module") {
            let given = walk.text(module);
            exports.gives_itself |= given == own;
            // No name is written so: modules whose names are given on.
            walk.builder.export("module", given);
        }
    }
    for name in exports.names.iter().chain(&exports.whole) {
        walk.builder.export(name, name);
    }
    exports
}

impl<'text> Exports<'text> {
    fn add(&mut self, walk: &mut Walk<'_, 'text>, export: Node<'_>) {
        for (child, _) in walk.parts(export) {
            match child.kind() {
                "children" => {
                    let mut cursor = child.walk();
                    for element in child.named_children(&mut cursor) {
                        let text = walk.text(element);
                        self.names.insert(text);
                        if element.kind() == "variable" {
                            reference(walk, element);
                        }
                    }
                    if child_of_kind(child, "all_names").is_some()
                        && let Some(owner) = field(export, "type")
                    {
                        self.whole.insert(last_part(walk.text(owner)));
                    }
                }
                "prefix_id" => {
                    if let Some(operator) = child.named_child(0) {
                        self.names.insert(walk.text(operator));
                        reference(walk, operator);
                    }
                }
                "variable" => {
                    self.names.insert(walk.text(child));
                    reference(walk, child);
                }
                "name" | "qualified" => {
                    self.names.insert(last_part(walk.text(child)));
                    walk.visit(child, Position::Type(Role::Type));
                }
                _ => {}
            }
        }
    }

    /// Makes private what the module does not export.
    pub(super) fn apply(&self, builder: &mut FactsBuilder<'text>) {
        if !self.is_listed || self.gives_itself {
            return;
        }
        let ids: Vec<_> = builder.symbol_ids().collect();
        for id in ids {
            let Some(symbol) = builder.symbol(id) else { continue };
            if symbol.is_local() || symbol.kind == SymbolKind::Module || symbol.owner.is_some() {
                continue;
            }
            let container = symbol.container;
            let is_shown = self.names.contains(builder.symbol_name(id))
                || container.is_some_and(|id| self.whole.contains(builder.symbol_name(id)));
            if !is_shown && let Some(symbol) = builder.symbol_mut(id) {
                symbol.visibility = Visibility::Private;
            }
        }
    }
}

fn reference(walk: &mut Walk<'_, '_>, node: Node<'_>) {
    walk.builder.reference_in(node, Role::Read, Namespace::Kinds(VALUES));
}

fn last_part(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// `import [qualified] A.B [as C] [hiding] [(names)]`
pub(super) fn import(walk: &mut Walk<'_, '_>, node: Node<'_>) {
    let Some(module) = field(node, "module") else { return };
    let name = walk.text(module);
    let alias = field(node, "alias").map(|alias| (walk.text(alias), range_of(alias)));
    let (mut is_qualified, mut hides) = (false, false);
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        match child.kind() {
            "qualified" => is_qualified = true,
            "hiding" => hides = true,
            _ => {}
        }
    }
    let whole = (name, range_of(module));
    let list = field(node, "names").filter(|_| !hides && !is_qualified);
    match list {
        Some(list) => {
            let mut cursor = list.walk();
            for item in list.named_children(&mut cursor) {
                if item.kind() == "import_name" {
                    import_items(walk, node, name, item);
                }
            }
            if alias.is_none() {
                return;
            }
        }
        None if !is_qualified => {
            let mut draft = ImportDraft::new(name, ImportForm::Glob, range_of(node));
            draft.item = Some(whole);
            walk.builder.import(draft);
            if let Some(hidden) = field(node, "names").filter(|_| hides) {
                hide(walk, name, hidden);
            }
            if alias.is_none() {
                return;
            }
        }
        None => {}
    }
    let mut draft = ImportDraft::new(name, ImportForm::Module, range_of(node));
    draft.item = Some(whole);
    draft.alias = alias;
    walk.builder.import(draft);
}

/// `hiding (name, Type)`: what the import does not show, noted beside its module.
fn hide<'text>(walk: &mut Walk<'_, 'text>, module: &'text str, list: Node<'_>) {
    let mut cursor = list.walk();
    for item in list.named_children(&mut cursor).filter(|item| item.kind() == "import_name") {
        let names = walk.parts(item).into_iter().map(|(name, _)| name);
        for name in names.filter(|name| !matches!(name.kind(), "children" | "namespace")) {
            let name = match name.kind() {
                "prefix_id" => name.named_child(0).unwrap_or(name),
                _ => name,
            };
            let text = walk.text(name);
            if text != module {
                walk.builder.export(module, text);
            }
        }
    }
}

/// `name`, `Type`, `Type (A, b)`, `(operator)` in the list of an import.
fn import_items<'text>(
    walk: &mut Walk<'_, 'text>,
    node: Node<'_>,
    module: &'text str,
    item: Node<'_>,
) {
    for (child, _) in walk.parts(item) {
        match child.kind() {
            "children" => {
                let mut cursor = child.walk();
                for element in child.named_children(&mut cursor) {
                    if element.kind() != "all_names" {
                        import_item(walk, node, module, element);
                    }
                }
            }
            "namespace" => {}
            _ => import_item(walk, node, module, child),
        }
    }
}

fn import_item<'text>(
    walk: &mut Walk<'_, 'text>,
    node: Node<'_>,
    module: &'text str,
    item: Node<'_>,
) {
    let item = match item.kind() {
        "prefix_id" => item.named_child(0).unwrap_or(item),
        _ => item,
    };
    let mut draft = ImportDraft::new(module, ImportForm::Item, range_of(node));
    draft.item = Some((walk.text(item), range_of(item)));
    walk.builder.import(draft);
}
