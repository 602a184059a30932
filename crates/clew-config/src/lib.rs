//! The user's `config.yaml`: its keys, defaults and checks.
//!
//! A file is read leniently and judged strictly: what is wrong is reported with line,
//! column and a suggestion, and everything else counts. Reading and writing files is
//! left to the caller.

mod keys;
mod read;
mod settings;
mod write;

pub use keys::{KEYS, Key, Type};
pub use read::{Parsed, Problem, parse, parse_workspace};
pub use settings::{
    Budget, Concurrency, Credential, IndexLocation, LanguageSettings, Llm, Provider, Semantic,
    SemanticMode, Settings, Throttling,
};
pub use write::{defaults_yaml, to_yaml};
