//! One folder per language, and the table of all of them.

mod bash;
mod c;
mod csharp;
mod dart;
mod go;
mod java;
mod javascript;
mod json;
mod keys;
mod kotlin;
mod lua;
mod markdown;
mod php;
mod python;
mod ruby;
mod rust;
mod scala;
mod swift;
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
    &csharp::DEFINITION,
    &php::DEFINITION,
    &ruby::DEFINITION,
    &kotlin::DEFINITION,
    &bash::DEFINITION,
    &lua::DEFINITION,
    &swift::DEFINITION,
    &scala::DEFINITION,
    &dart::DEFINITION,
];
