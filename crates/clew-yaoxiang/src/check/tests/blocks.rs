//! Value blocks, bare blocks, lambdas, and what they may assign.

use super::check;
use expect_test::expect;

#[test]
fn bare_blocks_share_the_scope_around_them() {
    check(
        "main = {
    mut x = 1
    y = 1
    {
        x = 2
        y = 2
        z = 3
    }
    a = z
    {
        z = 4
    }
}
",
        expect!["E2002 6:9 `y` already exists in this scope"],
    );
}

#[test]
fn sibling_blocks_may_use_the_same_names() {
    check(
        "main = {
    a = spawn {
        t = 1
        return t
    }
    b = spawn {
        t = 2
        return t
    }
    c = unsafe {
        t = 3
        return t
    }
}
",
        expect![[""]],
    );
}

#[test]
fn branches_of_values_are_scopes() {
    check(
        "main = {
    n = 1
    a = if n > 0 {
        t = 1
        t
    } else {
        t = 2
        t
    }
    b = if n > 0 {
        n = 2
        1
    } else { 2 }
    c = t
}
",
        expect![[r#"
            E2010 11:9 `n` is not declared `mut`
            E1001 14:9 nothing named `t` is in scope here"#]],
    );
}

#[test]
fn lambdas_have_their_own_scope() {
    check(
        "use std.list
main = {
    n = 1
    mut m = 1
    a = list.map([1], x => {
        y = x
        m = 2
        n = 2
        return y
    })
    b = list.map([1], x => {
        y = x
        y = 3
        return y
    })
    c = y
}
",
        expect![[r#"
            E2010 8:9 `n` is not declared `mut`
            E2002 13:9 `y` already exists in this scope
            E1001 16:9 nothing named `y` is in scope here"#]],
    );
}

#[test]
fn statements_inside_if_and_for_are_free() {
    check(
        r#"main = {
    x = 1
    if true {
        x = "a"
        y = 1
        y = 2
    }
    for i in 0..3 {
        x = 2
        mut i = 5
    }
    mut k = 0
    while k < 3 {
        k = k + 1
        if k == 2 { x = 5 }
    }
}
"#,
        expect![[""]],
    );
}

#[test]
fn declarations_in_loops() {
    check(
        "main = {
    mut i = 0
    mut t = 0
    while i < 3 {
        i = i + 1
        mut u = 0
        u = 1
        t: Int = 5
        mut v = 1
        mut v = 2
        while u < 2 {
            u = u + 1
            v = 3
        }
    }
    a = u + v
}
",
        expect![[r#"
            E2002 10:13 `v` already exists in this scope
            E2020 16:9 `u` ended with its block
            E2020 16:13 `v` ended with its block"#]],
    );
}

#[test]
fn values_of_blocks_are_what_they_return() {
    check(
        r#"f: () -> Int = () => {
    a: String = if true { return "x" } else { return "y" }
    b: Int = unsafe { return 1 }
    c: String = spawn { return 1 }
    d: List(Int) = spawn for i in 0..3 { return i }
    e = { return 5 }
    return b
}
main = { x = f() }
"#,
        expect!["E1002 4:5 expected `String`, found `Int`"],
    );
}

#[test]
fn recursion_and_order_do_not_matter_at_the_top() {
    check(
        "main = {
    a = even(4)
    b = LIMIT + late
}
even: (n: Int) -> Bool = (n) => {
    if n == 0 { return true }
    return odd(n - 1)
}
odd: (n: Int) -> Bool = (n) => {
    if n == 0 { return false }
    return even(n - 1)
}
LIMIT: Int = 10
late, later = (1, 2)
",
        expect![[""]],
    );
}

#[test]
fn a_value_is_no_target_of_an_assignment() {
    check(
        "f: () -> Int = { return 1 }
main = {
    mut x = 1
    5 = 3
    f() = 3
    y = (x = 2)
    [1] = x
}
",
        expect![[r#"
            E3005 4:5 this cannot be assigned to
            E3005 5:6 this cannot be assigned to
            E3005 7:5 this cannot be assigned to"#]],
    );
}
