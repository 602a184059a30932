//! Typed views of tree nodes.
//!
//! A view is a copyable handle; every accessor gives `None` where broken
//! source lacks the part. Nothing here reads more than the direct children.

mod expr;
mod pattern;
mod stmt;
mod types;

pub use expr::*;
pub use pattern::*;
pub use stmt::*;
pub use types::*;

use super::tree::Node;

/// A typed view of a node.
pub trait AstNode<'tree>: Copy + Sized {
    /// The view, if the node is of the right kind.
    fn cast(node: Node<'tree>) -> Option<Self>;

    /// The node behind the view.
    fn syntax(self) -> Node<'tree>;

    /// Bytes of the node.
    fn range(self) -> clew_text::TextRange {
        self.syntax().range()
    }

    /// Text of the node.
    fn text(self) -> &'tree str {
        self.syntax().text()
    }
}

/// Declares a view of one node kind with accessors by field.
macro_rules! ast_node {
    ($(
        $(#[$meta:meta])*
        $name:ident {
            $( $(#[$one_doc:meta])* $one:ident: $one_ty:ident = $one_field:ident, )*
            $( ; $( $(#[$many_doc:meta])* $many:ident: [$many_ty:ident] = $many_field:ident, )* )?
        }
    )*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name<'tree>(crate::syntax::tree::Node<'tree>);

        impl<'tree> crate::syntax::ast::AstNode<'tree> for $name<'tree> {
            fn cast(node: crate::syntax::tree::Node<'tree>) -> Option<Self> {
                (node.kind() == crate::syntax::kind::SyntaxKind::$name).then_some($name(node))
            }

            fn syntax(self) -> crate::syntax::tree::Node<'tree> {
                self.0
            }
        }

        impl<'tree> $name<'tree> {
            $(
                $(#[$one_doc])*
                pub fn $one(self) -> Option<$one_ty<'tree>> {
                    self.0
                        .children_of(crate::syntax::kind::Field::$one_field)
                        .find_map(<$one_ty<'tree> as crate::syntax::ast::AstNode<'tree>>::cast)
                }
            )*
            $($(
                $(#[$many_doc])*
                pub fn $many(self) -> impl Iterator<Item = $many_ty<'tree>> {
                    self.0
                        .children_of(crate::syntax::kind::Field::$many_field)
                        .filter_map(<$many_ty<'tree> as crate::syntax::ast::AstNode<'tree>>::cast)
                }
            )*)?
        }
    )* };
}
pub(crate) use ast_node;

/// Declares a view that is one of several views.
macro_rules! ast_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name<'tree> { $($(#[$doc])* $variant($variant<'tree>),)* }

        impl<'tree> crate::syntax::ast::AstNode<'tree> for $name<'tree> {
            fn cast(node: crate::syntax::tree::Node<'tree>) -> Option<Self> {
                match node.kind() {
                    $(crate::syntax::kind::SyntaxKind::$variant =>
                        <$variant<'tree> as crate::syntax::ast::AstNode<'tree>>::cast(node)
                            .map($name::$variant),)*
                    _ => None,
                }
            }

            fn syntax(self) -> crate::syntax::tree::Node<'tree> {
                match self { $($name::$variant(view) =>
                    crate::syntax::ast::AstNode::syntax(view),)* }
            }
        }
    };
}
pub(crate) use ast_enum;
