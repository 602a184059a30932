//! Symbols by name: queries, qualified names, what is near.

mod components;
mod given;
mod near;
mod qualifiers;
mod query;
mod routes;
mod sides;
mod symbols;

pub(crate) use components::shown_name;
pub(crate) use near::{case_note, nearest};
pub(crate) use query::NamePath;
pub(crate) use symbols::{
    FoundSymbol, candidates_text, document_of, every_definition, full_name, resolve_name,
    stands_for_another, with_name,
};
