use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "r",
        include_str!("fixture.R"),
        expect![[r#"
            function make_shop 6-16 public "A shop."
            local parameter make_shop.name 6-6 public
            local parameter make_shop.items 6-6 public = list()
            local parameter make_shop.... 6-6 public
            local variable make_shop.total 7-7 public = sum()
            local function make_shop.helper 8-8 public
            local parameter make_shop.helper.x 8-8 public
            local variable make_shop.i 9-9 public
            local variable make_shop.y 10-10 public = Number
            local parameter make_shop.q 14-14 public
            class Shop 17-17 public
            field Shop.name 17-17 public
            method Shop.go 17-17 public
            class P 18-18 public
            local parameter object 19-19 public
            variable x 20-20 public = Number
            variable MAX 21-21 public = Number
            import 1 dplyr Glob
            import 2 x Glob
            import 3 util.R Glob
            1:1 call library free
            2:1 call requireNamespace free
            3:1 call source free
            6:37 call list free in make_shop
            7:12 call sum free in make_shop
            7:16 read items -> make_shop.items@6 in make_shop
            8:25 read x -> make_shop.helper.x@8 in make_shop
            8:29 read total -> make_shop.total@7 in make_shop
            9:13 call seq_along free in make_shop
            9:23 read items -> make_shop.items@6 in make_shop
            9:33 call print free in make_shop
            9:39 read items -> make_shop.items@6 in make_shop
            9:46 read i -> make_shop.i@9 in make_shop
            9:50 read price of items[] in make_shop
            11:3 read items -> make_shop.items@6 in make_shop
            11:13 call filter free in make_shop
            11:20 read a free in make_shop
            11:30 read dplyr free in make_shop
            11:37 call mutate of dplyr in make_shop
            11:48 read c free in make_shop
            12:7 call is.null free in make_shop
            12:15 read name -> make_shop.name@6 in make_shop
            12:22 call return free in make_shop
            13:3 read obj free in make_shop
            13:7 read slot of obj in make_shop
            13:12 read field of obj.slot in make_shop
            14:3 call sapply free in make_shop
            14:10 read items -> make_shop.items@6 in make_shop
            14:22 read q -> make_shop.q@14 in make_shop
            15:3 call helper -> make_shop.helper@8 in make_shop
            17:9 call R6Class free
            17:34 call list free in Shop
            17:70 read self free in Shop.go
            17:75 read name of self in Shop.go
            18:1 call setClass free
            18:15 call representation free in P
            19:1 call setMethod free
            19:41 call cat free
            19:45 read object -> object@19
            19:52 read x of object
            22:1 call assign free
        "#]],
    );
}

#[test]
fn classes_of_all_systems() {
    check_facts(
        "r",
        r#"
#' A base.
Base <- R6::R6Class("Base", public = list(x = NULL, add = function(n) self$x + n))
Shop <- R6Class("Shop", inherit = pkg::Base, private = list(go = \(a) a), active = extra)
setClass("P", contains = "numeric", representation(x = "numeric"))
Q <- setClass("Q", contains = c("P", "VIRTUAL"))
make_acc <- methods::setRefClass("Acc", fields = list(b = "numeric"), contains = "P",
  methods = list(show = function() cat(b)))
wrapped <- quiet(setClass("W", contains = "Q"))
Dynamic <- R6Class(name, inherit = base_of(name))
R6Class()
"#,
        expect![[r#"
            class Base 3-3 public "A base."
            field Base.x 3-3 public
            method Base.add 3-3 public
            local parameter Base.add.n 3-3 public
            class Shop 4-4 public
            method Shop.go 4-4 public
            local parameter Shop.go.a 4-4 public
            class P 5-5 public
            class Q 6-6 public
            variable make_acc 7-8 public
            class Acc 7-8 public
            method Acc.show 8-8 public
            class W 9-9 public
            variable wrapped 9-9 public = quiet()
            class Dynamic 10-10 public
            heritage Shop Extends pkg.Base
            heritage P Extends numeric
            heritage Q Extends P
            heritage Q Extends VIRTUAL
            heritage Acc Extends P
            heritage W Extends Q
            3:9 read R6 free
            3:13 call R6Class of R6
            3:38 call list free in Base
            3:71 read self free in Base.add
            3:76 read x of self in Base.add
            3:80 read n -> Base.add.n@3 in Base.add
            4:9 call R6Class free
            4:35 read pkg free in Shop
            4:40 inherit Base of pkg in Shop
            4:56 call list free in Shop
            4:71 read a -> Shop.go.a@4 in Shop.go
            4:84 read extra free in Shop
            5:1 call setClass free
            5:27 inherit numeric free in P
            5:37 call representation free in P
            6:6 call setClass free
            6:31 call c free in Q
            6:34 inherit P -> P@5 in Q
            6:39 inherit VIRTUAL free in Q
            7:13 read methods free
            7:22 call setRefClass of methods
            7:50 call list free in Acc
            7:83 inherit P -> P@5 in Acc
            8:13 call list free in Acc
            8:36 call cat free in Acc.show
            8:40 read b free in Acc.show
            9:12 call quiet free
            9:18 call setClass free
            9:44 inherit Q -> Q@6 in W
            10:12 call R6Class free
            10:20 read name free in Dynamic
            10:36 call base_of free in Dynamic
            10:44 read name free in Dynamic
            11:1 call R6Class free
        "#]],
    );
}

#[test]
fn every_name_of_the_description_is_in_the_grammar() {
    let unknown =
        crate::described::unknown_names(&tree_sitter_r::LANGUAGE.into(), &super::DESCRIPTION);
    assert_eq!(unknown, Vec::<String>::new());
}

#[test]
fn names_in_marks() {
    check_facts(
        "r",
        "`[.shop` <- function(x, i) x\n`%or%` <- function(a, b) if (is.null(a)) b else a\nx %or% 1\n",
        expect![[r#"
            function [.shop 1-1 public
            local parameter [.shop.x 1-1 public
            local parameter [.shop.i 1-1 public
            function %or% 2-2 public
            local parameter %or%.a 2-2 public
            local parameter %or%.b 2-2 public
            1:28 read x -> [.shop.x@1 in [.shop
            2:30 call is.null free in %or%
            2:38 read a -> %or%.a@2 in %or%
            2:42 read b -> %or%.b@2 in %or%
            2:49 read a -> %or%.a@2 in %or%
            3:1 read x free
        "#]],
    );
}
