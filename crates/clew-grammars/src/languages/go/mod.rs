//! Go.

mod declarations;
mod expressions;
mod fields;
mod imports;
mod statements;
#[cfg(test)]
mod tests;
mod types;

use clew_model::SymbolId;
use tree_sitter::Node;

use crate::builder::{FactsBuilder, kinds};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["golang"],
    extensions: &["go"],
    extractor_version: 3,
    depth: Depth::Deep,
    closures_see_later: false,
    grammar: Some(|| tree_sitter_go::LANGUAGE.into()),
    walk: Some(walk),
    ..LanguageDefinition::words("go", "Go")
};

kinds! { Kind for tree_sitter_go::LANGUAGE;
    ArrayType = "array_type" | "implicit_length_array_type" | "slice_type",
    Assignment = "assignment_statement",
    Binary = "binary_expression",
    Blank = "blank_identifier",
    Block = "block",
    Call = "call_expression",
    Case = "expression_case" | "default_case",
    ChannelType = "channel_type",
    Comment = "comment",
    CommunicationCase = "communication_case",
    CompositeLiteral = "composite_literal",
    ConstDeclaration = "const_declaration",
    ConstSpec = "const_spec",
    Empty = "empty_statement" | "break_statement" | "continue_statement" | "goto_statement"
        | "fallthrough_statement",
    ExpressionList = "expression_list",
    ExpressionStatement = "expression_statement",
    FieldDeclaration = "field_declaration",
    For = "for_statement",
    ForClause = "for_clause",
    FunctionDeclaration = "function_declaration",
    FunctionLiteral = "func_literal",
    FunctionType = "function_type",
    GenericType = "generic_type",
    Identifier = "identifier" | "type_identifier",
    If = "if_statement",
    ImportDeclaration = "import_declaration",
    ImportSpec = "import_spec",
    Index = "index_expression" | "slice_expression",
    InterfaceType = "interface_type",
    KeyedElement = "keyed_element",
    Labeled = "labeled_statement",
    LiteralElement = "literal_element",
    LiteralValue = "literal_value",
    MapType = "map_type",
    MethodDeclaration = "method_declaration",
    MethodElement = "method_elem",
    Nil = "nil",
    Number = "int_literal" | "float_literal" | "imaginary_literal" | "iota" | "rune_literal",
    PackageClause = "package_clause",
    ParameterDeclaration = "parameter_declaration" | "variadic_parameter_declaration",
    ParameterList = "parameter_list",
    Parenthesized = "parenthesized_expression" | "variadic_argument",
    PointerType = "pointer_type" | "parenthesized_type" | "negated_type" | "type_constraint",
    QualifiedType = "qualified_type",
    RangeClause = "range_clause",
    Receive = "receive_statement",
    Return = "return_statement",
    Select = "select_statement",
    Selector = "selector_expression",
    ShortVar = "short_var_declaration",
    StatementList = "statement_list",
    StringLiteral = "interpreted_string_literal" | "raw_string_literal",
    StructType = "struct_type",
    Switch = "expression_switch_statement",
    Truth = "true" | "false",
    TypeAlias = "type_alias",
    TypeArguments = "type_arguments",
    TypeAssertion = "type_assertion_expression" | "type_conversion_expression",
    TypeCase = "type_case",
    TypeDeclaration = "type_declaration",
    TypeElement = "type_elem",
    TypeInstantiation = "type_instantiation_expression",
    TypeParameter = "type_parameter_declaration",
    TypeSpec = "type_spec",
    TypeSwitch = "type_switch_statement",
    Unary = "unary_expression",
    VarDeclaration = "var_declaration",
    VarSpec = "var_spec",
    VarSpecList = "var_spec_list" | "import_spec_list",
}

/// State of one walk.
struct Walk<'builder, 'text> {
    builder: &'builder mut FactsBuilder<'text>,
    /// The variable of the type switch that is being read.
    switched: Option<SymbolId>,
}

fn walk(root: Node<'_>, builder: &mut FactsBuilder<'_>) {
    let mut walk = Walk { builder, switched: None };
    walk.file(root);
}

impl Walk<'_, '_> {
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
