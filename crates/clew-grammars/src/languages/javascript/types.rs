//! Type expressions.

use clew_model::{Expression, ExpressionId, LiteralKind, Role, ScopeKind};
use tree_sitter::Node;

use super::functions::Plan;
use super::jsdoc::DocumentedTypes;
use super::{Field, Kind, This, Walk};
use crate::builder::{Namespace, range_of};

impl<'tree> Walk<'_, 'tree, '_> {
    /// Reads a type: reports its references and gives the type.
    pub(super) fn type_expression(&mut self, node: Node<'tree>) -> ExpressionId {
        self.type_with_role(node, Role::Type)
    }

    /// Reads a type whose name has the given role.
    pub(super) fn type_with_role(&mut self, node: Node<'tree>, role: Role) -> ExpressionId {
        match self.kind(node) {
            Kind::TypeIdentifier | Kind::Identifier => {
                let occurrence = self.builder.reference_in(node, role, Namespace::Type);
                self.builder.occurrence_expression(occurrence)
            }
            Kind::PredefinedType => self.predefined(node),
            kind => {
                let unknown = self.builder.unknown();
                self.deeper(unknown, |walk| walk.compound_type(kind, node, role))
            }
        }
    }

    /// The types in `<A, B>`.
    pub(super) fn type_list(&mut self, node: Node<'tree>) -> Vec<ExpressionId> {
        self.children(node).into_iter().map(|ty| self.type_expression(ty)).collect()
    }

    fn predefined(&mut self, node: Node<'tree>) -> ExpressionId {
        match self.text(node) {
            "string" => self.literal(LiteralKind::String),
            "number" | "bigint" => self.literal(LiteralKind::Number),
            "boolean" => self.literal(LiteralKind::Boolean),
            "void" | "undefined" | "never" => self.literal(LiteralKind::Nothing),
            _ => self.builder.unknown(),
        }
    }

    fn compound_type(&mut self, kind: Kind, node: Node<'tree>, role: Role) -> ExpressionId {
        match kind {
            Kind::ParenthesizedType => match self.children(node).first() {
                Some(inner) => self.type_with_role(*inner, role),
                None => self.builder.unknown(),
            },
            Kind::GenericType => self.generic_type(node, role),
            Kind::NestedTypeIdentifier => self.nested_type(node, role),
            Kind::NestedIdentifier => self.nested_name(node, Role::Read),
            Kind::ArrayType => match self.children(node).first() {
                Some(element) => {
                    let element = self.type_expression(*element);
                    self.builder.expression(Expression::ListOf(element))
                }
                None => self.builder.unknown(),
            },
            Kind::UnionType | Kind::IntersectionType => self.alternatives(node),
            Kind::TupleType => {
                let parts = self.type_list(node);
                self.builder.expression(Expression::TupleOf(parts))
            }
            Kind::FunctionType | Kind::ConstructorType => self.function_type(node),
            Kind::LiteralType => self.literal_type(node),
            Kind::ThisType => match self.this {
                This::Instance(class) | This::Static(class) => {
                    self.builder.expression(Expression::SelfValue(class))
                }
                This::Unknown => self.builder.unknown(),
            },
            Kind::TypePredicate | Kind::Asserts => self.predicate(node),
            Kind::TypeQuery => self.type_query(node),
            Kind::ConditionalType => self.conditional_type(node),
            Kind::InferType => self.infer_type(node),
            Kind::ObjectType => {
                self.type_members(node);
                self.builder.unknown()
            }
            Kind::Parameter => match self.field(node, Field::Type) {
                Some(ty) => self.type_expression(ty),
                None => self.builder.unknown(),
            },
            Kind::Member | Kind::Call => self.expression(node, role),
            Kind::String | Kind::Number | Kind::Skipped | Kind::Comment => self.builder.unknown(),
            _ => {
                for child in self.children(node) {
                    self.type_expression(child);
                }
                self.builder.unknown()
            }
        }
    }

    /// `typeof value`
    fn type_query(&mut self, node: Node<'tree>) -> ExpressionId {
        for child in self.children(node) {
            if self.kind(child) == Kind::Identifier {
                self.builder.reference(child, Role::Read);
            } else {
                self.expression(child, Role::Read);
            }
        }
        self.builder.unknown()
    }

    fn generic_type(&mut self, node: Node<'tree>, role: Role) -> ExpressionId {
        let base = self.field(node, Field::Name);
        let base = base.map(|base| self.type_with_role(base, role));
        let arguments = self.field(node, Field::TypeArguments);
        let arguments = arguments.map(|list| self.type_list(list)).unwrap_or_default();
        match base {
            Some(base) => self.builder.expression(Expression::Generic(base, arguments)),
            None => self.builder.unknown(),
        }
    }

    /// `module.Type`
    fn nested_type(&mut self, node: Node<'tree>, role: Role) -> ExpressionId {
        let (Some(module), Some(name)) =
            (self.field(node, Field::Module), self.field(node, Field::Name))
        else {
            return self.builder.unknown();
        };
        let base = self.nested_name(module, Role::Read);
        let occurrence = self.builder.member(base, name, role);
        self.builder.occurrence_expression(occurrence)
    }

    /// `a.b.c` as written in types and heritage.
    pub(super) fn nested_name(&mut self, node: Node<'tree>, role: Role) -> ExpressionId {
        if self.kind(node) != Kind::NestedIdentifier {
            return self.expression(node, role);
        }
        let (Some(object), Some(name)) =
            (self.field(node, Field::Object), self.field(node, Field::Property))
        else {
            return self.builder.unknown();
        };
        let unknown = self.builder.unknown();
        let base = self.deeper(unknown, |walk| walk.nested_name(object, Role::Read));
        let occurrence = self.builder.member(base, name, role);
        self.builder.occurrence_expression(occurrence)
    }

    /// Unions and intersections; long ones lean left and are followed in a loop.
    fn alternatives(&mut self, node: Node<'tree>) -> ExpressionId {
        let kind = self.kind(node);
        let mut levels = Vec::new();
        let mut current = Some(node);
        let mut first = None;
        while let Some(level) = current {
            if self.kind(level) != kind {
                first = Some(level);
                break;
            }
            let children = self.children(level);
            current = children.first().copied();
            levels.push(children);
        }
        let mut parts = Vec::new();
        if let Some(first) = first {
            parts.push(self.type_expression(first));
        }
        while let Some(children) = levels.pop() {
            for child in children.into_iter().skip(1) {
                parts.push(self.type_expression(child));
            }
        }
        parts.retain(|part| *part != self.builder.unknown());
        match parts.as_slice() {
            [] => self.builder.unknown(),
            [only] => *only,
            _ => self.builder.expression(Expression::Union(parts)),
        }
    }

    fn function_type(&mut self, node: Node<'tree>) -> ExpressionId {
        self.builder.open_scope(ScopeKind::Function, range_of(node), None);
        self.type_parameters(node);
        let result = self.field(node, Field::ReturnType).or_else(|| self.field(node, Field::Type));
        let names_parameter = result
            .is_some_and(|result| matches!(self.kind(result), Kind::TypePredicate | Kind::Asserts));
        let mut parameters = Vec::new();
        if names_parameter {
            self.parameters(node, Plan::anonymous(), &DocumentedTypes::default());
        } else {
            parameters = self.parameter_types(node);
        }
        let result = result.map(|result| self.type_expression(result));
        self.builder.close_scope();
        match result {
            Some(result) if self.kind(node) == Kind::FunctionType => {
                self.function_with(parameters, result)
            }
            _ => self.builder.unknown(),
        }
    }

    /// A function type: of its result, applied to the types of its parameters.
    pub(super) fn function_with(
        &mut self,
        parameters: Vec<ExpressionId>,
        result: ExpressionId,
    ) -> ExpressionId {
        let function = self.builder.expression(Expression::FunctionOf(result));
        if parameters.is_empty() {
            return function;
        }
        self.builder.expression(Expression::Generic(function, parameters))
    }

    /// Reads the types of parameters whose names nobody can use, `this` left out.
    pub(super) fn parameter_types(&mut self, node: Node<'tree>) -> Vec<ExpressionId> {
        let Some(list) = self.field(node, Field::Parameters) else { return Vec::new() };
        let mut types = Vec::new();
        for parameter in self.children(list) {
            let pattern = self.field(parameter, Field::Pattern);
            let is_this = pattern.is_some_and(|pattern| self.kind(pattern) == Kind::This);
            let ty = match self.field(parameter, Field::Type) {
                Some(ty) => self.type_expression(ty),
                None => self.builder.unknown(),
            };
            if !is_this {
                types.push(ty);
            }
        }
        types
    }

    fn literal_type(&mut self, node: Node<'tree>) -> ExpressionId {
        let kind = node.named_child(0).map(|inner| self.kind(inner));
        match kind {
            Some(Kind::String) => self.literal(LiteralKind::String),
            Some(Kind::Number | Kind::Unary) => self.literal(LiteralKind::Number),
            Some(Kind::Boolean) => self.literal(LiteralKind::Boolean),
            Some(Kind::Nothing) => self.literal(LiteralKind::Nothing),
            _ => self.builder.unknown(),
        }
    }

    /// `value is T`, `asserts value`
    fn predicate(&mut self, node: Node<'tree>) -> ExpressionId {
        for child in self.children(node) {
            match self.kind(child) {
                Kind::Identifier => {
                    self.name(child, Role::Read);
                }
                Kind::This => {}
                _ => {
                    self.type_expression(child);
                }
            }
        }
        self.literal(LiteralKind::Boolean)
    }

    fn conditional_type(&mut self, node: Node<'tree>) -> ExpressionId {
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        let mut parts = Vec::new();
        for (index, child) in self.children(node).into_iter().enumerate() {
            let part = self.type_expression(child);
            if index >= 2 && part != self.builder.unknown() {
                parts.push(part);
            }
        }
        self.builder.close_scope();
        self.builder.expression(Expression::Union(parts))
    }

    fn infer_type(&mut self, node: Node<'tree>) -> ExpressionId {
        for (index, child) in self.children(node).into_iter().enumerate() {
            if index == 0 && self.kind(child) == Kind::TypeIdentifier {
                self.declare_type_parameter(child, child);
            } else {
                self.type_expression(child);
            }
        }
        self.builder.unknown()
    }
}
