//! What differs between languages: one file each.

mod bash;
pub(crate) mod c;
mod csharp;
mod dart;
mod elixir;
#[cfg(test)]
mod elixir_tests;
mod go;
mod haskell;
mod hcl;
mod java;
mod javascript;
mod kotlin;
mod lua;
mod members;
#[cfg(test)]
mod narrowing_tests;
mod ocaml;
mod packaged;
mod paths;
mod perl;
#[cfg(test)]
mod perl_tests;
mod php;
mod plain;
mod python;
mod python_order;
mod python_std;
#[cfg(test)]
mod python_tests;
mod qualified;
mod ruby;
mod ruby_sides;
mod rust;
mod scala;
mod swift;
mod yaoxiang;
#[cfg(test)]
mod yaoxiang_tests;

use std::borrow::Cow;

use clew_model::{FileFacts, Import, LiteralKind, Occurrence, OccurrenceId, SymbolId};

use crate::members::Side;
use crate::resolve::external_name;
use crate::types::{Types, no_arguments};
use crate::{Binder, FileId, Resolution, SymbolRef, Target, Type};

/// Where a module path leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModuleTarget {
    /// A file of the workspace.
    File(FileId),
    /// A folder of the workspace that is a package or namespace.
    Folder(String),
    /// A type or namespace of the workspace that is written like a module
    /// (Java static imports, Rust `use Enum::*`).
    Symbol(SymbolRef),
    /// The language's standard library.
    Std(String),
    /// An installed package.
    Package(String),
    /// Nowhere that we know.
    Unknown,
}

/// The rules of one language. Defaults fit a language with classes, modules that
/// are files, and nothing special.
pub(crate) trait Rules: Sync {
    /// Where a module path, as written in `file`, leads.
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget>;

    /// What the first part of a dotted module binds (`import a.b` binds `a`).
    fn module_root(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        _module: &str,
        root: &str,
    ) -> Vec<Target> {
        binder.module_targets(file, root)
    }

    /// What any name means, however its file bound it, where the language goes its own
    /// way; `None`: the usual one.
    fn named(
        &self,
        _binder: &Binder<'_>,
        _file: FileId,
        _facts: &FileFacts,
        _id: OccurrenceId,
    ) -> Option<Resolution> {
        None
    }

    /// What a name means that nothing in its file declares or imports.
    fn free_name(
        &self,
        _binder: &Binder<'_>,
        _file: FileId,
        _facts: &FileFacts,
        _name: &str,
        _occurrence: &Occurrence,
    ) -> Resolution {
        Resolution::Unknown
    }

    /// What a name means that its file declares as `symbol`, where more than the
    /// file must be asked (inherited members, definitions elsewhere).
    fn declared_name(
        &self,
        _binder: &Binder<'_>,
        _file: FileId,
        _facts: &FileFacts,
        _symbol: SymbolId,
        _occurrence: &Occurrence,
    ) -> Option<Resolution> {
        None
    }

    /// What a symbol is as well, declared or defined elsewhere: uses of one are uses of
    /// the other (the two files of an OCaml module).
    fn same_symbols(&self, _binder: &Binder<'_>, _symbol: SymbolRef) -> Vec<SymbolRef> {
        Vec::new()
    }

    /// What an imported item is, where its module's path does not tell.
    fn imported_item(
        &self,
        _binder: &Binder<'_>,
        _file: FileId,
        _module: &str,
        _item: &str,
    ) -> Option<Vec<Target>> {
        None
    }

    /// The value that a plain name is a member of, where such names see members.
    fn implicit_receiver(
        &self,
        _file: FileId,
        _facts: &FileFacts,
        _occurrence: &Occurrence,
    ) -> Option<Type> {
        None
    }

    /// The members called `name` of a type or namespace, where they are spread
    /// over files in a way of the language's own.
    fn spread_members(
        &self,
        _binder: &Binder<'_>,
        _owner: SymbolRef,
        _name: &str,
    ) -> Option<Vec<SymbolRef>> {
        None
    }

    /// What `name` means as an item of a module file.
    fn exported(
        &self,
        binder: &Binder<'_>,
        module: FileId,
        facts: &FileFacts,
        name: &str,
    ) -> Vec<Target> {
        binder.exported_plainly(module, facts, name)
    }

    /// What `name` means after a module file that does not declare it.
    fn submodule(&self, _binder: &Binder<'_>, _module: FileId, _name: &str) -> Vec<Target> {
        Vec::new()
    }

    /// What `name` means in a folder that is a package.
    fn folder_member(&self, _binder: &Binder<'_>, _folder: &str, _name: &str) -> Vec<Target> {
        Vec::new()
    }

    /// What calling a class gives.
    fn construct(&self, _binder: &Binder<'_>, class: SymbolRef) -> Types {
        vec![Type::Instance(class, no_arguments())]
    }

    /// The method that calling an instance calls.
    fn call_method(&self) -> Option<&'static str> {
        None
    }

    /// The types that a builtin or well-known outside type name stands for, with
    /// its arguments; empty for other names.
    fn builtin_type(&self, _name: &str, _arguments: &[Type]) -> Types {
        Vec::new()
    }

    /// The members called `name` that extensions give to a type of the language itself.
    fn builtin_member(&self, _binder: &Binder<'_>, _of: &Type, _name: &str) -> Vec<SymbolRef> {
        Vec::new()
    }

    /// What indexing or iterating a value gives.
    fn element(&self, _binder: &Binder<'_>, of: &Type) -> Types {
        plain_element(of)
    }

    /// What iterating a value gives.
    fn iterated(&self, binder: &Binder<'_>, of: &Type) -> Types {
        self.element(binder, of)
    }

    /// What awaiting a value gives that is no known future.
    fn awaited(&self, _binder: &Binder<'_>, _of: &Type) -> Types {
        Vec::new()
    }

    /// What a success or optional wrapper holds.
    fn unwrapped(&self, _binder: &Binder<'_>, of: &Type) -> Types {
        match of {
            Type::External(_, arguments) if !arguments.is_empty() => vec![arguments[0].clone()],
            other => vec![other.clone()],
        }
    }

    /// Other names under which files that use a symbol may name it: those it is
    /// exported under, and the name of its module where it is the module's value.
    fn other_names(
        &self,
        _binder: &Binder<'_>,
        _symbol: SymbolRef,
        _facts: &FileFacts,
    ) -> Vec<OtherName> {
        Vec::new()
    }

    /// Names under which other files may name what an import at file level binds: its
    /// own here, and those that the file passes it on under.
    fn passed_on(
        &self,
        _binder: &Binder<'_>,
        _file: FileId,
        facts: &FileFacts,
        import: &Import,
    ) -> Vec<OtherName> {
        import.local.iter().map(|local| facts.name(*local).to_string().into()).collect()
    }

    /// What a module file is as a value, where that is more than its names
    /// (CommonJS's `module.exports`).
    fn module_value(&self, _binder: &Binder<'_>, file: FileId) -> Vec<Target> {
        vec![Target::Module(file)]
    }

    /// What calling the builtin member `name` of a value gives; empty where that
    /// is not known.
    fn member_call(&self, _binder: &Binder<'_>, _receiver: &Type, _name: &str) -> Types {
        Vec::new()
    }

    /// The module of an import, with what its place in the file adds to the text
    /// (Rust's `super` inside a module of the file).
    fn import_module<'facts>(
        &self,
        facts: &'facts FileFacts,
        import: &clew_model::Import,
    ) -> Cow<'facts, str> {
        Cow::Borrowed(facts.name(import.module))
    }

    /// What `name` means in a type or module of a file, where that is more than
    /// its own members (imports inside a Rust module); `None`: nothing more.
    fn namespace_member(
        &self,
        _binder: &Binder<'_>,
        _namespace: SymbolRef,
        _name: &str,
    ) -> Option<Vec<Target>> {
        None
    }

    /// The members called `name` of a type itself or of its objects, where the language
    /// looks them up in ways of their own; `None`: in one way.
    fn members_on(
        &self,
        _binder: &Binder<'_>,
        _class: SymbolRef,
        _name: &str,
        _side: Side,
    ) -> Option<Vec<SymbolRef>> {
        None
    }

    /// What calling an instance gives that has no method for it.
    fn called_instance(&self, _of: &Type) -> Types {
        Vec::new()
    }

    /// Leaves out targets of which only one is meant without telling which.
    fn certain(&self, _binder: &Binder<'_>, targets: &[Target]) -> Vec<Target> {
        targets.to_vec()
    }

    /// Chooses among the targets of a name by how it is used.
    fn refine(
        &self,
        _binder: &Binder<'_>,
        _occurrence: &Occurrence,
        targets: Vec<Target>,
    ) -> Vec<Target> {
        targets
    }

    /// A type and all its bases in the workspace in the order in which members
    /// are looked up; `None`: nearest first.
    fn linearised(&self, _binder: &Binder<'_>, _class: SymbolRef) -> Option<Vec<SymbolRef>> {
        None
    }

    /// Whether a call means the overload that takes as many arguments as it gives.
    fn chooses_by_arguments(&self) -> bool {
        false
    }

    /// Whether a call means nothing that does not take its arguments.
    fn needs_fitting_arguments(&self) -> bool {
        false
    }

    /// Whether types of arguments only choose, since what is given may be converted.
    fn converts_arguments(&self) -> bool {
        false
    }

    /// Whether arguments may be left out before others that say by name what they are for.
    fn leaves_arguments_out(&self) -> bool {
        false
    }

    /// What else a call of a plain name may mean, one place after the other, where
    /// nothing nearer takes its arguments; `None`: what is nearest is meant anyway.
    fn further_meanings(
        &self,
        _binder: &Binder<'_>,
        _file: FileId,
        _facts: &FileFacts,
        _occurrence: &Occurrence,
    ) -> Option<Vec<Vec<Target>>> {
        None
    }

    /// The types that a type fits without naming them (Go's interfaces).
    fn structural_bases(&self, _binder: &Binder<'_>, _class: SymbolRef) -> Vec<SymbolRef> {
        Vec::new()
    }

    /// The types that fit a type without naming it.
    fn structural_subtypes(&self, _binder: &Binder<'_>, _base: SymbolRef) -> Vec<SymbolRef> {
        Vec::new()
    }

    /// Whether a class may have members that neither it nor its bases declare.
    fn members_may_be_mixed_in(&self) -> bool {
        false
    }

    /// Whether functions may have members and make instances (prototypes).
    fn functions_have_members(&self) -> bool {
        false
    }

    /// Whether declarations of one name in one scope are one thing (a class, its
    /// interface and its namespace).
    fn merges_declarations(&self) -> bool {
        false
    }

    /// Whether assigning to a member of an object makes a field of its type, unless a base
    /// has it already.
    fn makes_fields_by_assignment(&self) -> bool {
        false
    }

    /// Whether members may be declared outside the type's body, by an owner.
    fn has_outside_members(&self) -> bool {
        false
    }

    /// Whether a name means its declarations and its definition alike.
    fn keeps_declarations(&self) -> bool {
        false
    }
}

/// A name under which files may use what is called otherwise where it is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OtherName {
    pub(crate) name: String,
    /// The only files that may use it so, if that is known.
    pub(crate) within: Option<std::rc::Rc<Importers>>,
}

/// The files that import a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Importers {
    /// The files, ordered by path.
    pub(crate) files: Vec<FileId>,
    /// The last parts of the paths that may lead to it there.
    pub(crate) ends: std::collections::BTreeSet<String>,
}

impl From<String> for OtherName {
    fn from(name: String) -> OtherName {
        OtherName { name, within: None }
    }
}

/// The packages of Rust that have a library.
pub(crate) type Crates = std::rc::Rc<Vec<rust::Crate>>;

/// Names that configuration gives to modules, with what they stand for.
pub(crate) type Aliases = std::rc::Rc<[(String, String)]>;

/// What all files of a project use without saying so.
pub(crate) type Globals = std::rc::Rc<Vec<packaged::project::Global>>;

/// The rules for a language id.
pub(crate) fn rules_of(language: &str) -> &'static dyn Rules {
    match language {
        "python" | "jupyter" => &python::Python,
        "c" => &c::C,
        "cpp" => &c::cpp::Cpp,
        "go" => &go::Go,
        "java" => &java::Java,
        "rust" => &rust::Rust,
        "javascript" | "javascriptreact" | "typescript" | "typescriptreact" | "vue" | "svelte"
        | "astro" | "html" => &javascript::JavaScript,
        "csharp" => &csharp::CSHARP,
        "kotlin" => &kotlin::KOTLIN,
        "php" => &php::PHP,
        "scala" => &scala::SCALA,
        "dart" => &dart::Dart,
        "swift" => &swift::SWIFT,
        "ruby" => &ruby::Ruby,
        "elixir" => &elixir::Elixir,
        "lua" => &lua::Lua,
        "hcl" => &hcl::Hcl,
        "perl" => &perl::Perl,
        "bash" => &bash::Bash,
        "haskell" => &haskell::Haskell,
        "ocaml" | "ocaml.interface" => &ocaml::Ocaml,
        "yaoxiang" => &yaoxiang::YaoXiang,
        _ => &plain::Plain,
    }
}

/// What indexing or iterating sequences and maps gives in any language.
pub(crate) fn plain_element(of: &Type) -> Types {
    match of {
        Type::List(element) | Type::Map(element) => match element.as_ref() {
            Type::Unknown => Vec::new(),
            known => vec![known.clone()],
        },
        Type::Builtin(LiteralKind::String) => vec![Type::Builtin(LiteralKind::String)],
        _ => Vec::new(),
    }
}

/// Outside types that are bases without having members that matter.
pub(crate) fn is_marker(name: &str) -> bool {
    let short = name.rsplit('.').next().unwrap_or(name);
    matches!(short, "Generic" | "Protocol" | "ABC" | "object")
}

/// Outside types whose members are those of what they hold.
pub(crate) fn is_transparent(name: &str) -> bool {
    let short = name.rsplit(['.', ':']).next().unwrap_or(name);
    matches!(
        short,
        "Box"
            | "Rc"
            | "Arc"
            | "Ref"
            | "RefMut"
            | "MutexGuard"
            | "RwLockReadGuard"
            | "RwLockWriteGuard"
            | "Cow"
            | "Pin"
            | "ManuallyDrop"
            | "unique_ptr"
            | "shared_ptr"
            | "Readonly"
            | "Partial"
            | "Required"
            | "NonNullable"
    )
}

/// A member of a folder without files of its own: a file or folder inside.
pub(crate) fn folder_member_by_path(binder: &Binder<'_>, folder: &str, name: &str) -> Vec<Target> {
    python::folder_member(binder, folder, name)
}

/// The single outside target of an item of a package.
pub(crate) fn outside(module: &str, item: &str) -> Resolution {
    Resolution::Bound(vec![Target::External(external_name(module, item))])
}
