//! Names and their scopes.

use super::check;
use expect_test::expect;

#[test]
fn unknown_names_are_found_everywhere() {
    check(
        r#"main = {
    xs = [1]
    a = xs[idx]
    b = f(1, g)
    c = "a" + nope
    d = (1, nope2)
    e = nope3.x
    println(f"{nope4}")
}
"#,
        expect![[r#"
            E1001 3:12 nothing named `idx` is in scope here
            E1001 4:9 nothing named `f` is in scope here
            E1001 4:14 nothing named `g` is in scope here
            E1001 5:15 nothing named `nope` is in scope here
            E1001 6:13 nothing named `nope2` is in scope here
            E1001 7:9 nothing named `nope3` is in scope here
            E1001 8:16 nothing named `nope4` is in scope here"#]],
    );
    check(
        "use std.list
main = {
    a = list.map([1], x => x + missing)
    b = list.map([1], x => { return x + missing2 })
}
",
        expect![[r#"
            E1001 3:32 nothing named `missing` is in scope here
            E1001 4:41 nothing named `missing2` is in scope here"#]],
    );
    check(
        "main = {
    g = (a) => {
        return a + missing
    }
    h: (a: Int) -> String = (a) => {
        return a
    }
    k = g(1, 2)
}
",
        expect![[r#"
            E1001 3:20 nothing named `missing` is in scope here
            E1002 6:9 expected `String`, found `Int`
            E1010 8:10 `g` takes 1 arguments, 2 given"#]],
    );
    check(
        "main = {
    mut i = 0
    while i < 2 {
        i = i + 1
        g = (a) => { return a + missing }
    }
}
",
        expect!["warning E1001 5:33 nothing named `missing` is in scope here"],
    );
    check(
        "main = {
    a = LATER
}
LATER = 5
",
        expect![[""]],
    );
}

#[test]
fn value_blocks_are_strict() {
    check(
        "main = {
    x = 1
    mut i = 0
    while i < 3 {
        i = i + 1
        x = 2
    }
}
",
        expect!["E2010 6:9 `x` is not declared `mut`"],
    );
    check(
        r#"main = {
    mut i = 0
    mut s = ""
    while i < 3 {
        i = i + 1
        t = i * 2
        s = s + "a"
    }
}
"#,
        expect![[""]],
    );
    check(
        "main = {
    mut i = 0
    while i < 3 {
        i = i + 1
        t = 1
        t = 2
    }
}
",
        expect!["E2002 6:9 `t` already exists in this scope"],
    );
    check(
        "f: (n: Int) -> Void = {
    n = n + 1
    x = n
}
main = { f(1) }
",
        expect![[""]],
    );
}

#[test]
fn names_end_with_their_block() {
    check(
        "main = {
    mut i = 0
    while i < 2 {
        z = i
        i = i + 1
    }
    w = z
}
",
        expect!["E2020 7:9 `z` ended with its block"],
    );
    check(
        "main = {
    mut i = 0
    while i < 2 {
        z = i
        i = i + 1
    }
    z = 5
    w = z
}
",
        expect![[""]],
    );
    check(
        "main = {
    if true { q = 1 }
    w = q
}
",
        expect!["E1001 3:9 nothing named `q` is in scope here"],
    );
    check(
        "main = {
    for i in 0..3 { a = i }
    for i in 0..3 { b = i }
    for i in [1, 2] { for j in [3] { c = i + j } }
}
",
        expect![[""]],
    );
}

#[test]
fn loop_variables_are_new() {
    check(
        "f: (n: Int) -> Void = {
    for n in 0..3 { x = n }
    for f in 0..3 { x = f }
}
main = { y = 1 }
",
        expect![[r#"
            E2013 2:9 the loop variable `n` already exists
            E2013 3:9 the loop variable `f` already exists"#]],
    );
}

#[test]
fn labels_do_not_exist() {
    check(
        "main = {
    for i in 0..3 { break ::a }
    for i in 0..3 { continue ::b }
    while true { break }
}
",
        expect![[r#"
            E1070 2:29 no loop is labelled `a`
            E1070 3:32 no loop is labelled `b`"#]],
    );
}

#[test]
fn spawn_and_unsafe_blocks() {
    check(
        "work: (n: Int) -> Int = (n) => { return n * 2 }
main = {
    r = spawn {
        a = work(1)
        b = work(2)
        return (a, b)
    }
    s = spawn {
        a = work(3)
        return a
    }
    rs = spawn for i in 0..10 {
        return work(i)
    }
    for v in rs { x = v }
}
",
        expect![[""]],
    );
    check(
        "p: (q: *Int) -> Int = (q) => {
    x = unsafe {
        y = *q
        return y
    }
    return x
}
",
        expect![[""]],
    );
}
