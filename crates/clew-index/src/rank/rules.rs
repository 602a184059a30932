//! What makes a chunk a better or worse answer than its words say.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::candidate::Candidate;
use super::definitions::Definition;
use super::terms::{QueryTerm, coverage};
use super::weights;
use crate::query::{Query, QueryKind};
use crate::text::{Field, chunk_flags, decode_length};
use crate::tokens::Terms;
use crate::{PathRole, Snapshot, SymbolRole, SymbolType, TextQuery};

/// Names of the parts of a score, made once for each search.
pub(super) struct Rules<'search> {
    snapshot: &'search Snapshot,
    query: &'search Query,
    search: &'search TextQuery,
    /// Stems of the words that count, for comparison with file names.
    stems: Vec<&'search str>,
    labels: Labels,
}

struct Labels {
    file_name: Arc<str>,
    name: Arc<str>,
    named_file: Arc<str>,
    neighbours: Arc<str>,
    kind_of_file: Arc<str>,
    kind_of_chunk: Arc<str>,
    wanted_type: Arc<str>,
    wanted_role: Arc<str>,
}

/// The boost that contract 2 promises for a matching type or role.
const WANTED: f32 = 4.0;

impl<'search> Rules<'search> {
    /// The rules for one search.
    pub(super) fn new(
        snapshot: &'search Snapshot,
        query: &'search Query,
        terms: &'search [QueryTerm],
        search: &'search TextQuery,
    ) -> Self {
        let stems = terms.iter().filter(|term| term.weight >= 0.5);
        Rules {
            snapshot,
            query,
            search,
            stems: stems.map(|term| term.text.as_str()).collect(),
            labels: Labels {
                file_name: "file name".into(),
                name: "name of the symbol".into(),
                named_file: "file named in the query".into(),
                neighbours: "other hits in the file".into(),
                kind_of_file: "kind of file".into(),
                kind_of_chunk: "kind of chunk".into(),
                wanted_type: "type boost".into(),
                wanted_role: "role boost".into(),
            },
        }
    }

    /// Applies all rules.
    pub(super) fn apply(&self, candidates: &mut [Candidate]) {
        let mut paths: FxHashMap<u32, PathFit> = FxHashMap::default();
        let (file_name, folders) = weights::of_path(self.query.kind);
        for candidate in candidates.iter_mut() {
            let fit = *paths.entry(candidate.rank).or_insert_with(|| self.path_fit(candidate));
            candidate
                .scale(&self.labels.file_name, 1.0 + file_name * fit.name + folders * fit.folders);
            if fit.is_named {
                candidate.scale(&self.labels.named_file, 2.0);
            }
            candidate.scale(&self.labels.name, self.name_fit(candidate));
            candidate.scale(&self.labels.kind_of_chunk, kind_of_chunk(candidate));
            let data = if fit.is_data && !fit.is_named { self.data_file() } else { 1.0 };
            candidate.scale(&self.labels.kind_of_file, data * self.kind_of_file(candidate));
        }
        self.reward_neighbours(candidates);
        for candidate in candidates {
            self.reward_wanted(candidate);
        }
    }

    /// Several good chunks in one file support each other.
    fn reward_neighbours(&self, candidates: &mut [Candidate]) {
        let mut best: FxHashMap<u32, Vec<f32>> = FxHashMap::default();
        for candidate in candidates.iter() {
            best.entry(candidate.rank).or_default().push(candidate.score);
        }
        for scores in best.values_mut() {
            scores.sort_by(|left, right| right.total_cmp(left));
            scores.truncate(1 + weights::NEIGHBOURS_COUNTED);
        }
        for candidate in candidates {
            let Some(scores) = best.get(&candidate.rank) else { continue };
            let top = scores.first().copied().unwrap_or(0.0).max(f32::MIN_POSITIVE);
            let others: f32 = scores.iter().skip(1).sum();
            candidate.scale(
                &self.labels.neighbours,
                1.0 + weights::NEIGHBOURS
                    * (others / top / weights::NEIGHBOURS_COUNTED as f32).min(1.0),
            );
        }
    }

    /// How much of the symbol's name the query holds, and how much of the query
    /// the name holds.
    fn name_fit(&self, candidate: &Candidate) -> f32 {
        if candidate.in_name == 0 || self.query.kind == QueryKind::ErrorMessage {
            return 1.0;
        }
        // A name of several parts is indexed whole as well.
        let terms = decode_length(candidate.record.lengths[Field::Name as usize]);
        let parts = if terms > 1 { terms - 1 } else { 1 };
        let share = (candidate.in_name.count_ones() as f32 / parts as f32).min(1.0);
        let held = coverage(self.query, candidate.in_name);
        1.0 + weights::NAME * share + weights::NAME_BOTH * share * held
    }

    fn reward_wanted(&self, candidate: &mut Candidate) {
        let wanted = self.search.type_boost;
        if wanted.is_some() && SymbolType::from_number(candidate.record.symbol_type) == wanted {
            candidate.add(&self.labels.wanted_type, WANTED);
        }
        if self.search.role_boost == Some(SymbolRole::from_number(candidate.record.role)) {
            candidate.add(&self.labels.wanted_role, WANTED);
        }
    }

    fn kind_of_file(&self, candidate: &Candidate) -> f32 {
        let (factor, asked_by): (f32, &[&str]) = match candidate.role {
            PathRole::Product if candidate.record.flags & chunk_flags::TEST != 0 => {
                (weights::TEST_SYMBOL, TESTS)
            }
            PathRole::Product => return 1.0,
            PathRole::Test => (weights::TEST_FILE, TESTS),
            PathRole::Docs => {
                (weights::DOCS, &["doc", "docs", "documentation", "readme", "guide", "changelog"])
            }
            PathRole::Example => (
                weights::EXAMPLE,
                &["example", "examples", "sample", "demo", "bench", "benchmark", "tutorial"],
            ),
            PathRole::Generated => (
                weights::GENERATED,
                &["generated", "lock", "dist", "migration", "migrations", "stub"],
            ),
            PathRole::Vendored => (weights::VENDORED, &["vendor", "vendored", "third", "external"]),
        };
        let asked = self
            .query
            .words
            .iter()
            .any(|word| asked_by.iter().any(|asked| word.text.eq_ignore_ascii_case(asked)));
        let named =
            self.search.role_boost == Some(SymbolRole::Test) && candidate.role == PathRole::Test;
        if asked || named { 1.0 } else { factor }
    }

    /// Data files repeat the words of the code that reads them.
    fn data_file(&self) -> f32 {
        let asked = self
            .query
            .words
            .iter()
            .any(|word| DATA.iter().any(|asked| word.text.eq_ignore_ascii_case(asked)));
        if asked { 1.0 } else { weights::DATA }
    }

    fn path_fit(&self, candidate: &Candidate) -> PathFit {
        let id = self.snapshot.id_of(candidate.location);
        let path = self.snapshot.path(id).unwrap_or("");
        let (folders, file) = path.rsplit_once('/').unwrap_or(("", path));
        let stem = file.split('.').next().unwrap_or(file);
        let share = |text: &str| {
            let mut terms = Terms::default();
            terms.add(text);
            let held = terms.iter().filter(|term| self.stems.contains(term)).count();
            held as f32 / terms.count().max(1) as f32
        };
        let is_named = self.query.paths.iter().any(|(named, _)| {
            path == named
                || path.strip_suffix(named.as_str()).is_some_and(|rest| rest.ends_with('/'))
        });
        let is_data = is_data_file(file);
        PathFit { name: share(stem), folders: share(folders), is_named, is_data }
    }
}

/// Whether the name of a file says that it holds data, not code or prose.
pub(super) fn is_data_file(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    DATA_EXTENSIONS.iter().any(|data| extension.eq_ignore_ascii_case(data))
}

const TESTS: &[&str] = &["test", "tests", "testing", "tested", "spec", "fixture", "mock"];

/// Words that ask for data files.
const DATA: &[&str] = &[
    "json",
    "yaml",
    "yml",
    "toml",
    "config",
    "configuration",
    "settings",
    "translation",
    "locale",
];

/// Extensions of data files.
const DATA_EXTENSIONS: &[&str] = &[
    "json",
    "jsonl",
    "json5",
    "yaml",
    "yml",
    "toml",
    "xml",
    "csv",
    "tsv",
    "snap",
    "po",
    "pot",
    "svg",
    "properties",
    "ini",
    "lock",
    "plist",
    "strings",
    "xliff",
    "ipynb",
];

/// How well a path fits the query.
#[derive(Clone, Copy)]
struct PathFit {
    /// Share of the words of the file's name that the query holds.
    name: f32,
    /// The same for its folders.
    folders: f32,
    /// Whether the query names the file.
    is_named: bool,
    /// Whether it holds data, not code or prose.
    is_data: bool,
}

fn kind_of_chunk(candidate: &Candidate) -> f32 {
    let is = |flag: u8| candidate.record.flags & flag != 0;
    let declares = is(chunk_flags::DECLARATION);
    match SymbolType::from_number(candidate.record.symbol_type) {
        Some(SymbolType::Dependency) => weights::IMPORTS,
        Some(SymbolType::Member) => weights::MEMBER,
        Some(SymbolType::Declaration | SymbolType::Function) if declares => weights::ANNOUNCES,
        Some(SymbolType::Declaration) => weights::DECLARATION,
        Some(SymbolType::Function) if is(chunk_flags::EMPTY_MACRO) => weights::EMPTY_MACRO,
        Some(SymbolType::Function) if is(chunk_flags::PLAIN_MACRO) => weights::OTHER,
        Some(SymbolType::Function) => weights::FUNCTION,
        _ => weights::OTHER,
    }
}

/// How much a definition of a name in the query counts.
pub(super) struct DefinitionRules<'search> {
    search: &'search TextQuery,
    label: Arc<str>,
    announced: Arc<str>,
}

/// What is left of the score of a definition for that which announces it.
const ANNOUNCED: f32 = 0.999;

impl<'search> DefinitionRules<'search> {
    /// The rules for one search.
    pub(super) fn new(search: &'search TextQuery) -> Self {
        DefinitionRules {
            search,
            label: "definition".into(),
            announced: "announces a definition".into(),
        }
    }

    /// Lets no prototype stand before the definition that it announces, however much
    /// its comment says. Definitions in tests and examples are stand-ins, not meant.
    pub(super) fn put_behind_definitions(
        &self,
        candidates: &mut [Candidate],
        placed: &[(Definition, usize)],
    ) {
        for (announcing, at) in placed.iter().filter(|(definition, _)| definition.announces) {
            let defining = placed.iter().filter(|(definition, index)| {
                let role = candidates[*index].role;
                definition.defines(announcing) && (role == candidates[*at].role || is_meant(role))
            });
            let best = defining.map(|(_, index)| candidates[*index].score).fold(0.0, f32::max);
            let candidate = &mut candidates[*at];
            if best > 0.0 && candidate.score >= best {
                let less = best * ANNOUNCED - candidate.score;
                candidate.add(&self.announced, less);
            }
        }
    }

    /// Raises a candidate that holds a definition and lets it show the symbol.
    pub(super) fn apply(&self, candidate: &mut Candidate, definition: &Definition, boost: f32) {
        if candidate.is_definition {
            return;
        }
        let place = match candidate.role {
            PathRole::Product if candidate.record.flags & chunk_flags::TEST != 0 => 0.85,
            PathRole::Product => 1.0,
            PathRole::Docs | PathRole::Example => 0.8,
            PathRole::Test | PathRole::Generated | PathRole::Vendored => 0.75,
        };
        let announces = candidate.record.flags & chunk_flags::DECLARATION != 0;
        let kind = if announces { 0.9 } else { 1.0 };
        let is_own = candidate.record.symbol == Some(definition.symbol);
        let own = if is_own { 1.0 } else { 0.97 };
        candidate.is_definition = true;
        candidate.symbol = Some(definition.symbol);
        candidate.add(&self.label, boost * definition.fit * place * kind * own);
        let test_wanted = self.search.role_boost == Some(SymbolRole::Test);
        if test_wanted && candidate.role == PathRole::Test {
            candidate.add(&self.label, boost * (1.0 - place));
        }
    }
}

/// Whether what a file of this role defines is what prototypes elsewhere announce.
fn is_meant(role: PathRole) -> bool {
    matches!(role, PathRole::Product | PathRole::Vendored | PathRole::Generated)
}
