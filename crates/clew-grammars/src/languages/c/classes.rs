//! What only C++ classes have: bases, access, friends, constructor initialisers.

use clew_model::{Expression, HeritageKind, HeritageSubject, Role, SymbolId, Visibility};
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::Walk;
use super::kinds::Kind;
use crate::builder::named_children;

impl Walk<'_, '_> {
    /// `: public Base<T>, private virtual Other`, and the type below an enum.
    pub(super) fn bases(&mut self, node: Node<'_>, symbol: SymbolId) {
        if let Some(base) = node.field(Field::Base) {
            self.type_specifier(base);
        }
        for clause in named_children(node) {
            if self.kind(clause) != Kind::BaseClause {
                continue;
            }
            for base in named_children(clause) {
                let is_type = matches!(
                    self.kind(base),
                    Kind::TypeIdentifier
                        | Kind::QualifiedIdentifier
                        | Kind::TemplateType
                        | Kind::DependentType
                );
                if is_type {
                    let base = self.type_as(base, Role::Inherit);
                    let subject = HeritageSubject::Symbol(symbol);
                    self.builder.heritage(subject, base, HeritageKind::Extends);
                }
            }
        }
    }

    /// `public:`
    pub(super) fn access_specifier(&mut self, node: Node<'_>) {
        self.access = match self.builder.node_text(node) {
            "private" => Visibility::Private,
            "protected" => Visibility::Protected,
            _ => Visibility::Public,
        };
    }

    /// `friend class X;`, `friend void f();`: names that others declare, but a
    /// function defined here belongs to the namespace around.
    pub(super) fn friend(&mut self, node: Node<'_>) {
        for child in named_children(node) {
            match self.kind(child) {
                Kind::FunctionDefinition => {
                    self.is_friend = true;
                    self.function_definition(child, child);
                    self.is_friend = false;
                }
                Kind::Declaration => {
                    if let Some(declared) = child.field(Field::Type) {
                        self.friend_type(declared);
                    }
                    if let Some(declarator) = child.field(Field::Declarator) {
                        let found = self.declarator(declarator);
                        if let Some(parameters) =
                            found.function.and_then(|function| function.field(Field::Parameters))
                        {
                            self.parameter_types(parameters);
                        }
                    }
                }
                Kind::Comment => {}
                _ => self.friend_type(child),
            }
        }
    }

    fn friend_type(&mut self, node: Node<'_>) {
        self.type_specifier(node);
    }

    /// `: member(value), Base{value}`
    pub(super) fn field_initializers(&mut self, node: Node<'_>) {
        for initializer in named_children(node) {
            if self.kind(initializer) != Kind::FieldInitializer {
                continue;
            }
            for child in named_children(initializer) {
                match self.kind(child) {
                    Kind::FieldIdentifier if self.initialises_class(child) => {}
                    Kind::FieldIdentifier => {
                        let this = self.this.clone().unwrap_or(Expression::Unknown);
                        let base = self.builder.expression(this);
                        self.builder.member(base, child, Role::Write);
                    }
                    Kind::QualifiedIdentifier | Kind::TemplateFunction => {
                        self.value_name(child, Role::Call);
                    }
                    _ => {
                        self.expression(child);
                    }
                }
            }
        }
    }

    /// `: Base(value)`, or the class itself: a call of a constructor, where the text
    /// shows that the name is no field. Tells whether it is.
    fn initialises_class(&mut self, name: Node<'_>) -> bool {
        let text = self.builder.node_text(name);
        let named = match self.this {
            Some(Expression::SelfValue(class)) => {
                if self.builder.symbol_name(class) == text {
                    self.builder.stand_in(name, Role::Call, class);
                    return true;
                }
                let mut bases = self.builder.extended_by(class);
                bases.find(|base| self.builder.last_name(*base) == Some(text))
            }
            Some(Expression::Instance(owner)) => {
                Some(owner).filter(|owner| self.builder.last_name(*owner) == Some(text))
            }
            _ => None,
        };
        named.is_some_and(|named| self.builder.stand_in_for(name, Role::Call, named).is_some())
    }
}
