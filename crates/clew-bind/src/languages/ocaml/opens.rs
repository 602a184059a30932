//! What is open at a place: `open`, `include`, `let open … in` and `M.(…)`, in the
//! order in which they hide what was there before.

use clew_model::{
    Binding, Expression, ExpressionId, FileFacts, Import, ImportForm, Occurrence, OccurrenceId,
    Role, ScopeId, ScopeKind, SymbolId, SymbolKind,
};
use clew_text::{ByteOffset, TextRange};

use super::{Ocaml, Sort, file_of};
use crate::binder::memoised;
use crate::languages::Rules;
use crate::{Binder, FileId, Resolution, SymbolRef, Target, Type};

/// Longest chain of modules before the parenthesis of `A.B.(…)`.
const MAX_PATH: usize = 16;

/// How an open names its module.
#[derive(Clone, Copy)]
enum Named {
    /// `open M`, `include M`.
    Import(usize),
    /// `M.(…)`: the last part of the path.
    Path(OccurrenceId),
}

/// A module whose names are seen at a place.
struct Open {
    /// From where on.
    from: ByteOffset,
    named: Named,
}

impl Ocaml {
    /// What `name` means through what is open around `at` since `since`, the place where
    /// the file itself binds the name. `None`: nothing open shows it. Unknown: a module
    /// that is not here may show it.
    pub(super) fn opened(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        (facts, since): (&FileFacts, ByteOffset),
        (name, at): (&str, &Occurrence),
        sort: Option<Sort>,
    ) -> Option<Resolution> {
        for open in opens_around(facts, at.range, since) {
            let modules = module_of(self, binder, file, facts, open.named);
            if modules.is_empty() {
                return Some(Resolution::Unknown);
            }
            let mut found = Vec::new();
            for module in modules {
                found.extend(shown(binder, file, &module, name));
            }
            let mut found = self.refine(binder, at, found);
            found.retain(|target| sort.is_none_or(|sort| Sort::of(binder, target) == Some(sort)));
            if !found.is_empty() {
                return Some(Resolution::Bound(found));
            }
        }
        None
    }

    /// The module that a name means at a place of a file, without its own file's name.
    pub(super) fn module_at(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        (name, range): (&str, TextRange),
    ) -> Vec<Type> {
        let own = module_before(facts, name, range);
        let since =
            own.and_then(|own| facts.symbol(own)).map_or(ByteOffset(0), |own| own.name_range.end);
        let used = Occurrence {
            name: facts.names.find(name).unwrap_or_default(),
            range,
            role: Role::Type,
            enclosing: None,
            binding: Binding::Free,
        };
        let opened = binder.step(None, || {
            self.opened(binder, file, (facts, since), (name, &used), Some(Sort::Module))
        });
        let target = match opened {
            Some(Resolution::Bound(found)) => found.into_iter().next(),
            // A module of this file or workspace is likelier than one of the same name
            // in a module that is not here.
            _ => own.map(|symbol| Target::Symbol(SymbolRef { file, symbol })),
        };
        let target = target.or_else(|| file_of(binder, file, name).map(Target::Module));
        target.map_or_else(Vec::new, |target| binder.target_types(&target, None))
    }
}

/// The opens whose names a place sees, the last one first.
fn opens_around(facts: &FileFacts, at: TextRange, since: ByteOffset) -> Vec<Open> {
    let is_seen = |import: &&(usize, &Import)| {
        let import = import.1;
        import.form == ImportForm::Glob
            && import.range.end <= at.start
            && import.range.start >= since
            && facts.scope(import.scope).is_some_and(|scope| scope.range.contains_range(at))
    };
    let imports: Vec<(usize, &Import)> = facts.imports.iter().enumerate().collect();
    let mut opens: Vec<Open> = imports
        .iter()
        .filter(is_seen)
        .map(|(index, import)| Open { from: import.range.end, named: Named::Import(*index) })
        .collect();
    for scope in &facts.scopes {
        let is_around = scope.kind == ScopeKind::Module
            && scope.owner.is_none()
            && scope.range.start >= since
            && scope.range.start < at.start
            && scope.range.contains_range(at);
        if !is_around {
            continue;
        }
        if let Some((path, from)) = path_at(facts, scope.range.start)
            && from <= at.start
        {
            opens.push(Open { from, named: Named::Path(path) });
        }
    }
    opens.sort_by_key(|open| std::cmp::Reverse(open.from));
    opens
}

/// The module path that begins at a place: its last part, and where it ends.
fn path_at(facts: &FileFacts, start: ByteOffset) -> Option<(OccurrenceId, ByteOffset)> {
    let mut index = facts.occurrences.partition_point(|one| one.range.start < start);
    let is_module = |one: &Occurrence| {
        one.role == Role::Type && facts.name(one.name).starts_with(char::is_uppercase)
    };
    let first = facts.occurrences.get(index).filter(|one| one.range.start == start)?;
    if !is_module(first) {
        return None;
    }
    for _ in 0..MAX_PATH {
        let follows = facts.occurrences.get(index + 1).is_some_and(|next| {
            let Binding::Member(base) = next.binding else { return false };
            let before = Expression::Occurrence(OccurrenceId(index as u32));
            is_module(next) && facts.expression(base) == Some(&before)
        });
        if !follows {
            break;
        }
        index += 1;
    }
    let last = facts.occurrences.get(index)?;
    Some((OccurrenceId(index as u32), last.range.end))
}

/// What the module of an open is; empty if it is not here.
fn module_of(
    rules: &Ocaml,
    binder: &Binder<'_>,
    file: FileId,
    facts: &FileFacts,
    named: Named,
) -> Vec<Type> {
    let types = match named {
        Named::Path(path) => match binder.resolve(file, path) {
            Resolution::Bound(targets) => {
                targets.iter().flat_map(|target| binder.target_types(target, None)).collect()
            }
            Resolution::Unknown => Vec::new(),
        },
        // Each looks through those before it.
        Named::Import(index) => memoised(&binder.memo.opens, (file, index), Vec::new(), || {
            facts
                .imports
                .get(index)
                .map_or_else(Vec::new, |import| imported(rules, binder, (file, facts), import))
        }),
    };
    types.into_iter().filter(|one| matches!(one, Type::Module(_) | Type::Class(_))).collect()
}

fn imported(
    rules: &Ocaml,
    binder: &Binder<'_>,
    (file, facts): (FileId, &FileFacts),
    import: &Import,
) -> Vec<Type> {
    let mut parts = facts.name(import.module).split('.').map(str::trim);
    let first = parts.next().unwrap_or("");
    let mut types = rules.module_at(binder, file, facts, (first, import.range));
    for part in parts {
        types = binder.member_module(&types, part);
    }
    types
}

/// What a module shows under a name to `file`.
fn shown(binder: &Binder<'_>, file: FileId, module: &Type, name: &str) -> Vec<Target> {
    match module {
        Type::Module(other) if *other != file => binder.exported(*other, name),
        Type::Class(symbol) => binder.static_targets(*symbol, name),
        _ => Vec::new(),
    }
}

impl Binder<'_> {
    /// The modules called `name` inside modules.
    fn member_module(&self, modules: &[Type], name: &str) -> Vec<Type> {
        let found = self.resolve_member(modules, name);
        found
            .targets()
            .iter()
            .filter(|target| Sort::of(self, target) == Some(Sort::Module))
            .flat_map(|target| self.target_types(target, None))
            .collect()
    }
}

/// The last module of that name that a file declares before a place that sees it.
fn module_before(facts: &FileFacts, name: &str, at: TextRange) -> Option<SymbolId> {
    let name = facts.names.find(name)?;
    let is_seen = |symbol: &clew_model::Symbol| {
        symbol.kind == SymbolKind::Module
            && symbol.name == name
            && symbol.name_range.end <= at.start
            && !symbol.range.contains_range(at)
            && facts.scope(symbol.scope).is_some_and(|scope| scope.range.contains_range(at))
    };
    let last = facts.symbols.iter().enumerate().rfind(|(_, symbol)| is_seen(symbol));
    last.map(|(index, _)| SymbolId(index as u32))
}

/// What a scope of a module or file includes under a name: where, and what.
pub(super) fn included(
    rules: &Ocaml,
    binder: &Binder<'_>,
    (file, facts): (FileId, &FileFacts),
    is_inside: impl Fn(ScopeId) -> bool,
    name: &str,
) -> Vec<(ByteOffset, Target)> {
    let mut found = Vec::new();
    for (index, import) in facts.imports.iter().enumerate() {
        if import.form != ImportForm::Glob || !import.reexport || !is_inside(import.scope) {
            continue;
        }
        for module in module_of(rules, binder, file, facts, Named::Import(index)) {
            let shown = shown(binder, file, &module, name);
            found.extend(shown.into_iter().map(|target| (import.range.start, target)));
        }
    }
    found
}

/// What a module that is written as another one shows: `module M = A.B`, an applied
/// functor, or a parameter of a functor.
pub(super) fn through_value(
    binder: &Binder<'_>,
    (file, value, declared): (FileId, Option<ExpressionId>, Option<ExpressionId>),
    name: &str,
) -> Vec<Target> {
    let mut types = value.map_or_else(Vec::new, |value| binder.value_types(file, value));
    types.extend(declared.map_or_else(Vec::new, |one| binder.annotated_types(file, one)));
    types.retain(|one| matches!(one, Type::Module(_) | Type::Class(_) | Type::Instance(..)));
    binder.resolve_member(&types, name).targets().to_vec()
}
