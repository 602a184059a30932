//! The lossless tree, its typed views and the parser.

pub mod ast;
mod build;
mod data;
mod kind;
mod parser;
#[cfg(test)]
mod tests;
mod tree;
mod validate;

pub use data::{DataLimits, DataNode, kind_counts, tree_data};
pub use kind::{Field, SyntaxKind};
pub(crate) use parser::starts_expr;
pub use parser::{Parse, parse};
pub use tree::{Children, Node, SyntaxTree};
