//! One question's view of the workspace: memo and budget.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use clew_model::{ExpressionId, FileFacts, OccurrenceId};
use rustc_hash::FxHashMap;

use crate::languages::{Rules, rules_of};
use crate::types::Types;
use crate::{FileId, ModuleTarget, Resolution, Source, SymbolRef};

/// How much work one question may do.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Evaluation steps.
    pub steps: u32,
    /// Longest chain of evaluations that need one another.
    pub depth: u32,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { steps: 2_000_000, depth: 48 }
    }
}

/// Binds names over one snapshot. Make one for each question.
pub struct Binder<'source> {
    source: &'source dyn Source,
    pub(crate) memo: Memo,
    steps: Cell<u32>,
    depth: Cell<u32>,
    budget: Budget,
    /// Says that the answer is no longer wanted.
    stop: Option<&'source dyn Fn() -> bool>,
    is_stopped: Cell<bool>,
}

/// Steps between two looks at whether the answer is still wanted.
const STEPS_PER_LOOK: u32 = 64;

/// What names mean as items of modules.
type ExportsMemo = RefCell<FxHashMap<(FileId, String), Option<Vec<crate::Target>>>>;

/// Members of one name that are declared apart from their types, by type.
pub(crate) type OutsideMembers = Rc<FxHashMap<SymbolRef, Vec<SymbolRef>>>;

/// Results that one question may need again.
#[derive(Default)]
pub(crate) struct Memo {
    pub(crate) facts: RefCell<FxHashMap<FileId, Option<Arc<FileFacts>>>>,
    pub(crate) resolutions: RefCell<FxHashMap<(FileId, OccurrenceId), Option<Resolution>>>,
    pub(crate) values: RefCell<FxHashMap<(FileId, ExpressionId), Option<Types>>>,
    pub(crate) annotations: RefCell<FxHashMap<(FileId, ExpressionId), Option<Types>>>,
    pub(crate) modules: RefCell<FxHashMap<(FileId, String), Vec<ModuleTarget>>>,
    pub(crate) members: RefCell<FxHashMap<(SymbolRef, String), Vec<SymbolRef>>>,
    /// Members declared with an owner, by their name.
    pub(crate) outside: RefCell<FxHashMap<String, OutsideMembers>>,
    /// Python's method resolution orders.
    pub(crate) orders: RefCell<FxHashMap<SymbolRef, Arc<Vec<SymbolRef>>>>,
    pub(crate) bases: RefCell<FxHashMap<SymbolRef, Rc<Vec<crate::Type>>>>,
    /// Parsed configuration files by path.
    pub(crate) json: RefCell<FxHashMap<String, Option<std::rc::Rc<serde_json::Value>>>>,
    /// Names that configuration gives to JavaScript modules, with what they stand for.
    pub(crate) aliases: RefCell<Option<crate::languages::Aliases>>,
    /// Symbols of C++ namespaces by name.
    pub(crate) named: RefCell<FxHashMap<String, Rc<Vec<crate::languages::c::spaces::Named>>>>,
    /// Namespaces that C++ files open.
    pub(crate) spaces: RefCell<FxHashMap<FileId, Rc<Vec<Vec<String>>>>>,
    /// Folders of the workspace's packages by package name.
    pub(crate) packages: RefCell<Option<FxHashMap<String, String>>>,
    /// Manifests of Rust packages by their folders.
    pub(crate) manifests: RefCell<FxHashMap<String, Option<Rc<toml::Table>>>>,
    /// Packages of Rust that have a library.
    pub(crate) crates: RefCell<Option<crate::languages::Crates>>,
    pub(crate) exports: ExportsMemo,
    /// What whole C# projects use, by the folder of the project.
    pub(crate) globals: RefCell<FxHashMap<String, crate::languages::Globals>>,
    /// Project files of C# by their folders.
    pub(crate) projects: RefCell<FxHashMap<String, Option<String>>>,
    /// What OCaml's imports open, by file and number of the import.
    pub(crate) opens: RefCell<FxHashMap<(FileId, usize), Option<Types>>>,
}

impl<'source> Binder<'source> {
    /// A binder for one question.
    pub fn new(source: &'source dyn Source) -> Self {
        Binder::with_budget(source, Budget::default())
    }

    /// A binder with a budget of its own.
    pub fn with_budget(source: &'source dyn Source, budget: Budget) -> Self {
        Binder {
            source,
            memo: Memo::default(),
            steps: Cell::new(0),
            depth: Cell::new(0),
            budget,
            stop: None,
            is_stopped: Cell::new(false),
        }
    }

    /// The same binder, which gives up as soon as `stop` says so: from then on
    /// nothing is bound and no further file is read, so that every question
    /// ends at once, with an answer that is worth nothing.
    pub fn until(self, stop: &'source dyn Fn() -> bool) -> Self {
        Binder { stop: Some(stop), ..self }
    }

    /// Whether the budget ran out or the answer is no longer wanted, so that some
    /// occurrences were left unbound.
    pub fn is_exhausted(&self) -> bool {
        self.is_stopped.get() || self.steps.get() >= self.budget.steps
    }

    /// Whether to give up, looked at anew; for loops over files.
    pub(crate) fn is_over(&self) -> bool {
        if !self.is_stopped.get() && self.stop.is_some_and(|stop| stop()) {
            self.is_stopped.set(true);
        }
        self.is_exhausted()
    }

    /// The files of the workspace.
    pub fn source(&self) -> &'source dyn Source {
        self.source
    }

    /// The facts of a file, read once per question.
    pub fn facts(&self, file: FileId) -> Option<Arc<FileFacts>> {
        if let Some(known) = self.memo.facts.borrow().get(&file) {
            return known.clone();
        }
        if self.is_over() && self.is_stopped.get() {
            return None;
        }
        let facts = self.source.facts(file);
        self.memo.facts.borrow_mut().insert(file, facts.clone());
        facts
    }

    /// The path of a file; empty for unknown files.
    pub(crate) fn path(&self, file: FileId) -> String {
        self.source.path(file).unwrap_or_default()
    }

    /// The rules of a file's language.
    pub(crate) fn rules(&self, facts: &FileFacts) -> &'static dyn Rules {
        rules_of(facts.language.as_str())
    }

    /// Runs one step within the budget; gives `fallback` when it is used up.
    pub(crate) fn step<R>(&self, fallback: R, run: impl FnOnce() -> R) -> R {
        if self.is_exhausted() || self.depth.get() >= self.budget.depth {
            return fallback;
        }
        self.steps.set(self.steps.get() + 1);
        if self.steps.get().is_multiple_of(STEPS_PER_LOOK) && self.is_over() {
            return fallback;
        }
        self.depth.set(self.depth.get() + 1);
        let result = run();
        self.depth.set(self.depth.get() - 1);
        result
    }
}

/// Looks `key` up in a memo, or computes and keeps it. While it is being
/// computed it counts as `None`, which ends cycles with `fallback`.
pub(crate) fn memoised<K: std::hash::Hash + Eq + Clone, V: Clone>(
    memo: &RefCell<FxHashMap<K, Option<V>>>,
    key: K,
    fallback: V,
    compute: impl FnOnce() -> V,
) -> V {
    if let Some(known) = memo.borrow().get(&key) {
        return known.clone().unwrap_or(fallback);
    }
    memo.borrow_mut().insert(key.clone(), None);
    let value = compute();
    memo.borrow_mut().insert(key, Some(value.clone()));
    value
}
