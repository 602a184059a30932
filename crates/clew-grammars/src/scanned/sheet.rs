//! Reporting what a scanner finds, within bounds.

use clew_model::{
    Binding, Expression, FileFlags, ImportForm, OccurrenceId, Role, ScopeId, ScopeKind,
    SymbolFlags, SymbolId, SymbolKind,
};
use clew_text::TextRange;

use crate::builder::{Declaration, FactsBuilder, ImportDraft, Visible};

/// Most symbols taken from one file; the rest of it is read by its words.
const MAX_SYMBOLS: usize = 20_000;

/// Most references taken from one file.
const MAX_REFERENCES: usize = 40_000;

/// Longest name, in bytes.
const MAX_NAME_BYTES: usize = 200;

/// One thing that a file declares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) kind: SymbolKind,
    pub(crate) name: TextRange,
    pub(crate) range: TextRange,
    pub(crate) doc: Option<TextRange>,
    /// Whether plain names in the same scope mean it.
    pub(crate) visible: Visible,
    pub(crate) flags: SymbolFlags,
}

impl Entry {
    /// Something that plain names of the file can mean.
    pub(crate) fn new(kind: SymbolKind, name: TextRange, range: TextRange) -> Entry {
        let visible = Visible::Whole;
        Entry { kind, name, range, doc: None, visible, flags: SymbolFlags::default() }
    }

    /// Something that is only a member of what it stands in.
    pub(crate) fn member(kind: SymbolKind, name: TextRange, range: TextRange) -> Entry {
        Entry { visible: Visible::MemberOnly, ..Entry::new(kind, name, range) }
    }

    /// With the comment above it.
    pub(crate) fn doc(self, doc: Option<TextRange>) -> Entry {
        Entry { doc, ..self }
    }
}

/// The builder, with bounds and the words of a scanner.
pub(crate) struct Sheet<'builder, 'text> {
    pub(crate) builder: &'builder mut FactsBuilder<'text>,
    symbols: usize,
    references: usize,
}

impl<'builder, 'text> Sheet<'builder, 'text> {
    pub(crate) fn new(builder: &'builder mut FactsBuilder<'text>) -> Self {
        Sheet { builder, symbols: 0, references: 0 }
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &'text str {
        self.builder.text()
    }

    /// The text at a range.
    pub(crate) fn slice(&self, range: TextRange) -> &'text str {
        range.slice(self.builder.text())
    }

    /// Declares `entry` inside what is entered; `None` where a bound is met or the
    /// name is none.
    pub(crate) fn declare(&mut self, entry: Entry) -> Option<SymbolId> {
        let name = self.slice(entry.name);
        self.declare_as(entry, name)
    }

    /// As [`Self::declare`], under a name put together by the reader.
    pub(crate) fn declare_named(&mut self, entry: Entry, name: &str) -> Option<SymbolId> {
        if self.is_full(name) {
            return None;
        }
        let declaration = self.declaration(entry, "");
        Some(self.builder.declare_joined(declaration, name))
    }

    fn declare_as(&mut self, entry: Entry, name: &'text str) -> Option<SymbolId> {
        if self.is_full(name) {
            return None;
        }
        let declaration = self.declaration(entry, name);
        Some(self.builder.declare(declaration))
    }

    /// Counts one more symbol; whether it is too many.
    fn is_full(&mut self, name: &str) -> bool {
        if name.trim().is_empty() || name.len() > MAX_NAME_BYTES || name.contains('\n') {
            return true;
        }
        self.symbols += 1;
        if self.symbols > MAX_SYMBOLS {
            self.builder.flag(FileFlags::CUT);
        }
        self.symbols > MAX_SYMBOLS
    }

    fn declaration(&self, entry: Entry, name: &'text str) -> Declaration<'text> {
        let mut declaration = Declaration::at(entry.kind, name, entry.name, entry.range);
        declaration.doc_range = entry.doc;
        declaration.visible = entry.visible;
        declaration.flags = entry.flags;
        declaration
    }

    /// Lets plain names of the whole file mean `symbol`, wherever it stands.
    pub(crate) fn see_in_file(&mut self, symbol: SymbolId, name: &'text str) {
        self.builder.reopen_scope(ScopeId(0));
        self.builder.make_symbol_visible(name, symbol);
        self.builder.close_scope();
    }

    /// Makes `symbol` the container of what follows, with a scope for its members.
    pub(crate) fn open(&mut self, symbol: SymbolId) {
        let range = self.builder.symbol(symbol).map_or(TextRange::new(0, 0), |one| one.range);
        self.builder.enter(symbol);
        self.builder.open_scope(ScopeKind::Type, range, Some(symbol));
    }

    /// Ends what [`Self::open`] opened, at byte `end`.
    pub(crate) fn close(&mut self, symbol: SymbolId, end: usize) {
        self.builder.close_scope();
        self.builder.leave();
        self.set_end(symbol, end);
    }

    /// Lets a symbol reach to byte `end`, blanks before that left out.
    pub(crate) fn set_end(&mut self, symbol: SymbolId, end: usize) {
        let text = self.text();
        let Some(found) = self.builder.symbol_mut(symbol) else { return };
        let start = found.range.start.to_usize();
        let Some(whole) = text.get(start..end) else { return };
        let end = (start + whole.trim_end().len()).max(found.name_range.end.to_usize());
        found.range = TextRange::new(start, end);
        let body = found.body;
        if let Some(body) = body {
            self.builder.set_scope_range(body, TextRange::new(start, end));
        }
    }

    /// A plain name, bound to what the file declares under it.
    pub(crate) fn refer(&mut self, name: TextRange, role: Role) -> Option<OccurrenceId> {
        if !self.counts_reference(name) {
            return None;
        }
        Some(self.builder.reference_at(name, role))
    }

    /// A name whose target the reader knows, or knows to be elsewhere.
    pub(crate) fn refer_to(&mut self, name: TextRange, role: Role, target: Option<SymbolId>) {
        self.use_of(name, role, target);
    }

    /// The same, for names that others stand behind.
    pub(crate) fn use_of(
        &mut self,
        name: TextRange,
        role: Role,
        target: Option<SymbolId>,
    ) -> Option<OccurrenceId> {
        let binding = target.map_or(Binding::Free, Binding::Symbol);
        self.counts_reference(name).then(|| self.builder.occurrence_at(name, role, binding))
    }

    /// A name that stands for a member of what `base` says.
    pub(crate) fn refer_to_member(&mut self, base: Expression, name: TextRange, role: Role) {
        if self.counts_reference(name) {
            let base = self.builder.expression(base);
            self.builder.occurrence_at(name, role, Binding::Member(base));
        }
    }

    fn counts_reference(&mut self, name: TextRange) -> bool {
        self.references += 1;
        self.references <= MAX_REFERENCES && !name.is_empty() && name.len() <= MAX_NAME_BYTES
    }

    /// Notes that the file needs the module written at `module`.
    pub(crate) fn import(&mut self, module: TextRange, form: ImportForm, statement: TextRange) {
        let name = self.slice(module);
        if name.trim().is_empty() || !self.counts_reference(TextRange::new(0, 1)) {
            return;
        }
        let mut draft = ImportDraft::new(name, form, statement);
        if form == ImportForm::Module {
            draft.item = Some((name, module));
            draft.hidden = true;
        }
        self.builder.import(draft);
    }
}
