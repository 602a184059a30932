//! Functions and types: their parameters, bodies and members.

use super::collect::Walk;
use super::{Role, ScopeKind, SymbolId, SymbolKind};
use crate::syntax::{Field, Node, SyntaxKind};

impl<'tree> Walk<'tree> {
    /// A function with its signature and value: parameters, then the body.
    /// Gives the parameters.
    pub(super) fn function(
        &mut self,
        name: Option<&str>,
        signature: Option<Node<'tree>>,
        value: Node<'tree>,
    ) -> Vec<SymbolId> {
        let kind = ScopeKind::Function(name.map(str::to_owned));
        let scope_node = signature.and_then(|signature| signature.parent()).unwrap_or(value);
        let mut params = Vec::new();
        self.in_scope(kind, scope_node, |walk| {
            let lambda = (value.kind() == SyntaxKind::LambdaExpr)
                .then(|| value.child(Field::Parameters))
                .flatten();
            if let Some(signature) = signature {
                walk.signature(signature, lambda, &mut params);
            }
            if value.kind() == SyntaxKind::LambdaExpr {
                if let Some(list) = lambda {
                    walk.params(list, &mut params);
                }
                walk.body(value.child(Field::Body));
            } else if value.kind() != SyntaxKind::Binding {
                walk.body(Some(value));
            }
        });
        params
    }

    /// A body shares the scope of its parameters.
    pub(super) fn body(&mut self, body: Option<Node<'tree>>) {
        match body {
            Some(block) if block.kind() == SyntaxKind::Block => self.children(block),
            other => self.optional(other),
        }
    }

    /// The parameters of a signature; `lambda` are those of its value.
    fn signature(
        &mut self,
        signature: Node<'tree>,
        lambda: Option<Node<'tree>>,
        params: &mut Vec<SymbolId>,
    ) {
        if signature.kind() != SyntaxKind::Signature {
            self.node(signature);
            return;
        }
        if let Some(list) = signature.child(Field::Parameters) {
            for param in params_of(list) {
                match param.child(Field::Name) {
                    Some(name) if self.is_bare_type(param, name, lambda) => {
                        let symbol = self.collector.find(name.text());
                        self.collector.occur(name, Role::Type, symbol);
                    }
                    _ => self.param(param, params),
                }
            }
        }
        if let Some(result) = signature.child(Field::Result) {
            self.signature(result, lambda, params);
        }
    }

    /// Whether a parameter of a signature is only a type, as in
    /// `(Int, Int) -> Int`: written like a type, known as one, or not what
    /// the lambda behind the signature calls any of its own.
    fn is_bare_type(
        &self,
        param: Node<'tree>,
        name: Node<'tree>,
        lambda: Option<Node<'tree>>,
    ) -> bool {
        if param.child(Field::Type).is_some() {
            return false;
        }
        let text = name.text();
        if let Some(lambda) = lambda {
            let named = |own: Node<'_>| own.child(Field::Name).is_some_and(|n| n.text() == text);
            return !params_of(lambda).any(named);
        }
        let known = self.collector.find(text).map(|id| self.collector.names.symbol(id).kind);
        text.starts_with(|letter: char| letter.is_ascii_uppercase())
            || matches!(known, Some(SymbolKind::Type | SymbolKind::TypeParameter))
    }

    fn params(&mut self, list: Node<'tree>, found: &mut Vec<SymbolId>) {
        for param in params_of(list) {
            self.param(param, found);
        }
    }

    fn param(&mut self, param: Node<'tree>, found: &mut Vec<SymbolId>) {
        for ty in param.children_of(Field::Type) {
            self.optional(Some(ty));
        }
        let Some(name) = param.child(Field::Name) else { return };
        let is_type = param.child(Field::Type).is_some_and(|ty| ty.text() == "Type");
        let kind = if is_type { SymbolKind::TypeParameter } else { SymbolKind::Parameter };
        found.push(self.collector.declare(name, kind, param));
    }

    pub(super) fn type_definition(&mut self, name: &str, binding: Node<'tree>) {
        self.in_scope(ScopeKind::Type(name.to_owned()), binding, |walk| {
            let mut params = Vec::new();
            if let Some(ty) = binding.child(Field::Type)
                && ty.kind() == SyntaxKind::Signature
            {
                walk.signature(ty, None, &mut params);
            }
            match binding.child(Field::Value) {
                Some(record) if record.kind() == SyntaxKind::RecordType => {
                    for item in record.children() {
                        walk.record_item(item, name);
                    }
                }
                other => walk.optional(other),
            }
        });
    }

    fn record_item(&mut self, item: Node<'tree>, owner: &str) {
        match item.kind() {
            SyntaxKind::RecordField | SyntaxKind::RecordBinding => {
                if let Some(name) = item.child(Field::Name) {
                    self.collector.declare_member(name, SymbolKind::Field, item, owner);
                }
                for child in item.children() {
                    match child.field() {
                        Field::Name => {}
                        Field::Value if child.kind() == SyntaxKind::Name => {
                            let symbol = self.collector.find(child.text());
                            self.collector.occur(child, Role::Read, symbol);
                        }
                        _ => self.node(child),
                    }
                }
            }
            SyntaxKind::RecordInterface => {
                if let Some(name) = item.child(Field::Name) {
                    let symbol = self.collector.find(name.text());
                    self.collector.occur(name, Role::Type, symbol);
                }
            }
            _ => self.node(item),
        }
    }
}

fn params_of(list: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    list.children().filter(|child| child.kind() == SyntaxKind::Param)
}
