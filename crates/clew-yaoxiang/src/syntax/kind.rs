//! The kinds of tokens and nodes, and the names of the places that a child
//! takes in its parent.

/// Declares an enum whose variants know their text name.
macro_rules! named_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// The name used outside this crate.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
        }
    };
}

named_enum! {
    /// Kind of a token or a node of the tree.
    ///
    /// The name of a keyword or a punctuation token is its spelling.
    SyntaxKind {
        /// Blanks, tabs and line ends.
        Whitespace = "whitespace",
        /// `// …` up to the line's end.
        LineComment = "line_comment",
        /// `/* … */`, nested.
        BlockComment = "block_comment",
        /// Bytes that form no token.
        ErrorToken = "error_token",
        /// The end of the text.
        Eof = "end of file",
        /// A name.
        Ident = "identifier",
        /// `_`.
        Underscore = "_",
        /// Integer literal in any base.
        Int = "int",
        /// Float literal.
        Float = "float",
        /// `"…"`.
        Str = "string",
        /// `"""…"""`.
        MultiStr = "multiline_string",
        /// `'c'`.
        Char = "char",
        /// `f"`.
        FStringStart = "f\"",
        /// Literal text of an f-string.
        FStringText = "fstring_text",
        /// `{` that opens an interpolation.
        InterpolationStart = "interpolation_start",
        /// `:spec` at an interpolation's end.
        FormatSpec = "format_spec",
        /// `}` that closes an interpolation.
        InterpolationEnd = "interpolation_end",
        /// The closing quote of an f-string.
        FStringEnd = "fstring_end",

        /// Keyword.
        PubKw = "pub",
        /// Keyword.
        UseKw = "use",
        /// Keyword.
        MutKw = "mut",
        /// Keyword.
        IfKw = "if",
        /// Keyword.
        ElseKw = "else",
        /// Keyword.
        MatchKw = "match",
        /// Keyword.
        WhileKw = "while",
        /// Keyword.
        ForKw = "for",
        /// Keyword.
        InKw = "in",
        /// Keyword.
        ReturnKw = "return",
        /// Keyword.
        BreakKw = "break",
        /// Keyword.
        ContinueKw = "continue",
        /// Keyword.
        RefKw = "ref",
        /// Keyword.
        AsKw = "as",
        /// Keyword.
        UnsafeKw = "unsafe",
        /// Keyword.
        SpawnKw = "spawn",
        /// Keyword.
        AndKw = "and",
        /// Keyword.
        OrKw = "or",
        /// Keyword.
        TrueKw = "true",
        /// Keyword.
        FalseKw = "false",
        /// Keyword.
        VoidKw = "void",

        /// Punctuation.
        Arrow = "->",
        /// Punctuation.
        FatArrow = "=>",
        /// Punctuation.
        EqEq = "==",
        /// Punctuation.
        Neq = "!=",
        /// Punctuation.
        Le = "<=",
        /// Punctuation.
        Ge = ">=",
        /// Punctuation.
        ColonColon = "::",
        /// Punctuation.
        DotDotDot = "...",
        /// Punctuation.
        DotDot = "..",
        /// `&mut`, one token.
        MutRef = "&mut",
        /// Punctuation.
        Amp = "&",
        /// Punctuation.
        Pipe = "|",
        /// Punctuation.
        Bang = "!",
        /// Punctuation.
        Eq = "=",
        /// Punctuation.
        Lt = "<",
        /// Punctuation.
        Gt = ">",
        /// Punctuation.
        Plus = "+",
        /// Punctuation.
        Minus = "-",
        /// Punctuation.
        Star = "*",
        /// Punctuation.
        Slash = "/",
        /// Punctuation.
        Percent = "%",
        /// Punctuation.
        Dot = ".",
        /// Punctuation.
        Question = "?",
        /// Punctuation.
        LParen = "(",
        /// Punctuation.
        RParen = ")",
        /// Punctuation.
        LBracket = "[",
        /// Punctuation.
        RBracket = "]",
        /// Punctuation.
        LBrace = "{",
        /// Punctuation.
        RBrace = "}",
        /// Punctuation.
        Comma = ",",
        /// Punctuation.
        Semicolon = ";",
        /// Punctuation.
        Colon = ":",
        /// Punctuation.
        At = "@",

        /// The whole text.
        SourceFile = "source_file",
        /// Tokens that fit nowhere.
        Error = "error",
        /// Something required that is not there; holds no bytes.
        Missing = "missing",

        /// `use a.b.{c as d}`.
        UseStmt = "use_statement",
        /// `a.b` after `use`.
        UsePath = "use_path",
        /// `{c, d as e}` after a path.
        UseList = "use_list",
        /// One item of a use list.
        UseItem = "use_item",
        /// `name: type = value`, `name = value`, `name: type`; also an assignment.
        Binding = "binding",
        /// `a, b = e` and `(a, b) = e`.
        Destructure = "destructure",
        /// An expression as a statement.
        ExprStmt = "expression_statement",

        /// The place where a name is made.
        Name = "name",
        /// A name used as an expression.
        NameRef = "name_ref",
        /// `_` as an expression.
        WildcardExpr = "wildcard",
        /// Number, string, char, boolean or `void`.
        Literal = "literal",
        /// `f"…"`.
        FString = "fstring",
        /// `{expr:spec}` in an f-string.
        Interpolation = "interpolation",
        /// An interpolation that is no expression and so counts as text.
        RawInterpolation = "raw_interpolation",
        /// `(e)`.
        ParenExpr = "paren_expression",
        /// `()`, `(a, b)`.
        TupleExpr = "tuple",
        /// `[a, b]`.
        ListExpr = "list",
        /// `[e for x in xs]`.
        Comprehension = "comprehension",
        /// `{"k": v}` and `{}` as an expression.
        DictExpr = "dict",
        /// `"k": v`.
        DictEntry = "dict_entry",
        /// `{ statements }`.
        Block = "block",
        /// `if c {…} else if d {…} else {…}`.
        IfExpr = "if_expression",
        /// `else if d {…}`.
        ElseIf = "else_if",
        /// `else {…}`.
        Else = "else_clause",
        /// `match e { arms }`.
        MatchExpr = "match_expression",
        /// `pattern if guard => body`.
        MatchArm = "match_arm",
        /// `if e` after a pattern.
        MatchGuard = "match_guard",
        /// `while c {…}`.
        WhileExpr = "while_loop",
        /// `for x in xs {…}`.
        ForExpr = "for_loop",
        /// `spawn {…}`.
        SpawnExpr = "spawn_expression",
        /// `spawn for x in xs {…}`.
        SpawnForExpr = "spawn_for",
        /// `unsafe {…}`.
        UnsafeExpr = "unsafe_expression",
        /// `return e`.
        ReturnExpr = "return_expression",
        /// `break`.
        BreakExpr = "break_expression",
        /// `continue`.
        ContinueExpr = "continue_expression",
        /// `-a`, `+a`, `!a`, `*a`, `&a`, `&mut a`, `ref a`.
        PrefixExpr = "prefix_expression",
        /// `a op b`, also `a..b`.
        BinaryExpr = "binary_expression",
        /// `a = b` inside an expression.
        AssignExpr = "assign_expression",
        /// `a as T`.
        CastExpr = "cast",
        /// `f(args)`.
        CallExpr = "call",
        /// `(args)` of a call.
        ArgList = "arguments",
        /// One argument, perhaps named.
        Arg = "argument",
        /// `a[i]`.
        IndexExpr = "index",
        /// `a.b`.
        FieldExpr = "field_access",
        /// `a?`.
        TryExpr = "try_expression",
        /// `(a, b) => body`.
        LambdaExpr = "lambda",

        /// `(a: T, b: U) -> R` after a declaration's colon.
        Signature = "signature",
        /// Parameters with their brackets, or the single name of `x => e`.
        ParamList = "parameters",
        /// One parameter.
        Param = "parameter",
        /// `Name` and `Name(args)`.
        NamedType = "named_type",
        /// `(T, U)` after a type's name.
        TypeArgs = "type_arguments",
        /// `name: T` among type arguments or in a function type.
        NamedTypeArg = "named_type_argument",
        /// `*T`.
        PointerType = "pointer_type",
        /// `&T` and `&mut T`.
        RefType = "reference_type",
        /// `(T)`.
        ParenType = "paren_type",
        /// `()` and `(T, U)`.
        TupleType = "tuple_type",
        /// `(T, U) -> R`.
        FnType = "function_type",
        /// `5`, `-5` as a type argument.
        LiteralType = "literal_type",
        /// An expression where a type is due, such as `N + 1`.
        ExprType = "expression_type",
        /// `{ items }` as a type.
        RecordType = "record_type",
        /// `name: T = default` in a record.
        RecordField = "record_field",
        /// `[0, 1]` after a bound function.
        Positions = "positions",
        /// `name = function` in a record.
        RecordBinding = "record_binding",
        /// `Assert(N > 0)` in a record.
        RecordAssert = "record_assertion",
        /// `x < 100` in a record.
        RecordConstraint = "record_constraint",
        /// The bare name of an interface in a record.
        RecordInterface = "record_interface",

        /// `1`, `-1`, `"a"` as a pattern.
        LiteralPat = "literal_pattern",
        /// `_` as a pattern.
        WildcardPat = "wildcard_pattern",
        /// A name that the pattern binds.
        BindPat = "binding_pattern",
        /// `(p, q)`.
        TuplePat = "tuple_pattern",
        /// `{ a, b }`.
        RecordPat = "record_pattern",
        /// `some(p)`.
        CtorPat = "constructor_pattern",
        /// `p | q`.
        OrPat = "or_pattern",
        /// `1..5`.
        RangePat = "range_pattern",
    }
}

named_enum! {
    /// The place a child takes in its parent.
    Field {
        /// No named place.
        None = "",
        /// What a binding or assignment names.
        Target = "target",
        /// Type annotation, or the type of a cast.
        Type = "type",
        /// Bound, returned, assigned or argument value.
        Value = "value",
        /// A name.
        Name = "name",
        /// The name after `as`.
        Alias = "alias",
        /// A path.
        Path = "path",
        /// Items of a list.
        Items = "items",
        /// The left operand.
        Left = "left",
        /// The right operand.
        Right = "right",
        /// The only operand.
        Operand = "operand",
        /// An operator token.
        Operator = "operator",
        /// What is called.
        Callee = "callee",
        /// Arguments.
        Arguments = "arguments",
        /// What a member or an element is taken from.
        Receiver = "receiver",
        /// The index.
        Index = "index",
        /// A condition.
        Condition = "condition",
        /// The branch taken first.
        Then = "then",
        /// The other branch.
        Else = "else",
        /// Body of a loop, function or block.
        Body = "body",
        /// The variable of a loop.
        Variable = "variable",
        /// What a loop runs over.
        Iterable = "iterable",
        /// What is matched.
        Scrutinee = "scrutinee",
        /// A pattern.
        Pattern = "pattern",
        /// A guard.
        Guard = "guard",
        /// Parameters.
        Parameters = "parameters",
        /// The result of a function type.
        Result = "result",
        /// The key of a dict entry.
        Key = "key",
        /// A loop label.
        Label = "label",
        /// Default value of a field.
        Default = "default",
        /// `pub` or `mut`.
        Modifier = "modifier",
        /// A format specification.
        Spec = "spec",
    }
}

impl SyntaxKind {
    /// Blanks and comments.
    pub const fn is_trivia(self) -> bool {
        (self as u8) <= (SyntaxKind::BlockComment as u8)
    }

    /// A comment.
    pub const fn is_comment(self) -> bool {
        matches!(self, SyntaxKind::LineComment | SyntaxKind::BlockComment)
    }

    /// A token, as against a node.
    pub const fn is_token(self) -> bool {
        (self as u8) <= (SyntaxKind::At as u8)
    }

    /// A reserved word.
    pub const fn is_keyword(self) -> bool {
        (self as u8) >= (SyntaxKind::PubKw as u8) && (self as u8) <= (SyntaxKind::VoidKw as u8)
    }

    /// The keyword with this spelling.
    pub fn keyword(text: &str) -> Option<SyntaxKind> {
        use SyntaxKind::*;
        Some(match text {
            "pub" => PubKw,
            "use" => UseKw,
            "mut" => MutKw,
            "if" => IfKw,
            "else" => ElseKw,
            "match" => MatchKw,
            "while" => WhileKw,
            "for" => ForKw,
            "in" => InKw,
            "return" => ReturnKw,
            "break" => BreakKw,
            "continue" => ContinueKw,
            "ref" => RefKw,
            "as" => AsKw,
            "unsafe" => UnsafeKw,
            "spawn" => SpawnKw,
            "and" => AndKw,
            "or" => OrKw,
            "true" => TrueKw,
            "false" => FalseKw,
            "void" => VoidKw,
            _ => return None,
        })
    }

    /// An expression node.
    pub const fn is_expr(self) -> bool {
        let kind = self as u8;
        use SyntaxKind::*;
        (kind >= NameRef as u8 && kind <= LambdaExpr as u8)
            && !matches!(
                self,
                Interpolation
                    | RawInterpolation
                    | DictEntry
                    | ElseIf
                    | Else
                    | MatchArm
                    | MatchGuard
                    | ArgList
                    | Arg
            )
    }

    /// A type node, the signature of a declaration included.
    pub const fn is_type(self) -> bool {
        use SyntaxKind::*;
        matches!(
            self,
            Signature
                | NamedType
                | PointerType
                | RefType
                | ParenType
                | TupleType
                | FnType
                | LiteralType
                | ExprType
                | RecordType
        )
    }

    /// A pattern node.
    pub const fn is_pattern(self) -> bool {
        (self as u8) >= (SyntaxKind::LiteralPat as u8)
    }
}
