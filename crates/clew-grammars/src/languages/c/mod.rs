//! C and C++: one walker for both, with what only C++ has in files of its own.

mod classes;
mod declarations;
mod declarators;
mod docs;
mod expressions;
mod fields;
mod functions;
mod kinds;
mod lambdas;
mod macro_blocks;
mod macro_functions;
mod names;
mod namespaces;
mod prepare;
mod preprocessor;
mod recovery;
mod statements;
mod templates;
#[cfg(test)]
mod tests;
mod types;

use clew_model::{Expression, ScopeId, ScopeKind, Separator, SymbolId, Visibility};
use clew_text::TextRange;
use tree_sitter::Node;

use self::kinds::{Dialect, Kind};
use crate::builder::{FactsBuilder, KindTable};
use crate::{Depth, LanguageDefinition};

pub(crate) static C: LanguageDefinition = LanguageDefinition {
    extensions: &["c", "h"],
    depth: Depth::Deep,
    extractor_version: 8,
    closures_see_later: false,
    grammar: Some(|| tree_sitter_c::LANGUAGE.into()),
    walk: Some(walk_c),
    prepare: Some(prepare::prepare_c),
    ..LanguageDefinition::words("c", "C")
};

pub(crate) static CPP: LanguageDefinition = LanguageDefinition {
    aliases: &["c++", "cplusplus"],
    extensions: &["cc", "cpp", "cxx", "c++", "hh", "hpp", "hxx", "h++", "ipp", "inl", "tcc", "tpp"],
    depth: Depth::Deep,
    extractor_version: 8,
    separator: Separator::Colons,
    members_in_scope: true,
    closures_see_later: false,
    grammar: Some(|| tree_sitter_cpp::LANGUAGE.into()),
    walk: Some(walk_cpp),
    prepare: Some(prepare::prepare_cpp),
    ..LanguageDefinition::words("cpp", "C++")
};

/// State of one walk.
struct Walk<'builder, 'text> {
    builder: &'builder mut FactsBuilder<'text>,
    kinds: &'static KindTable<Kind>,
    dialect: Dialect,
    /// The comment that the next declaration may take as its doc.
    doc: Option<TextRange>,
    /// What members declared now are.
    access: Visibility,
    /// Whether the place is inside an anonymous namespace.
    unnamed: bool,
    /// What `this` is.
    this: Option<Expression>,
    /// Whether the function being declared is a friend of the class around.
    is_friend: bool,
    /// The prototype declared last; it heads a body that follows it after an error.
    last_prototype: Option<SymbolId>,
    /// Where tags are declared while the members of a C struct are read.
    tag_scope: Option<ScopeId>,
    /// Where the declaration behind a template head belongs.
    target_scope: Option<ScopeId>,
    /// Template parameters of the heads around.
    template_names: Vec<(&'text str, SymbolId)>,
}

fn walk_c(root: Node<'_>, builder: &mut FactsBuilder<'_>) {
    Walk::new(builder, Dialect::C).items(root);
}

fn walk_cpp(root: Node<'_>, builder: &mut FactsBuilder<'_>) {
    Walk::new(builder, Dialect::Cpp).items(root);
}

impl<'builder, 'text> Walk<'builder, 'text> {
    fn new(builder: &'builder mut FactsBuilder<'text>, dialect: Dialect) -> Self {
        Walk {
            builder,
            kinds: dialect.kinds(),
            dialect,
            doc: None,
            access: Visibility::Public,
            unnamed: false,
            this: None,
            is_friend: false,
            last_prototype: None,
            tag_scope: None,
            target_scope: None,
            template_names: Vec::new(),
        }
    }

    fn kind(&self, node: Node<'_>) -> Kind {
        self.kinds.of(node)
    }

    fn is_cpp(&self) -> bool {
        self.dialect == Dialect::Cpp
    }

    /// Whether what is declared now becomes a member of a type.
    fn in_type(&self) -> bool {
        let scope = self.target_scope.unwrap_or_else(|| self.builder.scope());
        self.builder.scope_kind(scope) == ScopeKind::Type
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
