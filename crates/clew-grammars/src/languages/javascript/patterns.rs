//! Binding patterns: what declares and assigns local names.

use clew_model::{
    Expression, ExpressionId, LiteralKind, Role, ScopeKind, SymbolFlags, SymbolId, SymbolKind,
};
use clew_text::TextRange;
use tree_sitter::Node;

use super::{Field, Kind, Outer, Walk};
use crate::builder::{Declaration, range_of};

/// How the names of a pattern are declared.
pub(super) struct Binder<'tree> {
    pub(super) kind: SymbolKind,
    /// Whether the names belong to the whole function (`var`).
    pub(super) is_hoisted: bool,
    pub(super) flags: SymbolFlags,
    pub(super) doc: Option<TextRange>,
    /// The statement, where it declares one plain name.
    pub(super) whole: Option<Node<'tree>>,
}

impl<'tree> Binder<'tree> {
    /// Names declared by `const`, `let`, `var` or `using`.
    pub(super) fn variable(word: &str) -> Self {
        let kind = if word == "const" { SymbolKind::Constant } else { SymbolKind::Variable };
        Binder {
            kind,
            is_hoisted: word == "var",
            flags: SymbolFlags::default(),
            doc: None,
            whole: None,
        }
    }

    /// Parameters.
    pub(super) fn parameter() -> Self {
        Binder {
            kind: SymbolKind::Parameter,
            is_hoisted: false,
            flags: SymbolFlags::LOCAL,
            doc: None,
            whole: None,
        }
    }

    /// The same inside a larger statement.
    pub(super) fn inside(mut self, outer: Outer<'tree>, is_only: bool) -> Self {
        self.flags = outer.flags;
        if is_only {
            self.doc = outer.doc;
            self.whole = Some(outer.whole);
        }
        self
    }
}

impl<'tree, 'text> Walk<'_, 'tree, 'text> {
    /// Declares the names of a pattern that takes `value` apart.
    pub(super) fn bind(
        &mut self,
        node: Node<'tree>,
        binder: &Binder<'tree>,
        value: Option<ExpressionId>,
    ) -> Option<SymbolId> {
        match self.kind(node) {
            Kind::Identifier | Kind::ShorthandPattern => Some(self.bind_name(node, binder, value)),
            Kind::ObjectPattern
            | Kind::ArrayPattern
            | Kind::RestPattern
            | Kind::AssignmentPattern
            | Kind::ObjectAssignmentPattern
            | Kind::NonNull => {
                self.deeper((), |walk| {
                    walk.take_apart(node, value, &mut |walk, part, value| {
                        walk.bind(part, binder, value);
                    });
                });
                None
            }
            _ => {
                self.expression(node, Role::Write);
                None
            }
        }
    }

    /// Declares one name, or notes a further value of a name declared before.
    pub(super) fn bind_name(
        &mut self,
        name: Node<'tree>,
        binder: &Binder<'tree>,
        value: Option<ExpressionId>,
    ) -> SymbolId {
        let scope =
            if binder.is_hoisted { self.builder.nearest_non_block() } else { self.builder.scope() };
        let text = self.text(name);
        let known = self.builder.declared_in(scope, text).filter(|id| {
            self.builder.symbol(*id).is_some_and(|symbol| {
                matches!(
                    symbol.kind,
                    SymbolKind::Variable | SymbolKind::Parameter | SymbolKind::Function
                ) && binder.is_hoisted
            })
        });
        let symbol = match known {
            Some(known) => {
                let role = if value.is_some() { Role::Write } else { Role::Read };
                self.builder.bound(name, role, known);
                known
            }
            None => {
                let whole = binder.whole.unwrap_or(name);
                let mut declaration = Declaration::new(self.builder, binder.kind, name, whole);
                declaration.scope = Some(scope);
                declaration.flags = binder.flags;
                self.document(&mut declaration, binder.doc);
                self.builder.declare(declaration)
            }
        };
        if let Some(value) = value {
            self.builder.add_value(symbol, value);
        }
        symbol
    }

    /// Calls `visit` with every part of a pattern and the value that it gets.
    fn take_apart(
        &mut self,
        node: Node<'tree>,
        value: Option<ExpressionId>,
        visit: &mut dyn FnMut(&mut Self, Node<'tree>, Option<ExpressionId>),
    ) {
        match self.kind(node) {
            Kind::ObjectPattern => {
                for child in self.children(node) {
                    self.object_part(child, value, visit);
                }
            }
            Kind::ArrayPattern => self.array_parts(node, value, visit),
            Kind::RestPattern => {
                if let Some(inner) = self.children(node).first() {
                    visit(self, *inner, value);
                }
            }
            Kind::AssignmentPattern | Kind::ObjectAssignmentPattern => {
                let default = self.field(node, Field::Right);
                let default = default.map(|node| self.expression(node, Role::Read));
                if let Some(left) = self.field(node, Field::Left) {
                    visit(self, left, self.either(value, default));
                }
            }
            _ => {
                for child in self.children(node) {
                    visit(self, child, value);
                }
            }
        }
    }

    /// The value of something that has one or gets the other.
    pub(super) fn either(
        &self,
        value: Option<ExpressionId>,
        default: Option<ExpressionId>,
    ) -> Option<ExpressionId> {
        let is_known = |id: &ExpressionId| *id != self.builder.unknown();
        value.filter(is_known).or(default)
    }

    fn object_part(
        &mut self,
        part: Node<'tree>,
        value: Option<ExpressionId>,
        visit: &mut dyn FnMut(&mut Self, Node<'tree>, Option<ExpressionId>),
    ) {
        match self.kind(part) {
            Kind::ShorthandPattern => {
                let value = self.part_value(part, value);
                visit(self, part, value);
            }
            Kind::PairPattern => {
                let key = self.field(part, Field::Key);
                let value = key.and_then(|key| match self.name_inside(key) {
                    Some(name) => self.part_value(name, value),
                    None => {
                        self.parts(key);
                        None
                    }
                });
                if let Some(inner) = self.field(part, Field::Value) {
                    visit(self, inner, value);
                }
            }
            Kind::ObjectAssignmentPattern => {
                let default = self.field(part, Field::Right);
                let default = default.map(|node| self.expression(node, Role::Read));
                if let Some(left) = self.field(part, Field::Left) {
                    let value = match self.kind(left) {
                        Kind::ShorthandPattern => self.part_value(left, value),
                        _ => None,
                    };
                    visit(self, left, self.either(value, default));
                }
            }
            Kind::RestPattern => visit(self, part, None),
            _ => visit(self, part, None),
        }
    }

    /// The member `name` of `value`, reported as a read where the value is known.
    fn part_value(
        &mut self,
        name: Node<'tree>,
        value: Option<ExpressionId>,
    ) -> Option<ExpressionId> {
        let value = value.filter(|value| *value != self.builder.unknown())?;
        let occurrence = self.builder.member(value, name, Role::Read);
        Some(self.builder.occurrence_expression(occurrence))
    }

    fn array_parts(
        &mut self,
        node: Node<'tree>,
        value: Option<ExpressionId>,
        visit: &mut dyn FnMut(&mut Self, Node<'tree>, Option<ExpressionId>),
    ) {
        let mut parts = Vec::new();
        let mut index = 0;
        self.cursor.reset(node);
        if self.cursor.goto_first_child() {
            loop {
                let child = self.cursor.node();
                if child.is_named() && !child.is_extra() {
                    parts.push((index, child));
                } else if child.kind() == "," {
                    index += 1;
                }
                if !self.cursor.goto_next_sibling() {
                    break;
                }
            }
        }
        for (index, part) in parts {
            let item = match value {
                Some(value) if self.kind(part) != Kind::RestPattern => {
                    Some(self.builder.expression(Expression::Item(value, index)))
                }
                value => value,
            };
            visit(self, part, item);
        }
    }

    /// Assigns to a pattern whose names exist already.
    pub(super) fn assign_pattern(&mut self, node: Node<'tree>, value: Option<ExpressionId>) {
        match self.kind(node) {
            Kind::Identifier | Kind::ShorthandPattern => self.assign_name(node, value),
            Kind::ObjectPattern
            | Kind::ArrayPattern
            | Kind::RestPattern
            | Kind::AssignmentPattern
            | Kind::ObjectAssignmentPattern
            | Kind::Parenthesized => {
                self.deeper((), |walk| {
                    walk.take_apart(node, value, &mut |walk, part, value| {
                        walk.assign_pattern(part, value);
                    });
                });
            }
            _ => {
                self.expression(node, Role::Write);
            }
        }
    }

    fn assign_name(&mut self, node: Node<'tree>, value: Option<ExpressionId>) {
        let text = self.text(node);
        self.builder.reference(node, Role::Write);
        let Some(value) = value else { return };
        let Some(symbol) = self.builder.visible_symbol(text) else { return };
        let Some(known) = self.builder.symbol(symbol) else { return };
        let is_variable = matches!(known.kind, SymbolKind::Variable | SymbolKind::Parameter);
        // In TypeScript the initial value decides the type, unless it is none.
        let is_decided = !self.reads_comments
            && known.value.is_some_and(|value| {
                !matches!(
                    self.builder.expression_at(value),
                    Expression::Unknown | Expression::Literal(LiteralKind::Nothing)
                )
            });
        if is_variable && !is_decided {
            self.builder.add_value(symbol, value);
        }
    }

    /// The node whose text is the name of a property key; `None` for computed keys.
    pub(super) fn name_inside(&mut self, key: Node<'tree>) -> Option<Node<'tree>> {
        match self.kind(key) {
            Kind::PropertyName
            | Kind::PrivateName
            | Kind::Number
            | Kind::Identifier
            | Kind::TypeIdentifier => Some(key),
            Kind::String => {
                self.children(key).into_iter().find(|part| self.kind(*part) == Kind::StringFragment)
            }
            _ => None,
        }
    }

    /// Attaches a doc comment to a declaration.
    pub(super) fn document(&self, declaration: &mut Declaration<'text>, doc: Option<TextRange>) {
        declaration.doc_range = doc;
        if doc.is_some_and(|doc| doc.slice(self.builder.text()).contains("@deprecated")) {
            declaration.flags.set(SymbolFlags::DEPRECATED);
        }
    }

    /// Declares a local name that stands for a whole scope: type parameters.
    pub(super) fn declare_type_parameter(
        &mut self,
        name: Node<'tree>,
        whole: Node<'tree>,
    ) -> SymbolId {
        let mut declaration =
            Declaration::new(self.builder, SymbolKind::TypeParameter, name, whole);
        declaration.flags = SymbolFlags::LOCAL;
        declaration.range = range_of(whole);
        self.builder.declare(declaration)
    }

    /// Whether the current scope, blocks left out, is the file or a module.
    pub(super) fn at_module_level(&self) -> bool {
        let scope = self.builder.nearest_non_block();
        matches!(self.builder.scope_kind(scope), ScopeKind::File | ScopeKind::Module)
            && !self.builder.in_function()
    }
}
