//! One folder per language, and the table of all of them.

mod python;

use crate::LanguageDefinition;

/// Every language, in the order shown to people.
pub(crate) static LANGUAGES: &[&LanguageDefinition] = &[&python::DEFINITION];
