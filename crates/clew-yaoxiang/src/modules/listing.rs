//! The imports of a file with what they lead to.

use clew_text::TextRange;

use super::imports::{Import, imports_of};
use super::resolve::{FileProvider, ModuleTarget, resolve_module};
use crate::parse;

/// What an import leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportKind {
    /// A built-in module.
    Std,
    /// A file of the project.
    File,
    /// Nothing that can be found.
    Unknown,
}

/// One `use` line with what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedImport {
    /// Dotted module path.
    pub module: String,
    /// Names in braces with their aliases; the alias of a line without braces
    /// is in [`ListedImport::alias`].
    pub items: Vec<(String, Option<String>)>,
    /// The name after `as` behind the path.
    pub alias: Option<String>,
    /// What it leads to.
    pub kind: ImportKind,
    /// The file, below the project root.
    pub source_file: Option<String>,
    /// Bytes of the line.
    pub range: TextRange,
}

/// The imports of `source`, the text of the file `path` of a project.
pub fn list_imports(source: &str, path: &str, files: &dyn FileProvider) -> Vec<ListedImport> {
    let tree = parse(source).tree;
    imports_of(&tree).into_iter().map(|import| listed(import, path, files)).collect()
}

fn listed(import: Import, path: &str, files: &dyn FileProvider) -> ListedImport {
    let (kind, source_file) = match resolve_module(&import.module, path, files) {
        ModuleTarget::StdRoot | ModuleTarget::Std(_) => (ImportKind::Std, None),
        ModuleTarget::File(file) => (ImportKind::File, Some(file)),
        ModuleTarget::Unknown => (ImportKind::Unknown, None),
    };
    let items = import
        .items
        .into_iter()
        .flatten()
        .map(|item| (item.name.text, item.alias.map(|alias| alias.text)));
    ListedImport {
        module: import.module,
        items: items.collect(),
        alias: import.alias.map(|alias| alias.text),
        kind,
        source_file,
        range: import.range,
    }
}
