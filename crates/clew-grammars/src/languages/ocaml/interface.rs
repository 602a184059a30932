//! Interfaces (`.mli`): what a module shows, read by a grammar of its own.

use super::DESCRIPTION;
use crate::described::described;
use crate::{Depth, LanguageDefinition};

/// The identifier, which editors use too.
pub(super) const ID: &str = "ocaml.interface";

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["mli"],
    extensions: &["mli"],
    depth: Depth::Deep,
    extractor_version: 3,
    guessed: false,
    verified: "with OCaml",
    members_in_scope: true,
    closures_see_later: false,
    grammar: Some(|| tree_sitter_ocaml::LANGUAGE_OCAML_INTERFACE.into()),
    walk: Some(walk),
    ..LanguageDefinition::words(ID, "OCaml interface")
};

described!(tree_sitter_ocaml::LANGUAGE_OCAML_INTERFACE, DESCRIPTION);
