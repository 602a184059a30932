//! Type expressions, struct and interface bodies.

use clew_model::{
    Expression, ExpressionId, HeritageKind, HeritageSubject, LiteralKind, Role, ScopeKind,
    SymbolFlags, SymbolId, SymbolKind,
};
use tree_sitter::Node;

use super::declarations::{Docs, visibility};
use super::{Kind, Walk, kind};
use crate::builder::{Declaration, Visible, named_children, range_of};

use super::fields::{Field, FieldAccess};

impl<'text> Walk<'_, 'text> {
    /// Reads a type: reports its names and gives the type. Pointers are looked through.
    pub(super) fn type_expression(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let unknown = self.builder.unknown();
        self.deeper(unknown, |walk| walk.type_inner(node, role))
    }

    fn type_inner(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        match kind(node) {
            Kind::Identifier => self.type_name(node, role),
            Kind::QualifiedType => {
                let (Some(package), Some(name)) =
                    (node.field(Field::Package), node.field(Field::Name))
                else {
                    return self.builder.unknown();
                };
                let package = self.builder.reference(package, Role::Read);
                let package = self.builder.occurrence_expression(package);
                let occurrence = self.builder.member(package, name, role);
                self.builder.occurrence_expression(occurrence)
            }
            Kind::Selector => {
                let value = self.expression(node, role);
                self.builder.set_expression_role(value, role);
                value
            }
            Kind::PointerType | Kind::TypeElement => self.parts(node, role),
            Kind::GenericType => self.generic_type(node, role),
            Kind::ArrayType => {
                if let Some(length) = node.field(Field::Length) {
                    self.expression(length, Role::Read);
                }
                let element = self.field_type(node, "element");
                self.builder.expression(Expression::ListOf(element))
            }
            Kind::ChannelType => {
                let element = self.field_type(node, "value");
                self.builder.expression(Expression::ListOf(element))
            }
            Kind::MapType => {
                self.field_type(node, "key");
                let value = self.field_type(node, "value");
                self.builder.expression(Expression::MapOf(value))
            }
            Kind::FunctionType => {
                if let Some(parameters) = node.field(Field::Parameters) {
                    self.parameter_types(parameters);
                }
                let result = self.result_type(node);
                self.builder.expression(Expression::FunctionOf(result))
            }
            Kind::StructType | Kind::InterfaceType => self.anonymous_type(node),
            Kind::Parenthesized | Kind::Unary => self.parts(node, role),
            _ => self.builder.unknown(),
        }
    }

    fn type_name(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let literal = match self.builder.node_text(node) {
            "string" => LiteralKind::String,
            "bool" => LiteralKind::Boolean,
            "nil" | "_" => return self.builder.unknown(),
            // Embedded, they are bases like any other.
            "error" | "any" | "comparable" if role != Role::Inherit => {
                return self.builder.unknown();
            }
            "int" | "int8" | "int16" | "int32" | "int64" | "uint" | "uint8" | "uint16"
            | "uint32" | "uint64" | "uintptr" | "byte" | "rune" | "float32" | "float64"
            | "complex64" | "complex128" => LiteralKind::Number,
            _ => {
                let occurrence = self.builder.reference(node, role);
                return self.builder.occurrence_expression(occurrence);
            }
        };
        self.builder.expression(Expression::Literal(literal))
    }

    /// The types inside a pointer, constraint or union.
    fn parts(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let parts: Vec<_> =
            named_children(node).into_iter().map(|part| self.type_expression(part, role)).collect();
        match parts.as_slice() {
            [] => self.builder.unknown(),
            [one] => *one,
            _ => self.builder.expression(Expression::Union(parts)),
        }
    }

    fn generic_type(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let base = match node.field(Field::Type) {
            Some(base) => self.type_expression(base, role),
            None => self.builder.unknown(),
        };
        match node.field(Field::TypeArguments) {
            Some(list) => self.apply_arguments(base, list),
            None => base,
        }
    }

    pub(super) fn apply_arguments(&mut self, base: ExpressionId, list: Node<'_>) -> ExpressionId {
        let arguments = named_children(list)
            .into_iter()
            .map(|argument| self.type_expression(argument, Role::Type))
            .collect();
        self.builder.expression(Expression::Generic(base, arguments))
    }

    fn field_type(&mut self, node: Node<'_>, field: &str) -> ExpressionId {
        match node.child_by_field_name(field) {
            Some(inner) => self.type_expression(inner, Role::Type),
            None => self.builder.unknown(),
        }
    }

    /// The types of parameters whose names mean nothing (function types).
    fn parameter_types(&mut self, list: Node<'_>) {
        for parameter in named_children(list) {
            self.field_type(parameter, "type");
        }
    }

    /// The result type of a function type, literal or interface method.
    pub(super) fn result_type(&mut self, node: Node<'_>) -> ExpressionId {
        match node.field(Field::Result) {
            Some(list) if kind(list) == Kind::ParameterList => {
                let mut types = Vec::new();
                for parameter in named_children(list) {
                    let declared = self.field_type(parameter, "type");
                    let mut cursor = parameter.walk();
                    let names = parameter.children_by_field_name("name", &mut cursor).count();
                    types.extend(std::iter::repeat_n(declared, names.max(1)));
                }
                match types.as_slice() {
                    [one] => *one,
                    _ => self.builder.expression(Expression::TupleOf(types)),
                }
            }
            Some(result) => self.type_expression(result, Role::Type),
            None => self.builder.unknown(),
        }
    }

    /// A struct or interface without a name becomes a nameless type symbol.
    fn anonymous_type(&mut self, node: Node<'_>) -> ExpressionId {
        if node.named_child_count() == 0 {
            return self.builder.unknown();
        }
        let is_struct = kind(node) == Kind::StructType;
        let symbol_kind = if is_struct { SymbolKind::Struct } else { SymbolKind::Interface };
        let mut declaration = Declaration::new(self.builder, symbol_kind, node, node);
        declaration.name = if is_struct { "<struct>" } else { "<interface>" };
        declaration.flags = SymbolFlags::ANONYMOUS;
        declaration.visible = Visible::MemberOnly;
        declaration.visibility = clew_model::Visibility::Internal;
        if self.builder.in_function() {
            declaration.flags.set(SymbolFlags::LOCAL);
        }
        let symbol = self.builder.declare(declaration);
        self.type_body(symbol, node);
        self.builder.expression(Expression::SelfType(symbol))
    }

    /// Declares the members of a struct or interface.
    pub(super) fn type_body(&mut self, symbol: SymbolId, node: Node<'_>) {
        let is_local = self.builder.in_function();
        self.builder.enter(symbol);
        self.builder.open_scope(ScopeKind::Type, range_of(node), Some(symbol));
        let mut docs = Docs::default();
        let members = match kind(node) {
            Kind::StructType => node.named_child(0).map(named_children).unwrap_or_default(),
            _ => named_children(node),
        };
        for member in members {
            match kind(member) {
                Kind::Comment => {}
                Kind::FieldDeclaration => self.fields(symbol, member, &docs, is_local),
                Kind::MethodElement => self.interface_method(member, &docs, is_local),
                Kind::TypeElement => self.embedded_interface(symbol, member),
                _ => {}
            }
            docs.note(self.builder.text(), member, kind(member) == Kind::Comment);
        }
        self.builder.close_scope();
        self.builder.leave();
    }

    /// `a, b T` or an embedded `T`, which is a base and a field at once.
    fn fields(&mut self, owner: SymbolId, node: Node<'_>, docs: &Docs, is_local: bool) {
        let Some(declared) = node.field(Field::Type) else { return };
        let mut cursor = node.walk();
        let names: Vec<_> = node.children_by_field_name("name", &mut cursor).collect();
        if names.is_empty() {
            let base = self.type_expression(declared, Role::Inherit);
            let subject = HeritageSubject::Symbol(owner);
            self.builder.heritage(subject, base, HeritageKind::Extends);
            let Some(name) = last_name(declared) else { return };
            let mut field = Declaration::new(self.builder, SymbolKind::Field, name, node);
            field.visible = Visible::MemberOnly;
            field.visibility = visibility(field.name);
            field.flags = SymbolFlags::ANONYMOUS;
            let field = self.builder.declare(field);
            self.builder.set_type(field, base);
            return;
        }
        let mut symbols = Vec::new();
        for name in names {
            let mut field = Declaration::new(self.builder, SymbolKind::Field, name, node);
            field.visible = Visible::MemberOnly;
            field.visibility = visibility(field.name);
            field.doc_range = docs.of(node);
            if is_local {
                field.flags.set(SymbolFlags::LOCAL);
            }
            symbols.push(self.builder.declare(field));
        }
        let declared = self.type_expression(declared, Role::Type);
        for symbol in symbols {
            self.builder.set_type(symbol, declared);
        }
    }

    fn interface_method(&mut self, node: Node<'_>, docs: &Docs, is_local: bool) {
        let Some(name) = node.field(Field::Name) else { return };
        let mut method = Declaration::new(self.builder, SymbolKind::Method, name, node);
        method.visible = Visible::MemberOnly;
        method.visibility = visibility(method.name);
        method.signature_range = Some(range_of(node));
        method.doc_range = docs.of(node);
        method.flags = SymbolFlags::ABSTRACT;
        if is_local {
            method.flags.set(SymbolFlags::LOCAL);
        }
        let method = self.builder.declare(method);
        self.builder.set_arity(method, super::declarations::arity(node));
        self.builder.enter(method);
        if let Some(parameters) = node.field(Field::Parameters) {
            self.parameter_types(parameters);
        }
        if node.field(Field::Result).is_some() {
            let result = self.result_type(node);
            self.builder.set_type(method, result);
        }
        self.builder.leave();
    }

    /// `io.Reader` inside an interface is a base; `A | B` and `~T` are constraints.
    fn embedded_interface(&mut self, owner: SymbolId, node: Node<'_>) {
        let parts = named_children(node);
        let is_base = match parts.as_slice() {
            [one] => {
                matches!(kind(*one), Kind::Identifier | Kind::QualifiedType | Kind::GenericType)
            }
            _ => false,
        };
        let role = if is_base { Role::Inherit } else { Role::Type };
        let base = self.type_expression(node, role);
        if is_base {
            let subject = HeritageSubject::Symbol(owner);
            self.builder.heritage(subject, base, HeritageKind::Extends);
        }
    }
}

/// The last name of an embedded type.
fn last_name(node: Node<'_>) -> Option<Node<'_>> {
    let mut current = node;
    for _ in 0..8 {
        current = match kind(current) {
            Kind::Identifier => return Some(current),
            Kind::QualifiedType => return current.field(Field::Name),
            Kind::GenericType => current.field(Field::Type)?,
            _ => current.named_child(0)?,
        };
    }
    None
}
