//! `alias`, `import`, `require` and `use`.

use clew_model::{ImportForm, SymbolId};
use clew_text::TextRange;
use tree_sitter::Node;

use super::hooks::module_around;
use crate::builder::{ImportDraft, range_of};
use crate::described::{Position, Walk, child_of_kind, field};

/// `alias A.{B, C}`, `alias A.B, as: C`, `import A, only: [f: 1]`, `use A`, `require A`
pub(super) fn import(walk: &mut Walk<'_, '_>, node: Node<'_>, arguments: Node<'_>, word: &str) {
    let Some(first) = arguments.named_child(0) else { return };
    let statement = Statement { node, word, options: child_of_kind(arguments, "keywords") };
    match first.kind() {
        "alias" => {
            let module = walk.text(first).to_string();
            statement.one(walk, first, &module);
        }
        "dot" => {
            let (Some(base), Some(list)) = (field(first, "left"), field(first, "right")) else {
                return;
            };
            let base = match walk.text(base) {
                "__MODULE__" => own_module(walk),
                base => base.to_string(),
            };
            let items = match list.kind() {
                "alias" => vec![list],
                _ => walk.parts(list).into_iter().map(|(item, _)| item).collect(),
            };
            for item in items.into_iter().filter(|item| item.kind() == "alias") {
                let module = format!("{base}.{}", walk.text(item));
                statement.one(walk, item, &module);
            }
        }
        "identifier" if walk.text(first) == "__MODULE__" => {
            let module = own_module(walk);
            statement.one(walk, first, &module);
        }
        _ => {
            walk.visit(first, Position::Value);
        }
    }
    // What `use` is given may name modules.
    for (child, _) in walk.parts(arguments).into_iter().skip(1) {
        if word == "use" {
            walk.visit(child, Position::Value);
        }
    }
}

/// A statement that brings modules in.
struct Statement<'tree, 'word> {
    node: Node<'tree>,
    word: &'word str,
    options: Option<Node<'tree>>,
}

impl<'tree> Statement<'tree, '_> {
    fn one(&self, walk: &mut Walk<'_, '_>, path: Node<'_>, module: &str) {
        let alias = self.option(walk, "as").filter(|alias| alias.kind() == "alias");
        let only = self.option(walk, "only").filter(|_| self.word == "import");
        let functions = only.map_or_else(Vec::new, |only| names_of(walk, only));
        let form = match self.word {
            _ if alias.is_some() => ImportForm::Module,
            "alias" => ImportForm::Module,
            "import" => ImportForm::Glob,
            _ => ImportForm::SideEffect,
        };
        let text = walk.text(path);
        let last = text.rsplit('.').next().unwrap_or(text);
        let end = path.end_byte();
        if functions.is_empty() {
            let mut draft = ImportDraft::new("", form, range_of(self.node));
            draft.item = Some((last, TextRange::new(end - last.len(), end)));
            draft.alias = alias.map(|alias| (walk.text(alias), range_of(alias)));
            walk.builder.import_from(draft, module);
            return;
        }
        // The module is named here, though only its functions are brought in.
        walk.builder.reference(path, clew_model::Role::Import);
        for (name, range, arity) in functions {
            let mut draft = ImportDraft::new("", ImportForm::Item, range_of(self.node));
            draft.item = Some((name, range));
            walk.builder.import_from(draft, module);
            if let Some(arity) = arity {
                walk.builder.set_item_arity(arity);
            }
        }
    }

    /// The value of an option.
    fn option(&self, walk: &Walk<'_, '_>, name: &str) -> Option<Node<'tree>> {
        option(walk, self.options, name)
    }
}

/// The value of an option among keywords.
pub(super) fn option<'tree>(
    walk: &Walk<'_, '_>,
    options: Option<Node<'tree>>,
    name: &str,
) -> Option<Node<'tree>> {
    let options = options?;
    let mut cursor = options.walk();
    let pairs: Vec<Node<'tree>> = options.named_children(&mut cursor).collect();
    pairs.into_iter().find_map(|pair| {
        let key = field(pair, "key")?;
        let is_asked = walk.text(key).trim_end().trim_end_matches(':') == name;
        field(pair, "value").filter(|_| is_asked)
    })
}

/// The names of `[name: 1, other: 2]` with their numbers of parameters.
fn names_of<'text>(
    walk: &Walk<'_, 'text>,
    list: Node<'_>,
) -> Vec<(&'text str, TextRange, Option<u8>)> {
    let Some(pairs) = child_of_kind(list, "keywords") else { return Vec::new() };
    let mut cursor = pairs.walk();
    let named = |pair: Node<'_>| {
        let key = field(pair, "key").filter(|key| key.kind() == "keyword")?;
        let name = walk.text(key).trim_end().trim_end_matches(':');
        let arity = field(pair, "value").and_then(|value| walk.text(value).parse().ok());
        Some((name, TextRange::new(key.start_byte(), key.start_byte() + name.len()), arity))
    };
    pairs.named_children(&mut cursor).filter_map(named).collect()
}

/// The whole name of the module around.
pub(super) fn own_module(walk: &Walk<'_, '_>) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let mut current: Option<SymbolId> = module_around(walk);
    for _ in 0..64 {
        let Some(id) = current else { break };
        parts.push(walk.builder.symbol_name(id));
        current = walk.builder.symbol(id).and_then(|symbol| symbol.container);
    }
    parts.reverse();
    parts.join(".")
}
