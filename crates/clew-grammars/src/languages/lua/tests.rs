use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "lua",
        include_str!("fixture.lua"),
        expect![[r#"
            class Shop 7-7 private "A shop."
            variable MAX 11-11 private = Number
            variable MIN 11-11 private = Number
            variable count 12-12 public = Number
            method Shop.new 15-19 public = self "Makes one."
            local parameter Shop.new.name 15-15 public
            local variable Shop.new.self 16-16 private = new Shop
            method Shop.total 21-41 public = (Shop.new() | Nothing | Map)
            local parameter Shop.total.a 21-21 public
            local parameter Shop.total.b 21-21 public
            local variable Shop.total.sum 22-22 private = Number
            local variable Shop.total.n 22-22 private = Number
            local variable Shop.total.i 23-23 public
            local variable Shop.total.k 26-26 public
            local variable Shop.total.v 26-26 public
            local function Shop.total.helper 29-31 private
            local parameter Shop.total.helper.x 29-29 public
            local function Shop.total.f 32-32 public = helper()
            local parameter Shop.total.f.y 32-32 public
            local variable Shop.total.z 37-37 private = f()
            method Shop.alias 43-43 public = q
            local parameter Shop.alias.self 43-43 public
            local parameter Shop.alias.q 43-43 public
            function top 45-45 public = json.encode()
            local parameter top.a 45-45 public
            function größe 46-46 private
            class M 47-47 public
            method M.run 47-47 public
            field M.x 47-47 public = Number
            import 1 cjson Module as json
            import 2 app.util Module as util
            import 3 side.effect SideEffect
            export Shop as return
            heritage Shop Extends Base
            1:14 call require free
            2:14 call require free
            3:1 call require free
            8:1 read Shop -> Shop@7
            8:6 write __index of Shop
            8:16 read Shop -> Shop@7
            9:1 call setmetatable free
            9:14 read Shop -> Shop@7
            9:32 inherit Base free
            15:10 read Shop -> Shop@7
            16:16 call setmetatable free in Shop.new
            16:33 read Shop -> Shop@7 in Shop.new
            17:3 read self -> Shop.new.self@16 in Shop.new
            17:8 write name of self in Shop.new
            17:15 read name -> Shop.new.name@15 in Shop.new
            18:10 read self -> Shop.new.self@16 in Shop.new
            21:10 read Shop -> Shop@7
            23:20 read items of self<Shop> in Shop.total
            24:5 write sum -> Shop.total.sum@22 in Shop.total
            24:11 read sum -> Shop.total.sum@22 in Shop.total
            24:22 read items of self<Shop> in Shop.total
            24:28 read i -> Shop.total.i@23 in Shop.total
            24:31 call price of self<Shop>.items[] in Shop.total
            26:15 call pairs free in Shop.total
            26:26 read items of self<Shop> in Shop.total
            27:5 call print free in Shop.total
            27:11 read k -> Shop.total.k@26 in Shop.total
            27:14 read v -> Shop.total.v@26 in Shop.total
            27:16 read name of v in Shop.total
            27:22 read util -> import app.util in Shop.total
            27:27 call format of util in Shop.total
            27:34 read v -> Shop.total.v@26 in Shop.total
            30:12 read x -> Shop.total.helper.x@29 in Shop.total
            30:16 read sum -> Shop.total.sum@22 in Shop.total
            32:32 call helper -> Shop.total.helper@29 in Shop.total
            32:39 read y -> Shop.total.f.y@32 in Shop.total
            33:8 call total of self<Shop> in Shop.total
            34:3 write count -> count@12 in Shop.total
            34:11 read count -> count@12 in Shop.total
            37:20 call f -> Shop.total.f@32 in Shop.total
            37:31 read z -> Shop.total.z@37 in Shop.total
            38:6 read a -> Shop.total.a@21 in Shop.total
            38:20 read Shop -> Shop@7 in Shop.total
            38:25 call new of Shop in Shop.total
            38:41 read b -> Shop.total.b@21 in Shop.total
            40:19 read sum -> Shop.total.sum@22 in Shop.total
            40:32 read n -> Shop.total.n@22 in Shop.total
            40:35 read helper -> Shop.total.helper@29 in Shop.total
            43:1 read Shop -> Shop@7
            43:39 read q -> Shop.alias.q@43 in Shop.alias
            45:24 read json -> import cjson in top
            45:29 call encode of json in top
            45:36 read a -> top.a@45 in top
            48:8 read Shop -> Shop@7
        "#]],
    );
}

#[test]
fn every_name_of_the_description_is_in_the_grammar() {
    let unknown =
        crate::described::unknown_names(&tree_sitter_lua::LANGUAGE.into(), &super::DESCRIPTION);
    assert_eq!(unknown, Vec::<String>::new());
}

#[test]
fn a_variable_that_becomes_a_function() {
    check_facts(
        "lua",
        "local walk, count\nfunction walk_all() return walk(1) end\nwalk = function(n)\n  local x = n\n  \
         return x\nend\ncount = 1\nlocal function given(f)\n  f = function() end\n  return f\nend\n",
        expect![[r#"
            function walk 1-1 private = x
            variable count 1-1 private
            function walk_all 2-2 public = walk()
            local parameter walk.n 3-3 public
            local variable walk.x 4-4 private = n
            function given 8-11 private = f
            local parameter given.f 8-8 public
            2:28 call walk -> walk@1 in walk_all
            3:1 write walk -> walk@1
            4:13 read n -> walk.n@3 in walk
            5:10 read x -> walk.x@4 in walk
            7:1 write count -> count@1
            9:3 write f -> given.f@8 in given
            10:10 read f -> given.f@8 in given
        "#]],
    );
}
