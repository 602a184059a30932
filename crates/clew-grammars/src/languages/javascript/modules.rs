//! ES modules: `import` and `export`.

use clew_model::{
    Binding, ImportForm, ImportId, Occurrence, OccurrenceId, Role, SymbolFlags, SymbolKind,
};
use clew_text::TextRange;
use tree_sitter::Node;

use super::objects::Shape;
use super::{Field, Kind, Outer, This, Walk};
use crate::builder::{Declaration, ImportDraft, Visible, range_of};

/// Endings that module paths may be written with.
const ENDINGS: &[&str] = &[
    ".js", ".ts", ".mjs", ".cjs", ".jsx", ".tsx", ".mts", ".cts", ".json", ".vue", ".svelte",
    ".astro",
];

impl<'tree, 'text> Walk<'_, 'tree, 'text> {
    /// The content of a string literal.
    pub(super) fn string_content(&mut self, string: Node<'tree>) -> &'text str {
        self.text(string).trim_matches(['"', '\'', '`'])
    }

    pub(super) fn import_statement(&mut self, node: Node<'tree>) {
        self.is_module = true;
        let children = self.children(node);
        let is_type = has_word(node, "type");
        if let Some(clause) =
            children.iter().copied().find(|child| self.kind(*child) == Kind::ImportRequire)
        {
            return self.import_require(node, clause, is_type);
        }
        let Some(source) = self.field(node, Field::Source) else { return };
        let module = self.string_content(source);
        let Some(clause) =
            children.into_iter().find(|child| self.kind(*child) == Kind::ImportClause)
        else {
            let draft = ImportDraft::new(module, ImportForm::SideEffect, range_of(node));
            self.builder.import(draft);
            return;
        };
        for part in self.children(clause) {
            let (form, name) = match self.kind(part) {
                Kind::Identifier => (ImportForm::Default, Some(part)),
                Kind::NamespaceImport => (ImportForm::Module, part.named_child(0)),
                Kind::NamedImports => {
                    for specifier in self.children(part) {
                        self.specifier(specifier, module, range_of(node), is_type, Direction::In);
                    }
                    continue;
                }
                _ => continue,
            };
            let Some(name) = name else { continue };
            let mut draft = ImportDraft::new(module, form, range_of(node));
            draft.item = Some((self.text(name), range_of(name)));
            draft.type_only = is_type;
            let import = self.builder.import(draft);
            self.module_name(source, import);
        }
    }

    /// Reports the last part of a module path, without ending, as naming what is
    /// imported: importers may call the module's value what they like.
    pub(super) fn module_name(&mut self, source: Node<'tree>, import: ImportId) -> OccurrenceId {
        let content = self.name_inside(source).unwrap_or(source);
        let mut range = range_of(content);
        let path = self.text(content);
        let last = path.rsplit('/').next().unwrap_or(path);
        let stem = ENDINGS.iter().find_map(|ending| last.strip_suffix(ending)).unwrap_or(last);
        if stem.contains(|c: char| c.is_alphanumeric()) {
            let start = content.start_byte() + path.len() - last.len();
            range = TextRange::new(start, start + stem.len());
        }
        let name = self.builder.name(range.slice(self.builder.text()));
        let enclosing = self.builder.enclosing();
        let binding = Binding::Import(import);
        let role = Role::Import;
        self.builder.push_occurrence(Occurrence { name, range, role, enclosing, binding })
    }

    /// `import name = require("module")`
    fn import_require(&mut self, node: Node<'tree>, clause: Node<'tree>, is_type: bool) {
        let (Some(name), Some(source)) = (clause.named_child(0), self.field(clause, Field::Source))
        else {
            return;
        };
        let module = self.string_content(source);
        let mut draft = ImportDraft::new(module, ImportForm::Module, range_of(node));
        draft.item = Some((self.text(name), range_of(name)));
        draft.type_only = is_type;
        let import = self.builder.import(draft);
        self.module_name(source, import);
    }

    /// `name as alias` in the braces of an import or a re-export.
    fn specifier(
        &mut self,
        node: Node<'tree>,
        module: &'text str,
        statement: TextRange,
        is_type: bool,
        direction: Direction,
    ) {
        let Some(name) = self.field(node, Field::Name) else { return };
        let text = self.string_content(name);
        let form = if text == "default" { ImportForm::Default } else { ImportForm::Item };
        let mut draft = ImportDraft::new(module, form, statement);
        draft.item = Some((text, range_of(name)));
        if let Some(alias) = self.field(node, Field::Alias) {
            draft.alias = Some((self.string_content(alias), range_of(alias)));
        }
        draft.type_only = is_type || has_word(node, "type");
        draft.reexport = direction == Direction::Through;
        draft.hidden = draft.reexport;
        self.builder.import(draft);
    }

    pub(super) fn export_statement(&mut self, node: Node<'tree>, doc: Option<TextRange>) {
        self.is_module = true;
        let children = self.children(node);
        for child in &children {
            if self.kind(*child) == Kind::Decorator {
                self.decorator(*child);
            }
        }
        if let Some(source) = self.field(node, Field::Source) {
            return self.reexport(node, source, &children);
        }
        let is_default = has_word(node, "default");
        let mut flags = SymbolFlags::EXPORTED;
        if is_default {
            flags.set(SymbolFlags::DEFAULT_EXPORT);
        }
        let outer = Outer { whole: node, flags, doc };
        if let Some(declaration) = self.field(node, Field::Declaration) {
            if !self.declaration(declaration, outer) {
                self.expression(declaration, Role::Read);
            }
            return;
        }
        if let Some(value) = self.field(node, Field::Value) {
            return self.default_export(value, outer);
        }
        for child in children {
            match self.kind(child) {
                Kind::ExportClause => self.export_list(child),
                Kind::Identifier => {
                    let text = self.text(child);
                    if has_word(node, "=") {
                        self.builder.export("export=", text);
                        self.listed.push(text);
                        self.builder.reference(child, Role::Read);
                    }
                }
                Kind::Decorator | Kind::Comment => {}
                Kind::Namespace | Kind::ImportAlias => {
                    self.declaration(child, outer);
                }
                _ if has_word(node, "=") => self.default_export(child, outer),
                _ => {
                    self.expression(child, Role::Read);
                }
            }
        }
    }

    /// `export default value`, `export = value`
    pub(super) fn default_export(&mut self, value: Node<'tree>, outer: Outer<'tree>) {
        if self.kind(value) == Kind::Identifier {
            let text = self.text(value);
            self.builder.reference(value, Role::Read);
            self.builder.export("default", text);
            self.listed.push(text);
            return;
        }
        let named = match self.kind(value) {
            Kind::Class | Kind::FunctionExpression => self.field(value, Field::Name),
            _ => None,
        };
        if let Some(name) = named {
            return match self.kind(value) {
                Kind::Class => {
                    let class = self.declare_class(name, value, outer, Visible::Whole);
                    self.class_parts(value, class);
                }
                _ => {
                    let function = self.declare_function(name, value, outer, Visible::Whole);
                    self.function_of(value, function, This::Unknown);
                }
            };
        }
        self.unnamed_export("default", value, outer);
    }

    /// Declares an exported value that has no name of its own under `name`.
    pub(super) fn unnamed_export(
        &mut self,
        name: &'text str,
        value: Node<'tree>,
        outer: Outer<'tree>,
    ) {
        let function = self.function_inside(value);
        let kind = match self.kind(value) {
            _ if function.is_some() => SymbolKind::Function,
            Kind::Class => SymbolKind::Class,
            _ => SymbolKind::Constant,
        };
        let mut declaration = Declaration::new(self.builder, kind, value, outer.whole);
        declaration.name = name;
        declaration.name_range = TextRange::new(value.start_byte(), value.start_byte());
        declaration.visible = Visible::MemberOnly;
        declaration.flags = outer.flags.with(SymbolFlags::ANONYMOUS);
        let body = self.field(function.unwrap_or(value), Field::Body);
        if body.is_some() {
            declaration.signature_until(body);
        }
        if function.is_some_and(|function| self.is_async(function)) {
            declaration.flags.set(SymbolFlags::ASYNC);
        }
        self.document(&mut declaration, outer.doc);
        let symbol = self.builder.declare(declaration);
        match (function, kind) {
            (Some(function), _) => self.function_of(function, symbol, This::Unknown),
            (None, SymbolKind::Class) => self.class_parts(value, symbol),
            _ => match self.object_value(value, symbol, Shape::Value) {
                Some(object) => self.builder.add_value(symbol, object),
                None => self.initial_value(symbol, value),
            },
        }
    }

    /// `export { a, b as c }`
    fn export_list(&mut self, clause: Node<'tree>) {
        for specifier in self.children(clause) {
            let Some(name) = self.field(specifier, Field::Name) else { continue };
            let local = self.string_content(name);
            self.builder.reference(name, Role::Read);
            let alias = self.field(specifier, Field::Alias);
            let exported = alias.map_or(local, |alias| self.string_content(alias));
            self.builder.export(exported, local);
            self.listed.push(local);
        }
    }

    /// `export … from "module"`
    fn reexport(&mut self, node: Node<'tree>, source: Node<'tree>, children: &[Node<'tree>]) {
        let module = self.string_content(source);
        let is_type = has_word(node, "type");
        let range = range_of(node);
        let mut draft = ImportDraft::new(module, ImportForm::Glob, range);
        for child in children {
            match self.kind(*child) {
                Kind::ExportClause => {
                    for specifier in self.children(*child) {
                        self.specifier(specifier, module, range, is_type, Direction::Through);
                    }
                    return;
                }
                Kind::NamespaceExport => {
                    if let Some(name) = child.named_child(0) {
                        draft.form = ImportForm::Module;
                        draft.item = Some((self.string_content(name), range_of(name)));
                    }
                }
                _ => {}
            }
        }
        draft.reexport = true;
        draft.hidden = true;
        draft.type_only = is_type;
        self.builder.import(draft);
    }
}

/// Whether names come in for use here or go through to importers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    In,
    Through,
}

/// Whether an unnamed child of a statement is the given word.
fn has_word(node: Node<'_>, word: &str) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| !child.is_named() && child.kind() == word)
}
