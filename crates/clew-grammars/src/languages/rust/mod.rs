//! Rust.
//!
//! Macro invocations are read by parsing their tokens again as items or
//! expressions; what does not parse is read token by token. Bodies of
//! `macro_rules!` are templates: their names are reported as unsure.

mod attributes;
mod expressions;
mod fields;
mod generics;
mod globs;
mod imports;
mod items;
mod macros;
mod made;
mod paths;
mod patterns;
#[cfg(test)]
mod tests;
mod tokens;
mod types;

use clew_model::{ExpressionId, Separator, SymbolId};
use tree_sitter::{Node, Parser};

use crate::builder::{FactsBuilder, kinds};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["rs"],
    extensions: &["rs"],
    interpreters: &["rust-script", "run-cargo-script"],
    extractor_version: 5,
    depth: Depth::Deep,
    separator: Separator::Colons,
    closures_see_later: false,
    closed_modules: true,
    grammar: Some(|| tree_sitter_rust::LANGUAGE.into()),
    walk: Some(walk),
    ..LanguageDefinition::words("rust", "Rust")
};

kinds! { Kind for tree_sitter_rust::LANGUAGE;
    AbstractType = "abstract_type" | "dynamic_type",
    Arguments = "arguments",
    Array = "array_expression",
    ArrayType = "array_type",
    Assignment = "assignment_expression",
    AsyncBlock = "async_block" | "unsafe_block" | "const_block" | "try_block" | "gen_block",
    Attribute = "attribute_item",
    Await = "await_expression",
    Binary = "binary_expression",
    Block = "block",
    Boolean = "boolean_literal",
    BoundedType = "bounded_type",
    BracketedType = "bracketed_type",
    Call = "call_expression",
    CapturedPattern = "captured_pattern",
    Cast = "type_cast_expression",
    Character = "char_literal",
    Closure = "closure_expression",
    Comment = "line_comment" | "block_comment",
    CompoundAssignment = "compound_assignment_expr",
    ConstItem = "const_item",
    ConstParameter = "const_parameter",
    CrateKeyword = "crate",
    DeclarationList = "declaration_list",
    ElseClause = "else_clause",
    EnumItem = "enum_item",
    EnumVariant = "enum_variant",
    ExpressionStatement = "expression_statement",
    ExternCrate = "extern_crate_declaration",
    Field = "field_expression",
    FieldDeclaration = "field_declaration",
    FieldDeclarations = "field_declaration_list",
    FieldIdentifier = "field_identifier",
    FieldInitializer = "field_initializer",
    FieldPattern = "field_pattern",
    For = "for_expression",
    ForeignMod = "foreign_mod_item",
    Function = "function_item" | "function_signature_item",
    FunctionType = "function_type",
    GenericFunction = "generic_function",
    GenericType = "generic_type" | "generic_type_with_turbofish" | "generic_pattern",
    Identifier = "identifier" | "type_identifier" | "shorthand_field_identifier",
    If = "if_expression",
    Impl = "impl_item",
    Index = "index_expression",
    InnerAttribute = "inner_attribute_item",
    Label = "label" | "lifetime" | "lifetime_parameter" | "for_lifetimes",
    Let = "let_declaration",
    LetChain = "let_chain",
    LetCondition = "let_condition",
    Loop = "loop_expression",
    MacroDefinition = "macro_definition",
    MacroInvocation = "macro_invocation",
    Match = "match_expression",
    MatchArm = "match_arm",
    Mod = "mod_item",
    Number = "integer_literal" | "float_literal" | "negative_literal",
    OrPattern = "or_pattern",
    OrderedFields = "ordered_field_declaration_list",
    Parameter = "parameter",
    Parenthesized = "parenthesized_expression",
    PointerType = "pointer_type" | "reference_type",
    Primitive = "primitive_type",
    QualifiedType = "qualified_type",
    Range = "range_expression",
    RangePattern = "range_pattern",
    Reference = "reference_expression",
    RemainingPattern = "remaining_field_pattern",
    Scoped = "scoped_identifier" | "scoped_type_identifier",
    ScopedUseList = "scoped_use_list",
    SelfKeyword = "self",
    SelfParameter = "self_parameter",
    ShorthandInitializer = "shorthand_field_initializer",
    SlicePattern = "slice_pattern",
    StaticItem = "static_item",
    StringLiteral = "string_literal" | "raw_string_literal",
    StructExpression = "struct_expression",
    StructItem = "struct_item" | "union_item",
    StructPattern = "struct_pattern",
    SuperKeyword = "super",
    TokenTree = "token_tree" | "token_repetition",
    TraitBounds = "trait_bounds",
    TraitItem = "trait_item",
    Try = "try_expression",
    Tuple = "tuple_expression",
    TuplePattern = "tuple_pattern",
    TupleStructPattern = "tuple_struct_pattern",
    TupleType = "tuple_type",
    TypeArguments = "type_arguments",
    TypeBinding = "type_binding",
    TypeItem = "type_item" | "associated_type",
    TypeParameter = "type_parameter",
    TypeParameters = "type_parameters",
    Unary = "unary_expression",
    Unit = "unit_expression" | "unit_type",
    Use = "use_declaration",
    UseAs = "use_as_clause",
    UseList = "use_list",
    UseWildcard = "use_wildcard",
    Visibility = "visibility_modifier",
    WhereClause = "where_clause",
    While = "while_expression",
}

/// What `Self` and `self` mean.
#[derive(Clone, Copy)]
enum Receiver {
    /// The type named in the header of an `impl`.
    Named(ExpressionId),
    /// The trait, struct or enum that is being declared.
    Declared(SymbolId),
}

/// State of one walk.
struct Walk<'builder, 'text> {
    builder: &'builder mut FactsBuilder<'text>,
    /// What `Self` means here.
    receiver: Option<Receiver>,
    /// Whether members here implement a trait, and so are as visible as it is.
    in_trait_impl: bool,
    /// Whether this code is only built for tests.
    in_test: bool,
    /// Names bound by the pattern that is being read.
    pattern_names: Vec<(&'text str, SymbolId)>,
    /// Reads the tokens of macro invocations again.
    parser: Option<Parser>,
    /// How many macro invocations are open around this place.
    macro_depth: u32,
    /// Where the last semicolon of the file is.
    last_semicolon: Option<usize>,
    /// Glob imports inside functions.
    globs: Vec<globs::LocalGlob>,
    /// Macros of the file that make items.
    makers: Vec<made::Maker<'text>>,
}

fn walk(root: Node<'_>, builder: &mut FactsBuilder<'_>) {
    let last_semicolon = builder.text().rfind(';');
    let mut walk = Walk {
        builder,
        receiver: None,
        in_trait_impl: false,
        in_test: false,
        pattern_names: Vec::new(),
        parser: None,
        macro_depth: 0,
        last_semicolon,
        globs: Vec::new(),
        makers: Vec::new(),
    };
    walk.items(root);
    walk.open_globs();
}

impl<'text> Walk<'_, 'text> {
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
