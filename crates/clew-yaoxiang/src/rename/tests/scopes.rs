//! Which of several names of one spelling a scope means.

use super::*;

#[test]
fn a_function_keeps_out_of_those_inside_it() {
    let source =
        "f: (a: Int) -> Int = {\n    g: (a: Int) -> Int = (a) => { return a }\n    return a\n}\n";
    check_scope(
        source,
        "a",
        "z",
        "function:f",
        expect![[r#"
        f: (z: Int) -> Int = {
            g: (a: Int) -> Int = (a) => { return a }
            return z
        }
    "#]],
    );
    check_scope(
        source,
        "a",
        "z",
        "function:g",
        expect![[r#"
        f: (a: Int) -> Int = {
            g: (z: Int) -> Int = (z) => { return z }
            return a
        }
    "#]],
    );
    check_scope(
        source,
        "a",
        "z",
        "function:f.g",
        expect![[r#"
        f: (a: Int) -> Int = {
            g: (z: Int) -> Int = (z) => { return z }
            return a
        }
    "#]],
    );
    let renamed = rename_symbol(source, "a", "z", &RenameScope::Function("f".into()));
    assert_eq!((renamed.edits.len(), renamed.occurrences), (2, 2));
}

#[test]
fn lambdas_with_and_without_names() {
    let source = "f: (a: Int, b: Int) -> Int = {\n    d = b => b + a\n    return d(b)\n}\n";
    check_scope(
        source,
        "b",
        "c",
        "function:f",
        expect![[r#"
        f: (a: Int, c: Int) -> Int = {
            d = b => b + a
            return d(c)
        }
    "#]],
    );
    check_scope(
        source,
        "b",
        "c",
        "function:d",
        expect![[r#"
        f: (a: Int, b: Int) -> Int = {
            d = c => c + a
            return d(b)
        }
    "#]],
    );
    check_scope(
        "use std.list\nmain = {\n    a = list.map([1], b => b + 1)\n}\n",
        "b",
        "c",
        "function:main",
        expect![[r#"
            use std.list
            main = {
                a = list.map([1], c => c + 1)
            }
        "#]],
    );
}

#[test]
fn what_shadows_another_name_of_the_function_stays() {
    check(
        "main = {\n    n = 1\n    m = match 2 { n => n }\n    k = [n for n in [n]]\n    for i in [1] { n2 = n }\n}\n",
        "n",
        "count",
        expect![[r#"
            main = {
                count = 1
                m = match 2 { n => n }
                k = [n for n in [count]]
                for i in [1] { n2 = count }
            }
        "#]],
    );
    check(
        "main = {\n    for i in [1] { a = i }\n    for i in [2] { a = i }\n}\n",
        "i",
        "index",
        expect![[r#"
            main = {
                for index in [1] { a = index }
                for index in [2] { a = index }
            }
        "#]],
    );
}

#[test]
fn unrelated_locals_are_ambiguous_and_each_scope_means_one() {
    let source = "Box: (T: Type) -> Type = { v: T }\nBag: (T: Type) -> Type = { v: T }\nBox.get: (self: &Box(Int)) -> Int = { return self.v }\nBag.get: (self: &Bag(Int)) -> Int = { return self.v }\n";
    check(
        source,
        "T",
        "U",
        expect![[r#"
        RENAME-AMBIGUOUS 1:7 `T` means several things; this one is meant by the scope `function:Box`
        RENAME-AMBIGUOUS 2:7 `T` means several things; this one is meant by the scope `function:Bag`
    "#]],
    );
    check_scope(
        source,
        "T",
        "U",
        "function:Box",
        expect![[r#"
        Box: (U: Type) -> Type = { v: U }
        Bag: (T: Type) -> Type = { v: T }
        Box.get: (self: &Box(Int)) -> Int = { return self.v }
        Bag.get: (self: &Bag(Int)) -> Int = { return self.v }
    "#]],
    );
    check(
        source,
        "self",
        "me",
        expect![[r#"
        RENAME-AMBIGUOUS 3:11 `self` means several things; this one is meant by the scope `function:Box.get`
        RENAME-AMBIGUOUS 4:11 `self` means several things; this one is meant by the scope `function:Bag.get`
    "#]],
    );
    check_scope(
        source,
        "self",
        "me",
        "function:Bag.get",
        expect![[r#"
        Box: (T: Type) -> Type = { v: T }
        Bag: (T: Type) -> Type = { v: T }
        Box.get: (self: &Box(Int)) -> Int = { return self.v }
        Bag.get: (me: &Bag(Int)) -> Int = { return me.v }
    "#]],
    );
}

#[test]
fn the_only_local_of_a_name_needs_no_scope() {
    check(
        "Box: (T: Type) -> Type = { v: T }\nf: (n: Int) -> Int = (n) => n\nmain = {\n    a = f(1)\n}\n",
        "T",
        "U",
        expect![[r#"
            Box: (U: Type) -> Type = { v: U }
            f: (n: Int) -> Int = (n) => n
            main = {
                a = f(1)
            }
        "#]],
    );
}

#[test]
fn functions_of_one_name_in_different_functions() {
    let source = "f = () => {\n    g = (n) => { return n }\n}\nh = () => {\n    g = (n) => { return n }\n}\n";
    check_scope(
        source,
        "n",
        "m",
        "function:g",
        expect![[r#"
        RENAME-AMBIGUOUS 2:10 `n` means several things; this one is meant by the scope `function:f.g`
        RENAME-AMBIGUOUS 5:10 `n` means several things; this one is meant by the scope `function:h.g`
    "#]],
    );
    check_scope(
        source,
        "n",
        "m",
        "function:h.g",
        expect![[r#"
        f = () => {
            g = (n) => { return n }
        }
        h = () => {
            g = (m) => { return m }
        }
    "#]],
    );
    check_scope(
        source,
        "n",
        "m",
        "function:g.h",
        expect![[r#"
        RENAME-UNKNOWN 1:1 nothing named `g.h` is declared there
    "#]],
    );
}

#[test]
fn names_inside_values_of_the_module_belong_to_them() {
    let source = "xs = [x for x in [1]]\nys = [x for x in [2]]\nx2 = 1\n";
    check(
        source,
        "x",
        "y",
        expect![[r#"
        RENAME-AMBIGUOUS 1:13 `x` means several things; this one is meant by the scope `function:xs`
        RENAME-AMBIGUOUS 2:13 `x` means several things; this one is meant by the scope `function:ys`
    "#]],
    );
    check_scope(
        source,
        "x",
        "y",
        "function:ys",
        expect![[r#"
        xs = [x for x in [1]]
        ys = [y for y in [2]]
        x2 = 1
    "#]],
    );
}

#[test]
fn names_of_loop_bodies_are_seen_behind_the_loop() {
    check(
        "f: (n: Int) -> Int = (n) => {\nmut i = 0\nwhile i < n {\nlast = i\ni = i + 1\n}\nreturn last\n}\n",
        "last",
        "latest",
        expect![[r#"
            f: (n: Int) -> Int = (n) => {
            mut i = 0
            while i < n {
            latest = i
            i = i + 1
            }
            return latest
            }
        "#]],
    );
    check(
        "last = 0\nf: (n: Int) -> Int = (n) => {\n    mut i = 0\n    while i < n {\n        while i < 3 { last = i }\n        i = i + 1\n    }\n    return last\n}\n",
        "last",
        "latest",
        expect![[r#"
            latest = 0
            f: (n: Int) -> Int = (n) => {
                mut i = 0
                while i < n {
                    while i < 3 { last = i }
                    i = i + 1
                }
                return last
            }
        "#]],
    );
}

#[test]
fn a_pattern_that_hides_an_outer_name_and_the_outer_name() {
    let source = "n = 1\nf = (k) => {\n    return match k { n => n }\n}\n";
    check(
        source,
        "n",
        "count",
        expect![[r#"
        count = 1
        f = (k) => {
            return match k { n => n }
        }
    "#]],
    );
    check_scope(
        source,
        "n",
        "count",
        "function:f",
        expect![[r#"
        n = 1
        f = (k) => {
            return match k { count => count }
        }
    "#]],
    );
}

#[test]
fn main_may_have_another_name() {
    check(
        "f: () -> Int = { return 1 }\nmain = { x = 1 }\n",
        "main",
        "start",
        expect![[r#"
        f: () -> Int = { return 1 }
        start = { x = 1 }
    "#]],
    );
    check(
        "f: () -> Int = { return 1 }\nmain = { x = 1 }\n",
        "f",
        "_f",
        expect![[r#"
        _f: () -> Int = { return 1 }
        main = { x = 1 }
    "#]],
    );
}

#[test]
fn a_difference_that_is_no_clash_is_not_called_one() {
    check(
        "P: Type = { x: Int }\nmain = {\n    a = P(1, 2)\n}\n",
        "P",
        "List",
        expect![[r#"
            RENAME-CHANGES 3:9 with the new name `List` the checker sees another program: in line 3 E1010 vanishes
              declared_here 1:1
        "#]],
    );
    check(
        "use even.",
        "even",
        "odd",
        expect![[r#"
            RENAME-CHANGES 1:9 with the new name `odd` the checker sees another program: in line 1 E0011 appears
              declared_here 1:5
        "#]],
    );
}
