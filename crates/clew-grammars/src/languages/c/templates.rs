//! Templates: parameters, and what they are put before.

use clew_model::{ScopeKind, SymbolFlags, SymbolKind};
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::Walk;
use super::kinds::Kind;
use crate::builder::{Declaration, named_children, range_of};

impl<'text> Walk<'_, 'text> {
    /// `template <…> declaration`: what is declared belongs outside the scope of
    /// its parameters.
    pub(super) fn template(&mut self, node: Node<'_>) {
        let doc = self.doc;
        let outer = self.target_scope.take().unwrap_or_else(|| self.builder.scope());
        let known = self.template_names.len();
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        if let Some(parameters) = node.field(Field::Parameters) {
            self.template_parameters(parameters);
        }
        for child in named_children(node) {
            self.doc = doc;
            self.target_scope = Some(outer);
            match self.kind(child) {
                Kind::FunctionDefinition => self.function_definition(child, node),
                Kind::Declaration => self.declaration(child, node),
                Kind::FieldDeclaration => self.field_declaration(child, node),
                Kind::AliasDeclaration => self.alias(child, node),
                Kind::ConceptDefinition => self.concept(child, node),
                Kind::StructSpecifier | Kind::ClassSpecifier | Kind::UnionSpecifier => {
                    self.standalone_type(child, node);
                }
                Kind::Template => self.deeper((), |walk| walk.template(child)),
                Kind::Friend => self.friend(child),
                Kind::RequiresClause => {
                    self.expression(child);
                }
                _ => {}
            }
            self.target_scope = None;
        }
        self.builder.close_scope();
        self.template_names.truncate(known);
        self.doc = None;
    }

    /// Declares template parameters in the current scope.
    pub(super) fn template_parameters(&mut self, list: Node<'_>) {
        for parameter in named_children(list) {
            match self.kind(parameter) {
                Kind::TypeParameter
                | Kind::OptionalTypeParameter
                | Kind::TemplateTemplateParameter => self.type_parameter(parameter),
                Kind::ParameterDeclaration if self.is_constrained(parameter) => {
                    self.constrained_parameter(parameter);
                }
                Kind::ParameterDeclaration | Kind::OptionalParameter | Kind::VariadicParameter => {
                    self.parameter(parameter)
                }
                _ => {}
            }
        }
    }

    /// `Concept T`: a type parameter that reads like a value parameter.
    fn is_constrained(&mut self, node: Node<'_>) -> bool {
        let Some(constraint) = node.field(Field::Type) else { return false };
        let text = self.builder.node_text(constraint);
        let head = text.split('<').next().unwrap_or(text).trim();
        let is_concept = self
            .builder
            .visible_symbol(head)
            .and_then(|symbol| self.builder.symbol(symbol))
            .is_some_and(|symbol| symbol.kind == SymbolKind::Interface);
        is_concept || (head.starts_with("std::") && !head.starts_with("std::size_t"))
    }

    fn constrained_parameter(&mut self, node: Node<'_>) {
        if let Some(constraint) = node.field(Field::Type) {
            self.type_specifier(constraint);
        }
        let name =
            node.field(Field::Declarator).and_then(|declarator| self.declarator(declarator).name);
        if let Some(name) = name {
            self.declare_type_parameter(name, node);
        }
    }

    fn type_parameter(&mut self, node: Node<'_>) {
        if let Some(default) = node.field(Field::DefaultType) {
            self.type_specifier(default);
        }
        let mut name = node.field(Field::Name);
        for child in named_children(node) {
            match self.kind(child) {
                Kind::TypeIdentifier if name.is_none() => name = Some(child),
                Kind::TypeParameter | Kind::OptionalTypeParameter => {
                    self.deeper((), |walk| walk.type_parameter(child));
                }
                _ => {}
            }
        }
        if let Some(name) = name {
            self.declare_type_parameter(name, node);
        }
    }

    fn declare_type_parameter(&mut self, name: Node<'_>, node: Node<'_>) {
        let mut declaration = Declaration::new(self.builder, SymbolKind::TypeParameter, name, node);
        declaration.flags = SymbolFlags::LOCAL;
        let text = declaration.name;
        let symbol = self.builder.declare(declaration);
        self.template_names.push((text, symbol));
    }

    /// Makes the template parameters around visible where a member's body is read.
    pub(super) fn show_template_names(&mut self) {
        for (name, symbol) in self.template_names.clone() {
            self.builder.make_symbol_visible(name, symbol);
        }
    }

    /// `template class Foo<int>;`
    pub(super) fn template_instantiation(&mut self, node: Node<'_>) {
        if let Some(declared) = node.field(Field::Type) {
            match declared.field(Field::Name) {
                Some(name) => self.type_specifier(name),
                None => self.type_specifier(declared),
            };
        }
        if let Some(declarator) = node.field(Field::Declarator) {
            let found = self.declarator(declarator);
            if let Some(name) = found.name {
                self.value_name(name, clew_model::Role::Read);
            }
        }
    }
}
