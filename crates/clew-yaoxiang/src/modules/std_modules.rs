//! The modules that come with the language.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

use super::signature_text::{parse_signature, parse_type};
use super::type_expr::{FnSig, TypeExpr};

/// What a built-in module exports under one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StdItem {
    /// A function.
    Function(FnSig),
    /// A constant of this type.
    Constant(TypeExpr),
    /// A type.
    Type,
}

/// One built-in module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StdModule {
    /// Dotted name, for example `std.io`.
    pub name: &'static str,
    /// Exports by name; names with a dot belong to a type of the module.
    pub items: BTreeMap<&'static str, StdItem>,
    /// The line of the table each function came from, for display.
    pub signatures: BTreeMap<&'static str, &'static str>,
}

struct Tables {
    modules: Vec<StdModule>,
    by_name: HashMap<&'static str, usize>,
    short: HashMap<&'static str, (usize, &'static str)>,
    ambiguous: HashSet<&'static str>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(read_tables);

/// All built-in modules in the order of the table.
pub fn std_modules() -> &'static [StdModule] {
    &TABLES.modules
}

/// The built-in module of this dotted name.
pub fn std_module(name: &str) -> Option<&'static StdModule> {
    TABLES.by_name.get(name).map(|index| &TABLES.modules[*index])
}

/// The native function that a bare name means everywhere, without any import.
///
/// Where several modules have such a function the language leaves open which
/// one counts; see [`is_ambiguous_short_name`]. Here it is the first.
pub fn std_short_name(name: &str) -> Option<(&'static StdModule, &'static StdItem)> {
    let (index, item) = TABLES.short.get(name)?;
    let module = &TABLES.modules[*index];
    Some((module, module.items.get(item)?))
}

/// Whether several modules have a native function of this bare name.
pub fn is_ambiguous_short_name(name: &str) -> bool {
    TABLES.ambiguous.contains(name)
}

fn read_tables() -> Tables {
    let mut modules: Vec<StdModule> = Vec::new();
    for line in include_str!("std.txt").lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let (items, signatures) = Default::default();
            modules.push(StdModule { name, items, signatures });
        } else if let (Some(module), Some((name, item))) = (modules.last_mut(), read_item(line)) {
            module.items.insert(name, item);
            module.signatures.insert(name, line);
        }
    }
    let by_name = modules.iter().enumerate().map(|(index, module)| (module.name, index)).collect();
    let mut short = HashMap::new();
    let mut ambiguous = HashSet::new();
    for (index, module) in modules.iter().enumerate() {
        for (name, item) in &module.items {
            let native = matches!(item, StdItem::Function(_)) && module.name != "std.test";
            if native && !name.contains('.') {
                let first = *short.entry(*name).or_insert((index, *name));
                if first.0 != index {
                    ambiguous.insert(*name);
                }
            }
        }
    }
    Tables { modules, by_name, short, ambiguous }
}

fn read_item(line: &'static str) -> Option<(&'static str, StdItem)> {
    if line.starts_with('#') {
        return None;
    }
    if let Some(name) = line.strip_prefix("type ") {
        return Some((name, StdItem::Type));
    }
    if let Some((name, signature)) = line.split_once(": ") {
        return Some((name, StdItem::Function(parse_signature(signature)?)));
    }
    let (name, ty) = line.split_once(" = ")?;
    Some((name, StdItem::Constant(parse_type(ty)?)))
}
