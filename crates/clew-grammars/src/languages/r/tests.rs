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
        variable Shop 17-17 public = R6Class()
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
        17:34 call list free
        17:70 read self free
        17:75 read name of self
        18:1 call setClass free
        18:15 call representation free
        19:1 call setMethod free
        19:41 call cat free
        19:45 read object -> object@19
        19:52 read x of object
        22:1 call assign free
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
