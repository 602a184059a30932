//! What a name means outside all local scopes.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::ty::{Kind, Prim, Symbol, Ty, TypeTable};
use super::{ResolvedImport, ResolvedModule};
use crate::modules::{
    FnSig, Interface, StdItem, StdModule, TypeDef, is_ambiguous_short_name, std_module,
    std_short_name,
};

/// The meaning of a name.
#[derive(Clone, Debug)]
pub(super) enum Global {
    /// A function from source.
    Function(Arc<FnSig>),
    /// A built-in function and the module that has it.
    StdFunction(&'static StdModule, &'static FnSig),
    /// A value.
    Value(Ty),
    /// A type from source.
    Type(Symbol),
    /// A module used as a record.
    Module(u32),
    /// A name that is bound to something unknown.
    Unknown,
}

/// A module used as a record.
#[derive(Clone, Debug)]
pub(super) struct ModuleRecord {
    pub(super) name: Box<str>,
    pub(super) module: ResolvedModule,
}

/// Names of the file and of what it imports.
pub(super) struct Env<'tree> {
    pub(super) interface: &'tree Interface,
    /// In reading order.
    pub(super) imports: &'tree [ResolvedImport],
    /// Names bound by `use` lines at the top level.
    pub(super) imported: FxHashMap<Box<str>, Global>,
    pub(super) modules: Vec<ModuleRecord>,
    types: FxHashMap<Symbol, Arc<TypeDef>>,
    methods: FxHashMap<Symbol, FxHashMap<Box<str>, Arc<FnSig>>>,
    functions: FxHashMap<Box<str>, Arc<FnSig>>,
    /// Names of methods that mean something else as well.
    ambiguous: FxHashSet<Box<str>>,
    /// Types of the file's own top-level values, as far as they are inferred.
    pub(super) values: FxHashMap<Box<str>, Ty>,
}

impl<'tree> Env<'tree> {
    pub(super) fn new(
        interface: &'tree Interface,
        imports: &'tree [ResolvedImport],
        types: &mut TypeTable,
    ) -> Self {
        let mut env = Env {
            interface,
            imports,
            imported: FxHashMap::default(),
            modules: Vec::new(),
            types: FxHashMap::default(),
            methods: FxHashMap::default(),
            functions: FxHashMap::default(),
            ambiguous: FxHashSet::default(),
            values: FxHashMap::default(),
        };
        for import in imports {
            if let ResolvedModule::File(other) = &import.module {
                env.add_types(other, types);
            }
        }
        env.add_types(interface, types);
        for import in imports {
            env.add_aliases(import, types);
        }
        env.add_method_names(interface);
        for (name, sig) in &interface.functions {
            env.functions.insert(name.clone(), Arc::new(sig.clone()));
        }
        for (name, ty) in &interface.constants {
            let ty = types.read_type(ty, &Vec::new());
            env.values.insert(name.clone(), ty);
        }
        env
    }

    /// A method is a function by its own name as well, unless that name has
    /// several meanings; then it is taken for anything.
    fn add_method_names(&mut self, interface: &Interface) {
        for ((_, name), sig) in &interface.methods {
            if std_short_name(name).is_some() || self.functions.contains_key(name) {
                self.ambiguous.insert(name.clone());
            }
            self.functions.entry(name.clone()).or_insert_with(|| Arc::new(sig.clone()));
        }
    }

    /// `use m.{T as U}`: both names mean one type.
    fn add_aliases(&self, import: &ResolvedImport, types: &mut TypeTable) {
        let ResolvedModule::File(other) = &import.module else { return };
        for item in import.import.items.iter().flatten() {
            let (name, local) = (&item.name.text, &item.bound_name().text);
            if name != local && other.types.contains_key(&**name) {
                types.alias(local, name);
            }
        }
    }

    fn add_types(&mut self, interface: &Interface, types: &mut TypeTable) {
        for (name, def) in &interface.types {
            let symbol = types.symbol(name);
            types.shadow(symbol);
            if def.params.iter().any(|param| param.is_const) {
                types.takes_constants(symbol);
            }
            self.types.insert(symbol, Arc::new(def.clone()));
        }
        for ((owner, name), sig) in &interface.methods {
            let owner = types.symbol(owner);
            let methods = self.methods.entry(owner).or_default();
            methods.insert(name.clone(), Arc::new(sig.clone()));
        }
    }

    pub(super) fn type_def(&self, symbol: Symbol) -> Option<Arc<TypeDef>> {
        self.types.get(&symbol).cloned()
    }

    pub(super) fn method(&self, owner: Symbol, name: &str) -> Option<Arc<FnSig>> {
        self.methods.get(&owner)?.get(name).cloned()
    }

    /// The import of the `use` line with this range.
    pub(super) fn import_at(&self, range: clew_text::TextRange) -> Option<&'tree ResolvedImport> {
        let imports = self.imports;
        let found =
            imports.binary_search_by_key(&range.start, |resolved| resolved.import.range.start);
        imports.get(found.ok()?)
    }

    /// Adds a module used as a record.
    pub(super) fn add_module(&mut self, name: &str, module: ResolvedModule) -> u32 {
        self.modules.push(ModuleRecord { name: name.into(), module });
        u32::try_from(self.modules.len() - 1).unwrap_or(0)
    }

    /// The meaning of `name` outside local scopes.
    pub(super) fn global(&self, name: &str, types: &mut TypeTable) -> Option<Global> {
        if self.interface.types.contains_key(name) {
            return Some(Global::Type(types.symbol(name)));
        }
        if self.interface.functions.contains_key(name)
            && let Some(sig) = self.functions.get(name)
        {
            return Some(Global::Function(sig.clone()));
        }
        if let Some(ty) = self.values.get(name) {
            return Some(Global::Value(*ty));
        }
        if let Some(global) = self.imported.get(name) {
            return Some(global.clone());
        }
        if self.ambiguous.contains(name) {
            return Some(Global::Unknown);
        }
        if let Some(sig) = self.functions.get(name) {
            return Some(Global::Function(sig.clone()));
        }
        if is_ambiguous_short_name(name) {
            return Some(Global::Unknown);
        }
        if let Some((module, StdItem::Function(sig))) = std_short_name(name) {
            return Some(Global::StdFunction(module, sig));
        }
        built_in(name, types)
    }

    /// What `name` means in a module, as seen from outside.
    pub(super) fn module_item(
        &mut self,
        module: &ResolvedModule,
        name: &str,
        types: &mut TypeTable,
    ) -> Option<Global> {
        match module {
            ResolvedModule::StdRoot => {
                let module = std_module(&format!("std.{name}"))?;
                Some(Global::Module(self.add_module(name, ResolvedModule::Std(module))))
            }
            ResolvedModule::Std(module) => std_item(module, name, types),
            ResolvedModule::File(interface) => file_item(interface, name, types),
            ResolvedModule::Unknown => Some(Global::Unknown),
        }
    }
}

fn std_item(module: &'static StdModule, name: &str, types: &mut TypeTable) -> Option<Global> {
    match module.items.get(name) {
        Some(StdItem::Function(sig)) => Some(Global::StdFunction(module, sig)),
        Some(StdItem::Constant(ty)) => Some(Global::Value(types.read_type(ty, &Vec::new()))),
        Some(StdItem::Type) => Some(Global::Unknown),
        None => {
            let prefix = format!("{name}.");
            let has_members = module.items.keys().any(|item| item.starts_with(&prefix));
            has_members.then_some(Global::Unknown)
        }
    }
}

fn file_item(interface: &Interface, name: &str, types: &mut TypeTable) -> Option<Global> {
    if interface.types.contains_key(name) {
        return Some(Global::Type(types.symbol(name)));
    }
    if let Some(sig) = interface.functions.get(name) {
        return Some(Global::Function(Arc::new(sig.clone())));
    }
    let ty = interface.constants.get(name)?;
    Some(Global::Value(types.read_type(ty, &Vec::new())))
}

/// Names that are always there without being functions of std.
fn built_in(name: &str, types: &mut TypeTable) -> Option<Global> {
    if Prim::from_name(name).is_some() || BUILT_IN_TYPES.contains(&name) {
        let symbol = types.symbol(name);
        return Some(Global::Value(types.add(Kind::Meta(symbol))));
    }
    matches!(name, "Native" | "len" | "dict_keys").then_some(Global::Unknown)
}

const BUILT_IN_TYPES: [&str; 13] = [
    "Type", "List", "Dict", "Set", "Tuple", "Option", "Result", "Range", "Array", "Arc", "Weak",
    "Error", "Assert",
];
