//! The `use` lines of a file.

use clew_text::TextRange;

use crate::syntax::ast::{AstNode, UseStmt};
use crate::syntax::{SyntaxKind, SyntaxTree};

/// One `use` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// Dotted module path.
    pub module: String,
    /// Bytes of the path.
    pub module_range: TextRange,
    /// The name after `as`.
    pub alias: Option<ImportName>,
    /// Names in braces; `None` without braces.
    pub items: Option<Vec<ImportItem>>,
    /// Bytes of the whole line.
    pub range: TextRange,
    /// Where it stands.
    pub place: ImportPlace,
}

/// Where a `use` line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportPlace {
    /// At the top level: it binds names for the whole file.
    TopLevel,
    /// Inside a block.
    Block,
}

/// One name in the braces of a `use` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportItem {
    /// The exported name.
    pub name: ImportName,
    /// The local name after `as`.
    pub alias: Option<ImportName>,
}

/// A name and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportName {
    /// The name.
    pub text: String,
    /// Its bytes.
    pub range: TextRange,
}

impl Import {
    /// The last segment of the path.
    pub fn last_segment(&self) -> &str {
        self.module.rsplit('.').next().unwrap_or(&self.module)
    }

    /// The name that a line without braces binds.
    pub fn bound_name(&self) -> &str {
        self.alias.as_ref().map_or(self.last_segment(), |alias| &alias.text)
    }
}

impl ImportItem {
    /// The name that the item binds.
    pub fn bound_name(&self) -> &ImportName {
        self.alias.as_ref().unwrap_or(&self.name)
    }
}

/// Every `use` line of the file in reading order, those inside blocks included.
pub fn imports_of(tree: &SyntaxTree) -> Vec<Import> {
    tree.elements()
        .filter(|node| node.kind() == SyntaxKind::UseStmt)
        .filter_map(UseStmt::cast)
        .filter_map(read_import)
        .collect()
}

/// What one `use` line says; `None` if its path is missing.
pub fn read_import(stmt: UseStmt<'_>) -> Option<Import> {
    let place = match stmt.syntax().parent().map(|parent| parent.kind()) {
        Some(SyntaxKind::SourceFile) => ImportPlace::TopLevel,
        _ => ImportPlace::Block,
    };
    let path = stmt.path()?;
    let module = path.dotted();
    if module.is_empty() {
        return None;
    }
    let named = |name: crate::syntax::ast::Name<'_>| ImportName {
        text: name.text().to_owned(),
        range: name.range(),
    };
    let first = path.segments().next()?.range();
    let last = path.segments().last()?.range();
    let items = stmt.list().map(|list| {
        list.items()
            .filter_map(|item| {
                Some(ImportItem { name: named(item.name()?), alias: item.alias().map(named) })
            })
            .collect()
    });
    Some(Import {
        module,
        module_range: TextRange { start: first.start, end: last.end },
        alias: stmt.aliases().next().map(named),
        items,
        range: stmt.range(),
        place,
    })
}
