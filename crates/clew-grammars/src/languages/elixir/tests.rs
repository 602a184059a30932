use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "elixir",
        include_str!("fixture.ex"),
        expect![[r#"
            module Acme.Shop 1-40 public
            method Acme.Shop.new 15-29 public
            local parameter Acme.Shop.new.name 15-15 public
            local parameter Acme.Shop.new.opts 15-15 public
            local variable Acme.Shop.new.shop 16-16 public
            local variable Acme.Shop.new.item 17-17 public
            local variable Acme.Shop.new.x 20-20 public
            local variable Acme.Shop.new.rest 20-20 public
            local variable Acme.Shop.new.b 21-21 public
            local variable Acme.Shop.new.c 21-21 public
            local variable Acme.Shop.new.v 24-24 public
            local variable Acme.Shop.new.y 26-26 public = opts
            method Acme.Shop.helper 30-30 private
            local parameter Acme.Shop.helper.x 30-30 public
            macro Acme.Shop.twice 31-33 public
            local parameter Acme.Shop.twice.x 31-31 public
            method Acme.Shop.handle_call 34-34 public
            local parameter Acme.Shop.handle_call.k 34-34 public
            local parameter Acme.Shop.handle_call.state 34-34 public
            module Acme.Shop.Inner 35-37 public
            method Acme.Shop.Inner.go 36-36 public
            method Acme.Shop.foo 38-38 public
            local parameter Acme.Shop.foo.a 38-38 public
            method Acme.Shop.is_ok 39-39 public
            local parameter Acme.Shop.is_ok.x 39-39 public
            interface Size 41-43 public
            method Size.size 42-42 public
            local parameter Size.size.x 42-42 public
            namespace Size.Acme.Shop 44-46 public anonymous
            method Size.Acme.Shop.size 45-45 public
            local parameter Size.Acme.Shop.size.s 45-45 public
            import 3 GenServer SideEffect
            import 4 Ecto.Query Item from as from
            import 5 Acme.Item Module as Item
            import 5 Acme.Cart Module as Cart
            import 6 Acme.Repo Module as R
            import 7 Logger SideEffect
            8:14 read Acme.Sells free in Acme.Shop
            10:3 call defstruct free in Acme.Shop
            15:34 call is_binary free in Acme.Shop.new
            15:44 read name -> Acme.Shop.new.name@15 in Acme.Shop.new
            16:13 read Shop free in Acme.Shop.new
            16:24 read name -> Acme.Shop.new.name@15 in Acme.Shop.new
            17:5 read Enum free in Acme.Shop.new
            17:10 call map of Enum in Acme.Shop.new
            17:14 read shop -> Acme.Shop.new.shop@16 in Acme.Shop.new
            17:19 call items of shop in Acme.Shop.new
            17:37 call price free in Acme.Shop.new
            17:43 read item -> Acme.Shop.new.item@17 in Acme.Shop.new
            18:8 read Enum free in Acme.Shop.new
            18:13 call sum of Enum in Acme.Shop.new
            19:5 call case free in Acme.Shop.new
            19:10 read opts -> Acme.Shop.new.opts@15 in Acme.Shop.new
            20:21 call helper -> Acme.Shop.helper@30 in Acme.Shop.new
            20:28 read x -> Acme.Shop.new.x@20 in Acme.Shop.new
            21:22 read R -> import Acme.Repo in Acme.Shop.new
            21:24 call get of R in Acme.Shop.new
            21:28 read b -> Acme.Shop.new.b@21 in Acme.Shop.new
            24:5 call with free in Acme.Shop.new
            24:22 call fetch free in Acme.Shop.new
            24:28 read name -> Acme.Shop.new.name@15 in Acme.Shop.new
            24:39 read v -> Acme.Shop.new.v@24 in Acme.Shop.new
            25:5 read Logger free in Acme.Shop.new
            25:12 call info of Logger in Acme.Shop.new
            25:22 read name -> Acme.Shop.new.name@15 in Acme.Shop.new
            26:5 call for free in Acme.Shop.new
            26:14 read opts -> Acme.Shop.new.opts@15 in Acme.Shop.new
            26:20 read y -> Acme.Shop.new.y@26 in Acme.Shop.new
            26:31 read y -> Acme.Shop.new.y@26 in Acme.Shop.new
            27:6 read helper -> Acme.Shop.helper@30 in Acme.Shop.new
            30:23 read x -> Acme.Shop.helper.x@30 in Acme.Shop.helper
            32:5 call quote free in Acme.Shop.twice
            32:15 call unquote free in Acme.Shop.twice
            32:23 read x -> Acme.Shop.twice.x@31 in Acme.Shop.twice
            34:58 read Map free in Acme.Shop.handle_call
            34:62 call get of Map in Acme.Shop.handle_call
            34:66 read state -> Acme.Shop.handle_call.state@34 in Acme.Shop.handle_call
            34:73 read k -> Acme.Shop.handle_call.k@34 in Acme.Shop.handle_call
            34:77 read state -> Acme.Shop.handle_call.state@34 in Acme.Shop.handle_call
            36:17 read Acme.Shop -> Acme.Shop@1 in Acme.Shop.Inner.go
            36:27 call new of Acme.Shop in Acme.Shop.Inner.go
            38:27 read Other free in Acme.Shop.foo
            39:26 read x -> Acme.Shop.is_ok.x@39 in Acme.Shop.is_ok
            44:9 read Size -> Size@41
            44:20 read Acme.Shop -> Acme.Shop@1
            45:20 call length free in Size.Acme.Shop.size
            45:27 read s -> Size.Acme.Shop.size.s@45 in Size.Acme.Shop.size
            45:29 call items of s in Size.Acme.Shop.size
        "#]],
    );
}

#[test]
fn every_name_of_the_description_is_in_the_grammar() {
    let unknown =
        crate::described::unknown_names(&tree_sitter_elixir::LANGUAGE.into(), &super::DESCRIPTION);
    assert_eq!(unknown, Vec::<String>::new());
}

#[test]
fn captures_and_names_bound_anew() {
    check_facts(
        "elixir",
        "defmodule A do\n  def f(x, phase) do\n    x = g(x)\n    assert {:ok, y} = h(x)\n    \
         x |> Enum.filter(&(not match?(phase, &1))) |> Enum.map(&B.go/1) |> run(&f/2, y)\n  end\nend\n",
        expect![[r#"
            module A 1-7 public
            method A.f 2-6 public
            local parameter A.f.x 2-2 public
            local parameter A.f.phase 2-2 public
            local variable A.f.x 3-3 public = g()
            local variable A.f.y 4-4 public
            3:9 call g free in A.f
            3:11 read x -> A.f.x@2 in A.f
            4:5 call assert free in A.f
            4:23 call h free in A.f
            4:25 read x -> A.f.x@3 in A.f
            5:5 read x -> A.f.x@3 in A.f
            5:10 read Enum free in A.f
            5:15 call filter of Enum in A.f
            5:28 call match? free in A.f
            5:35 read phase -> A.f.phase@2 in A.f
            5:51 read Enum free in A.f
            5:56 call map of Enum in A.f
            5:61 read B free in A.f
            5:63 read go of B in A.f
            5:72 call run free in A.f
            5:77 read f -> A.f@2 in A.f
            5:82 read y -> A.f.y@4 in A.f
        "#]],
    );
}
