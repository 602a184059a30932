//! Reporting imports.

use clew_model::{Binding, Import, ImportForm, ImportId, Occurrence, Role};
use clew_text::{ByteOffset, TextRange};

use super::resolve::Target;
use super::{FactsBuilder, Visible};

/// What a walker says of one imported thing.
pub(crate) struct ImportDraft<'text> {
    /// The module as written.
    pub(crate) module: &'text str,
    pub(crate) form: ImportForm,
    /// The item and where it stands; for modules, the last part of the module.
    pub(crate) item: Option<(&'text str, TextRange)>,
    /// The local name, if an alias is written, and where.
    pub(crate) alias: Option<(&'text str, TextRange)>,
    /// The whole statement.
    pub(crate) range: TextRange,
    pub(crate) reexport: bool,
    pub(crate) type_only: bool,
    /// Whether the bound name is visible only after the statement.
    pub(crate) ordered: bool,
    /// Whether no name is bound here: names that only pass through to importers.
    pub(crate) hidden: bool,
}

impl<'text> ImportDraft<'text> {
    /// An import of `form` from `module` by the statement at `range`.
    pub(crate) fn new(module: &'text str, form: ImportForm, range: TextRange) -> Self {
        ImportDraft {
            module,
            form,
            item: None,
            alias: None,
            range,
            reexport: false,
            type_only: false,
            ordered: false,
            hidden: false,
        }
    }
}

impl<'text> FactsBuilder<'text> {
    /// Adds an import, its occurrence(s) and the name that it binds.
    ///
    /// Without alias the local name is the item's own name; globs and side
    /// effects bind none.
    pub(crate) fn import(&mut self, draft: ImportDraft<'text>) -> ImportId {
        let module = self.name(draft.module);
        self.import_named(draft, module)
    }

    /// As [`Self::import`], for a module path put together by the walker.
    pub(crate) fn import_from(&mut self, draft: ImportDraft<'text>, module: &str) -> ImportId {
        let module = self.owned_name(module);
        self.import_named(draft, module)
    }

    fn import_named(&mut self, draft: ImportDraft<'text>, module: clew_model::NameId) -> ImportId {
        let id = ImportId(self.facts.imports.len() as u32);
        let scope = self.scope();
        let binds = !matches!(draft.form, ImportForm::Glob | ImportForm::SideEffect);
        let local = if binds { draft.alias.or(draft.item) } else { None };
        let item = draft.item.map(|(name, range)| (self.name(name), range));
        let local = local.map(|(name, range)| (self.name(name), range));
        let item_range = item.map_or(draft.range, |(_, range)| range);
        self.facts.imports.push(Import {
            module,
            form: draft.form,
            item: item.filter(|_| matches!(draft.form, ImportForm::Item)).map(|(name, _)| name),
            local: local.map(|(name, _)| name),
            range: draft.range,
            item_range,
            local_range: local.map_or(item_range, |(_, range)| range),
            scope,
            reexport: draft.reexport,
            type_only: draft.type_only,
        });
        let mut places: Vec<_> = item.into_iter().collect();
        if draft.alias.is_some() {
            places.extend(local);
        }
        let enclosing = self.enclosing();
        for (name, range) in places {
            self.push_occurrence(Occurrence {
                name,
                range,
                role: Role::Import,
                enclosing,
                binding: Binding::Import(id),
            });
        }
        if let Some((name, _)) = local
            && !draft.hidden
        {
            let visible = if draft.ordered {
                Visible::From(ByteOffset::from(draft.range.end.to_usize()))
            } else {
                Visible::Whole
            };
            self.make_visible(scope, name, Target::Import(id), visible);
        }
        id
    }
}
