//! XML: elements by id or name, at any depth; Maven, MSBuild, Ant and schemas by what
//! their elements mean.

mod dialect;
mod markup;
#[cfg(test)]
mod tests;

use clew_model::{ImportForm, Role, SymbolId, SymbolKind};
use clew_text::TextRange;
use rustc_hash::FxHashSet;

use super::dollars::dollar_names;
use crate::builder::{FactsBuilder, ImportDraft, Visible};
use crate::scanned::{Entry, Sheet};
use crate::{Depth, LanguageDefinition};
use dialect::{AttributeMeaning, Dialect, LeafMeaning};
use markup::{Markup, Piece, Tag};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    #[rustfmt::skip]
    extensions: &[
        "xml", "xsd", "xsl", "xslt", "wsdl", "svg", "plist", "xaml", "axaml", "csproj", "fsproj",
        "vbproj", "vcxproj", "props", "targets", "nuspec", "resx", "xlf", "storyboard", "xib",
        "pom", "ui", "rng", "dtd", "jrxml", "bpmn", "gpx", "kml", "rss", "atom", "opml",
    ],
    file_names: &["pom.xml", "web.config", "app.config", "App.config"],
    depth: Depth::Outline,
    guessed: false,
    extracts: "elements by id or name at any depth; pom.xml (module, dependencies, modules, properties), MSBuild and Ant (references, targets, properties), XML Schema (types, elements)",
    extractor_version: 2,
    outline: Some(read),
    verified: "xml 0.982/0.988 of 812 names against lxml; pom.xml 1.000/0.996 of 299 names against lxml",
    ..LanguageDefinition::words("xml", "XML")
};

/// Longest text of an element that may be a name.
const MAX_LEAF: usize = 160;

/// Open elements among which the one that a closing tag means is looked for.
const MAX_LOOK_BACK: usize = 64;

/// An element whose end is not read yet.
struct Open<'text> {
    tag: &'text str,
    symbol: Option<SymbolId>,
    content: usize,
    has_children: bool,
}

struct Walk<'builder, 'text> {
    sheet: Sheet<'builder, 'text>,
    dialect: Dialect,
    open: Vec<Open<'text>>,
    /// Tags below the root that are declared already.
    outer: FxHashSet<&'text str>,
    /// The group of the dependency that is read.
    group: &'text str,
}

fn read(builder: &mut FactsBuilder<'_>) {
    let text = builder.text();
    let mut walk = Walk {
        sheet: Sheet::new(builder),
        dialect: Dialect::of(text),
        open: Vec::new(),
        outer: FxHashSet::default(),
        group: "",
    };
    for piece in Markup::new(text) {
        match piece {
            Piece::Open(tag) => walk.start(&tag),
            Piece::Close { name, start, end } => walk.end(name, start, end),
        }
    }
    while let Some(open) = walk.open.pop() {
        walk.close(&open, text.len());
    }
}

impl<'text> Walk<'_, 'text> {
    fn path(&self) -> Vec<&'text str> {
        let from = self.open.len().saturating_sub(6);
        self.open[from..].iter().map(|open| open.tag).collect()
    }

    fn start(&mut self, tag: &Tag<'text>) {
        if let Some(parent) = self.open.last_mut() {
            parent.has_children = true;
        }
        let symbol = self.declare(tag);
        if let Some(symbol) = symbol {
            self.sheet.builder.enter(symbol);
        }
        self.attributes(tag);
        let open =
            Open { tag: tag.local, symbol, content: tag.range.end.to_usize(), has_children: false };
        if tag.is_empty {
            self.close(&open, tag.range.end.to_usize());
        } else {
            self.open.push(open);
        }
    }

    /// An element with a name of its own, the root, or the first of its tag below that.
    fn declare(&mut self, tag: &Tag<'text>) -> Option<SymbolId> {
        let kind = self.dialect.kind(tag.local);
        if let Some(name) = tag.attributes().find(|one| dialect::is_name(one.name)) {
            let place = self.bare(name.value);
            if !self.sheet.slice(place).contains(['<', '$']) {
                return self.sheet.declare(Entry::new(kind, place, tag.range));
            }
        }
        let depth = self.open.len();
        let is_outer = depth == 0 || depth == 1 && self.outer.insert(tag.local);
        if !is_outer || self.dialect.hides(tag.local) {
            return None;
        }
        let entry = Entry::member(SymbolKind::Key, tag.local_range, tag.range);
        self.sheet.declare(entry)
    }

    /// A name without what says only that it is an id: `name` of `@+id/name`.
    fn bare(&self, place: TextRange) -> TextRange {
        let written = self.sheet.slice(place);
        let marked = ["@+id/", "@id/"].iter().find(|mark| written.starts_with(*mark));
        let start = place.start.to_usize() + marked.map_or(0, |mark| mark.len());
        TextRange::new(start, place.end.to_usize())
    }

    fn attributes(&mut self, tag: &Tag<'text>) {
        for attribute in tag.attributes() {
            match self.dialect.attribute(tag.local, attribute.name) {
                AttributeMeaning::Nothing => {}
                AttributeMeaning::Import => {
                    self.sheet.import(attribute.value, ImportForm::Module, tag.range);
                }
                AttributeMeaning::Targets => self.names(attribute.value, Role::Call),
                AttributeMeaning::Type => {
                    let text = self.sheet.slice(attribute.value);
                    let last = text.rsplit(':').next().unwrap_or(text);
                    let end = attribute.value.end.to_usize();
                    self.sheet.refer(TextRange::new(end - last.len(), end), Role::Type);
                }
            }
        }
    }

    /// Names between commas, semicolons or blanks.
    fn names(&mut self, list: TextRange, role: Role) {
        let text = self.sheet.slice(list);
        let start = list.start.to_usize();
        for name in text.split([',', ';', ' ']).filter(|name| !name.is_empty()) {
            let at = start + (name.as_ptr() as usize - text.as_ptr() as usize);
            self.sheet.refer(TextRange::new(at, at + name.len()), role);
        }
    }

    fn end(&mut self, name: &str, start: usize, end: usize) {
        let from = self.open.len().saturating_sub(MAX_LOOK_BACK);
        let Some(at) = self.open[from..].iter().rposition(|open| open.tag == name) else { return };
        while self.open.len() > from + at + 1 {
            if let Some(open) = self.open.pop() {
                self.close(&open, start);
            }
        }
        let is_leaf = self.open.last().is_some_and(|open| !open.has_children);
        if is_leaf {
            let content = self.open.last().map_or(start, |open| open.content);
            self.leaf(TextRange::new(content.min(start), start));
        }
        if let Some(open) = self.open.pop() {
            self.close(&open, end);
        }
    }

    fn close(&mut self, open: &Open<'text>, end: usize) {
        if let Some(symbol) = open.symbol {
            self.sheet.builder.leave();
            self.sheet.set_end(symbol, end);
        }
    }

    /// The text of an element without children.
    fn leaf(&mut self, content: TextRange) {
        let raw = self.sheet.slice(content);
        let text = raw.trim();
        if text.is_empty() {
            return;
        }
        let start = content.start.to_usize() + (raw.len() - raw.trim_start().len());
        let place = TextRange::new(start, start + text.len());
        let path = self.path();
        let tag = path.last().copied().unwrap_or("");
        if text.len() > MAX_LEAF || text.contains(['\n', '<']) {
            // A property has a name, however long its value is.
            if self.dialect.leaf(&path) == LeafMeaning::Property {
                self.property(tag, place);
            }
            return;
        }
        match self.dialect.leaf(&path) {
            LeafMeaning::Nothing => {}
            LeafMeaning::Module => {
                self.sheet.builder.set_package(text);
                self.sheet.declare(Entry::new(SymbolKind::Module, place, place));
            }
            LeafMeaning::Name => {
                self.sheet.declare(Entry::member(SymbolKind::Key, place, place));
            }
            LeafMeaning::Group => self.group = text,
            LeafMeaning::Artifact => self.artifact(place),
            LeafMeaning::Import => self.sheet.import(place, ImportForm::SideEffect, place),
            LeafMeaning::Property => self.property(tag, place),
        }
        if self.dialect != Dialect::Plain {
            for name in dollar_names(text) {
                let at = start + (name.as_ptr() as usize - text.as_ptr() as usize);
                self.sheet.refer(TextRange::new(at, at + name.len()), Role::Read);
            }
        }
    }

    /// `group:artifact`, which a Maven module needs.
    fn artifact(&mut self, place: TextRange) {
        let name = self.sheet.slice(place);
        let mut draft = ImportDraft::new(name, ImportForm::Module, place);
        draft.item = Some((name, place));
        draft.hidden = true;
        let module = match std::mem::take(&mut self.group) {
            "" => name.to_string(),
            group => format!("{group}:{name}"),
        };
        self.sheet.builder.import_from(draft, &module);
    }

    /// A property: the element's tag is its name.
    fn property(&mut self, tag: &str, value: TextRange) {
        let Some(content) = self.open.last().map(|open| open.content) else { return };
        let before = &self.sheet.text()[..content];
        let Some(at) = before.rfind('<').filter(|at| before[at + 1..].starts_with(tag)) else {
            return;
        };
        let name = TextRange::new(at + 1, at + 1 + tag.len());
        let entry =
            Entry::new(SymbolKind::Variable, name, TextRange::new(at, value.end.to_usize()));
        self.sheet.declare(Entry { visible: Visible::Whole, ..entry });
    }
}
