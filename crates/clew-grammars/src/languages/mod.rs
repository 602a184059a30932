//! One folder per language, and the table of all of them.

mod astro;
#[cfg(feature = "scripts")]
mod bash;
mod c;
mod cmake;
#[cfg(feature = "dotnet")]
mod csharp;
mod css;
#[cfg(feature = "flutter")]
mod dart;
mod dockerfile;
mod dollars;
mod dotenv;
#[cfg(feature = "functional")]
mod elixir;
mod go;
mod gomod;
mod graphql;
#[cfg(feature = "functional")]
mod haskell;
mod hcl;
mod html;
mod ini;
mod java;
mod javascript;
mod json;
mod julia;
mod jupyter;
mod keys;
#[cfg(feature = "jvm")]
mod kotlin;
#[cfg(feature = "scripts")]
mod lua;
mod makefile;
mod markdown;
mod objc;
#[cfg(feature = "functional")]
mod ocaml;
#[cfg(feature = "scripts")]
mod perl;
#[cfg(feature = "scripts")]
mod php;
mod prisma;
mod properties;
mod prose;
mod protobuf;
mod python;
#[cfg(feature = "science")]
mod r;
#[cfg(feature = "scripts")]
mod ruby;
mod rust;
#[cfg(feature = "jvm")]
mod scala;
mod sections;
mod shapes;
mod sql;
mod svelte;
#[cfg(feature = "apple")]
mod swift;
pub(crate) mod templates;
mod toml;
mod vue;
mod xml;
mod yaml;
#[cfg(feature = "systems")]
mod zig;

pub(crate) use objc::looks_like_objc;

use crate::LanguageDefinition;
pub(crate) use javascript::{JAVASCRIPT, TYPESCRIPT_REACT};

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
    &prose::RESTRUCTURED_TEXT,
    &prose::ASCIIDOC,
    &prose::TEXT,
    &json::DEFINITION,
    &yaml::DEFINITION,
    &toml::DEFINITION,
    &java::DEFINITION,
    &c::C,
    &c::CPP,
    #[cfg(feature = "dotnet")]
    &csharp::DEFINITION,
    #[cfg(feature = "scripts")]
    &php::DEFINITION,
    #[cfg(feature = "scripts")]
    &ruby::DEFINITION,
    #[cfg(feature = "jvm")]
    &kotlin::DEFINITION,
    #[cfg(feature = "scripts")]
    &bash::DEFINITION,
    #[cfg(feature = "scripts")]
    &lua::DEFINITION,
    #[cfg(feature = "apple")]
    &swift::DEFINITION,
    #[cfg(feature = "jvm")]
    &scala::DEFINITION,
    #[cfg(feature = "flutter")]
    &dart::DEFINITION,
    #[cfg(feature = "systems")]
    &zig::DEFINITION,
    #[cfg(feature = "science")]
    &r::DEFINITION,
    #[cfg(feature = "functional")]
    &elixir::DEFINITION,
    &dockerfile::DEFINITION,
    &makefile::DEFINITION,
    &cmake::DEFINITION,
    &gomod::DEFINITION,
    &ini::DEFINITION,
    &properties::DEFINITION,
    &dotenv::DEFINITION,
    &sql::DEFINITION,
    &protobuf::DEFINITION,
    &graphql::DEFINITION,
    &css::CSS,
    &css::SCSS,
    &css::LESS,
    &hcl::DEFINITION,
    &prisma::DEFINITION,
    &xml::DEFINITION,
    &vue::DEFINITION,
    &svelte::DEFINITION,
    &astro::DEFINITION,
    &html::DEFINITION,
    &jupyter::DEFINITION,
    &templates::JINJA,
    &templates::ERB,
    &templates::BLADE,
    #[cfg(feature = "scripts")]
    &perl::DEFINITION,
    #[cfg(feature = "functional")]
    &haskell::DEFINITION,
    #[cfg(feature = "functional")]
    &ocaml::DEFINITION,
    #[cfg(feature = "functional")]
    &ocaml::interface::DEFINITION,
    &julia::DEFINITION,
    &objc::DEFINITION,
];
