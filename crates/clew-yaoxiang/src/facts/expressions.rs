//! Values and types as far as binding across files needs them.

use clew_model::{Expression, ExpressionId, LiteralKind, SymbolKind};

use super::Builder;
use crate::stack::with_room;
use crate::syntax::{Field, Node, SyntaxKind};

use SyntaxKind::*;

impl<'a> Builder<'a> {
    pub(super) fn push(&mut self, expression: Expression) -> ExpressionId {
        match expression {
            Expression::Unknown => ExpressionId(0),
            known => {
                self.facts.expressions.push(known);
                ExpressionId(self.facts.expressions.len() as u32 - 1)
            }
        }
    }

    /// The expression for a value or type node; each node is read once.
    pub(super) fn expression(&mut self, node: Node<'a>) -> ExpressionId {
        if let Some(known) = self.expression_of.get(&node.index()) {
            return *known;
        }
        let expression = with_room(|| self.read(node));
        let id = self.push(expression);
        self.expression_of.insert(node.index(), id);
        id
    }

    fn child(&mut self, node: Node<'a>, field: Field) -> ExpressionId {
        node.child(field).map_or(ExpressionId(0), |child| self.expression(child))
    }

    fn children(&mut self, node: Node<'a>, field: Field) -> Vec<ExpressionId> {
        node.children_of(field).map(|child| self.expression(child)).collect()
    }

    /// The expression of a name that is an occurrence.
    pub(super) fn name_expression(&mut self, name: Node<'a>) -> ExpressionId {
        let occurrence = self.occurrence_at.get(&name.range().start.0).copied();
        self.push(occurrence.map_or(Expression::Unknown, Expression::Occurrence))
    }

    fn read(&mut self, node: Node<'a>) -> Expression {
        match node.kind() {
            NameRef => self.occurrence(node),
            FieldExpr => {
                node.child(Field::Name).map_or(Expression::Unknown, |n| self.occurrence(n))
            }
            CallExpr => Expression::Call(self.child(node, Field::Callee)),
            IndexExpr => self.index(node),
            TryExpr => Expression::Unwrap(self.child(node, Field::Operand)),
            CastExpr => Expression::TypeOf(self.child(node, Field::Type)),
            ParenExpr => self.inner(node, Field::Value),
            PrefixExpr => self.prefix(node),
            BinaryExpr => self.binary(node),
            TupleExpr => Expression::TupleOf(self.children(node, Field::Items)),
            Literal => literal(node),
            FString => Expression::Literal(LiteralKind::String),
            ListExpr | Comprehension => Expression::Literal(LiteralKind::List),
            DictExpr => Expression::Literal(LiteralKind::Map),
            LambdaExpr => Expression::Literal(LiteralKind::Function),
            UnsafeExpr => self.inner(node, Field::Body),
            _ => self.read_type(node),
        }
    }

    fn read_type(&mut self, node: Node<'a>) -> Expression {
        match node.kind() {
            NamedType => self.named_type(node),
            RefType | PointerType => self.inner(node, Field::Operand),
            ParenType | NamedTypeArg => self.inner(node, Field::Type),
            TupleType => Expression::TupleOf(self.children(node, Field::Items)),
            FnType | Signature => Expression::FunctionOf(self.child(node, Field::Result)),
            _ => Expression::Unknown,
        }
    }

    /// The expression of a child in the place of its parent's.
    fn inner(&mut self, node: Node<'a>, field: Field) -> Expression {
        let inner = self.child(node, field);
        self.facts.expression(inner).cloned().unwrap_or_default()
    }

    fn occurrence(&mut self, name: Node<'a>) -> Expression {
        let occurrence = self.occurrence_at.get(&name.range().start.0).copied();
        occurrence.map_or(Expression::Unknown, Expression::Occurrence)
    }

    fn named_type(&mut self, node: Node<'a>) -> Expression {
        let Some(name) = node.child(Field::Name) else { return Expression::Unknown };
        match node.child(Field::Arguments) {
            None => self.occurrence(name),
            Some(list) => {
                let base = self.name_expression(name);
                Expression::Generic(base, self.children(list, Field::Items))
            }
        }
    }

    /// A literal index picks a part of a tuple, or an element of a list.
    fn index(&mut self, node: Node<'a>) -> Expression {
        Expression::Element(self.child(node, Field::Receiver))
    }

    fn prefix(&mut self, node: Node<'a>) -> Expression {
        match node.child(Field::Operator).map(|operator| operator.kind()) {
            Some(Bang) => Expression::Literal(LiteralKind::Boolean),
            _ => self.inner(node, Field::Operand),
        }
    }

    fn binary(&mut self, node: Node<'a>) -> Expression {
        match node.child(Field::Operator).map(|operator| operator.kind()) {
            Some(EqEq | Neq | Lt | Le | Gt | Ge | AndKw | OrKw) => {
                Expression::Literal(LiteralKind::Boolean)
            }
            Some(DotDot) => Expression::ListOf(self.child(node, Field::Left)),
            _ => self.inner(node, Field::Left),
        }
    }

    /// Declared types and first values of all symbols.
    pub(super) fn types_and_values(&mut self) {
        for index in 0..self.facts.symbols.len() {
            let name = self.declared_at[index];
            let Some(declaration) = Self::declaration_of(name) else { continue };
            let kind = self.facts.symbols[index].kind;
            let (declared_type, value) = self.type_and_value(declaration, name, kind);
            let known = |id: ExpressionId| (id != ExpressionId(0)).then_some(id);
            let symbol = &mut self.facts.symbols[index];
            symbol.declared_type = declared_type.and_then(known);
            symbol.value = value.and_then(known);
        }
    }

    fn type_and_value(
        &mut self,
        declaration: Node<'a>,
        name: Node<'a>,
        kind: SymbolKind,
    ) -> (Option<ExpressionId>, Option<ExpressionId>) {
        match declaration.kind() {
            Binding if kind.is_callable() => {
                (self.result_type(declaration), self.plain_body(declaration))
            }
            Binding if kind.is_type() => (None, None),
            Binding => {
                let declared = declaration.child(Field::Type).map(|ty| self.expression(ty));
                let value = declaration.child(Field::Value).filter(|_| declared.is_none());
                (declared, value.map(|value| self.expression(value)))
            }
            Param | RecordField => {
                (declaration.child(Field::Type).map(|ty| self.expression(ty)), None)
            }
            ForExpr | SpawnForExpr | Comprehension => (None, self.element(declaration)),
            Destructure => (None, self.part(declaration, name)),
            MatchArm => (None, self.bound_value(name)),
            _ => (None, None),
        }
    }

    /// The result of the innermost signature.
    fn result_type(&mut self, binding: Node<'a>) -> Option<ExpressionId> {
        let mut ty = binding.child(Field::Type).filter(|ty| ty.kind() == Signature)?;
        while ty.kind() == Signature {
            ty = ty.child(Field::Result)?;
        }
        Some(self.expression(ty))
    }

    /// The body of a lambda that is one expression.
    fn plain_body(&mut self, binding: Node<'a>) -> Option<ExpressionId> {
        let lambda = binding.child(Field::Value).filter(|value| value.kind() == LambdaExpr)?;
        let body = lambda.child(Field::Body).filter(|body| body.kind() != Block)?;
        Some(self.expression(body))
    }

    fn element(&mut self, each: Node<'a>) -> Option<ExpressionId> {
        let iterable = self.child(each, Field::Iterable);
        Some(self.push(Expression::Element(iterable)))
    }

    fn part(&mut self, destructure: Node<'a>, name: Node<'a>) -> Option<ExpressionId> {
        let place = destructure.children_of(Field::Target).position(|target| target == name)?;
        let value = self.child(destructure, Field::Value);
        Some(self.push(Expression::Item(value, place as u32)))
    }
}

fn literal(node: Node<'_>) -> Expression {
    let kind = match node.first_token().map(|token| token.kind()) {
        Some(Int | Float) => LiteralKind::Number,
        Some(Str | MultiStr | Char) => LiteralKind::String,
        Some(TrueKw | FalseKw) => LiteralKind::Boolean,
        _ => LiteralKind::Nothing,
    };
    Expression::Literal(kind)
}
