//! One folder per language, and the table of all of them.

mod c;
mod go;
mod java;
mod javascript;
mod json;
mod keys;
mod markdown;
mod python;
mod rust;
mod toml;
mod yaml;

use crate::LanguageDefinition;

/// Every language, in the order shown to people.
pub(crate) static LANGUAGES: &[&LanguageDefinition] = &[
    &python::DEFINITION,
    &javascript::JAVASCRIPT,
    &javascript::JAVASCRIPT_REACT,
    &javascript::TYPESCRIPT,
    &javascript::TYPESCRIPT_REACT,
    &rust::DEFINITION,
    &go::DEFINITION,
    &markdown::DEFINITION,
    &json::DEFINITION,
    &yaml::DEFINITION,
    &toml::DEFINITION,
    &java::DEFINITION,
    &c::C,
    &c::CPP,
];
