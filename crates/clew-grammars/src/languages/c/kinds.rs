//! Node kinds of both grammars.

use std::sync::OnceLock;

use crate::builder::KindTable;

/// Which of the two grammars made the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    C,
    Cpp,
}

impl Dialect {
    /// The kinds of this grammar.
    pub(super) fn kinds(self) -> &'static KindTable<Kind> {
        static C: OnceLock<KindTable<Kind>> = OnceLock::new();
        static CPP: OnceLock<KindTable<Kind>> = OnceLock::new();
        match self {
            Dialect::C => C.get_or_init(|| KindTable::new(&tree_sitter_c::LANGUAGE.into(), NAMED)),
            Dialect::Cpp => {
                CPP.get_or_init(|| KindTable::new(&tree_sitter_cpp::LANGUAGE.into(), NAMED))
            }
        }
    }
}

macro_rules! named_kinds {
    ($($variant:ident = $($text:literal)|+,)*) => {
        /// What the walker distinguishes.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub(super) enum Kind {
            #[default]
            Other,
            $($variant,)*
        }

        const NAMED: &[(&str, Kind)] = &[$($(($text, Kind::$variant),)+)*];
    };
}

named_kinds! {
    AccessSpecifier = "access_specifier",
    AliasDeclaration = "alias_declaration",
    ArgumentList = "argument_list",
    ArrayDeclarator = "array_declarator",
    Assignment = "assignment_expression",
    Attribute = "attribute_specifier" | "attribute_declaration" | "ms_declspec_modifier",
    AttributedDeclarator = "attributed_declarator" | "pointer_type_declarator",
    BaseClause = "base_class_clause",
    Binary = "binary_expression",
    BooleanLiteral = "true" | "false",
    Call = "call_expression",
    Cast = "cast_expression",
    CatchClause = "catch_clause",
    CharLiteral = "char_literal",
    ClassSpecifier = "class_specifier",
    Comment = "comment",
    Compound = "compound_statement",
    CompoundLiteral = "compound_literal_expression",
    ConceptDefinition = "concept_definition",
    Conditional = "conditional_expression",
    Declaration = "declaration",
    DeclarationList = "declaration_list",
    Decltype = "decltype",
    DependentName = "dependent_name",
    DependentType = "dependent_type",
    DestructorName = "destructor_name",
    EnumSpecifier = "enum_specifier",
    Enumerator = "enumerator",
    ExpressionStatement = "expression_statement",
    FieldDeclaration = "field_declaration",
    FieldDeclarationList = "field_declaration_list" | "enumerator_list",
    FieldExpression = "field_expression",
    FieldIdentifier = "field_identifier",
    FieldInitializer = "field_initializer",
    FieldInitializerList = "field_initializer_list",
    For = "for_statement",
    ForRange = "for_range_loop",
    Friend = "friend_declaration",
    FunctionDeclarator = "function_declarator",
    FunctionDefinition = "function_definition",
    Goto = "goto_statement",
    Identifier = "identifier",
    InitDeclarator = "init_declarator",
    InitializerList = "initializer_list",
    InitializerPair = "initializer_pair",
    Jump = "break_statement" | "continue_statement",
    Labeled = "labeled_statement",
    Lambda = "lambda_expression",
    Linkage = "linkage_specification",
    MacroType = "macro_type_specifier",
    NamespaceAlias = "namespace_alias_definition",
    NamespaceDefinition = "namespace_definition",
    NamespaceIdentifier = "namespace_identifier",
    NestedNamespace = "nested_namespace_specifier",
    New = "new_expression",
    Null = "null",
    NumberLiteral = "number_literal",
    OperatorCast = "operator_cast",
    OperatorName = "operator_name",
    OptionalParameter = "optional_parameter_declaration",
    OptionalTypeParameter = "optional_type_parameter_declaration",
    ParameterDeclaration = "parameter_declaration",
    ParameterList = "parameter_list",
    Parenthesized = "parenthesized_expression" | "condition_clause",
    ParenthesizedDeclarator = "parenthesized_declarator",
    Placeholder = "placeholder_type_specifier",
    PointerDeclarator = "pointer_declarator",
    PointerExpression = "pointer_expression",
    PreprocCall = "preproc_call",
    PreprocDef = "preproc_def",
    PreprocFunctionDef = "preproc_function_def",
    PreprocIf = "preproc_if" | "preproc_ifdef" | "preproc_elif" | "preproc_elifdef"
        | "preproc_else",
    PreprocInclude = "preproc_include",
    PrimitiveType = "primitive_type",
    QualifiedIdentifier = "qualified_identifier",
    ReferenceDeclarator = "reference_declarator" | "variadic_declarator"
        | "abstract_reference_declarator",
    RequiresClause = "requires_clause",
    RequiresExpression = "requires_expression",
    SizedType = "sized_type_specifier",
    Sizeof = "sizeof_expression" | "alignof_expression" | "offsetof_expression",
    StaticAssert = "static_assert_declaration",
    StorageClass = "storage_class_specifier",
    StringLiteral = "string_literal" | "raw_string_literal" | "concatenated_string",
    StructSpecifier = "struct_specifier",
    StructuredBinding = "structured_binding_declarator",
    Subscript = "subscript_expression",
    Template = "template_declaration",
    TemplateArguments = "template_argument_list",
    TemplateFunction = "template_function" | "template_method",
    TemplateInstantiation = "template_instantiation",
    TemplateTemplateParameter = "template_template_parameter_declaration",
    TemplateType = "template_type",
    This = "this",
    TrailingReturn = "trailing_return_type",
    TypeDefinition = "type_definition",
    TypeDescriptor = "type_descriptor",
    TypeIdentifier = "type_identifier",
    TypeParameter = "type_parameter_declaration" | "variadic_type_parameter_declaration",
    TypeQualifier = "type_qualifier" | "explicit_function_specifier" | "virtual_specifier",
    Unary = "unary_expression",
    UnionSpecifier = "union_specifier",
    Update = "update_expression",
    UsingDeclaration = "using_declaration",
    VariadicParameter = "variadic_parameter_declaration",
}
