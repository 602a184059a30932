//! `use` trees, `extern crate` and `mod x;`.

use clew_model::{Binding, ExpressionId, ImportForm, Role};
use clew_text::TextRange;
use tree_sitter::Node;

use super::attributes::Leading;
use super::{Kind, Walk, kind};
use crate::builder::{ImportDraft, named_children, range_of};

use super::fields::{Field, FieldAccess};

/// The part of a `use` tree above the current place.
#[derive(Clone, Default)]
struct Prefix {
    /// The path so far, without trailing colons.
    text: String,
    /// The last name of the path.
    expression: Option<ExpressionId>,
    /// Where the last name stands.
    last: Option<TextRange>,
}

impl<'text> Walk<'_, 'text> {
    pub(super) fn use_declaration(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let reexport =
            node.named_children(&mut cursor).any(|child| kind(child) == Kind::Visibility);
        if let Some(argument) = node.field(Field::Argument) {
            self.use_tree(argument, &Prefix::default(), range_of(node), reexport);
        }
    }

    fn use_tree(&mut self, node: Node<'_>, prefix: &Prefix, whole: TextRange, reexport: bool) {
        self.deeper((), |walk| match kind(node) {
            Kind::UseList => {
                for child in named_children(node) {
                    walk.use_tree(child, prefix, whole, reexport);
                }
            }
            Kind::ScopedUseList => {
                let list = node.field(Field::List);
                let has_self = list.is_some_and(imports_self);
                let prefix = match node.field(Field::Path) {
                    Some(path) => walk.use_path(path, prefix, !has_self),
                    None => prefix.clone(),
                };
                if let Some(list) = list {
                    walk.use_tree(list, &prefix, whole, reexport);
                }
            }
            Kind::UseWildcard => {
                let prefix = match node.named_child(0) {
                    Some(path) => walk.use_path(path, prefix, true),
                    None => prefix.clone(),
                };
                if prefix.text == "super" {
                    walk.builder.open_to_parent();
                }
                walk.note_glob(&prefix.text);
                let mut draft = ImportDraft::new("", ImportForm::Glob, whole);
                draft.reexport = reexport;
                walk.builder.import_from(draft, &prefix.text);
            }
            Kind::UseAs => {
                let (Some(path), alias) = (node.field(Field::Path), node.field(Field::Alias))
                else {
                    return;
                };
                let alias = alias.map(|alias| (walk.builder.node_text(alias), range_of(alias)));
                walk.use_leaf(path, prefix, alias, whole, reexport);
            }
            _ => walk.use_leaf(node, prefix, None, whole, reexport),
        });
    }

    /// One imported item: `path` below `prefix`, perhaps under another name.
    fn use_leaf(
        &mut self,
        path: Node<'_>,
        prefix: &Prefix,
        alias: Option<(&'text str, TextRange)>,
        whole: TextRange,
        reexport: bool,
    ) {
        let (module, item) = match kind(path) {
            Kind::Scoped => {
                let Some(name) = path.field(Field::Name) else { return };
                let module = match path.field(Field::Path) {
                    Some(path) => self.use_path(path, prefix, true),
                    None => prefix.clone(),
                };
                (module, name)
            }
            _ => (prefix.clone(), path),
        };
        let mut text = module.text;
        let mut named = (self.builder.node_text(item), range_of(item));
        if kind(item) == Kind::SelfKeyword {
            // `a::b::{self}` imports `b` of `a`.
            let Some(last) = module.last else { return };
            let cut = text.rfind("::").unwrap_or(0);
            text.truncate(cut);
            named = (last.slice(self.builder.text()), last);
        }
        let form = if text.is_empty() { ImportForm::Module } else { ImportForm::Item };
        let mut draft = ImportDraft::new("", form, whole);
        if text.is_empty() {
            text.push_str(named.0);
        }
        draft.item = Some(named);
        // `as _` brings a trait's methods into scope but no name.
        draft.alias = alias;
        draft.reexport = reexport;
        self.builder.import_from(draft, &text);
    }

    /// The names of a path inside a `use`, reported as imported.
    fn use_path(&mut self, path: Node<'_>, prefix: &Prefix, with_last: bool) -> Prefix {
        let (before, name) = match kind(path) {
            Kind::Scoped => {
                let Some(name) = path.field(Field::Name) else { return prefix.clone() };
                let before = match path.field(Field::Path) {
                    Some(inner) => {
                        let unknown = prefix.clone();
                        self.deeper(unknown, |walk| walk.use_path(inner, prefix, true))
                    }
                    None => prefix.clone(),
                };
                (before, name)
            }
            _ => (prefix.clone(), path),
        };
        let mut text = before.text;
        if !text.is_empty() {
            text.push_str("::");
        }
        text.push_str(self.builder.node_text(name));
        let expression = with_last.then(|| {
            let binding = before.expression.map_or(Binding::Free, Binding::Member);
            let occurrence = self.builder.occurrence(name, Role::Import, binding);
            self.builder.occurrence_expression(occurrence)
        });
        Prefix { text, expression, last: Some(range_of(name)) }
    }

    /// `extern crate a as b;`
    pub(super) fn extern_crate(&mut self, node: Node<'_>) {
        let Some(name) = node.field(Field::Name) else { return };
        let text = self.builder.node_text(name);
        let mut draft = ImportDraft::new(text, ImportForm::Module, range_of(node));
        draft.item = Some((text, range_of(name)));
        draft.alias =
            node.field(Field::Alias).map(|alias| (self.builder.node_text(alias), range_of(alias)));
        self.builder.import(draft);
    }

    /// `mod name;`: a module in a file of its own, named `self::name`, or the
    /// quoted path of a `#[path]` attribute.
    pub(super) fn outer_module(&mut self, node: Node<'_>, name: Node<'_>, leading: &Leading<'_>) {
        let text = self.builder.node_text(name);
        let mut draft = ImportDraft::new("", ImportForm::Module, range_of(node));
        draft.item = Some((text, range_of(name)));
        let mut cursor = node.walk();
        draft.reexport =
            node.named_children(&mut cursor).any(|child| kind(child) == Kind::Visibility);
        match leading.path {
            Some(path) => {
                let path = path.slice(self.builder.text());
                self.builder.import_from(draft, path);
            }
            None => {
                self.builder.import_from(draft, &format!("self::{text}"));
            }
        }
    }
}

fn imports_self(list: Node<'_>) -> bool {
    let mut cursor = list.walk();
    list.named_children(&mut cursor).any(|child| {
        let path = child.field(Field::Path).filter(|_| kind(child) == Kind::UseAs);
        kind(path.unwrap_or(child)) == Kind::SelfKeyword
    })
}
