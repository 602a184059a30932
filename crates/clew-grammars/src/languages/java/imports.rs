//! `package`, `import` and `module` declarations.

use clew_model::{ImportForm, SymbolKind};
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::{Kind, Walk, kind};
use crate::builder::{Declaration, ImportDraft, named_children, range_of};

impl<'text> Walk<'_, 'text> {
    pub(super) fn package(&mut self, node: Node<'_>) {
        for child in named_children(node) {
            match kind(child) {
                Kind::Annotation => {
                    self.annotation(child);
                }
                Kind::Identifier | Kind::ScopedIdentifier => {
                    let name = self.builder.node_text(child);
                    self.builder.set_package(name);
                }
                _ => {}
            }
        }
    }

    /// `import a.b.C;`, `import a.b.*;`, `import static a.b.C.m;`
    pub(super) fn import(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let (mut is_static, mut is_glob, mut path) = (false, false, None);
        for child in node.children(&mut cursor) {
            match child.kind() {
                "static" => is_static = true,
                "asterisk" => is_glob = true,
                "identifier" | "scoped_identifier" => path = Some(child),
                _ => {}
            }
        }
        let Some(path) = path else { return };
        let (scope, name) = (path.field(Field::Scope), path.field(Field::Name).unwrap_or(path));
        let form = if is_glob { ImportForm::Glob } else { ImportForm::Item };
        let module = match (is_glob, scope) {
            (true, _) => self.builder.node_text(path),
            (false, Some(scope)) => self.builder.node_text(scope),
            (false, None) => "",
        };
        let mut draft = ImportDraft::new(module, form, range_of(node));
        draft.type_only = !is_static;
        draft.item = Some((self.builder.node_text(name), range_of(name)));
        self.builder.import(draft);
    }

    /// `module a.b { … }`: the module as a symbol.
    pub(super) fn module(&mut self, node: Node<'_>) {
        let Some(name) = node.field(Field::Name) else { return };
        let body = node.field(Field::Body);
        let mut declaration = Declaration::new(self.builder, SymbolKind::Module, name, node);
        declaration.signature_until(body);
        declaration.doc_range = self.doc.take();
        self.builder.declare(declaration);
    }
}
