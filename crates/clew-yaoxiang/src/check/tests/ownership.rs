//! Moves and borrows in all kinds of places.

use super::check;
use expect_test::expect;

#[test]
fn every_by_value_place_moves() {
    check(
        "P: Type = { x: Int }
Box: Type = { p: P }
eat: (p: P) -> Void = (p) => { }
P.join: (self: &P, other: P) -> Void = { }
main = {
    a = P(1)
    b = Box(a)
    c = a
    d = P(2)
    eat(d)
    eat(d)
    e = P(3)
    f = P(4)
    e.join(f)
    g = f
    h = e
    i = h
}
",
        expect![[r#"
            E2014 8:9 `a` was moved and cannot be used again
            E2014 11:9 `d` was moved and cannot be used again
            E2014 15:9 `f` was moved and cannot be used again"#]],
    );
}

#[test]
fn looking_does_not_move() {
    check(
        "P: Type = { x: Int }
see: (p: &P) -> Int = (p) => p.x
P.get: (self: &P) -> Int = { return self.x }
main = {
    p = P(1)
    a = see(p) + see(&p) + p.get() + p.x
    t = (p, p)
    l = [p, p]
    n = p.x
    m = n
    k = n
    b = see(p)
}
",
        expect![[""]],
    );
}

#[test]
fn what_moved_in_one_turn_is_gone_in_the_next() {
    check(
        "P: Type = { x: Int }
eat: (p: P) -> Bool = (p) => { return true }
main = {
    p = P(1)
    mut i = 0
    while i < 3 {
        eat(p)
        i = i + 1
    }
    a = P(2)
    for k in 0..3 { b = a }
    c = P(3)
    mut go = true
    while go {
        if i == 2 { continue }
        io.println(c.x)
        go = eat(c)
    }
    d = P(4)
    while i < 9 {
        for k in 0..3 { i = i + d.x }
        e = d
        i = i + 1
    }
    f = P(5)
    while eat(f) { i = i + 1 }
}
"
        .replace("io.println(c.x)", "z = c.x")
        .as_str(),
        expect![[r#"
            E2014 7:13 `p` was moved and cannot be used again
            E2014 11:25 `a` was moved and cannot be used again
            E2014 16:13 `c` was moved and cannot be used again
            E2014 17:18 `c` was moved and cannot be used again
            E2014 21:33 `d` was moved and cannot be used again
            E2014 22:13 `d` was moved and cannot be used again
            E2014 26:15 `f` was moved and cannot be used again"#]],
    );
}

#[test]
fn what_ends_the_loop_or_gets_a_new_value_may_move_in_it() {
    check(
        "P: Type = { x: Int }
eat: (p: P) -> Void = (p) => { }
f: (p: P, n: Int) -> P = (p, n) => {
    for k in 0..n {
        if k == 2 { return p }
    }
    q = P(1)
    for k in 0..n {
        if k == 2 {
            eat(q)
            break
        }
        z = q.x
    }
    mut r = P(2)
    for k in 0..n {
        eat(r)
        r = P(k)
    }
    for k in 0..n {
        s = P(k)
        eat(s)
    }
    for t in [P(1), P(2)] { eat(t) }
    mut i = 0
    while i < 3 {
        eat(r)
        break
    }
    return P(9)
}
",
        expect![[""]],
    );
}

#[test]
fn ways_that_return_do_not_count_and_those_that_break_do() {
    check(
        "P: Type = { x: Int }
eat: (p: P) -> Void = (p) => { }
f: (p: P, n: Int) -> P = (p, n) => {
    if n == 0 {
        eat(p)
        return P(0)
    } else if n == 1 {
        return p
    }
    for i in 0..n {
        if i == 3 {
            eat(p)
            break
        }
    }
    return p
}
main = { x = f(P(1), 2) }
",
        expect!["E2014 16:12 `p` was moved and cannot be used again"],
    );
}

#[test]
fn branches_join() {
    check(
        "P: Type = { x: Int }
eat: (p: P) -> Void = (p) => { }
main = {
    mut p = P(1)
    if true {
        eat(p)
        p = P(2)
    }
    eat(p)
    mut q = P(1)
    if true { eat(q) } else { q = P(3) }
    eat(q)
    r = P(1)
    x = match 1 { 0 => eat(r), _ => eat(r) }
    eat(r)
}
",
        expect![[r#"
            E2014 12:9 `q` was moved and cannot be used again
            E2014 15:9 `r` was moved and cannot be used again"#]],
    );
}

#[test]
fn spawned_blocks_see_what_is_around_them() {
    check(
        "P: Type = { x: Int }
eat: (p: P) -> Void = (p) => { }
main = {
    p = P(1)
    r = spawn {
        eat(p)
        return 1
    }
    eat(p)
    s = ref P(2)
    t = s
    u = s
}
",
        expect!["E2014 9:9 `p` was moved and cannot be used again"],
    );
}

#[test]
fn borrows_last_as_long_as_their_holder() {
    check(
        "P: Type = { x: Int }
set: (p: &mut P) -> Void = { p.x = 1 }
see: (p: &P) -> Void = (p) => { }
main = {
    mut p = P(1)
    if true {
        a = &mut p
        set(a)
    }
    b = &mut p
    see(p)
    set(b)
    mut q = P(1)
    mut c = &mut q
    c = &mut q
    d = &q
}
",
        expect![[r#"
            E2018 11:9 `p` is borrowed in two ways that exclude each other
            E2018 16:10 `q` is borrowed in two ways that exclude each other"#]],
    );
}

#[test]
fn exclusive_borrows_are_not_copied() {
    check(
        "P: Type = { x: Int }
set: (p: &mut P) -> Void = (p) => {
    q = p
    q.x = 1
}
hand: (p: &mut P) -> &mut P = (p) => {
    return p
}
main = {
    mut p = P(1)
    a = &mut p
    set(a)
    set(a)
    a.x = 5
}
",
        expect!["E2003 3:9 the exclusive borrow `p` would have two names"],
    );
}

#[test]
fn paths_are_borrowed_like_their_root() {
    check(
        "P: Type = { x: Int, xs: List(Int) }
both: (a: &mut Int, b: &Int) -> Void = (a, b) => { }
main = {
    p = P(1, [1])
    a = &mut p.x
    mut q = P(1, [1])
    b = &mut q.xs[0]
    c = &q.x
    mut n = 1
    both(&mut n, &n)
    both(n, n)
}
",
        expect![[r#"
            E2016 5:16 `p` is not declared `mut`
            E2018 8:12 `q` is borrowed in two ways that exclude each other
            E2018 10:15 `n` is borrowed in two ways that exclude each other
            E2018 11:10 `n` is borrowed in two ways that exclude each other"#]],
    );
}

#[test]
fn assignments_inside_expressions_need_mut() {
    check(
        "main = {
    x = 1
    mut y = 1
    a = (x = 2)
    b = (y = 2)
    c = (missing = 3)
}
",
        expect![[r#"
            E2016 4:14 `x` is not declared `mut`
            warning E1001 6:10 nothing named `missing` is in scope here"#]],
    );
}
