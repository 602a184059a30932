//! Node kinds and fields of the JavaScript, TypeScript and TSX grammars under
//! one set of names, so that one walker reads all three.

use std::sync::OnceLock;

use tree_sitter::{Language, Node};

use crate::builder::KindTable;

/// Kinds and fields of one grammar, by number.
pub(super) struct Grammar {
    kinds: KindTable<Kind>,
    fields: [u16; Field::COUNT],
}

impl Grammar {
    fn new(language: &Language) -> Self {
        let fields = Field::NAMES
            .map(|name| language.field_id_for_name(name).map_or(0, std::num::NonZeroU16::get));
        Grammar { kinds: KindTable::new(language, Kind::NAMES), fields }
    }

    /// JavaScript with JSX.
    pub(super) fn javascript() -> &'static Grammar {
        static GRAMMAR: OnceLock<Grammar> = OnceLock::new();
        GRAMMAR.get_or_init(|| Grammar::new(&tree_sitter_javascript::LANGUAGE.into()))
    }

    /// TypeScript without JSX.
    pub(super) fn typescript() -> &'static Grammar {
        static GRAMMAR: OnceLock<Grammar> = OnceLock::new();
        GRAMMAR.get_or_init(|| Grammar::new(&tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into()))
    }

    /// TypeScript with JSX.
    pub(super) fn tsx() -> &'static Grammar {
        static GRAMMAR: OnceLock<Grammar> = OnceLock::new();
        GRAMMAR.get_or_init(|| Grammar::new(&tree_sitter_typescript::LANGUAGE_TSX.into()))
    }

    /// What a node is.
    pub(super) fn kind(&self, node: Node<'_>) -> Kind {
        self.kinds.of(node)
    }

    /// The child in a field.
    pub(super) fn field<'tree>(&self, node: Node<'tree>, field: Field) -> Option<Node<'tree>> {
        match self.fields[field as usize] {
            0 => None,
            id => node.child_by_field_id(id),
        }
    }
}

macro_rules! names {
    ($kind:ident { $($variant:ident = $($text:literal)|+,)* }
     $field:ident { $($field_variant:ident = $field_text:literal,)* }) => {
        /// What a node is to the walker.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub(super) enum $kind {
            #[default]
            Other,
            $($variant,)*
        }

        impl $kind {
            const NAMES: &'static [(&'static str, $kind)] =
                &[$($(($text, $kind::$variant),)+)*];
        }

        /// A field that the walker asks for.
        #[derive(Clone, Copy, Debug)]
        pub(super) enum $field {
            $($field_variant,)*
        }

        impl $field {
            const NAMES: [&'static str; $field::COUNT] = [$($field_text,)*];
            const COUNT: usize = [$($field_text,)*].len();
        }
    };
}

names! {
    Kind {
        AbstractMethod = "abstract_method_signature",
        Ambient = "ambient_declaration",
        Array = "array",
        ArrayPattern = "array_pattern",
        ArrayType = "array_type",
        ArrowFunction = "arrow_function",
        As = "as_expression" | "satisfies_expression",
        Assignment = "assignment_expression",
        AssignmentPattern = "assignment_pattern",
        Asserts = "asserts" | "asserts_annotation",
        AugmentedAssignment = "augmented_assignment_expression",
        Await = "await_expression",
        Binary = "binary_expression",
        Block = "statement_block",
        Boolean = "true" | "false",
        Call = "call_expression",
        CallSignature = "call_signature" | "construct_signature",
        Catch = "catch_clause",
        Class = "class",
        ClassBody = "class_body",
        ClassDeclaration = "class_declaration" | "abstract_class_declaration",
        ClassHeritage = "class_heritage",
        Comment = "comment" | "html_comment",
        ComputedName = "computed_property_name",
        ConditionalType = "conditional_type",
        ConstructorType = "constructor_type",
        Decorator = "decorator",
        EnumAssignment = "enum_assignment",
        EnumDeclaration = "enum_declaration",
        ExportClause = "export_clause",
        ExportStatement = "export_statement",
        ExpressionStatement = "expression_statement",
        ExtendsClause = "extends_clause",
        ExtendsTypeClause = "extends_type_clause",
        Field = "field_definition" | "public_field_definition",
        For = "for_statement",
        ForIn = "for_in_statement",
        FunctionDeclaration = "function_declaration" | "generator_function_declaration",
        FunctionExpression = "function_expression" | "generator_function",
        FunctionSignature = "function_signature",
        FunctionType = "function_type",
        GenericType = "generic_type",
        Identifier = "identifier",
        ImplementsClause = "implements_clause",
        Import = "import",
        ImportAlias = "import_alias",
        ImportClause = "import_clause",
        ImportRequire = "import_require_clause",
        ImportStatement = "import_statement",
        IndexSignature = "index_signature",
        InferType = "infer_type",
        Instantiation = "instantiation_expression",
        Interface = "interface_declaration",
        IntersectionType = "intersection_type",
        JsxAttribute = "jsx_attribute",
        JsxElement = "jsx_element",
        JsxNamespaceName = "jsx_namespace_name",
        JsxSelfClosing = "jsx_self_closing_element",
        LexicalDeclaration = "lexical_declaration" | "using_declaration",
        LiteralType = "literal_type",
        MappedType = "mapped_type_clause",
        Member = "member_expression",
        Method = "method_definition",
        MethodSignature = "method_signature",
        NamedImports = "named_imports",
        Namespace = "internal_module" | "module",
        NamespaceExport = "namespace_export",
        NamespaceImport = "namespace_import",
        NestedIdentifier = "nested_identifier",
        NestedTypeIdentifier = "nested_type_identifier",
        New = "new_expression",
        NonNull = "non_null_expression",
        Nothing = "null" | "undefined",
        Number = "number",
        Object = "object",
        ObjectAssignmentPattern = "object_assignment_pattern",
        ObjectPattern = "object_pattern",
        ObjectType = "object_type" | "interface_body",
        Pair = "pair",
        PairPattern = "pair_pattern",
        Parameter = "required_parameter" | "optional_parameter",
        Parenthesized = "parenthesized_expression",
        ParenthesizedType = "parenthesized_type" | "readonly_type" | "type_annotation"
            | "optional_type" | "rest_type" | "constraint" | "default_type"
            | "adding_type_annotation" | "omitting_type_annotation" | "opting_type_annotation",
        PredefinedType = "predefined_type",
        PrivateName = "private_property_identifier",
        Program = "program",
        PropertyName = "property_identifier",
        PropertySignature = "property_signature",
        Regex = "regex",
        RestPattern = "rest_pattern",
        Return = "return_statement",
        Sequence = "sequence_expression",
        Shorthand = "shorthand_property_identifier",
        ShorthandPattern = "shorthand_property_identifier_pattern",
        Skipped = "break_statement" | "continue_statement" | "debugger_statement"
            | "empty_statement" | "hash_bang_line" | "meta_property" | "optional_chain"
            | "statement_identifier" | "jsx_text" | "html_character_reference"
            | "accessibility_modifier" | "override_modifier" | "existential_type",
        Spread = "spread_element",
        StaticBlock = "class_static_block",
        String = "string",
        StringFragment = "string_fragment",
        Subscript = "subscript_expression",
        Super = "super",
        SwitchBody = "switch_body",
        Template = "template_string",
        Ternary = "ternary_expression",
        This = "this",
        ThisType = "this_type",
        TupleType = "tuple_type",
        TypeAlias = "type_alias_declaration",
        TypeArguments = "type_arguments",
        TypeIdentifier = "type_identifier",
        TypeParameter = "type_parameter",
        TypeParameters = "type_parameters",
        TypePredicate = "type_predicate" | "type_predicate_annotation",
        TypeQuery = "type_query",
        Unary = "unary_expression",
        UnionType = "union_type",
        Update = "update_expression",
        VariableDeclaration = "variable_declaration",
        VariableDeclarator = "variable_declarator",
        Yield = "yield_expression",
    }
    Field {
        Alias = "alias",
        Argument = "argument",
        Arguments = "arguments",
        Body = "body",
        Constructor = "constructor",
        Declaration = "declaration",
        Function = "function",
        Index = "index",
        Key = "key",
        KindWord = "kind",
        Left = "left",
        Module = "module",
        Name = "name",
        Object = "object",
        Operator = "operator",
        Parameter = "parameter",
        Parameters = "parameters",
        Pattern = "pattern",
        Property = "property",
        ReturnType = "return_type",
        Right = "right",
        Source = "source",
        Type = "type",
        TypeArguments = "type_arguments",
        TypeParameters = "type_parameters",
        Value = "value",
    }
}
