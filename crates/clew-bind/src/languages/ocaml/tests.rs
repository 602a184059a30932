//! What names of other modules mean.

use expect_test::expect;

use crate::testing::check_references;

const FILES: &str = "\
//- lib/shop.ml
type t = { price : int }
let t = 1
let total x = x.price
module Inner = struct let deep x = x end
exception Empty
//- lib/shop.mli
type t
val total : t -> int
//- bin/main.ml
let a = Shop.total 1
let b = Shop.Inner.deep 2
let c : Shop.t = Shop.t
let d = total 3
//- bin/opened.ml
let a = total 0
open Shop
let a = total 1
let b = let open Inner in deep 2
let c = Other.total 3
//- bin/outside.ml
open Shop
open Core
let a = total 1
";

#[test]
fn values_of_other_files() {
    check_references(
        FILES,
        "total",
        expect![[r#"
        bin/main.ml:1:14 call bound a
        bin/main.ml:4:9 call name d
        bin/opened.ml:1:9 call name a
        bin/opened.ml:3:9 call bound a
        bin/opened.ml:5:15 call name c
        bin/outside.ml:3:9 call name a
    "#]],
    );
    check_references(
        FILES,
        "Inner.deep",
        expect![[r#"
            bin/main.ml:2:20 call name b
            bin/opened.ml:4:27 call name b
        "#]],
    );
}

#[test]
fn types_and_values_do_not_meet() {
    check_references(
        FILES,
        "t",
        expect![[r#"
        bin/main.ml:3:14 type bound c
        bin/main.ml:3:23 read bound c
        lib/shop.mli:2:13 type bound total
    "#]],
    );
}

const OPENS: &str = "\
//- a.ml
let make x = x + 1
let before = make 1
open C
let after = make 2
module Sub = struct include Sub let walk () = run () end
let q () = Sub.run ()
let make = make
let rec make2 x = make2 x
let r () = let open Sub in let make y = y in make (walk ())
let s = function make -> make 1
let last = make 3
let t make = let open C in make 4
let u make = C.(make 5)
let v () = Outside.(make 6)
//- c.ml
let make x = x
module Sub = struct let run () = 1 end
";

#[test]
fn what_is_opened_later_hides_what_was_before() {
    check_references(
        OPENS,
        "c.ml make",
        expect![[r#"
        a.ml:4:13 call bound after
        a.ml:7:12 read bound make
        a.ml:12:28 call bound t
        a.ml:13:17 call bound u
        a.ml:14:21 call name v
    "#]],
    );
    check_references(
        OPENS,
        "a.ml make",
        expect![[r#"
        a.ml:2:14 call bound before
        a.ml:11:12 call bound last
        a.ml:14:21 call name v
    "#]],
    );
    check_references(
        OPENS,
        "c.ml Sub.run",
        expect![[r#"
        a.ml:5:47 call bound Sub.walk
        a.ml:6:16 call bound q
    "#]],
    );
}

const MODULES: &str = "\
//- a.ml
module type S = sig type t val make : int -> t val show : t -> string end
module A : S = struct type t = int let make x = x let show = string_of_int end
module B = struct include A let show t = A.show t end
module F (X : S) = struct let go n = X.show (X.make n) end
module FA = F(A)
let one = FA.go 3
let two () = B.(show (make 4))
let three = B.make 5
//- d.ml
module M = A.B
let four = M.show 1
let five = A.FA.go 2
open M
let six = show 3
module N = M
let seven = N.make 3
";

#[test]
fn modules_through_other_modules() {
    check_references(
        MODULES,
        "B.show",
        expect![[r#"
        a.ml:7:17 call bound two
        d.ml:2:14 call bound four
        d.ml:5:11 call bound six
    "#]],
    );
    check_references(
        MODULES,
        "A.make",
        expect![[r#"
        a.ml:7:23 call bound two
        a.ml:8:15 call bound three
        d.ml:7:15 call bound seven
    "#]],
    );
    check_references(
        MODULES,
        "F.go",
        expect![[r#"
        a.ml:6:14 call bound one
        d.ml:3:17 call bound five
    "#]],
    );
    check_references(
        MODULES,
        "S.show",
        expect![[r#"
        a.ml:4:40 call bound F.go
    "#]],
    );
}

const HALVES: &str = "\
//- c.ml
type t = int
let helper x = x
let hidden x = x
let twice x = helper (helper x)
module N = struct let deep x = x end
//- c.mli
type t
val helper : int -> t
module N : sig val deep : t -> t end
//- d.ml
let a = C.helper 1
let b = C.hidden 2
open C
let c = helper (hidden 3) + N.deep 4
";

#[test]
fn interface_and_implementation_are_one_module() {
    let of_definition = crate::testing::references(HALVES, "c.ml helper");
    assert_eq!(crate::testing::references(HALVES, "c.mli helper"), of_definition);
    check_references(
        HALVES,
        "c.mli helper",
        expect![[r#"
        c.ml:4:15 call bound twice
        c.ml:4:23 call bound twice
        d.ml:1:11 call bound a
        d.ml:4:9 call bound c
    "#]],
    );
    check_references(
        HALVES,
        "c.mli N.deep",
        expect![[r#"
        d.ml:4:31 call bound c
    "#]],
    );
    check_references(
        HALVES,
        "hidden",
        expect![[r#"
        d.ml:2:11 call name b
        d.ml:4:17 call name c
    "#]],
    );
    check_references(
        HALVES,
        "c.mli t",
        expect![[r#"
        c.mli:2:21 type bound helper
        c.mli:3:27 type bound N.deep
        c.mli:3:32 type bound N.deep
    "#]],
    );
}
