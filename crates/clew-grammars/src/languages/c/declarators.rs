//! Declarators: from the outside in to the name.

use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::Walk;
use super::kinds::Kind;

/// What a declarator says of the name inside it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Declarator<'tree> {
    /// The node that names it: an identifier, qualified, operator or destructor name.
    pub(super) name: Option<Node<'tree>>,
    /// The function declarator next to the name, if the name is a function.
    pub(super) function: Option<Node<'tree>>,
    /// Whether the name is a pointer to a function.
    pub(super) is_callback: bool,
}

impl Walk<'_, '_> {
    /// Reads a declarator; array sizes and parameters of function pointers are
    /// reported on the way.
    pub(super) fn declarator<'tree>(&mut self, node: Node<'tree>) -> Declarator<'tree> {
        let mut found = Declarator::default();
        let mut pointed = false;
        let mut current = node;
        loop {
            let inner = match self.kind(current) {
                Kind::FunctionDeclarator => {
                    if let Some(outer) = found.function.replace(current) {
                        self.parameter_types_of(outer);
                    }
                    pointed = false;
                    current.field(Field::Declarator)
                }
                Kind::PointerDeclarator => {
                    pointed = true;
                    current.field(Field::Declarator)
                }
                Kind::ArrayDeclarator => {
                    if let Some(size) = current.field(Field::Size) {
                        self.expression(size);
                    }
                    current.field(Field::Declarator)
                }
                Kind::OperatorCast => {
                    found.name = Some(current);
                    found.function = current.field(Field::Declarator);
                    return found;
                }
                Kind::InitDeclarator => current.field(Field::Declarator),
                Kind::ReferenceDeclarator
                | Kind::ParenthesizedDeclarator
                | Kind::AttributedDeclarator => {
                    pointed |= self.kind(current) == Kind::ReferenceDeclarator;
                    self.inner_declarator(current)
                }
                _ => {
                    if self.is_name(current) {
                        found.name = Some(current);
                    }
                    None
                }
            };
            match inner {
                Some(inner) => current = inner,
                None => break,
            }
        }
        if pointed && let Some(function) = found.function.take() {
            self.parameter_types_of(function);
            found.is_callback = true;
        }
        found
    }

    fn inner_declarator<'tree>(&self, node: Node<'tree>) -> Option<Node<'tree>> {
        let mut cursor = node.walk();
        node.named_children(&mut cursor).find(|child| {
            !matches!(self.kind(*child), Kind::Attribute | Kind::TypeQualifier | Kind::Comment)
                && !child.kind().starts_with("ms_")
        })
    }

    fn is_name(&self, node: Node<'_>) -> bool {
        matches!(
            self.kind(node),
            Kind::Identifier
                | Kind::FieldIdentifier
                | Kind::TypeIdentifier
                | Kind::QualifiedIdentifier
                | Kind::OperatorName
                | Kind::OperatorCast
                | Kind::DestructorName
                | Kind::TemplateFunction
                | Kind::PrimitiveType
                | Kind::StructuredBinding
        )
    }

    fn parameter_types_of(&mut self, function: Node<'_>) {
        if let Some(parameters) = function.field(Field::Parameters) {
            self.parameter_types(parameters);
        }
    }
}
