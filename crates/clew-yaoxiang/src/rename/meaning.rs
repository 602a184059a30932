//! What every name of a text means, members by the types that the checker
//! finds before their dots.

use std::rc::Rc;

use clew_text::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};

use super::family::Families;
use crate::check::{Receiver, check_with_receivers};
use crate::diagnostic::Diagnostic;
use crate::modules::{imports_of, is_ambiguous_short_name, std_short_name};
use crate::names::{Names, Occurrence, Role, SymbolId, SymbolKind, resolve_names};
use crate::syntax::{Parse, SyntaxTree};

/// The names of a text and what the checker finds in it.
pub(super) struct Meaning {
    /// All names; members mean what their types tell.
    pub(super) names: Names,
    /// Everything the checker says.
    pub(super) findings: Vec<Diagnostic>,
    /// Members that are the same thing.
    pub(super) families: Families,
    /// Places that mean one of several members.
    pub(super) doubtful: Vec<Doubtful>,
    /// Names in record patterns.
    pub(super) patterns: Vec<Pattern>,
    /// The variables that record patterns declare.
    pattern_variables: FxHashSet<SymbolId>,
}

/// A place that may mean any of these.
pub(super) struct Doubtful {
    pub(super) range: TextRange,
    /// One list for all places that may mean the same.
    pub(super) candidates: Rc<[SymbolId]>,
}

/// A name in a record pattern.
pub(super) struct Pattern {
    pub(super) range: TextRange,
    /// The variable it declares.
    pub(super) variable: SymbolId,
    /// The field it names, if the text declares it and that is certain.
    pub(super) field: Option<SymbolId>,
}

/// What a member's name means.
#[derive(Clone)]
enum Link {
    Nothing,
    One(SymbolId),
    OneOf(Rc<[SymbolId]>),
}

impl Meaning {
    /// The meaning of a text that parses.
    pub(super) fn of(parsed: &Parse) -> Meaning {
        let (findings, receivers) = check_with_receivers(parsed);
        let names = resolve_names(&parsed.tree);
        let families = Families::of(&parsed.tree, &names);
        let linker = Linker::new(&parsed.tree, &names, &families, receivers);
        let links = linker.links();
        let patterns: Vec<(Pattern, Link)> =
            names.field_patterns.iter().map(|found| linker.pattern(found)).collect();
        let pattern_variables = patterns.iter().map(|(pattern, _)| pattern.variable).collect();
        let mut meaning = Meaning {
            names,
            findings,
            families,
            doubtful: Vec::new(),
            patterns: Vec::new(),
            pattern_variables,
        };
        for (pattern, link) in patterns {
            if let Link::OneOf(candidates) = link {
                meaning.doubtful.push(Doubtful { range: pattern.range, candidates });
            }
            meaning.patterns.push(pattern);
        }
        for occurrence in &mut meaning.names.occurrences {
            crate::stop::step();
            let Some(link) = links.get(&occurrence.range) else { continue };
            occurrence.symbol = match link {
                Link::One(symbol) => Some(*symbol),
                Link::Nothing => None,
                Link::OneOf(candidates) => {
                    let (range, candidates) = (occurrence.range, candidates.clone());
                    meaning.doubtful.push(Doubtful { range, candidates });
                    None
                }
            };
        }
        meaning
    }

    /// Whether a record pattern declares the variable.
    pub(super) fn is_pattern_variable(&self, id: SymbolId) -> bool {
        self.pattern_variables.contains(&id)
    }
}

struct Linker<'a> {
    tree: &'a SyntaxTree,
    names: &'a Names,
    receivers: FxHashMap<TextRange, Receiver>,
    /// All members by their name.
    members: FxHashMap<&'a str, Namesakes>,
    type_params: FxHashSet<&'a str>,
    /// The text imports from other files, so what is unknown may be theirs.
    knows_others: bool,
}

impl<'a> Linker<'a> {
    fn new(
        tree: &'a SyntaxTree,
        names: &'a Names,
        families: &'a Families,
        receivers: FxHashMap<TextRange, Receiver>,
    ) -> Self {
        let members = Namesakes::by_name(names, families);
        let params = names.symbols.iter().filter(|one| one.kind == SymbolKind::TypeParameter);
        let type_params = params.map(|symbol| symbol.name.as_str()).collect();
        let is_std = |module: &str| module == "std" || module.starts_with("std.");
        let knows_others = imports_of(tree).iter().any(|import| !is_std(&import.module));
        Linker { tree, names, receivers, members, type_params, knows_others }
    }

    /// What the members, bare names of methods and names of their arguments mean.
    fn links(&self) -> FxHashMap<TextRange, Link> {
        let mut links = FxHashMap::default();
        for occurrence in &self.names.occurrences {
            crate::stop::step();
            if let Some(link) = self.link(occurrence) {
                links.insert(occurrence.range, link);
            }
        }
        self.add_arguments(&mut links);
        links
    }

    /// Adds what the names of arguments mean in calls of members.
    fn add_arguments(&self, links: &mut FxHashMap<TextRange, Link>) {
        let mut known: FxHashMap<(*const SymbolId, &str), Rc<[SymbolId]>> = FxHashMap::default();
        for argument in &self.names.member_arguments {
            crate::stop::step();
            let name = argument.range.slice(self.tree.text());
            let param = |method: &SymbolId| self.names.parameter(*method, name);
            let link = match links.get(&argument.called) {
                Some(Link::One(method)) => param(method).map_or(Link::Nothing, Link::One),
                Some(Link::OneOf(methods)) => {
                    let params = known
                        .entry((methods.as_ptr(), name))
                        .or_insert_with(|| methods.iter().filter_map(param).collect());
                    Link::OneOf(params.clone())
                }
                Some(Link::Nothing) | None => Link::Nothing,
            };
            links.insert(argument.range, link);
        }
    }

    fn link(&self, found: &Occurrence) -> Option<Link> {
        let range = found.range;
        match found.role {
            Role::Declaration | Role::Import => None,
            _ if found.is_member && self.names.foreign.contains(&range) => None,
            _ if found.is_member => Some(self.member(range)),
            Role::Call | Role::Read => self.bare_method(found),
            Role::Write | Role::Type => None,
        }
    }

    fn member(&self, range: TextRange) -> Link {
        let name = range.slice(self.tree.text());
        match self.receivers.get(&range) {
            Some(Receiver::Other) => Link::Nothing,
            Some(Receiver::Type(owner)) if !self.type_params.contains(&**owner) => {
                let key = (owner.to_string(), name.to_owned());
                self.names.members.get(&key).map_or(Link::Nothing, |symbol| Link::One(*symbol))
            }
            _ => match self.members.get(name) {
                Some(namesakes) => namesakes.all.link(self.knows_others),
                None => Link::Nothing,
            },
        }
    }

    /// A method is a function by its own name as well, if nothing else has it.
    fn bare_method(&self, found: &Occurrence) -> Option<Link> {
        let is_method = |id: &SymbolId| self.names.symbol(*id).kind == SymbolKind::Method;
        if !found.symbol.as_ref().is_none_or(is_method) {
            return None;
        }
        let name = found.range.slice(self.tree.text());
        let methods = &self.members.get(name)?.methods;
        let is_std = std_short_name(name).is_some() || is_ambiguous_short_name(name);
        Some(methods.link(is_std))
    }

    fn pattern(&self, found: &crate::names::FieldPattern) -> (Pattern, Link) {
        let link = self.member(found.range);
        let field = match link {
            Link::One(field) => Some(field),
            Link::Nothing | Link::OneOf(_) => None,
        };
        (Pattern { range: found.range, variable: found.variable, field }, link)
    }
}

/// The members of one name.
struct Namesakes {
    all: Candidates,
    methods: Candidates,
}

impl Namesakes {
    fn by_name<'a>(names: &'a Names, families: &Families) -> FxHashMap<&'a str, Namesakes> {
        let mut by_name: FxHashMap<&str, Vec<SymbolId>> = FxHashMap::default();
        for ((_, name), symbol) in &names.members {
            by_name.entry(name).or_default().push(*symbol);
        }
        let is_method = |id: &SymbolId| names.symbol(*id).kind == SymbolKind::Method;
        let namesakes = |mut all: Vec<SymbolId>| {
            crate::stop::step();
            all.sort_unstable();
            all.dedup();
            let methods = all.iter().copied().filter(is_method).collect();
            Namesakes {
                all: Candidates::new(all, families),
                methods: Candidates::new(methods, families),
            }
        };
        by_name.into_iter().map(|(name, all)| (name, namesakes(all))).collect()
    }
}

/// What a place may mean.
struct Candidates {
    symbols: Rc<[SymbolId]>,
    /// They are all the same thing.
    are_one: bool,
}

impl Candidates {
    fn new(symbols: Vec<SymbolId>, families: &Families) -> Self {
        let first = symbols.first().copied();
        let are_one =
            first.is_some_and(|first| symbols.iter().all(|id| families.are_one(first, *id)));
        Candidates { symbols: symbols.into(), are_one }
    }

    /// One of these, if they are all the same and nothing else can be meant.
    fn link(&self, or_other: bool) -> Link {
        match self.symbols.first() {
            None => Link::Nothing,
            Some(first) if self.are_one && !or_other => Link::One(*first),
            Some(_) => Link::OneOf(self.symbols.clone()),
        }
    }
}
