//! What is extracted.

use expect_test::expect;

use crate::testing::{check_facts, check_symbols};

#[test]
fn a_whole_file() {
    check_facts(
        "ocaml",
        include_str!("fixture.ml"),
        expect![[r#"
        module Map 5-5 public = Stdlib.Map.Make()
        enum color 11-11 public "A colour."
        enummember color.Red 11-11 public
        enummember color.Green 11-11 public
        struct item 14-17 public "What is sold."
        field item.name 15-15 public : String "Its name."
        field item.price 16-16 public
        type other 18-18 public : Number
        type t 20-20 public
        enummember Extra 21-21 public
        function total 24-27 public = print()() "Adds them."
        local parameter total.start 24-24 public
        local parameter total.label 24-24 public
        local parameter total.a 24-24 public
        local parameter total.b 24-24 public
        local parameter total.items 24-24 public
        local variable total.sum 25-25 public = List.fold_left()
        local parameter total.sum.acc 25-25 public
        local parameter total.sum.i 25-25 public
        local function total.helper 26-26 public
        local parameter total.helper.x 26-26 public
        function other 29-32 public = Function
        local parameter other.x 29-29 public
        local variable other.name 31-31 public
        local variable other.p 31-31 public
        local variable other.c 32-32 public
        variable limit 34-34 public : Number
        variable limit 35-35 public
        variable x 36-36 public
        variable y 36-36 public
        operator +! 37-37 public = a
        local parameter +!.a 37-37 public
        local parameter +!.b 37-37 public
        variable z 38-38 public
        variable λ 39-39 public = String
        class Empty 41-41 public
        function now 42-42 public : fn -> Number
        module Store 45-49 public
        type Store.t 46-46 public : Number
        function Store.create 47-47 public
        module Store.Inner 48-48 public
        function Store.Inner.deep 48-48 public
        local parameter Store.Inner.deep.x 48-48 public
        variable d 51-51 public = Store.Inner.deep()
        interface PRICED 53-60 public
        type PRICED.t 55-55 public
        function PRICED.price 56-56 public abstract : fn -> Number "Its price."
        variable PRICED.zero 59-59 public abstract : Number
        module Basket 62-64 public
        local module Basket.P 62-62 public : PRICED
        function Basket.price 63-63 public = P.price()
        local parameter Basket.price.t 63-63 public
        class cart 67-73 public "Holds items."
        local parameter cart.n 67-67 public
        local variable cart.self 67-67 public = self<cart>
        local variable cart.super 68-68 public = super<cart>
        property cart.items 69-69 protected
        method cart.add 70-70 public
        local parameter cart.add.i 70-70 public
        method cart.check 71-71 private = ignore
        method cart.size 72-72 public abstract
        function sold 75-75 public = c.add()
        local typeparameter sold.a 75-75 public
        local parameter sold.m 75-75 public
        local variable sold.c 75-75 public = new cart()
        function last 77-77 public = f()
        local parameter last.f 77-77 public
        import 3 Core Glob
        import 4 Base.Infix Glob reexport
        import 47 Map Glob
        heritage Store Implements S
        heritage PRICED Extends S
        heritage Basket Implements PRICED
        heritage cart Extends base
        5:14 type Stdlib free in Map
        5:21 type Map of Stdlib in Map
        5:25 call Make of Stdlib.Map in Map
        5:31 type String free in Map
        21:6 type t -> t@20
        25:13 type List free in total
        25:18 call fold_left of List in total
        25:42 read acc -> total.sum.acc@25 in total
        25:48 read i -> total.sum.i@25 in total
        25:50 read price -> item.price@16 in total
        25:57 read start -> total.start@24 in total
        25:63 read items -> total.items@24 in total
        26:18 read x -> total.helper.x@26 in total
        26:22 read sum -> total.sum@25 in total
        27:3 call helper -> total.helper@26 in total
        27:11 call other -> other@29 in total
        27:17 read a -> total.a@24 in total
        27:19 read b -> total.b@24 in total
        27:25 call print free in total
        27:32 read label -> total.label@24 in total
        31:7 read name -> item.name@15 in other
        31:13 read price -> item.price@16 in other
        31:35 read p -> other.p@31 in other
        31:44 type String free in other
        31:51 call length of String in other
        31:58 read name -> other.name@31 in other
        31:65 read p -> other.p@31 in other
        32:7 read Red -> color.Red@11 in other
        32:20 read Green -> color.Green@11 in other
        32:31 read c -> other.c@32 in other
        32:38 call total -> total@24 in other
        32:44 read c -> other.c@32 in other
        35:13 read limit -> limit@34 in limit
        36:13 read limit -> limit@35
        37:18 read a -> +!.a@37 in +!
        38:9 read x -> x@36 in z
        38:11 call +! -> +!@37 in z
        38:14 read y -> y@36 in z
        43:13 read z -> z@38
        43:24 call raise free
        43:31 call Empty -> Empty@41
        43:47 call print_endline free
        43:61 read λ -> λ@39
        45:16 inherit S free in Store
        45:28 type t -> t@20 in Store
        47:37 read name -> item.name@15 in Store.create
        47:49 read price -> item.price@16 in Store.create
        47:57 read empty free in Store.create
        48:38 type M free in Store.Inner.deep
        48:41 read x -> Store.Inner.deep.x@48 in Store.Inner.deep
        48:45 read deep free in Store.Inner.deep
        51:9 type Store -> Store@45 in d
        51:15 type Inner of Store in d
        51:21 call deep of Store.Inner in d
        51:27 type Store -> Store@45 in d
        51:33 call create of Store in d
        51:44 read price -> item.price@16 in d
        54:11 inherit S free in PRICED
        56:15 type t -> PRICED.t@55 in PRICED.price
        62:20 type PRICED -> PRICED@53 in Basket
        62:30 inherit PRICED -> PRICED@53 in Basket
        63:17 type P -> Basket.P@62 in Basket.price
        63:19 call price of P in Basket.price
        63:25 read t -> Basket.price.t@63 in Basket.price
        68:11 inherit base free in cart
        68:16 read n -> cart.n@67 in cart
        70:18 write items -> cart.items@69 in cart.add
        70:27 read i -> cart.add.i@70 in cart.add
        70:32 read items -> cart.items@69 in cart.add
        70:39 read self -> cart.self@67 in cart.add
        70:44 call check of self in cart.add
        70:50 read super -> cart.super@68 in cart.add
        70:56 call go of super in cart.add
        71:26 read ignore free in cart.check
        75:24 type a -> sold.a@75 in sold
        75:41 call cart -> cart@67 in sold
        75:51 read c -> sold.c@75 in sold
        75:53 call add of c in sold
        75:59 read m -> sold.m@75 in sold
        75:66 read name -> item.name@15 in sold
        77:14 call f -> last.f@77 in last
        77:17 read limit -> limit@35 in last
        77:24 read y -> y@36 in last
    "#]],
    );
}

#[test]
fn an_interface() {
    check_facts(
        "ocaml.interface",
        include_str!("interface.mli"),
        expect![[r#"
        type t 3-3 public declaration "A shop."
        function price 6-6 public declaration : fn -> Number "Doc of the price."
        variable zero 10-10 public declaration : Number "Nothing."
        module N 11-11 public declaration
        variable N.x 11-11 public declaration : Number
        module F 12-12 public declaration
        local module F.X 12-12 public : ORD
        class c 13-13 public declaration
        method c.m 13-13 public declaration : Number
        class E 14-14 public declaration
        operator >>= 15-15 public declaration : fn -> fn -> t
        import 2 Core Glob
        heritage F Implements S
        heritage c Extends d
        6:13 type t -> t@3 in price
        12:15 type ORD free in F
        12:22 inherit S free in F
        12:34 type t -> t@3 in F
        12:38 type X -> F.X@12 in F
        12:40 type t of X in F
        13:48 inherit d free in c
        15:15 type t -> t@3 in >>=
        15:21 type t -> t@3 in >>=
        15:26 type t -> t@3 in >>=
        15:32 type t -> t@3 in >>=
    "#]],
    );
}

#[test]
fn a_name_means_what_was_defined_last_before_it() {
    check_facts(
        "ocaml",
        "let x = 1\nlet f () = x\nlet x = x + 1\nlet x = let x = x in x\n",
        expect![[r#"
            variable x 1-1 public = Number
            function f 2-2 public = x
            variable x 3-3 public
            variable x 4-4 public = x
            local variable x.x 4-4 public = x
            2:12 read x -> x@1 in f
            3:9 read x -> x@1 in x
            4:17 read x -> x@3 in x
            4:22 read x -> x.x@4 in x
        "#]],
    );
}

#[test]
fn documentation_may_follow() {
    check_symbols(
        "ocaml.interface",
        "val a : int\n(** Of a. *)\n\nval b : int\n(** Of c. *)\nval c : int (** also c *)\n",
        expect![[r#"
            variable a 1-1 public declaration : Number "Of a."
            variable b 4-4 public declaration : Number
            variable c 6-6 public declaration : Number "Of c."
        "#]],
    );
}

#[test]
fn the_table_names_what_the_grammars_have() {
    for grammar in [tree_sitter_ocaml::LANGUAGE_OCAML, tree_sitter_ocaml::LANGUAGE_OCAML_INTERFACE]
    {
        let unknown = crate::described::unknown_names(&grammar.into(), &super::DESCRIPTION);
        assert_eq!(unknown, Vec::<String>::new());
    }
}
