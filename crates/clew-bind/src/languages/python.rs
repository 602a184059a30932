//! Python: packages, relative imports, star imports, builtins, typing.

use std::rc::Rc;

use clew_model::{FileFacts, ImportForm, LiteralKind, Occurrence};

use super::python_std::{is_builtin, is_std_module};
use super::{ModuleTarget, Rules, outside, plain_element};
use crate::types::{Types, merge, no_arguments};
use crate::{Binder, FileId, Resolution, SymbolRef, Target, Type};

pub(crate) struct Python;

impl Rules for Python {
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget> {
        let path = binder.path(file);
        if module.starts_with('.') {
            return vec![relative(binder, &path, module)];
        }
        match absolute(binder, &path, module) {
            Some(target) => vec![target],
            None if is_std_module(module) => vec![ModuleTarget::Std(module.to_string())],
            None => vec![ModuleTarget::Package(module.to_string())],
        }
    }

    fn free_name(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        name: &str,
        _occurrence: &Occurrence,
    ) -> Resolution {
        let stars = facts.imports.iter().filter(|import| import.form == ImportForm::Glob);
        let mut outside_star = false;
        for import in stars {
            for module in binder.modules(file, facts.name(import.module)) {
                match module {
                    ModuleTarget::File(module) => {
                        let targets = binder.exported(module, name);
                        if !targets.is_empty() {
                            return Resolution::Bound(targets);
                        }
                    }
                    _ => outside_star = true,
                }
            }
        }
        if is_builtin(name) {
            return outside("builtins", name);
        }
        if outside_star { outside("star", name) } else { Resolution::Unknown }
    }

    fn exported(
        &self,
        binder: &Binder<'_>,
        module: FileId,
        facts: &FileFacts,
        name: &str,
    ) -> Vec<Target> {
        let targets = binder.exported_plainly(module, facts, name);
        if targets.is_empty() { self.submodule(binder, module, name) } else { targets }
    }

    fn imported_item(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        module: &str,
        item: &str,
    ) -> Option<Vec<Target>> {
        // What a package takes from itself are its modules, not its other names.
        let path = binder.path(file);
        let folder = path.strip_suffix("__init__.py").filter(|_| module == ".")?;
        let targets = folder_member(binder, folder.trim_end_matches('/'), item);
        (!targets.is_empty()).then_some(targets)
    }

    fn submodule(&self, binder: &Binder<'_>, module: FileId, name: &str) -> Vec<Target> {
        let path = binder.path(module);
        match path.strip_suffix("__init__.py").or_else(|| path.strip_suffix("__init__.pyi")) {
            Some(folder) => folder_member(binder, folder.trim_end_matches('/'), name),
            None => Vec::new(),
        }
    }

    fn folder_member(&self, binder: &Binder<'_>, folder: &str, name: &str) -> Vec<Target> {
        folder_member(binder, folder, name)
    }

    fn module_root(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        module: &str,
        root: &str,
    ) -> Vec<Target> {
        // `import a.b` binds `a` only if `a.b` is ours; `a` may be a bare folder.
        let inside = absolute(binder, &binder.path(file), module).is_some();
        let targets = binder.module_targets(file, root);
        if inside || !targets.is_empty() {
            return targets;
        }
        vec![Target::External(root.into())]
    }

    fn members_may_be_mixed_in(&self) -> bool {
        true
    }

    fn call_method(&self) -> Option<&'static str> {
        Some("__call__")
    }

    fn builtin_type(&self, name: &str, arguments: &[Type]) -> Types {
        builtin_type(name, arguments)
    }

    fn element(&self, binder: &Binder<'_>, of: &Type) -> Types {
        match of {
            Type::Instance(class, _) => element_of_instance(binder, of, *class, &INDEXING),
            Type::Tuple(parts) => {
                let mut types = Vec::new();
                merge(&mut types, parts.iter().cloned());
                types
            }
            other => plain_element(other),
        }
    }

    fn iterated(&self, binder: &Binder<'_>, of: &Type) -> Types {
        match of {
            // Keys are seldom of a type of ours.
            Type::Map(_) => Vec::new(),
            Type::Instance(class, _) => element_of_instance(binder, of, *class, &ITERATION),
            other => self.element(binder, other),
        }
    }

    /// What `with` binds.
    fn unwrapped(&self, binder: &Binder<'_>, of: &Type) -> Types {
        match of {
            Type::Instance(class, _) => {
                let enter = ["__enter__", "__aenter__"]
                    .into_iter()
                    .find_map(|name| binder.members_of(*class, name).into_iter().next());
                let Some(enter) = enter else { return vec![of.clone()] };
                let types = binder.call_result(&Type::Callable(enter, Some(Rc::new(of.clone()))));
                binder.flat_map(&types, |one| match one {
                    Type::Future(result) => vec![result.as_ref().clone()],
                    other => vec![other.clone()],
                })
            }
            // A generator that became a context manager.
            Type::List(yielded) => vec![yielded.as_ref().clone()],
            other => vec![other.clone()],
        }
    }

    fn member_call(&self, _binder: &Binder<'_>, receiver: &Type, name: &str) -> Types {
        match (receiver, name) {
            (Type::Map(value), "get" | "pop" | "setdefault") => vec![value.as_ref().clone()],
            (Type::Map(value), "values") => vec![Type::List(value.clone())],
            (Type::Map(value), "items") => {
                let pair = Type::Tuple(Rc::from([Type::Unknown, value.as_ref().clone()]));
                vec![Type::List(Rc::new(pair))]
            }
            (Type::List(element), "pop") => vec![element.as_ref().clone()],
            (Type::Map(_) | Type::List(_), "copy") => vec![receiver.clone()],
            _ => Vec::new(),
        }
    }

    fn linearised(&self, binder: &Binder<'_>, class: SymbolRef) -> Option<Vec<SymbolRef>> {
        Some(super::python_order::order(binder, class).as_ref().clone())
    }

    fn makes_fields_by_assignment(&self) -> bool {
        true
    }
}

/// Methods that tell what indexing gives.
const INDEXING: [&str; 1] = ["__getitem__"];

/// Methods that tell what iterating gives.
const ITERATION: [&str; 3] = ["__iter__", "__next__", "__getitem__"];

/// What indexing or iterating an instance gives: what its methods say, or the
/// sequence or map among its bases.
fn element_of_instance(
    binder: &Binder<'_>,
    of: &Type,
    class: SymbolRef,
    methods: &[&str],
) -> Types {
    for name in methods {
        let Some(method) = binder.members_of(class, name).into_iter().next() else { continue };
        let types = binder.call_result(&Type::Callable(method, Some(Rc::new(of.clone()))));
        return binder.flat_map(&types, |one| match one {
            Type::List(element) if *name == "__iter__" => vec![element.as_ref().clone()],
            other if *name != "__iter__" => vec![other.clone()],
            _ => Vec::new(),
        });
    }
    for base in binder.ancestors(class) {
        let bases = binder.bases(base);
        let elements = binder.flat_map(&bases, |one| match one {
            Type::List(_) => plain_element(one),
            Type::Map(_) if methods.len() == 1 => plain_element(one),
            _ => Vec::new(),
        });
        if !elements.is_empty() {
            return elements;
        }
    }
    Vec::new()
}

/// `name` inside a package folder: a module or a sub-package.
pub(super) fn folder_member(binder: &Binder<'_>, folder: &str, name: &str) -> Vec<Target> {
    match module_at(binder, &join(folder, name)) {
        Some(ModuleTarget::File(file)) => vec![Target::Module(file)],
        Some(ModuleTarget::Folder(folder)) => vec![Target::Folder(folder.into())],
        _ => Vec::new(),
    }
}

/// The module whose path without suffix is `base`.
fn module_at(binder: &Binder<'_>, base: &str) -> Option<ModuleTarget> {
    let source = binder.source();
    for suffix in ["/__init__.py", ".py", "/__init__.pyi", ".pyi"] {
        if let Some(file) = source.file_at(&format!("{base}{suffix}")) {
            return Some(ModuleTarget::File(file));
        }
    }
    (!base.is_empty() && !source.files_in(base).is_empty())
        .then(|| ModuleTarget::Folder(base.to_string()))
}

/// `.a.b` from the file at `path`.
fn relative(binder: &Binder<'_>, path: &str, module: &str) -> ModuleTarget {
    let rest = module.trim_start_matches('.');
    let dots = module.len() - rest.len();
    let mut folder = parent(path);
    for _ in 1..dots {
        if folder.is_empty() {
            return ModuleTarget::Unknown;
        }
        folder = parent(folder);
    }
    let base =
        if rest.is_empty() { folder.to_string() } else { join(folder, &rest.replace('.', "/")) };
    if base.is_empty() {
        return match binder.source().file_at("__init__.py") {
            Some(file) => ModuleTarget::File(file),
            None => ModuleTarget::Folder(String::new()),
        };
    }
    module_at(binder, &base).unwrap_or(ModuleTarget::Unknown)
}

/// `a.b` from the file at `path`: looked up from each folder that may be a source
/// root for it, the nearest first.
fn absolute(binder: &Binder<'_>, path: &str, module: &str) -> Option<ModuleTarget> {
    let relative = module.replace('.', "/");
    let mut folder = parent(path);
    loop {
        if !is_package(binder, folder) {
            let found = module_at(binder, &join(folder, &relative));
            let is_real = match &found {
                // A bare folder is a namespace package only where nothing else
                // of that name is installed; its own folder is never meant.
                Some(ModuleTarget::Folder(found)) => {
                    !is_std_module(module) && !path.starts_with(&format!("{found}/"))
                        || found.contains('/')
                }
                Some(_) => true,
                None => false,
            };
            if is_real {
                return found;
            }
        }
        if folder.is_empty() {
            break;
        }
        folder = parent(folder);
    }
    elsewhere(binder, module, &relative)
}

/// A module below a source root that does not enclose the asking file: any
/// folder outside packages that holds the module's top package.
fn elsewhere(binder: &Binder<'_>, module: &str, relative: &str) -> Option<ModuleTarget> {
    if is_std_module(module) {
        return None;
    }
    let source = binder.source();
    let last = relative.rsplit('/').next().unwrap_or(relative);
    let is_nested = relative.contains('/');
    let mut candidates: Vec<(usize, FileId)> = Vec::new();
    for (file_name, tail) in [
        ("__init__.py".to_string(), format!("{relative}/__init__.py")),
        (format!("{last}.py"), format!("{relative}.py")),
    ] {
        // One level only: `json.py` somewhere in the tree is not `import json`.
        if file_name != "__init__.py" && !is_nested {
            continue;
        }
        for file in source.files_called(&file_name) {
            let path = binder.path(file);
            let Some(root) = path.strip_suffix(&tail) else { continue };
            let root = root.trim_end_matches('/');
            let at_border = root.is_empty() || path.as_bytes().get(root.len()) == Some(&b'/');
            if at_border && !is_package(binder, root) {
                candidates.push((root.matches('/').count(), file));
            }
        }
    }
    candidates.sort();
    match candidates.as_slice() {
        [] => None,
        [(_, only)] => Some(ModuleTarget::File(*only)),
        [(first, file), (second, _), ..] => (first < second).then_some(ModuleTarget::File(*file)),
    }
}

/// Whether a folder is inside a package, so that it is no source root.
fn is_package(binder: &Binder<'_>, folder: &str) -> bool {
    binder.source().file_at(&join(folder, "__init__.py")).is_some()
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_string() } else { format!("{folder}/{name}") }
}

fn builtin_type(name: &str, arguments: &[Type]) -> Types {
    let first = || arguments.first().cloned().unwrap_or(Type::Unknown);
    let last = || arguments.last().cloned().unwrap_or(Type::Unknown);
    match name {
        "str" | "LiteralString" => vec![Type::Builtin(LiteralKind::String)],
        "bytes" | "bytearray" => vec![Type::Builtin(LiteralKind::Bytes)],
        "int" | "float" | "complex" => vec![Type::Builtin(LiteralKind::Number)],
        "bool" => vec![Type::Builtin(LiteralKind::Boolean)],
        "list" | "List" | "Sequence" | "MutableSequence" | "Iterable" | "Iterator"
        | "Collection" | "set" | "Set" | "frozenset" | "FrozenSet" | "AbstractSet" | "deque"
        | "Deque" | "Generator" | "AsyncIterator" | "AsyncIterable" | "AsyncGenerator"
        // What `with` binds is what a generator yields.
        | "ContextManager" | "AbstractContextManager" | "AsyncContextManager" => {
            vec![Type::List(Rc::new(first()))]
        }
        "dict" | "Dict" | "Mapping" | "MutableMapping" | "defaultdict" | "DefaultDict"
        | "OrderedDict" => vec![Type::Map(Rc::new(last()))],
        "ValuesView" => vec![Type::List(Rc::new(last()))],
        "ItemsView" => vec![Type::List(Rc::new(Type::Tuple(arguments.into())))],
        "tuple" | "Tuple" => vec![Type::Tuple(arguments.into())],
        "Optional" | "Annotated" | "Final" | "ClassVar" | "Required" | "NotRequired" => {
            vec![first()]
        }
        "Union" => arguments.to_vec(),
        "Awaitable" | "Coroutine" | "Future" | "Task" => vec![Type::Future(Rc::new(last()))],
        "Callable" => vec![Type::Function(Rc::new(last()))],
        "Type" | "type" => match first() {
            Type::Instance(class, _) => vec![Type::Class(class)],
            _ => Vec::new(),
        },
        "object" | "Any" => Vec::new(),
        name if is_builtin(name) => vec![Type::External(name.into(), no_arguments())],
        _ => Vec::new(),
    }
}
