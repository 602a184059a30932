//! Namespaces, `using` and aliases.

use clew_model::{ImportForm, ScopeKind, SymbolFlags, SymbolKind, Visibility};
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::Walk;
use super::kinds::Kind;
use crate::builder::{Declaration, ImportDraft, named_children, range_of};

impl<'text> Walk<'_, 'text> {
    /// `namespace a::b { … }`, `inline namespace v1 { … }`, `namespace { … }`
    pub(super) fn namespace(&mut self, node: Node<'_>) {
        let Some(body) = node.field(Field::Body) else { return };
        let Some(name) = node.field(Field::Name) else {
            let unnamed = std::mem::replace(&mut self.unnamed, true);
            self.items(body);
            self.unnamed = unnamed;
            return;
        };
        let mut cursor = node.walk();
        let is_inline =
            node.children(&mut cursor).any(|child| !child.is_named() && child.kind() == "inline");
        let mut names = Vec::new();
        flatten(name, &mut names);
        let opened = names.len();
        for name in &names {
            self.open_namespace(*name, node, body, is_inline);
        }
        self.items(body);
        for _ in 0..opened {
            self.builder.leave();
            if !is_inline {
                self.builder.close_scope();
            }
        }
    }

    /// Namespaces opened again share the scope of the first time. Names of an
    /// inline namespace are those of the one around it.
    fn open_namespace(&mut self, name: Node<'_>, node: Node<'_>, body: Node<'_>, is_inline: bool) {
        let text = self.builder.node_text(name);
        let scope = self.builder.scope();
        let known = self
            .builder
            .declared_in(scope, text)
            .and_then(|known| self.builder.symbol(known))
            .filter(|known| known.kind == SymbolKind::Namespace)
            .and_then(|known| known.body);
        let mut declaration = Declaration::new(self.builder, SymbolKind::Namespace, name, node);
        declaration.signature_until(Some(body));
        declaration.doc_range = self.take_doc(node);
        let symbol = self.builder.declare(declaration);
        self.builder.enter(symbol);
        match known {
            _ if is_inline => {}
            Some(known) => {
                self.builder.reopen_scope(known);
                if let Some(symbol) = self.builder.symbol_mut(symbol) {
                    symbol.body = Some(known);
                }
            }
            None => {
                self.builder.open_scope(ScopeKind::Module, range_of(body), Some(symbol));
            }
        }
    }

    /// `namespace fs = std::filesystem;`
    pub(super) fn namespace_alias(&mut self, node: Node<'_>) {
        let Some(name) = node.field(Field::Name) else { return };
        let target = named_children(node).into_iter().find(|child| *child != name);
        let Some(target) = target else { return };
        let mut parts = Vec::new();
        flatten(target, &mut parts);
        let Some(last) = parts.last() else { return };
        let module = self.builder.node_text(target);
        let mut draft = ImportDraft::new(module, ImportForm::Module, range_of(node));
        draft.item = Some((self.builder.node_text(*last), range_of(*last)));
        draft.alias = Some((self.builder.node_text(name), range_of(name)));
        self.builder.import(draft);
    }

    /// `using a::b;`, `using namespace a;`
    pub(super) fn using(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let is_namespace = node
            .children(&mut cursor)
            .any(|child| !child.is_named() && child.kind() == "namespace");
        let target = named_children(node).into_iter().find(|child| {
            matches!(self.kind(*child), Kind::Identifier | Kind::QualifiedIdentifier)
        });
        let Some(target) = target else { return };
        let mut last = target;
        while self.kind(last) == Kind::QualifiedIdentifier {
            match last.field(Field::Name) {
                Some(name) => last = name,
                None => break,
            }
        }
        let whole = self.builder.node_text(target);
        let item = (self.builder.node_text(last), range_of(last));
        if is_namespace {
            let mut draft = ImportDraft::new(whole, ImportForm::Glob, range_of(node));
            draft.item = Some(item);
            self.builder.import(draft);
            return;
        }
        let before = last.start_byte().saturating_sub(target.start_byte());
        let module = whole.get(..before).unwrap_or("").trim_end();
        let module = module.strip_suffix("::").unwrap_or(module);
        let mut draft = ImportDraft::new(module, ImportForm::Item, range_of(node));
        draft.item = Some(item);
        self.builder.import(draft);
    }

    /// `using Name = type;`
    pub(super) fn alias(&mut self, node: Node<'_>, whole: Node<'_>) {
        let doc = self.take_doc(whole);
        let target = self.target_scope.take();
        let declared = node.field(Field::Type).and_then(|declared| self.type_descriptor(declared));
        let Some(name) = node.field(Field::Name) else { return };
        let mut declaration = Declaration::new(self.builder, SymbolKind::Type, name, whole);
        declaration.doc_range = doc;
        declaration.scope = target;
        declaration.visibility =
            if self.in_type() { self.access } else { self.default_visibility() };
        let symbol = self.builder.declare(declaration);
        if let Some(declared) = declared {
            self.builder.set_type(symbol, declared);
        }
    }

    /// `template <…> concept Name = …;`
    pub(super) fn concept(&mut self, node: Node<'_>, whole: Node<'_>) {
        let Some(name) = node.field(Field::Name) else { return };
        let mut declaration = Declaration::new(self.builder, SymbolKind::Interface, name, whole);
        declaration.doc_range = self.take_doc(whole);
        declaration.scope = self.target_scope.take();
        declaration.visibility = Visibility::Public;
        declaration.flags = SymbolFlags::default();
        let symbol = self.builder.declare(declaration);
        self.builder.enter(symbol);
        for child in named_children(node) {
            if child != name {
                self.expression(child);
            }
        }
        self.builder.leave();
    }
}

/// The identifiers of `a::b::c`, first to last.
fn flatten<'tree>(node: Node<'tree>, names: &mut Vec<Node<'tree>>) {
    let mut pending = vec![node];
    while let Some(node) = pending.pop() {
        if node.kind() == "nested_namespace_specifier" {
            let mut children = named_children(node);
            children.reverse();
            pending.extend(children);
        } else if node.kind() == "namespace_identifier" {
            names.push(node);
        }
    }
}
