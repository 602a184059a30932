//! The typed views and the ways through a tree.

use clew_text::TextRange;
use expect_test::{Expect, expect};

use crate::syntax::ast::{AstNode, Expr, Pattern, RecordItem, SourceFile, Stmt, Type};
use crate::syntax::{Field, Node, SyntaxKind, SyntaxTree, parse};

/// Every statement, told through the typed views alone.
fn check_views(source: &str, expected: Expect) {
    let parse = parse(source);
    assert!(parse.is_clean(), "{:?}", parse.diagnostics);
    let file = SourceFile::cast(parse.tree.root()).expect("the root is a file");
    let lines: Vec<_> = file.statements().map(statement).collect();
    expected.assert_eq(&(lines.join("\n") + "\n"));
}

fn statement(stmt: Stmt<'_>) -> String {
    match stmt {
        Stmt::UseStmt(line) => {
            let aliases: Vec<_> = line.aliases().map(AstNode::text).collect();
            let items = line.list().into_iter().flat_map(|list| list.items());
            let items: Vec<_> = items
                .map(|item| {
                    format!(
                        "{:?}/{:?}",
                        item.name().map(AstNode::text),
                        item.alias().map(AstNode::text)
                    )
                })
                .collect();
            format!("use {:?} {items:?} {aliases:?}", line.path().map(|path| path.dotted()))
        }
        Stmt::Binding(binding) => {
            let marks = (binding.pub_token().is_some(), binding.mut_token().is_some());
            let value = binding.value().map(expr).or(binding.type_value().map(ty));
            let (target, ty) = (binding.target().map(expr), binding.ty().map(ty));
            format!("bind {marks:?} {target:?} : {ty:?} = {value:?}").replace('"', "")
        }
        Stmt::Destructure(parts) => {
            let names: Vec<_> = parts.names().map(AstNode::text).collect();
            format!("parts {names:?} = {:?}", parts.value().map(expr))
        }
        Stmt::ExprStmt(stmt) => format!("do {}", stmt.expr().map_or(String::new(), expr)),
    }
}

fn list<'tree>(items: impl Iterator<Item = Expr<'tree>>) -> String {
    items.map(expr).collect::<Vec<_>>().join(" ")
}

fn opt(part: Option<Expr<'_>>) -> String {
    part.map_or("-".to_owned(), expr)
}

fn expr(node: Expr<'_>) -> String {
    let operator =
        |operator: Option<Node<'_>>| operator.map_or("?", |token| token.text()).to_owned();
    match node.unparenthesised() {
        Expr::BinaryExpr(e) => {
            format!("({} {} {})", operator(e.operator()), opt(e.left()), opt(e.right()))
        }
        Expr::PrefixExpr(e) => format!("({} {})", operator(e.operator()), opt(e.operand())),
        Expr::AssignExpr(e) => format!("(set {} {})", opt(e.target()), opt(e.value())),
        Expr::CastExpr(e) => {
            format!("(as {} {})", opt(e.operand()), e.ty().map_or(String::new(), ty))
        }
        Expr::CallExpr(e) => {
            let args = e.arg_list().into_iter().flat_map(|list| list.args());
            let args: Vec<_> = args
                .map(|arg| format!("{}{}", arg.name().map_or("", AstNode::text), opt(arg.value())))
                .collect();
            assert_eq!(e.open_paren().map(|token| token.kind()), Some(SyntaxKind::LParen));
            format!("(call {} [{}])", opt(e.callee()), args.join(" "))
        }
        Expr::IndexExpr(e) => format!("(at {} {})", opt(e.receiver()), list(e.indexes())),
        Expr::FieldExpr(e) => {
            format!("(. {} {})", opt(e.receiver()), e.name().map_or("", AstNode::text))
        }
        Expr::TryExpr(e) => format!("(? {})", opt(e.operand())),
        Expr::TupleExpr(e) => format!("(tuple {})", list(e.items())),
        Expr::ListExpr(e) => format!("(list {})", list(e.items())),
        Expr::Block(e) => {
            format!("{{{}}}", e.statements().map(statement).collect::<Vec<_>>().join("; "))
        }
        Expr::LambdaExpr(e) => {
            let params = e.params().into_iter().flat_map(|list| list.params());
            let names: Vec<_> =
                params.filter_map(|param| param.name()).map(AstNode::text).collect();
            format!("(fn {names:?} {})", opt(e.body()))
        }
        Expr::IfExpr(e) => {
            let others = e.else_ifs().count();
            let end = e.else_clause().and_then(|clause| clause.body()).map(expr);
            format!("(if {} +{others} {end:?})", opt(e.condition()))
        }
        Expr::MatchExpr(e) => {
            let arms: Vec<_> = e
                .arms()
                .map(|arm| {
                    let guard = arm.guard().and_then(|guard| guard.condition());
                    format!(
                        "{} if {} => {}",
                        arm.pattern().map_or(String::new(), pattern),
                        opt(guard),
                        opt(arm.body())
                    )
                })
                .collect();
            format!("(match {} [{}])", opt(e.scrutinee()), arms.join(", "))
        }
        other => other.text().to_owned(),
    }
}

fn pattern(node: Pattern<'_>) -> String {
    let parts = |items: &mut dyn Iterator<Item = Pattern<'_>>| {
        items.map(pattern).collect::<Vec<_>>().join(" ")
    };
    match node {
        Pattern::LiteralPat(p) => opt(p.expr()),
        Pattern::RangePat(p) => format!("{}..{}", opt(p.from()), opt(p.to())),
        Pattern::OrPat(p) => format!("(or {})", parts(&mut p.items())),
        Pattern::TuplePat(p) => format!("(tuple {})", parts(&mut p.items())),
        Pattern::CtorPat(p) => {
            format!("({} {})", p.name().map_or("", AstNode::text), parts(&mut p.items()))
        }
        other => other.text().to_owned(),
    }
}

fn ty(node: Type<'_>) -> String {
    match node {
        Type::Signature(t) => {
            let params = t.params().into_iter().flat_map(|list| list.params());
            let params: Vec<_> = params
                .map(|param| {
                    let bounds: Vec<_> = param.bounds().map(ty).collect();
                    let mark = if param.mut_token().is_some() { "mut " } else { "" };
                    format!(
                        "{mark}{}: {}",
                        param.name().map_or("", AstNode::text),
                        bounds.join("+")
                    )
                })
                .collect();
            format!("[{}] -> {}", params.join(", "), t.result().map_or(String::new(), ty))
        }
        Type::NamedType(t) => {
            let args = t.arg_list().into_iter().flat_map(|list| list.args());
            let args: Vec<_> = args.filter_map(|arg| arg.ty()).map(ty).collect();
            format!("{}{args:?}", t.name().map_or("", AstNode::text))
        }
        Type::RefType(t) => {
            format!(
                "&{}{}",
                if t.is_mut() { "mut " } else { "" },
                t.target().map_or(String::new(), ty)
            )
        }
        Type::RecordType(t) => t.items().map(record_item).collect::<Vec<_>>().join("; "),
        other => other.text().to_owned(),
    }
}

fn record_item(item: RecordItem<'_>) -> String {
    match item {
        RecordItem::RecordField(field) => {
            let mark = if field.mut_token().is_some() { "mut " } else { "" };
            let positions = field.positions().map_or("", AstNode::text);
            let name = field.name().map_or("", AstNode::text);
            format!(
                "{mark}{name}: {}{positions} = {}",
                field.ty().map_or(String::new(), ty),
                opt(field.default())
            )
        }
        RecordItem::RecordBinding(bound) => format!("{:?}", bound.value().map(AstNode::text)),
        RecordItem::RecordConstraint(rule) => {
            format!("{} is {:?}", opt(rule.expr()), rule.operator().map(|token| token.kind()))
        }
        other => other.text().to_owned(),
    }
}

#[test]
fn statements() {
    check_views(
        "use a.b.{c as d, e}\nuse f as g\npub mut x: Int = 1\na, b = c\n(d, e) = f()\nx.y[0] = 2\nrun()",
        expect![[r#"
            use Some("a.b") ["Some(\"c\")/Some(\"d\")", "Some(\"e\")/None"] []
            use Some("f") [] ["g"]
            bind (true, true) Some(x) : Some(Int[]) = Some(1)
            parts ["a", "b"] = Some("c")
            parts ["d", "e"] = Some("(call f [])")
            bind (false, false) Some((at (. x y) 0)) : None = Some(2)
            do (call run [])
        "#]],
    );
}

#[test]
fn expressions() {
    check_views(
        "a = -(b + c) * d.e(f, g = 1)[2, 3]? as Int\nh = (x, y: Int) => { return x }\ni = z => z\nj = [(), (1, 2)]\nk = l = m",
        expect![[r#"
            bind (false, false) Some(a) : None = Some((* (- (+ b c)) (as (? (at (call (. d e) [f g1]) 2 3)) Int[])))
            bind (false, false) Some(h) : None = Some((fn [\x\, \y\] {do return x}))
            bind (false, false) Some(i) : None = Some((fn [\z\] z))
            bind (false, false) Some(j) : None = Some((list (tuple ) (tuple 1 2)))
            bind (false, false) Some(k) : None = Some((set l m))
        "#]],
    );
}

#[test]
fn forms() {
    check_views(
        "a = if b { c } else if d { e } else { f }\ng = match h { 1 | -2 => i, (j, _) if k => l, some(m) => n, 1..2 => o }",
        expect![[r#"
            bind (false, false) Some(a) : None = Some((if b +1 Some(\{do f}\)))
            bind (false, false) Some(g) : None = Some((match h [(or 1 (- 2)) if - => i, (tuple j _) if k => l, (some m) if - => n, 1..2 if - => o]))
        "#]],
    );
}

#[test]
fn types_and_records() {
    check_views(
        "f: (T: A + B) -> (mut x: &mut List(T), y: &Int) -> T = g\nR: Type = { a: Int = 1, b mut: (Int)[0], c = d, Shape, n < 100 }",
        expect![[r#"
            bind (false, false) Some(f) : Some([T: A[]+B[]] -> [mut x: &mut List[\T[]\], y: &Int[]] -> T[]) = Some(g)
            bind (false, false) Some(R) : Some(Type[]) = Some(a: Int[] = 1; mut b: (Int)[0] = -; Some(\d\); Shape; (< n 100) is Some(Lt))
        "#]],
    );
}

fn find<'tree>(tree: &'tree SyntaxTree, text: &str) -> Node<'tree> {
    let start = tree.text().find(text).unwrap_or(0);
    tree.covering(TextRange::new(start, start + text.len()))
}

#[test]
fn covering_finds_the_smallest_node() {
    let tree = parse("main = {\n    f(1 + 22) // c\n}\n").tree;
    assert_eq!(find(&tree, "22").kind(), SyntaxKind::Int);
    assert_eq!(find(&tree, "1 + 22").kind(), SyntaxKind::BinaryExpr);
    assert_eq!(find(&tree, "// c").kind(), SyntaxKind::LineComment);
    assert_eq!(tree.covering(TextRange::new(0, tree.text().len())), tree.root());
}

#[test]
fn ways_through_a_tree() {
    let tree = parse("x = f(1, /* c */ g)").tree;
    let call = find(&tree, "f(1, /* c */ g)");
    assert_eq!((call.kind(), call.field()), (SyntaxKind::CallExpr, Field::Value));
    assert_eq!(call.first_token().map(|t| t.text()), Some("f"));
    assert_eq!(call.last_token().map(|t| t.text()), Some(")"));
    let up: Vec<_> = call.ancestors().map(|node| node.kind()).collect();
    assert_eq!(up, [SyntaxKind::Binding, SyntaxKind::SourceFile]);
    let list = call.child(Field::Arguments).expect("a call has arguments");
    assert_eq!(list.children().count(), 2);
    assert_eq!(list.children_with_tokens().count(), 5);
    assert_eq!(list.children_with_trivia().count(), 8);
    assert_eq!(tree.get(call.index()), Some(call));
    assert!(tree.get(tree.len() as u32).is_none());
    assert!(call.descendants().all(|node| node.index() < call.end_index()));
}
