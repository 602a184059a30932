//! Java up to 21: classes, interfaces, enums, records, annotations, modules.

mod declarations;
mod expressions;
mod fields;
mod imports;
mod members;
mod modifiers;
mod patterns;
mod statements;
#[cfg(test)]
mod tests;
mod types;

use clew_text::TextRange;
use tree_sitter::Node;

use crate::builder::{FactsBuilder, kinds};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    extensions: &["java"],
    interpreters: &["java"],
    depth: Depth::Deep,
    extractor_version: 6,
    members_in_scope: true,
    closures_see_later: false,
    grammar: Some(|| tree_sitter_java::LANGUAGE.into()),
    walk: Some(walk),
    ..LanguageDefinition::words("java", "Java")
};

kinds! { Kind for tree_sitter_java::LANGUAGE;
    AnnotatedType = "annotated_type",
    Annotation = "annotation" | "marker_annotation",
    AnnotationElement = "annotation_type_element_declaration",
    AnnotationType = "annotation_type_declaration",
    ArrayAccess = "array_access",
    ArrayCreation = "array_creation_expression",
    ArrayInitializer = "array_initializer" | "element_value_array_initializer",
    ArrayType = "array_type",
    Assignment = "assignment_expression",
    Binary = "binary_expression",
    Block = "block" | "constructor_body",
    BooleanLiteral = "true" | "false",
    Cast = "cast_expression",
    CatchClause = "catch_clause",
    Class = "class_declaration",
    ClassBody = "class_body" | "interface_body" | "annotation_type_body" | "enum_body"
        | "enum_body_declarations",
    ClassLiteral = "class_literal",
    Comment = "line_comment" | "block_comment",
    CompactConstructor = "compact_constructor_declaration",
    Constructor = "constructor_declaration",
    ConstructorCall = "explicit_constructor_invocation",
    Dimensions = "dimensions",
    ElementValuePair = "element_value_pair",
    EnhancedFor = "enhanced_for_statement",
    Enum = "enum_declaration",
    EnumConstant = "enum_constant",
    Field = "field_declaration" | "constant_declaration",
    FieldAccess = "field_access",
    FormalParameter = "formal_parameter" | "catch_formal_parameter",
    For = "for_statement",
    GenericType = "generic_type",
    Identifier = "identifier",
    Import = "import_declaration",
    InstanceOf = "instanceof_expression",
    Interface = "interface_declaration",
    Jump = "break_statement" | "continue_statement",
    Labeled = "labeled_statement",
    Lambda = "lambda_expression",
    LocalVariable = "local_variable_declaration",
    Method = "method_declaration",
    MethodInvocation = "method_invocation",
    MethodReference = "method_reference",
    Modifiers = "modifiers",
    Module = "module_declaration",
    WholeLiteral = "decimal_integer_literal" | "hex_integer_literal" | "octal_integer_literal"
        | "binary_integer_literal",
    FractionLiteral = "decimal_floating_point_literal" | "hex_floating_point_literal",
    CharacterLiteral = "character_literal",
    WholeType = "integral_type",
    FractionType = "floating_point_type",
    BooleanType = "boolean_type",
    Null = "null_literal",
    ObjectCreation = "object_creation_expression",
    Package = "package_declaration",
    Parenthesized = "parenthesized_expression",
    Record = "record_declaration",
    RecordPattern = "record_pattern",
    Resource = "resource",
    Return = "return_statement",
    ScopedIdentifier = "scoped_identifier",
    ScopedType = "scoped_type_identifier",
    SpreadParameter = "spread_parameter",
    Statement = "expression_statement" | "if_statement" | "while_statement" | "do_statement"
        | "throw_statement" | "assert_statement" | "yield_statement" | "synchronized_statement"
        | "finally_clause" | "static_initializer",
    StringLiteral = "string_literal",
    Super = "super",
    SwitchBlock = "switch_block",
    SwitchExpression = "switch_expression",
    SwitchGroup = "switch_block_statement_group" | "switch_rule",
    SwitchLabel = "switch_label",
    Ternary = "ternary_expression",
    This = "this",
    Try = "try_statement" | "try_with_resources_statement",
    TypeArguments = "type_arguments",
    TypeIdentifier = "type_identifier",
    TypeParameter = "type_parameter",
    TypePattern = "type_pattern" | "record_pattern_component",
    Unary = "unary_expression",
    Update = "update_expression",
    VariableDeclarator = "variable_declarator",
    VoidType = "void_type",
    Wildcard = "wildcard",
}

/// State of one walk.
struct Walk<'builder, 'text> {
    builder: &'builder mut FactsBuilder<'text>,
    /// The javadoc comment that the next declaration may take.
    doc: Option<TextRange>,
}

fn walk(root: Node<'_>, builder: &mut FactsBuilder<'_>) {
    Walk { builder, doc: None }.declarations(root);
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
