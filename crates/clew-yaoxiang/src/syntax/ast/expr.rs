//! Expressions.

use super::{AstNode, Name, ParamList, Pattern, Stmt, Type, ast_enum, ast_node};
use crate::syntax::kind::{Field, SyntaxKind};
use crate::syntax::tree::Node;

ast_node! {
    /// A name used as a value.
    NameRef {}
    /// `_`.
    WildcardExpr {}
    /// Number, string, char, boolean or `void`.
    Literal {}
    /// `f"…"`.
    FString { ; /// The parsed interpolations.
        interpolations: [Interpolation] = Items, }
    /// `{expr:spec}`.
    Interpolation { /// The expression.
        expr: Expr = Value, }
    /// `(e)`.
    ParenExpr { /// The expression inside.
        expr: Expr = Value, }
    /// `()` and `(a, b)`.
    TupleExpr { ; /// The elements.
        items: [Expr] = Items, }
    /// `[a, b]`.
    ListExpr { ; /// The elements.
        items: [Expr] = Items, }
    /// `[e for x in xs]`.
    Comprehension {
        /// The element.
        element: Expr = Value,
        /// The variable.
        variable: Name = Variable,
        /// What it runs over.
        iterable: Expr = Iterable,
    }
    /// `{"k": v}`.
    DictExpr { ; /// The entries.
        entries: [DictEntry] = Items, }
    /// `"k": v`.
    DictEntry {
        /// The key.
        key: Expr = Key,
        /// The value.
        value: Expr = Value,
    }
    /// `{ statements }`.
    Block { ; /// The statements.
        statements: [Stmt] = Items, }
    /// `if c {…} else if d {…} else {…}`.
    IfExpr {
        /// The condition.
        condition: Expr = Condition,
        /// The first branch.
        then_branch: Block = Then,
        /// The last branch.
        else_clause: Else = Else,
        ;
        /// The `else if` branches between them.
        else_ifs: [ElseIf] = Items,
    }
    /// `else if d {…}`.
    ElseIf {
        /// The condition.
        condition: Expr = Condition,
        /// The branch.
        then_branch: Block = Then,
    }
    /// `else {…}`.
    Else {
        /// The branch: a [`Block`] or, in a statement, any expression.
        body: Expr = Body,
    }
    /// `match e { arms }`.
    MatchExpr {
        /// What is matched.
        scrutinee: Expr = Scrutinee,
        ;
        /// The arms.
        arms: [MatchArm] = Items,
    }
    /// `pattern if guard => body`.
    MatchArm {
        /// The pattern.
        pattern: Pattern = Pattern,
        /// The guard.
        guard: MatchGuard = Guard,
        /// The body.
        body: Expr = Body,
    }
    /// `if e` after a pattern.
    MatchGuard { /// The condition.
        condition: Expr = Condition, }
    /// `while c {…}`.
    WhileExpr {
        /// The condition.
        condition: Expr = Condition,
        /// The body.
        body: Expr = Body,
    }
    /// `for x in xs {…}`.
    ForExpr {
        /// The variable.
        variable: Name = Variable,
        /// What it runs over.
        iterable: Expr = Iterable,
        /// The body.
        body: Expr = Body,
    }
    /// `spawn {…}`.
    SpawnExpr { /// The body.
        body: Expr = Body, }
    /// `spawn for x in xs {…}`.
    SpawnForExpr {
        /// The variable.
        variable: Name = Variable,
        /// What it runs over.
        iterable: Expr = Iterable,
        /// The body.
        body: Expr = Body,
    }
    /// `unsafe {…}`, `unsafe e`.
    UnsafeExpr { /// The body.
        body: Expr = Body, }
    /// `return e`.
    ReturnExpr { /// The value.
        value: Expr = Value, }
    /// `break`, `break ::label`, `break e`.
    BreakExpr {
        /// The value.
        value: Expr = Value,
        /// The label.
        label: Name = Label,
    }
    /// `continue`, `continue ::label`, `continue e`.
    ContinueExpr {
        /// The value.
        value: Expr = Value,
        /// The label.
        label: Name = Label,
    }
    /// `-a`, `+a`, `!a`, `*a`, `&a`, `&mut a`, `ref a`.
    PrefixExpr { /// The operand.
        operand: Expr = Operand, }
    /// `a op b`.
    BinaryExpr {
        /// The left operand.
        left: Expr = Left,
        /// The right operand.
        right: Expr = Right,
    }
    /// `a = b` inside an expression.
    AssignExpr {
        /// What is assigned to.
        target: Expr = Left,
        /// The value.
        value: Expr = Right,
    }
    /// `a as T`.
    CastExpr {
        /// The value.
        operand: Expr = Operand,
        /// The type.
        ty: Type = Type,
    }
    /// `f(args)`.
    CallExpr {
        /// What is called.
        callee: Expr = Callee,
        /// The arguments with their brackets.
        arg_list: ArgList = Arguments,
    }
    /// `(args)`.
    ArgList { ; /// The arguments.
        args: [Arg] = Items, }
    /// `e` or `name = e`.
    Arg {
        /// The name.
        name: Name = Name,
        /// The value.
        value: Expr = Value,
    }
    /// `a[i]`, `a[i, j]`.
    IndexExpr {
        /// The collection.
        receiver: Expr = Receiver,
        ;
        /// The indexes.
        indexes: [Expr] = Index,
    }
    /// `a.b`.
    FieldExpr {
        /// The value whose member is taken.
        receiver: Expr = Receiver,
        /// The member.
        name: Name = Name,
    }
    /// `a?`.
    TryExpr { /// The operand.
        operand: Expr = Operand, }
    /// `(a, b) => body`; a parameter list alone when `=>` is missing.
    LambdaExpr {
        /// The parameters.
        params: ParamList = Parameters,
        /// The body.
        body: Expr = Body,
    }
}

ast_enum! {
    /// An expression.
    Expr {
        /// A name.
        NameRef,
        /// `_`.
        WildcardExpr,
        /// A literal.
        Literal,
        /// An f-string.
        FString,
        /// A parenthesised expression.
        ParenExpr,
        /// A tuple.
        TupleExpr,
        /// A list.
        ListExpr,
        /// A comprehension.
        Comprehension,
        /// A dict.
        DictExpr,
        /// A block.
        Block,
        /// A conditional.
        IfExpr,
        /// A match.
        MatchExpr,
        /// A loop with a condition.
        WhileExpr,
        /// A loop over elements.
        ForExpr,
        /// A parallel block.
        SpawnExpr,
        /// A parallel loop.
        SpawnForExpr,
        /// An unsafe block.
        UnsafeExpr,
        /// A return.
        ReturnExpr,
        /// A break.
        BreakExpr,
        /// A continue.
        ContinueExpr,
        /// A prefix operator.
        PrefixExpr,
        /// A binary operator.
        BinaryExpr,
        /// An assignment inside an expression.
        AssignExpr,
        /// A cast.
        CastExpr,
        /// A call.
        CallExpr,
        /// An index.
        IndexExpr,
        /// A member access.
        FieldExpr,
        /// `?`.
        TryExpr,
        /// A lambda.
        LambdaExpr,
    }
}

/// The operator token of a node.
fn operator(node: Node<'_>) -> Option<Node<'_>> {
    node.child(Field::Operator)
}

impl<'tree> BinaryExpr<'tree> {
    /// The operator token.
    pub fn operator(self) -> Option<Node<'tree>> {
        operator(self.syntax())
    }
}

impl<'tree> PrefixExpr<'tree> {
    /// The operator token.
    pub fn operator(self) -> Option<Node<'tree>> {
        operator(self.syntax())
    }
}

impl<'tree> Literal<'tree> {
    /// The token that makes the literal.
    pub fn token(self) -> Option<Node<'tree>> {
        self.syntax().first_token()
    }

    /// Kind of the token that makes the literal.
    pub fn token_kind(self) -> Option<SyntaxKind> {
        self.token().map(|token| token.kind())
    }
}

impl<'tree> CallExpr<'tree> {
    /// The opening bracket of the arguments.
    pub fn open_paren(self) -> Option<Node<'tree>> {
        self.arg_list()?.syntax().token(SyntaxKind::LParen)
    }
}

impl<'tree> TryExpr<'tree> {
    /// The token `?`.
    pub fn question(self) -> Option<Node<'tree>> {
        self.syntax().token(SyntaxKind::Question)
    }
}

impl<'tree> Expr<'tree> {
    /// The expression without surrounding brackets.
    pub fn unparenthesised(self) -> Expr<'tree> {
        let mut expr = self;
        while let Expr::ParenExpr(paren) = expr {
            match paren.expr() {
                Some(inner) => expr = inner,
                None => break,
            }
        }
        expr
    }
}
