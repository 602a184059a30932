//! Ownership and loops.

use super::check;
use expect_test::expect;

#[test]
fn branches_are_kept_apart() {
    check(
        "P: Type = { x: Int }
eat: (p: P) -> Int = (p) => { return p.x }
main = {
    p = P(1)
    if true {
        a = eat(p)
    } else {
        b = eat(p)
    }
}
",
        expect![[""]],
    );
    check(
        "P: Type = { x: Int }
eat: (p: P) -> Int = (p) => { return p.x }
main = {
    p = P(1)
    if true {
        a = eat(p)
    }
    b = p.x
}
",
        expect!["E2014 8:9 `p` was moved and cannot be used again"],
    );
    check(
        "f: (s: String) -> String = (s) => {
    if true {
        return s
    }
    return s
}
",
        expect![[""]],
    );
}

#[test]
fn printing_only_looks() {
    check(
        r#"use std.io
main = {
    s = "x"
    io.println(s)
    io.println(s)
    xs = [1]
    io.println(xs)
    io.println(xs)
}
"#,
        expect![[""]],
    );
    check(
        r#"P: Type = { x: Int }
main = {
    p = P(1)
    q = p
    s = f"{p}"
}
"#,
        expect!["warning E2014 5:12 `p` was moved and cannot be used again"],
    );
}

#[test]
fn moves_are_noticed() {
    check(
        "P: Type = { x: Int }
main = {
    mut p = P(1)
    q = p
    p = P(2)
    r = p
}
",
        expect![[""]],
    );
    check(
        r#"main = {
    t = (1, "a")
    u = t
    v = t
}
"#,
        expect!["E2014 4:9 `t` was moved and cannot be used again"],
    );
    check(
        r#"main = {
    s = "a"
    t = s
    u = s
}
"#,
        expect!["E2014 4:9 `s` was moved and cannot be used again"],
    );
    check(
        "use std.list
main = {
    xs = [1]
    ys = list.push(xs, 2)
    zs = list.len(xs)
}
",
        expect!["E2014 5:19 `xs` was moved and cannot be used again"],
    );
    check(
        "P: Type = { x: Int }
f: (p: P) -> P = (p) => {
    q = p
    return p
}
",
        expect!["E2014 4:12 `p` was moved and cannot be used again"],
    );
    check(
        "main = {
    f = (a) => a
    g = f
    h = f
}
",
        expect!["E2014 4:9 `f` was moved and cannot be used again"],
    );
}

#[test]
fn borrows_exclude_each_other() {
    check(
        "P: Type = { x: Int }
main = {
    mut p = P(1)
    a = &mut p
    b = &mut p
}
",
        expect!["E2018 5:14 `p` is borrowed in two ways that exclude each other"],
    );
    check(
        "P: Type = { x: Int }
main = {
    mut p = P(1)
    a = &p
    b = &mut p
}
",
        expect!["E2018 5:14 `p` is borrowed in two ways that exclude each other"],
    );
    check(
        "P: Type = { x: Int }
inc: (p: &mut P) -> Void = { p.x = p.x + 1 }
main = {
    mut p = P(1)
    inc(p)
    inc(p)
    inc(&mut p)
    inc(&mut p)
}
",
        expect![[""]],
    );
    check(
        "P: Type = { x: Int }
inc: (p: &mut P) -> Void = { p.x = 1 }
f: (p: &mut P) -> Void = (p) => {
    inc(p)
    inc(p)
    inc(&mut p)
}
",
        expect![[""]],
    );
}

#[test]
fn mutability_is_asked_for() {
    check(
        "P: Type = { x: Int }
inc: (p: &mut P) -> Void = { p.x = 1 }
f: (p: P) -> Void = (p) => {
    inc(&mut p)
}
",
        expect!["E2016 4:14 `p` is not declared `mut`"],
    );
    check(
        "f: (n: Int) -> Int = (n) => {
    n = n + 1
    return n
}
",
        expect![[""]],
    );
}

#[test]
fn loops_that_may_end_are_fine() {
    check(
        "main = {
    mut i = 0
    while true {
        i = i + 1
        if i > 5 { break }
    }
}
",
        expect![[""]],
    );
    check(
        "loop_forever: () -> Never = {
    while true { x = 1 }
}
main = { a = 1 }
",
        expect![[""]],
    );
}

#[test]
fn loops_that_can_never_end_are_told() {
    check(
        "main = {\n    mut i = 0\n    while i < 10 {\n        i = i - 1\n    }\n    mut j = 0\n    mut sum = 0\n    while j < 10 {\n        sum = sum + 1\n    }\n    while 0 < i {\n        i = i + 2\n    }\n}\n",
        expect![[r#"
            E8001 3:5 the counter `i` moves away from its bound in every round
            E8001 8:5 nothing in the loop changes `j`, so its condition never becomes false
            E8001 11:5 the counter `i` moves away from its bound in every round"#]],
    );
}

#[test]
fn loops_that_might_end_are_left_alone() {
    check(
        "step: (n: &mut Int) -> Void = { }\n\nf: (limit: Int) -> Int = (limit) => {\n    mut i = 0\n    mut done = false\n    while i < limit and !done {\n        done = true\n    }\n    while !done { done = true }\n    while i != 5 { i = i + 1 }\n    while i < 10 { i = i * 2 }\n    while i < 10 { i = limit }\n    while i < 10 { step(i) }\n    while i < 10 {\n        i = i - 1\n        if i < 0 { return i }\n    }\n    while i > limit { i = i - 1 }\n    return i\n}\n\nmain = { x = f(1) }\n",
        expect![""],
    );
}
