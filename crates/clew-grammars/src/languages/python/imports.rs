//! Import statements.

use clew_model::ImportForm;
use clew_text::TextRange;
use tree_sitter::Node;

use super::{Kind, Walk, kind};
use crate::builder::{ImportDraft, named_children, range_of};

use super::fields::{Field, FieldAccess};

impl<'text> Walk<'_, 'text> {
    /// `import a.b, c as d`
    pub(super) fn import_statement(&mut self, node: Node<'_>) {
        for child in named_children(node) {
            let (path, alias) = path_and_alias(child);
            let module = self.builder.node_text(path);
            let named = |node: Node<'_>, text: &'text str| (text, range_of(node));
            let mut draft = ImportDraft::new(module, ImportForm::Module, range_of(node));
            match alias {
                Some(alias) => {
                    let last = path.named_child(path.named_child_count().saturating_sub(1) as u32);
                    let last = last.unwrap_or(path);
                    draft.item = Some(named(last, self.builder.node_text(last)));
                    draft.alias = Some(named(alias, self.builder.node_text(alias)));
                }
                None => {
                    let first = path.named_child(0).unwrap_or(path);
                    if path.named_child_count() > 1 {
                        draft.form = ImportForm::ModuleRoot;
                    }
                    draft.item = Some(named(first, self.builder.node_text(first)));
                }
            }
            self.builder.import(draft);
        }
    }

    /// `from a import b, c as d`, `from . import *`, `from __future__ import x`
    pub(super) fn import_from(&mut self, node: Node<'_>) {
        let module_node = node.field(Field::ModuleName);
        let module = match module_node {
            Some(module) => self.builder.node_text(module),
            None => "__future__",
        };
        for child in named_children(node) {
            if Some(child) == module_node {
                continue;
            }
            if child.kind() == "wildcard_import" {
                self.builder.import(ImportDraft::new(module, ImportForm::Glob, range_of(node)));
                continue;
            }
            let (path, alias) = path_and_alias(child);
            if path.kind() != "dotted_name" && kind(path) != Kind::Identifier {
                continue;
            }
            let place = |node: Node<'_>| -> TextRange { range_of(node) };
            let mut draft = ImportDraft::new(module, ImportForm::Item, range_of(node));
            draft.item = Some((self.builder.node_text(path), place(path)));
            draft.alias = alias.map(|alias| (self.builder.node_text(alias), place(alias)));
            self.builder.import(draft);
        }
    }
}

fn path_and_alias(node: Node<'_>) -> (Node<'_>, Option<Node<'_>>) {
    let name = node.field(Field::Name).unwrap_or(node);
    (name, node.field(Field::Alias))
}
