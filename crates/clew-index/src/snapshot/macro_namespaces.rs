//! Namespaces that only a macro opens: `LIB_BEGIN_NAMESPACE … LIB_END_NAMESPACE`.
//!
//! What such a macro stands for is written in another file, so facts cannot know it.
//! A file's facts tell where the macros stand, and those of the defining file which
//! words their bodies hold.

use clew_model::{FileFacts, NameId, Role, SymbolId, SymbolKind};
use clew_text::ByteOffset;

use super::Snapshot;
use crate::{NameBits, StoreError};

/// Macros of one file that are followed; more is no namespace but a game.
const MOST_MACROS: usize = 64;

/// What a macro does by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    Opens,
    Closes,
}

/// Namespaces that macros open in one file.
#[derive(Clone, Debug, Default)]
pub struct MacroNamespaces {
    /// Where the namespaces around a place change, in order, and to which.
    changes: Vec<(ByteOffset, Vec<String>)>,
}

impl MacroNamespaces {
    /// The namespaces around a place, outermost first.
    pub fn around(&self, at: ByteOffset) -> &[String] {
        let after = self.changes.partition_point(|(start, _)| *start <= at);
        after.checked_sub(1).map_or(&[], |index| &self.changes[index].1)
    }
}

impl Snapshot {
    /// The namespaces that macros open in a C++ file.
    pub fn macro_namespaces(&self, facts: &FileFacts) -> Result<MacroNamespaces, StoreError> {
        let mut found = MacroNamespaces::default();
        let macros = namespace_macros(facts);
        if macros.is_empty() {
            return Ok(found);
        }
        let mut uses: Vec<(ByteOffset, NameId, Effect)> = Vec::new();
        for occurrence in &facts.occurrences {
            let effect = macros.iter().find(|(name, _)| *name == occurrence.name);
            let is_use = !matches!(occurrence.role, Role::Definition | Role::Declaration)
                && !occurrence.enclosing.is_some_and(|symbol| is_macro(facts, symbol));
            if let (Some((name, effect)), true) = (effect, is_use) {
                uses.push((occurrence.range.start, *name, *effect));
            }
        }
        uses.sort_unstable_by_key(|(start, ..)| *start);
        uses.truncate(MOST_MACROS);
        let mut open: Vec<Vec<String>> = Vec::new();
        for (start, name, effect) in uses {
            match effect {
                Effect::Opens => open.push(self.words_of_macro(facts.name(name))?),
                Effect::Closes => drop(open.pop()),
            }
            found.changes.push((start, open.concat()));
        }
        Ok(found)
    }

    /// The words in the body of a macro.
    fn words_of_macro(&self, name: &str) -> Result<Vec<String>, StoreError> {
        for (document, bits) in self.documents_naming(name)? {
            if !bits.has(NameBits::DEFINES) {
                continue;
            }
            let facts = self.facts(document)?;
            let Some(id) = facts.names.find(name) else { continue };
            let mut words: Vec<(ByteOffset, String)> = facts
                .occurrences
                .iter()
                .filter(|one| one.role == Role::Read)
                .filter(|one| one.enclosing.is_some_and(|of| is_macro_named(&facts, of, id)))
                .map(|one| (one.range.start, facts.name(one.name).to_owned()))
                .filter(|(_, word)| is_namespace_name(word))
                .collect();
            words.sort_unstable();
            if !words.is_empty() {
                return Ok(words.into_iter().map(|(_, word)| word).collect());
            }
        }
        Ok(Vec::new())
    }
}

/// The macros named in a C++ file that by their names open or close namespaces.
fn namespace_macros(facts: &FileFacts) -> Vec<(NameId, Effect)> {
    if facts.language.as_str() != "cpp" {
        return Vec::new();
    }
    facts.names.iter().filter_map(|(id, name)| Some((id, effect(name)?))).collect()
}

fn effect(name: &str) -> Option<Effect> {
    if !name.contains("NAMESPACE") || name.bytes().any(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    name.split('_').find_map(|word| match word {
        "BEGIN" | "OPEN" | "START" | "ENTER" => Some(Effect::Opens),
        "END" | "CLOSE" | "STOP" | "LEAVE" => Some(Effect::Closes),
        _ => None,
    })
}

fn is_macro(facts: &FileFacts, symbol: SymbolId) -> bool {
    facts.symbol(symbol).is_some_and(|symbol| symbol.kind == SymbolKind::Macro)
}

fn is_macro_named(facts: &FileFacts, symbol: SymbolId, name: NameId) -> bool {
    is_macro(facts, symbol) && facts.symbol(symbol).is_some_and(|symbol| symbol.name == name)
}

/// Not the words around the names: `inline namespace`, `__attribute__`.
fn is_namespace_name(word: &str) -> bool {
    !matches!(word, "namespace" | "inline") && !word.starts_with("__")
}
