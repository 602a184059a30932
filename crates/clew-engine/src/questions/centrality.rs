//! Which symbols are central: what many files of one family of languages use, and few
//! symbols share the name of.
//!
//! What a file binds to its own symbols says little of others, and members say little of
//! what stands outside of types.

use clew_index::{DocumentId, PathRole};
use clew_model::{
    Binding, FileFacts, ImportForm, LanguageId, Role, Symbol, SymbolFlags, SymbolId, SymbolKind,
};
use clew_protocol::ToolError;
use rustc_hash::{FxHashMap, FxHashSet};

use super::repo_map::{Central, Origin};
use crate::workspace::{View, store_error};

/// All symbols with a rank, best first. Reads all facts once.
pub(super) fn central_symbols(
    view: &View,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Central>, ToolError> {
    let mut counts = Counts::default();
    for document in view.documents() {
        if stop() {
            return Err(ToolError::new(
                clew_protocol::ErrorCode::Timeout,
                "the survey of all files took too long",
                "ask again; narrow the question",
            ));
        }
        let facts = view.snapshot.facts(document.id).map_err(store_error)?;
        counts.add(document.id, place_weight(document.role), &facts);
    }
    let counts = counts.settled();
    let mut central: Vec<Central> = counts
        .symbols
        .iter()
        .map(|counted| Central {
            origin: Origin::Saved,
            document: counted.document,
            symbol: counted.symbol,
            rank: counts.rank(counted),
        })
        .filter(|central| central.rank > 0.0)
        .collect();
    central.sort_by(|a, b| {
        b.rank.total_cmp(&a.rank).then_with(|| {
            let path = |one: &Central| view.snapshot.path(one.document).map(str::to_string);
            (path(a), a.symbol).cmp(&(path(b), b.symbol))
        })
    });
    Ok(central)
}

/// A family of languages whose files use one another's symbols, by number.
type Family = usize;

/// What is counted over all files.
#[derive(Default)]
struct Counts {
    families: Vec<&'static str>,
    others: Vec<LanguageId>,
    names: FxHashMap<(Family, String), Uses>,
    symbols: Vec<Counted>,
    /// Mere declarations, which count only where nothing defines them.
    announced: Vec<Counted>,
}

/// How a name is used in the files of a family.
#[derive(Clone, Copy, Debug, Default)]
struct Uses {
    /// Weighted number of files that use it as it stands.
    plain: f32,
    /// Of those that use it behind a dot or the like alone.
    member: f32,
    /// Symbols that share it.
    definers: u32,
}

/// A symbol with its name and what one use of it is worth.
struct Counted {
    document: DocumentId,
    symbol: SymbolId,
    family: Family,
    name: String,
    worth: f32,
    is_member: bool,
}

/// What a file's own uses of what it defines count.
const OWN_USE: f32 = 0.3;

impl Counts {
    /// With the first declaration of each name that nothing defines.
    fn settled(mut self) -> Counts {
        for announced in std::mem::take(&mut self.announced) {
            let uses = self.names.entry((announced.family, announced.name.clone())).or_default();
            if uses.definers == 0 {
                uses.definers = 1;
                self.symbols.push(announced);
            }
        }
        self
    }

    fn rank(&self, counted: &Counted) -> f32 {
        let key = (counted.family, counted.name.clone());
        let uses = self.names.get(&key).copied().unwrap_or_default();
        let behind_dot = match self.families.get(counted.family) {
            _ if counted.is_member => 1.0,
            // Nothing but members stands behind a dot in C, little else in C++.
            Some(&"c") => 0.1,
            _ => 1.0,
        };
        let used = uses.plain + behind_dot * uses.member;
        counted.worth * (1.0 + used).ln() / (uses.definers.max(1) as f32).sqrt()
    }

    fn add(&mut self, document: DocumentId, weight: f32, facts: &FileFacts) {
        let family = self.family(&facts.language);
        self.add_uses(family, weight, facts);
        // A struct and its typedef, overloads: one line names them.
        let mut named = FxHashSet::default();
        for (index, symbol) in facts.symbols.iter().enumerate() {
            let worth = worth(symbol) * weight;
            if worth <= 0.0 {
                continue;
            }
            let counted = Counted {
                document,
                symbol: SymbolId(index as u32),
                family,
                name: facts.name(symbol.name).to_string(),
                worth,
                is_member: symbol.container.is_some() || symbol.owner.is_some(),
            };
            if symbol.flags.has(SymbolFlags::DECLARATION) {
                self.announced.push(counted);
            } else if counted.is_member || named.insert(symbol.name) {
                self.names.entry((family, counted.name.clone())).or_default().definers += 1;
                self.symbols.push(counted);
            }
        }
    }

    fn family(&mut self, language: &LanguageId) -> Family {
        let shared = match language.as_str() {
            "c" | "cpp" => "c",
            "javascript" | "javascriptreact" | "typescript" | "typescriptreact" => "javascript",
            "java" | "kotlin" | "scala" => "java",
            "ocaml" | "ocaml.interface" => "ocaml",
            _ => {
                let known = self.others.iter().position(|other| other == language);
                let index = known.unwrap_or_else(|| {
                    self.others.push(language.clone());
                    self.others.len() - 1
                });
                // Far behind the few shared ones.
                return 1_000 + index;
            }
        };
        self.families.iter().position(|known| *known == shared).unwrap_or_else(|| {
            self.families.push(shared);
            self.families.len() - 1
        })
    }

    fn add_uses(&mut self, family: Family, weight: f32, facts: &FileFacts) {
        let mut used = vec![(0.0_f32, 0.0_f32); facts.names.len()];
        let sees_others = facts.package.is_some()
            || facts.symbols.iter().any(|one| one.flags.has(SymbolFlags::PACKAGE))
            || facts.imports.iter().any(|import| import.form == ImportForm::Glob);
        for occurrence in &facts.occurrences {
            if matches!(occurrence.role, Role::Definition | Role::Declaration) {
                continue;
            }
            let Some((plain, member)) = used.get_mut(occurrence.name.0 as usize) else { continue };
            match occurrence.binding {
                // A free name is a builtin, or comes from the same package or from what
                // is included; elsewhere it says little about the workspace.
                Binding::Free if !sees_others => {}
                Binding::Free | Binding::Import(_) | Binding::Unsure => *plain = 1.0,
                Binding::Member(_) => *member = 1.0,
                Binding::Symbol(own) => {
                    let is_local = facts.symbol(own).is_none_or(Symbol::is_local);
                    *plain = plain.max(if is_local { 0.0 } else { OWN_USE });
                }
                Binding::Opaque => {}
            }
        }
        for ((_, name), (plain, member)) in facts.names.iter().zip(used) {
            if plain + member > 0.0 {
                let uses = self.names.entry((family, name.to_string())).or_default();
                uses.plain += plain * weight;
                uses.member += if plain < 1.0 { member * weight } else { 0.0 };
            }
        }
    }
}

/// What a use in a file counts, for the place of the file.
pub(super) fn place_weight(role: PathRole) -> f32 {
    match role {
        PathRole::Product => 1.0,
        PathRole::Example | PathRole::Docs => 0.3,
        PathRole::Test => 0.3,
        PathRole::Generated | PathRole::Vendored => 0.1,
    }
}

/// What one use of a symbol is worth, for what it is.
pub(super) fn worth(symbol: &Symbol) -> f32 {
    let stands_for_others = [SymbolFlags::ANONYMOUS, SymbolFlags::EXAMPLE];
    if symbol.is_local() || stands_for_others.iter().any(|flag| symbol.flags.has(*flag)) {
        return 0.0;
    }
    kind_weight(symbol.kind, symbol.container.is_some() || symbol.owner.is_some())
}

/// Types count most; members less than what stands on its own, for their names
/// are shared with members of types elsewhere.
fn kind_weight(kind: SymbolKind, inner: bool) -> f32 {
    match kind {
        SymbolKind::Key | SymbolKind::Heading | SymbolKind::TypeParameter | SymbolKind::Label => {
            0.0
        }
        kind if kind.is_type() && inner => 0.2,
        kind if kind.is_type() => 1.5,
        SymbolKind::Function | SymbolKind::Macro => 1.0,
        kind if kind.is_callable() => 0.5,
        SymbolKind::Constant => 0.4,
        _ => 0.1,
    }
}
