//! Front-end for the YaoXiang language: lexer, lossless tree, parser,
//! formatter, checker, module graph and rename.
//!
//! Text in, data out: nothing here touches the disk, the environment or the
//! network.

pub mod check;
mod diagnostic;
pub mod facts;
pub mod format;
pub mod lexer;
pub mod modules;
pub mod names;
pub mod project;
pub mod registry;
pub mod rename;
pub mod stack;
pub mod stop;
pub mod syntax;

pub use diagnostic::{Diagnostic, Related, Severity};
pub use syntax::{Parse, parse};
