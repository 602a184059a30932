//! Statements.

use clew_model::{Expression, ExpressionId, Role, ScopeKind, SymbolFlags, SymbolKind};
use clew_text::ByteOffset;
use tree_sitter::Node;

use super::declarations::hide_blank;
use super::{Kind, Walk, kind};
use crate::builder::{Declaration, Visible, named_children, range_of};

use super::fields::{Field, FieldAccess};

impl<'text> Walk<'_, 'text> {
    /// Visits the statements of a block, which shares the current scope.
    pub(super) fn statements(&mut self, block: Node<'_>) {
        for statement in named_children(block) {
            self.statement(statement);
        }
    }

    pub(super) fn statement(&mut self, node: Node<'_>) {
        self.deeper((), |walk| walk.statement_inner(node));
    }

    fn statement_inner(&mut self, node: Node<'_>) {
        match kind(node) {
            Kind::StatementList => self.statements(node),
            Kind::Block => self.scoped(node, |walk| walk.statements(node)),
            Kind::ShortVar => self.short_var(node),
            Kind::Assignment => self.assignment(node),
            Kind::TypeDeclaration | Kind::ConstDeclaration | Kind::VarDeclaration => {
                self.group(node, None);
            }
            Kind::If => self.scoped(node, |walk| walk.if_statement(node)),
            Kind::For => self.scoped(node, |walk| walk.for_statement(node)),
            Kind::Switch | Kind::Select => self.scoped(node, |walk| walk.statements(node)),
            Kind::TypeSwitch => self.scoped(node, |walk| walk.type_switch(node)),
            Kind::Case | Kind::CommunicationCase => {
                self.scoped(node, |walk| walk.statements(node));
            }
            Kind::TypeCase => self.scoped(node, |walk| walk.type_case(node)),
            Kind::Receive => self.receive(node),
            Kind::Labeled => {
                for part in named_children(node).into_iter().skip(1) {
                    self.statement(part);
                }
            }
            Kind::ExpressionList => {
                self.expressions(node);
            }
            Kind::Empty | Kind::Comment => {}
            Kind::Return | Kind::ExpressionStatement => self.statements(node),
            Kind::Other if node.kind().ends_with("_statement") => self.statements(node),
            _ => {
                self.expression(node, Role::Read);
            }
        }
    }

    fn scoped(&mut self, node: Node<'_>, visit: impl FnOnce(&mut Self)) {
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        visit(self);
        self.builder.close_scope();
    }

    /// `a, b := x`: new names are declared, known ones of this scope assigned.
    fn short_var(&mut self, node: Node<'_>) {
        let values = match node.field(Field::Right) {
            Some(right) => self.expressions(right),
            None => Vec::new(),
        };
        if let Some(left) = node.field(Field::Left) {
            self.define(left, node, &values);
        }
    }

    fn define(&mut self, left: Node<'_>, whole: Node<'_>, values: &[ExpressionId]) {
        let names: Vec<_> =
            named_children(left).into_iter().filter(|n| kind(*n) != Kind::Comment).collect();
        let count = names.len();
        for (index, name) in names.into_iter().enumerate() {
            let value = self.nth_value(values, index, count);
            if kind(name) != Kind::Identifier {
                self.expression(name, Role::Write);
                continue;
            }
            let scope = self.builder.scope();
            let known = self.builder.declared_in(scope, self.builder.node_text(name));
            let symbol = match known {
                Some(known) => {
                    self.builder.bound(name, Role::Write, known);
                    continue;
                }
                None => {
                    let mut declaration =
                        Declaration::new(self.builder, SymbolKind::Variable, name, whole);
                    declaration.flags = SymbolFlags::LOCAL;
                    declaration.visible = Visible::From(ByteOffset::from(whole.end_byte()));
                    hide_blank(&mut declaration);
                    self.builder.declare(declaration)
                }
            };
            if let Some(value) = value {
                self.builder.add_value(symbol, value);
            }
        }
    }

    fn assignment(&mut self, node: Node<'_>) {
        if let Some(right) = node.field(Field::Right) {
            self.expressions(right);
        }
        for target in node.field(Field::Left).map(named_children).unwrap_or_default() {
            self.expression(target, Role::Write);
        }
    }

    fn if_statement(&mut self, node: Node<'_>) {
        for field in ["initializer", "condition", "consequence", "alternative"] {
            if let Some(part) = node.child_by_field_name(field) {
                self.statement(part);
            }
        }
    }

    fn for_statement(&mut self, node: Node<'_>) {
        for part in named_children(node) {
            match kind(part) {
                Kind::ForClause => {
                    for field in ["initializer", "condition", "update"] {
                        if let Some(part) = part.child_by_field_name(field) {
                            self.statement(part);
                        }
                    }
                }
                Kind::RangeClause => self.range_clause(part),
                _ => self.statement(part),
            }
        }
    }

    /// `for k, v := range x`
    fn range_clause(&mut self, node: Node<'_>) {
        let iterated = node.field(Field::Right).map(|right| self.expression(right, Role::Read));
        let Some(left) = node.field(Field::Left) else { return };
        let unknown = self.builder.unknown();
        let element = match iterated {
            Some(iterated) => self.builder.expression(Expression::Element(iterated)),
            None => unknown,
        };
        let between = &self.builder.text()[left.end_byte()..node.end_byte()];
        if between.trim_start().starts_with(":=") {
            self.define(left, node, &[unknown, element]);
        } else {
            for target in named_children(left) {
                self.expression(target, Role::Write);
            }
        }
    }

    /// `case v := <-c:`
    fn receive(&mut self, node: Node<'_>) {
        let value = node.field(Field::Right).map(|right| self.expression(right, Role::Read));
        let Some(left) = node.field(Field::Left) else { return };
        let between = &self.builder.text()[left.end_byte()..node.end_byte()];
        if between.trim_start().starts_with(":=") {
            let values: Vec<_> = value.into_iter().collect();
            self.define(left, node, &values);
        } else {
            for target in named_children(left) {
                self.expression(target, Role::Write);
            }
        }
    }

    /// `switch v := x.(type)`: in each case, `v` has the type named there.
    fn type_switch(&mut self, node: Node<'_>) {
        if let Some(initializer) = node.field(Field::Initializer) {
            self.statement(initializer);
        }
        let value = node.field(Field::Value).map(|value| self.expression(value, Role::Read));
        let alias = node.field(Field::Alias).and_then(|alias| alias.named_child(0));
        let outer = self.switched.take();
        if let Some(alias) = alias {
            let mut declaration =
                Declaration::new(self.builder, SymbolKind::Variable, alias, alias);
            declaration.flags = SymbolFlags::LOCAL;
            let end = node.field(Field::Value).unwrap_or(alias).end_byte();
            declaration.visible = Visible::From(ByteOffset::from(end));
            hide_blank(&mut declaration);
            let symbol = self.builder.declare(declaration);
            if let Some(value) = value {
                self.builder.add_value(symbol, value);
            }
            self.switched = Some(symbol);
        }
        for part in named_children(node) {
            if matches!(kind(part), Kind::TypeCase | Kind::Case) {
                self.statement(part);
            }
        }
        self.switched = outer;
    }

    fn type_case(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let types: Vec<_> = node
            .children_by_field_name("type", &mut cursor)
            .filter(|node| node.is_named())
            .collect();
        let mut last = None;
        for case in &types {
            last = Some(self.type_expression(*case, Role::Type));
        }
        if let (Some(switched), Some(case), 1) = (self.switched, last, types.len()) {
            self.narrow(switched, case);
        }
        for part in named_children(node) {
            if !types.contains(&part) {
                self.statement(part);
            }
        }
    }

    /// A second symbol for the switched variable, of the case's type.
    fn narrow(&mut self, switched: clew_model::SymbolId, case: ExpressionId) {
        let Some(symbol) = self.builder.symbol(switched) else { return };
        let (range, name_range) = (symbol.range, symbol.name_range);
        let declaration = Declaration {
            name: name_range.slice(self.builder.text()),
            name_range,
            kind: SymbolKind::Variable,
            range,
            signature_range: None,
            doc_range: None,
            visible: Visible::MemberOnly,
            visibility: clew_model::Visibility::Internal,
            flags: SymbolFlags::LOCAL.with(SymbolFlags::ANONYMOUS),
            owner: None,
            scope: None,
        };
        let narrowed = self.builder.declare(declaration);
        self.builder.set_type(narrowed, case);
        self.builder.see_here(narrowed);
    }
}
