//! What the registry knows of a language.

use clew_model::{LanguageId, Separator};
use clew_text::TextRange;
use unicode_normalization::UnicodeNormalization as _;

use crate::builder::FactsBuilder;

/// How much is extracted from a language's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// Words only.
    Words,
    /// Symbols and sections.
    Outline,
    /// Symbols, scopes, occurrences, imports, calls, inheritance.
    Deep,
}

impl Depth {
    /// The name shown by `clew languages`.
    pub fn as_str(self) -> &'static str {
        match self {
            Depth::Words => "words",
            Depth::Outline => "outline",
            Depth::Deep => "deep",
        }
    }
}

/// Text to parse instead of a file's own: as long, and equal but for what is blanked
/// and for single bytes that stand for what a macro brings.
pub(crate) struct Prepared {
    pub(crate) text: String,
    /// The names of blanked macros.
    pub(crate) macros: Vec<TextRange>,
}

/// A Unicode normal form of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameForm {
    /// Canonical composition: what looks alike is one name.
    Composed,
    /// Compatibility composition (Python).
    Compatible,
}

impl NameForm {
    /// The form of `name`; `None` if it has that form as it is.
    pub(crate) fn of(self, name: &str) -> Option<String> {
        if name.is_ascii() {
            return None;
        }
        let formed: String = match self {
            NameForm::Composed => name.nfc().collect(),
            NameForm::Compatible => name.nfkc().collect(),
        };
        (formed != name).then_some(formed)
    }
}

/// Reads a parsed tree and reports to the builder.
pub(crate) type Walker = fn(tree_sitter::Node<'_>, &mut FactsBuilder<'_>);

/// A language that Clew reads.
pub struct LanguageDefinition {
    /// Identifier as editors write it.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Further identifiers that people may give.
    pub aliases: &'static [&'static str],
    /// File extensions without the dot, lower case.
    pub extensions: &'static [&'static str],
    /// Whole file names.
    pub file_names: &'static [&'static str],
    /// Starts of file names whose ending says nothing (`Dockerfile.dev`).
    pub(crate) file_prefixes: &'static [&'static str],
    /// Interpreter names in a `#!` line.
    pub interpreters: &'static [&'static str],
    /// How much is extracted.
    pub depth: Depth,
    /// Whether a fragment whose language is not told may be taken for this one.
    pub(crate) guessed: bool,
    /// How the facts were verified, with figures (precision/recall).
    pub verified: &'static str,
    /// Raised whenever the facts of an unchanged text may change.
    pub extractor_version: u32,
    /// Between the parts of qualified names.
    pub separator: Separator,
    /// Whether plain names inside a method see the members of its type (Java, C++).
    pub members_in_scope: bool,
    /// Whether a nested function sees locals that are declared after it.
    pub(crate) closures_see_later: bool,
    /// Whether a module inside the file does not see the names around it (Rust).
    pub(crate) closed_modules: bool,
    /// The form in which its compiler compares names, where it has one.
    pub(crate) name_form: NameForm,
    /// What an outline of this language shows, for people; empty where [`Depth`]
    /// says it all.
    pub extracts: &'static str,
    pub(crate) grammar: Option<fn() -> tree_sitter::Language>,
    pub(crate) walk: Option<Walker>,
    /// Reads the text itself, where there is no grammar.
    pub(crate) outline: Option<fn(&mut FactsBuilder<'_>)>,
    /// The text without what must not be kept; lines, and columns of names, stay.
    pub(crate) conceal: Option<fn(&str) -> String>,
    /// Splits files of several languages; asked beside `walk`.
    pub(crate) mixed: Option<crate::regions::Splitter>,
    /// Makes the text that is parsed instead of the file's own, if it must differ.
    pub(crate) prepare: Option<fn(&str) -> Option<Prepared>>,
    /// Tells of texts that the grammar must not see; they are read by their words.
    pub(crate) is_too_deep: Option<fn(&str) -> bool>,
    /// Rewrites what the grammar is known not to read, in a text of equal length
    /// with names in their places; asked only when a parse met errors.
    pub(crate) mend: Option<fn(&str) -> Option<String>>,
}

/// Raised whenever what all languages share changes the facts of an unchanged text.
const SHARED_VERSION: u32 = 1;

impl LanguageDefinition {
    /// The version of its facts: that of its own part and of what all share.
    pub fn facts_version(&self) -> u32 {
        self.extractor_version + SHARED_VERSION
    }

    /// The identifier as a value.
    pub fn language_id(&self) -> LanguageId {
        LanguageId::new(self.id)
    }

    /// Whether a syntax tree can be made of this language's text.
    pub fn has_grammar(&self) -> bool {
        self.grammar.is_some()
    }

    /// Whether its files are written for people to read, not for machines to run.
    pub fn is_documentation(&self) -> bool {
        matches!(self.id, "markdown" | "restructuredtext" | "asciidoc" | "text")
    }

    /// What may be kept and shown of a text: all of it, or in languages whose values
    /// are secrets a text without those, with names in their lines and columns.
    pub fn kept_text(&self, text: String) -> String {
        match self.conceal {
            Some(conceal) => conceal(&text),
            None => text,
        }
    }

    /// A definition with nothing but words; languages overwrite what they have.
    pub(crate) const fn words(id: &'static str, name: &'static str) -> LanguageDefinition {
        LanguageDefinition {
            id,
            name,
            aliases: &[],
            extensions: &[],
            file_names: &[],
            file_prefixes: &[],
            interpreters: &[],
            depth: Depth::Words,
            guessed: true,
            verified: "",
            extractor_version: 1,
            separator: Separator::Dot,
            members_in_scope: false,
            closures_see_later: true,
            closed_modules: false,
            name_form: NameForm::Composed,
            extracts: "",
            grammar: None,
            walk: None,
            outline: None,
            conceal: None,
            mixed: None,
            prepare: None,
            is_too_deep: None,
            mend: None,
        }
    }
}
