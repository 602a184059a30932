//! The checker: names, types, refinements, loops that cannot end, ownership,
//! and what code generation would refuse.
//!
//! Where nothing certain is known the checker stays silent: a type it cannot
//! find out is [`ty::Kind::Unknown`] and fits everywhere. A finding is
//! reported once, however many rules it breaks.

mod broken;
mod call;
mod cases;
mod control;
mod env;
mod expr;
mod function;
mod import;
mod matching;
mod member;
mod ops;
mod ownership;
mod pattern;
mod project;
mod receivers;
mod record;
mod refine;
mod scope;
mod span;
mod stmt;
mod termination;
#[cfg(test)]
mod tests;
mod ty;
mod type_names;
mod unused;

use std::sync::Arc;

use clew_text::TextRange;
use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, Severity};
use crate::modules::{
    Import, Interface, ModuleTarget, NoFiles, StdModule, imports_of, resolve_module,
};
use crate::names::resolve_names;
use crate::syntax::{Parse, parse};
use env::Env;
use scope::{LocalId, Scopes};
use ty::{Ty, TypeTable};

pub use project::{CheckMode, CheckedFile, ProjectChecker};
pub(crate) use receivers::{Receiver, check_with_receivers};

/// A module as the importing file sees it.
#[derive(Clone, Debug)]
pub enum ResolvedModule {
    /// `std`, the record of the built-in modules.
    StdRoot,
    /// A built-in module.
    Std(&'static StdModule),
    /// Another file.
    File(Arc<Interface>),
    /// No such module.
    Unknown,
}

/// A `use` line with the module it leads to.
#[derive(Clone, Debug)]
pub struct ResolvedImport {
    /// The line.
    pub import: Import,
    /// Where it leads.
    pub module: ResolvedModule,
}

/// Checks a text that belongs to no project: only `std` can be imported.
pub fn check_source(source: &str) -> Vec<Diagnostic> {
    let parsed = parse(source);
    let interface = Interface::of(&parsed.tree);
    let imports = resolve_std_only(imports_of(&parsed.tree));
    check_file(&parsed, &interface, &imports)
}

/// Resolves `use` lines of a text without a project.
pub fn resolve_std_only(imports: Vec<Import>) -> Vec<ResolvedImport> {
    let resolve = |import: Import| {
        let module = match resolve_module(&import.module, "", &NoFiles) {
            ModuleTarget::StdRoot => ResolvedModule::StdRoot,
            ModuleTarget::Std(module) => ResolvedModule::Std(module),
            ModuleTarget::File(_) | ModuleTarget::Unknown => ResolvedModule::Unknown,
        };
        ResolvedImport { import, module }
    };
    imports.into_iter().map(resolve).collect()
}

/// Checks one parsed file against the modules it imports.
///
/// Lexical and syntax errors come first; of a file that has any, only what
/// its intact statements say for certain is told. Then follow the
/// errors of the stages in their order (names and types, ownership,
/// refinements, code generation), each in reading order of discovery, and
/// the warnings last.
pub fn check_file(
    parsed: &Parse,
    interface: &Interface,
    imports: &[ResolvedImport],
) -> Vec<Diagnostic> {
    let checker = checked(parsed, interface, imports);
    let mut found = parsed.diagnostics.to_vec();
    let further = checker.finish();
    if !parsed.has_errors() {
        found.extend(further);
    } else {
        let broken = broken::Broken::of(parsed);
        found.extend(further.into_iter().filter(|diagnostic| broken.is_certain(diagnostic)));
    }
    found
}

/// The checker of a file that has seen all of it.
fn checked<'tree>(
    parsed: &'tree Parse,
    interface: &'tree Interface,
    imports: &'tree [ResolvedImport],
) -> Checker<'tree> {
    let mut checker = Checker::new(interface, imports);
    checker.check_imports();
    checker.check_tree(&parsed.tree);
    let names = resolve_names(&parsed.tree);
    checker.check_type_names(&parsed.tree, &names);
    if !parsed.has_errors() {
        checker.check_unused(&parsed.tree, &names);
    }
    checker
}

/// The stages a diagnostic may come from, in the order they are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Types,
    Ownership,
    Refinement,
    Codegen,
}

/// How a call takes one of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ArgMode {
    /// The value moves.
    ByValue,
    /// It is borrowed for reading.
    Shared,
    /// It is borrowed for writing.
    Exclusive,
    /// It is only looked at.
    Read,
}

/// How strictly declarations and assignments are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BlockRules {
    /// Function bodies, branches of `if` statements and bodies of `for`
    /// statements: a name may be given another value or type at any time.
    Permissive,
    /// Value blocks, loop bodies and lambdas: a name is declared once.
    Strict,
}

/// What a check of one file knows and has found.
struct Checker<'tree> {
    types: TypeTable,
    env: Env<'tree>,
    scopes: Scopes<'tree>,
    functions: Vec<function::FunctionContext>,
    found: Vec<(Stage, Diagnostic)>,
    /// Above zero, findings do not count: only unknown names are told, as warnings.
    lenient: usize,
    /// Names that stand for types in the function being checked.
    type_names: ty::Generics,
    /// Nesting of `unsafe`.
    unsafe_depth: usize,
    flow: FlowFacts,
    /// What stands before the members seen so far.
    receivers: Vec<(TextRange, Ty)>,
}

/// What the types pass tells the ownership pass, by index of tree nodes.
#[derive(Default)]
struct FlowFacts {
    /// The variable that a name use means.
    uses: FxHashMap<u32, LocalId>,
    /// The variable that a name makes or assigns, and its type there.
    bindings: FxHashMap<u32, (LocalId, Ty)>,
    /// How a call takes its arguments.
    calls: FxHashMap<u32, Vec<ArgMode>>,
}

impl<'tree> Checker<'tree> {
    fn new(interface: &'tree Interface, imports: &'tree [ResolvedImport]) -> Self {
        let mut types = TypeTable::new();
        let env = Env::new(interface, imports, &mut types);
        Checker {
            types,
            env,
            scopes: Scopes::default(),
            functions: Vec::new(),
            found: Vec::new(),
            lenient: 0,
            type_names: ty::Generics::new(),
            unsafe_depth: 0,
            flow: FlowFacts::default(),
            receivers: Vec::new(),
        }
    }

    /// Records a finding of `stage`.
    fn report(&mut self, stage: Stage, diagnostic: Diagnostic) {
        if self.lenient == 0 {
            self.found.push((stage, diagnostic));
        } else if diagnostic.code == "E1001" {
            let diagnostic = Diagnostic { severity: Severity::Warning, ..diagnostic };
            self.found.push((stage, diagnostic));
        }
    }

    /// Records something that the reference accepts though it looks wrong.
    fn warn(&mut self, diagnostic: Diagnostic) {
        self.report(Stage::Types, Diagnostic { severity: Severity::Warning, ..diagnostic });
    }

    /// Runs `check` where the reference looks at nothing: what it finds is
    /// no error.
    fn leniently<R>(&mut self, check: impl FnOnce(&mut Self) -> R) -> R {
        self.lenient += 1;
        let result = check(self);
        self.lenient -= 1;
        result
    }

    /// All findings in reporting order, each once.
    fn finish(self) -> Vec<Diagnostic> {
        let mut found = self.found;
        found.sort_by_key(|(stage, diagnostic)| (diagnostic.severity, *stage));
        let mut seen = rustc_hash::FxHashSet::default();
        found.retain(|(_, diagnostic)| seen.insert((diagnostic.code, diagnostic.range)));
        found.into_iter().map(|(_, diagnostic)| diagnostic).collect()
    }
}
