//! `use` lines.

use clew_model::{Import, ImportForm, ImportId, ScopeId};
use clew_text::TextRange;

use super::{Builder, Target};
use crate::names::{self, SymbolKind};
use crate::syntax::ast::{AstNode, UseItem, UseStmt};
use crate::syntax::{Node, SyntaxKind};

impl<'a> Builder<'a> {
    /// Every imported thing; in a braced list each item is one.
    pub(super) fn imports(&mut self) {
        for (index, symbol) in self.names.symbols.iter().enumerate() {
            if symbol.kind == SymbolKind::Import
                && let Some(import) = self.import(symbol)
            {
                let id = ImportId(self.facts.imports.len() as u32);
                self.imported_at.entry(import.item_range.start.0).or_insert(id);
                self.facts.imports.push(import);
                self.targets[index] = Some(Target::Import(id));
            }
        }
    }

    fn import(&mut self, symbol: &'a names::Symbol) -> Option<Import> {
        let local_node = self.node_at.get(&symbol.range.start.0).copied()?;
        let statement = local_node.ancestors().find_map(UseStmt::cast)?;
        let item = local_node.parent().filter(|parent| parent.kind() == SyntaxKind::UseItem);
        let item = item.and_then(UseItem::cast).and_then(UseItem::name);
        let path = statement.path()?;
        let last = path.segments().last()?;
        let dotted = path.dotted();
        let module = match self.name_ids.get(dotted.as_str()) {
            Some(id) => *id,
            None => {
                self.facts.names.find(&dotted).unwrap_or_else(|| self.facts.names.push(&dotted))
            }
        };
        Some(Import {
            module,
            form: if item.is_some() { ImportForm::Item } else { ImportForm::Module },
            item: item.map(|item| self.name(item.text())),
            local: Some(self.name(local_node.text())),
            range: statement.range(),
            item_range: item.map_or(last.range(), |item| item.range()),
            local_range: symbol.range,
            scope: ScopeId(symbol.scope.0),
            reexport: false,
            type_only: false,
        })
    }

    /// The import whose item or module stands at `range` while its local name
    /// is elsewhere.
    pub(super) fn import_at(&self, range: TextRange) -> Option<ImportId> {
        self.imported_at.get(&range.start.0).copied()
    }

    /// The declaration's node of a symbol's name: the binding, parameter, field …
    pub(super) fn declaration_of(name: Node<'a>) -> Option<Node<'a>> {
        name.ancestors().find(|node| {
            use SyntaxKind::*;
            matches!(
                node.kind(),
                Binding
                    | Destructure
                    | Param
                    | RecordField
                    | RecordBinding
                    | ForExpr
                    | SpawnForExpr
                    | Comprehension
                    | MatchArm
            )
        })
    }
}
