//! Grammars: from text to facts.
//!
//! Every language is one folder under `languages/`: its grammar, a walker that
//! reports to the [`builder`](crate::builder) and a fixture. This crate is a
//! pure function of (language, text): no I/O and no other file.

mod builder;
mod chunks;
mod comments;
mod definition;
mod depth;
#[cfg(feature = "described")]
mod described;
mod detect;
mod extractor;
mod halves;
#[cfg(test)]
mod hostile_tests;
mod languages;
mod probe;
mod regions;
mod release;
mod routes;
mod scanned;
mod sql_strings;
mod syntax;
mod table_names;
#[cfg(test)]
mod testing;
mod words;

pub use comments::{clean_doc, doc_summary};
pub use definition::{Depth, LanguageDefinition};
pub use detect::{detect_language, kept_text, language_by_id, language_for_fragment, languages};
pub use extractor::{Extractor, Limits};
pub use routes::{MOUNT, ROUTE_METHODS, RouteName, router_prefix};
pub use syntax::{SyntaxNode, SyntaxTree, TreeLimits};
pub use words::words_of;
