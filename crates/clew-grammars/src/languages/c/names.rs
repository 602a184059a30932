//! Names with scopes before them and arguments behind them.

use clew_model::{Expression, ExpressionId, Role, ScopeId, SymbolId};
use clew_text::TextRange;
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::Walk;
use super::functions::Owner;
use super::kinds::Kind;
use crate::builder::{Namespace, named_children};

impl<'text> Walk<'_, 'text> {
    /// A name used as a value.
    pub(super) fn value_name(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        match self.kind(node) {
            Kind::QualifiedIdentifier => self.qualified(node, role),
            Kind::TemplateFunction | Kind::TemplateType => self.template_type(node, role),
            Kind::DependentName => match node.named_child(0) {
                Some(inner) => {
                    self.deeper(self.builder.unknown(), |walk| walk.value_name(inner, role))
                }
                None => self.builder.unknown(),
            },
            _ => {
                let occurrence = self.builder.reference_in(node, role, Namespace::Term);
                self.builder.occurrence_expression(occurrence)
            }
        }
    }

    /// `a::b<T>::c`, `::c`
    pub(super) fn qualified(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let (base, last, is_global) = self.qualifiers(node);
        let Some(last) = last else { return base.unwrap_or_else(|| self.builder.unknown()) };
        self.last_name(base, last, role, is_global)
    }

    /// Reads what stands before the last name.
    fn qualifiers<'tree>(
        &mut self,
        node: Node<'tree>,
    ) -> (Option<ExpressionId>, Option<Node<'tree>>, bool) {
        let mut base = None;
        let mut current = node;
        let mut is_global = false;
        while self.kind(current) == Kind::QualifiedIdentifier {
            match current.field(Field::Scope) {
                Some(scope) => base = Some(self.qualifier(base, scope, is_global)),
                None => is_global = base.is_none(),
            }
            match current.field(Field::Name) {
                Some(name) => current = name,
                None => return (base, None, is_global),
            }
        }
        (base, Some(current), is_global)
    }

    fn qualifier(
        &mut self,
        base: Option<ExpressionId>,
        scope: Node<'_>,
        is_global: bool,
    ) -> ExpressionId {
        match (self.kind(scope), base) {
            (Kind::NamespaceIdentifier | Kind::TypeIdentifier | Kind::Identifier, None) => {
                let occurrence = match is_global {
                    true => self.builder.reference_from(ScopeId(0), scope, Role::Read),
                    false => self.builder.reference(scope, Role::Read),
                };
                self.builder.occurrence_expression(occurrence)
            }
            (Kind::NamespaceIdentifier | Kind::TypeIdentifier | Kind::Identifier, Some(base)) => {
                let occurrence = self.builder.member(base, scope, Role::Read);
                self.builder.occurrence_expression(occurrence)
            }
            (Kind::TemplateType, base) => self.template_named(base, scope, Role::Read),
            _ => {
                self.expressions(scope);
                self.builder.unknown()
            }
        }
    }

    fn last_name(
        &mut self,
        base: Option<ExpressionId>,
        last: Node<'_>,
        role: Role,
        is_global: bool,
    ) -> ExpressionId {
        match (self.kind(last), base) {
            (Kind::TemplateType | Kind::TemplateFunction, _) => {
                self.template_named(base, last, role)
            }
            (Kind::DependentName, _) => match last.named_child(0) {
                Some(inner) => self.template_named(base, inner, role),
                None => self.builder.unknown(),
            },
            (_, Some(base)) => {
                let occurrence = self.builder.member(base, last, role);
                self.builder.occurrence_expression(occurrence)
            }
            (_, None) => {
                let occurrence = match is_global {
                    true => self.builder.reference_from(ScopeId(0), last, role),
                    false => self.builder.reference(last, role),
                };
                self.builder.occurrence_expression(occurrence)
            }
        }
    }

    /// `name<arguments>`
    pub(super) fn template_type(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        self.template_named(None, node, role)
    }

    fn template_named(
        &mut self,
        base: Option<ExpressionId>,
        node: Node<'_>,
        role: Role,
    ) -> ExpressionId {
        let Some(name) = node.field(Field::Name) else { return self.builder.unknown() };
        let occurrence = match (base, self.kind(name)) {
            (Some(base), _) => self.builder.member(base, name, role),
            (None, Kind::TypeIdentifier) => self.builder.reference_in(name, role, Namespace::Type),
            (None, _) => self.builder.reference_in(name, role, Namespace::Term),
        };
        let head = self.builder.occurrence_expression(occurrence);
        let arguments = match node.field(Field::Arguments) {
            Some(arguments) => self.template_arguments(arguments),
            None => Vec::new(),
        };
        self.builder.expression(Expression::Generic(head, arguments))
    }

    /// `<int, T*, 3>`
    pub(super) fn template_arguments(&mut self, node: Node<'_>) -> Vec<ExpressionId> {
        let mut arguments = Vec::new();
        for child in named_children(node) {
            let unknown = self.builder.unknown();
            let argument = self.deeper(unknown, |walk| match walk.kind(child) {
                Kind::TypeDescriptor => walk.template_argument(child),
                _ => walk.expression(child),
            });
            arguments.push(argument);
        }
        arguments
    }

    /// A lone name may be a type or the value of a parameter.
    fn template_argument(&mut self, node: Node<'_>) -> ExpressionId {
        let lone = node
            .field(Field::Type)
            .filter(|inner| self.kind(*inner) == Kind::TypeIdentifier && node.child_count() == 1);
        if let Some(name) = lone {
            let occurrence = self.builder.reference(name, Role::Type);
            return self.builder.occurrence_expression(occurrence);
        }
        self.type_descriptor(node).unwrap_or_else(|| self.builder.unknown())
    }

    /// The owner that a qualified declarator names.
    pub(super) fn qualified_owner<'tree>(&mut self, node: Node<'tree>) -> Owner<'tree> {
        let mut class: Option<SymbolId> = None;
        let mut known = true;
        let mut owner_name = None;
        let mut current = node;
        while self.kind(current) == Kind::QualifiedIdentifier {
            if let Some(scope) = current.field(Field::Scope) {
                let simple = match self.kind(scope) {
                    Kind::TemplateType => scope.field(Field::Name).unwrap_or(scope),
                    _ => scope,
                };
                let text = self.builder.node_text(simple);
                class = match class {
                    _ if !known => None,
                    None => self.builder.visible_symbol(text),
                    Some(class) => self.builder.member_of(class, text),
                };
                known = class.is_some();
                owner_name = Some(simple);
            }
            match current.field(Field::Name) {
                Some(name) => current = name,
                None => break,
            }
        }
        let (owner, last, _) = self.qualifiers(node);
        let class = class.filter(|class| {
            self.builder.symbol(*class).is_some_and(|symbol| symbol.body.is_some())
        });
        let mut name = last.unwrap_or(node);
        if self.kind(name) == Kind::TemplateFunction {
            if let Some(arguments) = name.field(Field::Arguments) {
                self.template_arguments(arguments);
            }
            name = name.field(Field::Name).unwrap_or(name);
        }
        Owner { name, owner, class, owner_name }
    }

    /// `operator bool`: the name of a conversion, up to its type.
    pub(super) fn conversion_name(&self, node: Node<'_>) -> (TextRange, &'text str) {
        let end = node.field(Field::Type).map_or(node.end_byte(), |converted| converted.end_byte());
        let range = TextRange::new(node.start_byte(), end);
        (range, range.slice(self.builder.text()))
    }
}
