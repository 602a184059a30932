//! YaoXiang: methods across modules, and what patterns take.

use expect_test::expect;

use crate::testing::check_references;

const LINES: &str = "\
//- lines.yx
L: Type = { n: Int }
M: Type = { n: Int, lon: Int }
pub lon: (a: &L, by: Int) -> Int = (a, by) => { return a.n + by }
hidden: (a: L) -> Int = (a) => { return a.n }
//- main.yx
use lines.{L, M, lon}
main = {
    l = L(3)
    m = M(1, 2)
    n = l.lon(2) + lon(l, 3) + m.lon + l.hidden()
}
//- apart.yx
use lines
f: (l: lines.L) -> Int = (l) => { return lines.lon(l, 1) }
g = () => {
    return lines.L(1).lon(2)
}
";

#[test]
fn a_pub_function_is_called_as_a_method_across_modules() {
    check_references(
        LINES,
        "lon",
        expect![[r#"
        apart.yx:2:48 call bound f
        apart.yx:4:23 call bound g
        main.yx:1:18 import bound 
        main.yx:5:11 call bound main
        main.yx:5:20 call bound main
    "#]],
    );
    check_references(
        LINES,
        "M.lon",
        expect![[r#"
        main.yx:5:34 read bound main
    "#]],
    );
    check_references(
        LINES,
        "hidden",
        expect![[r#"
        main.yx:5:42 call name main
    "#]],
    );
}

#[test]
fn record_patterns_read_the_field() {
    check_references(
        "//- a.yx\nP: Type = { x: Int }\nP.get: (self: &P) -> Int = { return self.x }\n//- b.yx\nuse a.{P}\nf: (p: P) -> Int = (p) => {\n    return match (p, 1) { ({ x }, _) => x }\n}\n",
        "P.x",
        expect![[r#"
            a.yx:2:42 read bound P.get
            b.yx:3:30 read bound f
        "#]],
    );
    check_references(
        "//- a.yx\nP: Type = { x: Int }\nP.get: (self: &P) -> Int = { return self.x }\n//- b.yx\nuse a.{P}\nf: (p: P) -> Int = (p) => {\n    return match p { q => q.get() }\n}\n",
        "P.get",
        expect![[r#"
            b.yx:3:29 call bound f
        "#]],
    );
}
