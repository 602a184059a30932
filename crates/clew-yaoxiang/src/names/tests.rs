//! What each name of a text means.

use super::*;
use crate::parse;
use clew_text::LineIndex;
use expect_test::{Expect, expect};

/// Shows each occurrence with the line and column of what it means.
fn check(source: &str, expected: Expect) {
    let names = resolve_names(&parse(source).tree);
    let lines = LineIndex::new(source);
    let place = |range: TextRange| {
        let span = lines.span(source, range);
        format!("{}:{}", span.start_line, span.start_column)
    };
    let shown: Vec<String> = names
        .occurrences
        .iter()
        .map(|found| {
            let meaning = found.symbol.map_or("free".to_owned(), |symbol| {
                let symbol = names.symbol(symbol);
                format!("{:?} {}", symbol.kind, place(symbol.range))
            });
            let text = found.range.slice(source);
            format!("{} {text} {:?} = {meaning}", place(found.range), found.role)
        })
        .collect();
    expected.assert_eq(&shown.join("\n"));
}

#[test]
fn an_assignment_belongs_to_the_declaration_around_it() {
    check(
        "main = {\n    mut x = 1\n    if x > 0 {\n        x = 2\n        y = x\n    }\n    y = 3\n}\n",
        expect![[r#"
            1:1 main Declaration = Function 1:1
            2:9 x Declaration = Variable 2:9
            3:8 x Read = Variable 2:9
            4:9 x Write = Variable 2:9
            5:9 y Declaration = Variable 5:9
            5:13 x Read = Variable 2:9
            7:5 y Declaration = Variable 7:5"#]],
    );
}

#[test]
fn parameters_of_signature_and_lambda_are_one() {
    check(
        "n = 1\nadd: (T: Type) -> (n: T, m: T) -> T = (n, m) => n + m\nmain = {\n    add(n=n, m=2)\n}\n",
        expect![[r#"
            1:1 n Declaration = Variable 1:1
            2:1 add Declaration = Function 2:1
            2:7 T Declaration = TypeParameter 2:7
            2:10 Type Type = free
            2:20 n Declaration = Parameter 2:20
            2:23 T Type = TypeParameter 2:7
            2:26 m Declaration = Parameter 2:26
            2:29 T Type = TypeParameter 2:7
            2:35 T Type = TypeParameter 2:7
            2:40 n Declaration = Parameter 2:20
            2:43 m Declaration = Parameter 2:26
            2:49 n Read = Parameter 2:20
            2:53 m Read = Parameter 2:26
            3:1 main Declaration = Function 3:1
            4:5 add Call = Function 2:1
            4:9 n Write = Parameter 2:20
            4:11 n Read = Variable 1:1
            4:14 m Write = Parameter 2:26"#]],
    );
}

#[test]
fn fields_methods_and_modules() {
    check(
        "use std.io\nuse std.list.{len as count}\nPt: Type = { x: Int }\nPt.twice: (self: &Pt) -> Int = { return self.x }\nmain = {\n    p = Pt(x=1)\n    io.println(p.twice(), p.x, count([]))\n}\n",
        expect![[r#"
            1:9 io Declaration = Import 1:9
            2:15 len Import = free
            2:22 count Declaration = Import 2:22
            3:1 Pt Declaration = Type 3:1
            3:14 x Declaration = Field 3:14
            3:17 Int Type = free
            4:1 Pt Type = Type 3:1
            4:4 twice Declaration = Method 4:4
            4:12 self Declaration = Parameter 4:12
            4:19 Pt Type = Type 3:1
            4:26 Int Type = free
            4:41 self Read = Parameter 4:12
            4:46 x Read = Field 3:14
            5:1 main Declaration = Function 5:1
            6:5 p Declaration = Variable 6:5
            6:9 Pt Call = Type 3:1
            6:12 x Write = Field 3:14
            7:5 io Read = Import 1:9
            7:8 println Call = free
            7:16 p Read = Variable 6:5
            7:18 twice Call = Method 4:4
            7:27 p Read = Variable 6:5
            7:29 x Read = Field 3:14
            7:32 count Call = Import 2:22"#]],
    );
}

#[test]
fn loops_patterns_strings_and_comprehensions_have_their_own_names() {
    check(
        "main = {\n    for i in [1] { a = i }\n    b = [i for i in [2]]\n    c = match b { i => f\"{i}\" }\n    d = i\n}\n",
        expect![[r#"
            1:1 main Declaration = Function 1:1
            2:9 i Declaration = Variable 2:9
            2:20 a Declaration = Variable 2:20
            2:24 i Read = Variable 2:9
            3:5 b Declaration = Variable 3:5
            3:10 i Read = Variable 3:16
            3:16 i Declaration = Variable 3:16
            4:5 c Declaration = Variable 4:5
            4:15 b Read = Variable 3:5
            4:19 i Declaration = Variable 4:19
            4:27 i Read = Variable 4:19
            5:5 d Declaration = Variable 5:5
            5:9 i Read = free"#]],
    );
}

#[test]
fn type_definitions_declare_their_parameters_and_fields() {
    check(
        "Ring: (T: Type, N: Int) -> Type = {\n    _c: Assert(N > 0),\n    data: Array(T, N),\n    Shape,\n    far = dist[0]\n}\nShape: Type = { area: (self: &Shape) -> Float }\ndist: (n: Int) -> Int = (n) => n\n",
        expect![[r#"
            1:1 Ring Declaration = Type 1:1
            1:8 T Declaration = TypeParameter 1:8
            1:11 Type Type = free
            1:17 N Declaration = Parameter 1:17
            1:20 Int Type = free
            1:28 Type Type = free
            2:5 _c Declaration = Field 2:5
            2:9 Assert Type = free
            2:16 N Read = Parameter 1:17
            3:5 data Declaration = Field 3:5
            3:11 Array Type = free
            3:17 T Type = TypeParameter 1:8
            3:20 N Type = Parameter 1:17
            4:5 Shape Type = Type 7:1
            5:5 far Declaration = Field 5:5
            5:11 dist Read = Function 8:1
            7:1 Shape Declaration = Type 7:1
            7:17 area Declaration = Field 7:17
            7:31 Shape Type = Type 7:1
            7:41 Float Type = free
            8:1 dist Declaration = Function 8:1
            8:8 n Declaration = Parameter 8:8
            8:11 Int Type = free
            8:19 Int Type = free
            8:26 n Declaration = Parameter 8:8
            8:32 n Read = Parameter 8:8"#]],
    );
}

#[test]
fn blocks_without_scope_share_names_and_others_do_not() {
    check(
        "main = {\n    { a = 1 }\n    b = a\n    c = if true { d = 1 } else { d = 2 }\n    e = spawn { f = 1 }\n    g = f\n    while true { h = 1 }\n    h = 2\n}\n",
        expect![[r#"
            1:1 main Declaration = Function 1:1
            2:7 a Declaration = Variable 2:7
            3:5 b Declaration = Variable 3:5
            3:9 a Read = Variable 2:7
            4:5 c Declaration = Variable 4:5
            4:19 d Declaration = Variable 4:19
            4:34 d Declaration = Variable 4:34
            5:5 e Declaration = Variable 5:5
            5:17 f Declaration = Variable 5:17
            6:5 g Declaration = Variable 6:5
            6:9 f Read = Variable 5:17
            7:18 h Declaration = Variable 7:18
            8:5 h Declaration = Variable 8:5"#]],
    );
}

#[test]
fn scopes_know_the_function_they_belong_to() {
    let source = "P: Type = { x: Int }\nP.get: (self: &P) -> Int = { a = 1 }\nf: (n: Int) -> Int = (n) => {\n    g = (m) => { b = m }\n}\n";
    let names = resolve_names(&parse(source).tree);
    let scope_of =
        |name: &str| names.symbols.iter().find(|symbol| symbol.name == name).unwrap().scope;
    assert!(names.is_in_function(scope_of("a"), "P.get"));
    assert!(names.is_in_function(scope_of("b"), "g") && names.is_in_function(scope_of("b"), "f"));
    assert!(!names.is_in_function(scope_of("n"), "g"));
    assert!(!names.is_in_function(scope_of("f"), "f"));
}
