//! JavaScript and TypeScript, with JSX: ES modules, CommonJS, prototypes.
//!
//! One walker reads the three grammars; [`grammar`] gives their nodes the same
//! names. What only TypeScript has is in [`typescript`] and [`types`].

mod assignments;
mod calls;
mod classes;
mod comments;
mod commonjs;
mod expressions;
mod functions;
mod grammar;
mod jsdoc;
mod jsdoc_types;
mod jsx;
mod mend;
mod modules;
mod objects;
mod patterns;
mod statements;
#[cfg(test)]
mod tests;
mod type_members;
mod types;
mod typescript;
mod visibility;

use clew_model::{ExpressionId, SymbolFlags, SymbolId};
use clew_text::TextRange;
use tree_sitter::{Node, TreeCursor};

use crate::builder::FactsBuilder;
use crate::{Depth, LanguageDefinition};
use grammar::{Field, Grammar, Kind};

pub(crate) static JAVASCRIPT: LanguageDefinition = LanguageDefinition {
    aliases: &["js", "node", "nodejs", "ecmascript"],
    extensions: &["js", "mjs", "cjs", "es6"],
    file_names: &["Jakefile"],
    interpreters: &["node", "nodejs", "bun", "qjs"],
    depth: Depth::Deep,
    extractor_version: 7,
    grammar: Some(|| tree_sitter_javascript::LANGUAGE.into()),
    walk: Some(|root, builder| walk(root, builder, Grammar::javascript())),
    ..LanguageDefinition::words("javascript", "JavaScript")
};

pub(crate) static JAVASCRIPT_REACT: LanguageDefinition = LanguageDefinition {
    aliases: &[],
    extensions: &["jsx"],
    file_names: &[],
    interpreters: &[],
    ..definition_like(&JAVASCRIPT, "javascriptreact", "JavaScript JSX")
};

pub(crate) static TYPESCRIPT: LanguageDefinition = LanguageDefinition {
    aliases: &[],
    extensions: &["ts", "mts", "cts"],
    interpreters: &["deno", "ts-node", "tsx"],
    depth: Depth::Deep,
    extractor_version: 7,
    grammar: Some(|| tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into()),
    walk: Some(|root, builder| walk(root, builder, Grammar::typescript())),
    mend: Some(mend::mend),
    ..LanguageDefinition::words("typescript", "TypeScript")
};

pub(crate) static TYPESCRIPT_REACT: LanguageDefinition = LanguageDefinition {
    extensions: &["tsx"],
    depth: Depth::Deep,
    extractor_version: 7,
    grammar: Some(|| tree_sitter_typescript::LANGUAGE_TSX.into()),
    walk: Some(|root, builder| walk(root, builder, Grammar::tsx())),
    mend: Some(mend::mend),
    ..LanguageDefinition::words("typescriptreact", "TypeScript TSX")
};

const fn definition_like(
    model: &LanguageDefinition,
    id: &'static str,
    name: &'static str,
) -> LanguageDefinition {
    LanguageDefinition {
        depth: model.depth,
        extractor_version: model.extractor_version,
        grammar: model.grammar,
        walk: model.walk,
        ..LanguageDefinition::words(id, name)
    }
}

/// What `this` means at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum This {
    /// Decided by the caller.
    Unknown,
    /// An instance of the symbol: a class, a constructor function or an object.
    Instance(SymbolId),
    /// The class itself.
    Static(SymbolId),
}

/// What stands around a declaration.
#[derive(Clone, Copy)]
struct Outer<'tree> {
    /// The whole statement: with `export`, `declare`, decorators, `const`.
    whole: Node<'tree>,
    /// Flags that the statement gives.
    flags: SymbolFlags,
    /// The comment before the statement.
    doc: Option<TextRange>,
}

impl<'tree> Outer<'tree> {
    fn plain(whole: Node<'tree>, doc: Option<TextRange>) -> Self {
        Outer { whole, flags: SymbolFlags::default(), doc }
    }
}

/// State of one walk.
struct Walk<'builder, 'tree, 'text> {
    builder: &'builder mut FactsBuilder<'text>,
    grammar: &'static Grammar,
    cursor: TreeCursor<'tree>,
    this: This,
    /// The symbol of the function whose `return`s are being read.
    function: Option<SymbolId>,
    /// Values returned or yielded by the function being read.
    returned: Vec<ExpressionId>,
    /// Names that the file lists as exported.
    listed: Vec<&'text str>,
    /// How many object literals enclose the place.
    object_depth: u8,
    /// Whether types in comments count: in JavaScript, not in TypeScript.
    reads_comments: bool,
    /// Whether the file is a module: it imports or exports.
    is_module: bool,
}

fn walk(root: Node<'_>, builder: &mut FactsBuilder<'_>, grammar: &'static Grammar) {
    let mut walk = Walk {
        builder,
        grammar,
        cursor: root.walk(),
        this: This::Unknown,
        function: None,
        returned: Vec::new(),
        listed: Vec::new(),
        object_depth: 0,
        reads_comments: std::ptr::eq(grammar, Grammar::javascript()),
        is_module: false,
    };
    walk.statements(root);
    walk.settle_visibility();
}

impl<'tree, 'text> Walk<'_, 'tree, 'text> {
    fn kind(&self, node: Node<'_>) -> Kind {
        self.grammar.kind(node)
    }

    fn field(&self, node: Node<'tree>, field: Field) -> Option<Node<'tree>> {
        self.grammar.field(node, field)
    }

    fn text(&self, node: Node<'_>) -> &'text str {
        self.builder.node_text(node)
    }

    /// The named children of a node without comments.
    fn children(&mut self, node: Node<'tree>) -> Vec<Node<'tree>> {
        self.children_that(node, |child| child.is_named() && !child.is_extra())
    }

    fn children_and_comments(&mut self, node: Node<'tree>) -> Vec<Node<'tree>> {
        self.children_that(node, |child| child.is_named())
    }

    fn children_that(
        &mut self,
        node: Node<'tree>,
        wanted: impl Fn(Node<'tree>) -> bool,
    ) -> Vec<Node<'tree>> {
        let mut children = Vec::with_capacity(node.named_child_count());
        self.cursor.reset(node);
        if self.cursor.goto_first_child() {
            loop {
                let child = self.cursor.node();
                if wanted(child) {
                    children.push(child);
                }
                if !self.cursor.goto_next_sibling() {
                    break;
                }
            }
        }
        children
    }

    /// Runs `visit` one level deeper, within the builder's depth and stack bounds.
    fn deeper<R>(&mut self, default: R, visit: impl FnOnce(&mut Self) -> R) -> R {
        let mut result = default;
        if self.builder.push_depth() {
            result = crate::builder::with_stack(|| visit(self));
            self.builder.pop_depth();
        }
        result
    }
}
