//! Languages read without a grammar: one pass of a scanner over the text.
//!
//! For what is written in lines or plain blocks a scanner says as much as a tree,
//! takes any dialect, adds no tables to the program, and its time grows with the
//! text alone, however broken that is: nothing here recurses, and nothing is read
//! more than twice. A reader takes tokens ([`Lexer`]), statements ([`blocks`]) or
//! lines ([`Lines`]) and reports through a [`Sheet`].

mod blocks;
mod indents;
mod lexer;
mod lines;
mod sheet;

pub(crate) use blocks::{Blocks, Ends, Opened, Statement};
pub(crate) use indents::{Indents, indent_of, word_at};
pub(crate) use lexer::{Lexer, Lexis, Quote, Token, TokenKind};
pub(crate) use lines::{Line, Lines};
pub(crate) use sheet::{Entry, Sheet};

#[cfg(test)]
mod tests;
