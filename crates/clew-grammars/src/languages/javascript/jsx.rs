//! JSX: elements call their components.

use clew_model::{ExpressionId, Role};
use tree_sitter::Node;

use super::{Field, Kind, Walk};

impl<'tree> Walk<'_, 'tree, '_> {
    /// `<Component attribute={value}>…</Component>`
    pub(super) fn jsx(&mut self, node: Node<'tree>) -> ExpressionId {
        if self.kind(node) == Kind::JsxSelfClosing {
            self.tag(node, Role::Call);
            return self.builder.unknown();
        }
        for child in self.children(node) {
            match child.kind() {
                "jsx_opening_element" => self.tag(child, Role::Call),
                "jsx_closing_element" => self.tag(child, Role::Read),
                _ => {
                    self.expression(child, Role::Read);
                }
            }
        }
        self.builder.unknown()
    }

    fn tag(&mut self, node: Node<'tree>, role: Role) {
        let name = self.field(node, Field::Name);
        if let Some(name) = name {
            self.component(name, role);
        }
        for child in self.children(node) {
            if Some(child) == name {
                continue;
            }
            match self.kind(child) {
                Kind::JsxAttribute => {
                    for part in self.children(child) {
                        if !matches!(self.kind(part), Kind::PropertyName | Kind::JsxNamespaceName) {
                            self.expression(part, Role::Read);
                        }
                    }
                }
                Kind::TypeArguments => {
                    self.type_list(child);
                }
                _ => {
                    self.expression(child, Role::Read);
                }
            }
        }
    }

    /// Names in lower case are elements of the page, not components.
    fn component(&mut self, name: Node<'tree>, role: Role) {
        let is_element = self.kind(name) == Kind::Identifier
            && self.text(name).starts_with(|first: char| first.is_lowercase());
        if !is_element && self.kind(name) != Kind::JsxNamespaceName {
            self.expression(name, role);
        }
    }
}
