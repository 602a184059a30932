//! Modules: what files and built-in modules offer, and which of them a `use`
//! line means.

mod const_expr;
mod imports;
mod interface;
mod listing;
mod lower_type;
mod resolve;
mod signature_text;
mod std_modules;
#[cfg(test)]
mod tests;
mod type_expr;

pub use const_expr::{ConstExpr, ConstFailure, ConstOp, ConstValue, parse_int};
pub use imports::{Import, ImportItem, ImportName, ImportPlace, imports_of, read_import};
pub(crate) use interface::method_owner;
pub use interface::{
    Condition, FieldDef, Interface, Record, TypeBody, TypeDef, TypeParam, function_signature,
    type_def,
};
pub use listing::{ImportKind, ListedImport, list_imports};
pub(crate) use lower_type::{is_type_param, lower_signature, lower_type, type_of_expr};
pub use resolve::{FileProvider, ModuleTarget, NoFiles, candidates, resolve_module};
pub use std_modules::{
    StdItem, StdModule, is_ambiguous_short_name, std_module, std_modules, std_short_name,
};
#[cfg(test)]
pub(crate) use tests::Files;
pub use type_expr::{Borrow, FnSig, Need, ParamSig, TypeExpr};
