//! Python (2 and 3 as far as the grammar reads both), stubs included.

mod calls;
mod expressions;
mod fields;
mod flow;
mod imports;
mod patterns;
mod quoted;
mod statements;
#[cfg(test)]
mod tests;

use clew_model::{ScopeId, SymbolId};
use tree_sitter::Node;

use crate::builder::{FactsBuilder, kinds};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["py", "python3"],
    extensions: &["py", "pyi", "pyw"],
    file_names: &["SConstruct", "SConscript", "wscript"],
    interpreters: &["python", "pypy"],
    depth: Depth::Deep,
    extractor_version: 6,
    name_form: crate::definition::NameForm::Compatible,
    grammar: Some(|| tree_sitter_python::LANGUAGE.into()),
    walk: Some(walk),
    ..LanguageDefinition::words("python", "Python")
};

kinds! { Kind for tree_sitter_python::LANGUAGE;
    AsPattern = "as_pattern",
    Assert = "assert_statement",
    Assignment = "assignment",
    Attribute = "attribute",
    AugmentedAssignment = "augmented_assignment",
    Await = "await",
    BinaryOperator = "binary_operator",
    BooleanOperator = "boolean_operator",
    Bytes = "concatenated_string",
    Call = "call",
    CaseClause = "case_clause",
    ClassDefinition = "class_definition",
    ComparisonOperator = "comparison_operator" | "not_operator" | "true" | "false",
    Comprehension = "list_comprehension" | "set_comprehension" | "dictionary_comprehension"
        | "generator_expression",
    ConditionalExpression = "conditional_expression",
    DecoratedDefinition = "decorated_definition",
    Dictionary = "dictionary",
    ExpressionList = "expression_list" | "tuple",
    ForIn = "for_in_clause",
    ForStatement = "for_statement",
    FunctionDefinition = "function_definition",
    Global = "global_statement" | "nonlocal_statement",
    Identifier = "identifier",
    If = "if_statement",
    ImportFrom = "import_from_statement" | "future_import_statement",
    ImportStatement = "import_statement",
    KeywordArgument = "keyword_argument",
    Lambda = "lambda",
    List = "list",
    NamedExpression = "named_expression",
    NoneLiteral = "none",
    Number = "integer" | "float",
    Parenthesized = "parenthesized_expression",
    Return = "return_statement",
    Set = "set",
    String = "string",
    Subscript = "subscript",
    Try = "try_statement",
    Type = "type",
    TypeAlias = "type_alias_statement",
    While = "while_statement",
    Yield = "yield",
}

/// State of one walk.
struct Walk<'builder, 'text> {
    builder: &'builder mut FactsBuilder<'text>,
    /// Names that the current functions declare `global` or `nonlocal`.
    outer_names: Vec<(ScopeId, &'text str)>,
    /// The function whose `return` statements are being read.
    function: Option<SymbolId>,
    /// What names are known to hold.
    flow: flow::Flow<'text>,
    /// What the `isinstance` call just read finds.
    test: Option<(&'text str, clew_model::ExpressionId)>,
}

fn walk(root: Node<'_>, builder: &mut FactsBuilder<'_>) {
    let mut walk = Walk {
        builder,
        outer_names: Vec::new(),
        function: None,
        flow: flow::Flow::default(),
        test: None,
    };
    walk.statements(root);
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
