//! `use` lines: what they bind and what they miss.

use super::check;
use expect_test::expect;

#[test]
fn unknown_modules_are_told_once_and_bind_their_names() {
    check(
        "use nowhere
use a.b as c
use d.{e, f as g}
main = {
    x = nowhere.y + c.z + e(1) + g
    h = f
}
",
        expect![[r#"
            E5001 1:5 no module `nowhere` can be found
            E5001 2:5 no module `a.b` can be found
            E5001 3:5 no module `d` can be found
            E1001 6:9 nothing named `f` is in scope here"#]],
    );
}

#[test]
fn unknown_items_come_with_what_there_is() {
    check(
        "use std.convert.{to_text, to_string}
use std.{io, nothing}
main = {
    io.println(to_string(to_text(1)))
    nothing.at_all()
}
",
        expect![[r#"
            E5003 1:18 `std.convert` has no item `to_text`
            E5003 2:14 `std` has no item `nothing`
            note E5007 1:18 `std.convert` offers: bool.to_string, char.to_string, dict.to_string, float.to_string, int.to_string, list.to_string, range.to_string, set.to_string, string.to_string, to_string, tuple.to_string
            note E5007 2:14 `std` offers: assert, concurrent, convert, dict, io, list, math, net, os, result, string, time, weak, test"#]],
    );
}

#[test]
fn std_modules_are_known_by_each_way_of_naming_them() {
    check(
        r#"use std
use std.io as out
use std.math.{PI, sqrt as root}
use std.{string, list as l}
main = {
    std.io.println("x")
    std.nothing.f()
    out.println(root(PI))
    a = string.upper("x")
    b = l.len([1])
    c = out.printn("x")
    d = sqrt(1.0)
    e = PI + 1.0
    list.len([1])
}
"#,
        expect![[r#"
            E1042 7:9 `std` has no field or method `nothing`
            E1042 11:13 `std.io` has no field or method `printn`
            E1001 14:5 nothing named `list` is in scope here"#]],
    );
}

#[test]
fn the_same_name_twice_is_no_use() {
    check(
        "use std.io
use std.io
use std.math.{sqrt, sqrt}
use std.list as io
main = {
    x = sqrt(1.0)
}
",
        expect![[r#"
            warning E5006 2:5 `io` is imported twice
            warning E5006 3:21 `sqrt` is imported twice"#]],
    );
}

#[test]
fn a_use_in_a_block_ends_with_it() {
    check(
        "f: () -> Void = () => {
    use std.math.{sqrt as root}
    a = root(1.0)
}
main = {
    b = root(1.0)
    if true {
        use std.time
        c = time.timestamp()
    }
    d = time.timestamp()
}
",
        expect![[r#"
            E1001 6:9 nothing named `root` is in scope here
            E1001 11:9 nothing named `time` is in scope here"#]],
    );
}

#[test]
fn types_of_std_members_are_checked() {
    check(
        r#"use std.{string, math, dict, result, list}
main = {
    a = string.upper(5)
    b = math.abs("x")
    c = math.max(1)
    d = string.split("a")
    e: Int = string.len("x")
    f: Int = string.upper("x")
    g = result.unwrap_or(string.parse_int("1"), "x")
    h = list.map([1], x => x + 1)
    i: List(String) = list.filter([1], x => x > 1)
    j = dict.get({"a": 1})
}
"#,
        expect![[r#"
            E1002 3:21 expected `&String`, found `Int`
            E1002 4:17 expected `Int`, found `String`
            E1002 8:5 expected `Int`, found `String`
            E1002 9:25 expected `Int`, found `String`
            E1002 11:5 expected `List(String)`, found `List(Int)`
            warning E1010 5:17 `max` takes 2 arguments, 1 given
            warning E1010 6:21 `split` takes 2 arguments, 1 given
            warning E1010 12:17 `get` takes 2 arguments, 1 given"#]],
    );
}
