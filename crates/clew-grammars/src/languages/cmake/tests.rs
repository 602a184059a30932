//! What is extracted.

use expect_test::expect;

use crate::testing::{check_facts, check_symbols};

#[test]
fn a_whole_file() {
    check_facts(
        "cmake",
        include_str!("fixture.txt"),
        expect![[r#"
            module Shop 2-2 public
            variable SOURCES 7-8 public "Sources of the library"
            variable SHOP_TESTS 10-10 public
            module shop 16-16 public
            module Shop::shop 17-17 public
            function shop_test 21-25 public "Adds a test"
            variable shop_test.target 22-22 public
            macro shop_note 27-29 public
            import 12 Boost Module as Boost
            import 13 GNUInstallDirs SideEffect
            import 14 tools SideEffect
            9:5 write SOURCES -> SOURCES@7
            9:15 read SOURCES -> SOURCES@7
            16:27 read SOURCES -> SOURCES@7
            18:23 read shop -> shop@16
            18:35 read Boost::system free
            18:59 read EXTRA free
            22:17 read name free in shop_test
            23:20 read target -> shop_test.target@22 in shop_test
            23:30 read ARGN free in shop_test
            24:27 read target -> shop_test.target@22 in shop_test
            24:35 read shop -> shop@16 in shop_test
            28:26 read a free in shop_note
            28:39 read text free in shop_note
            32:3 call shop_test -> shop_test@21
            34:1 call shop_note -> shop_note@27
        "#]],
    );
}

#[test]
fn brackets_of_any_length() {
    check_symbols(
        "cmake",
        r###"cmake_minimum_required(VERSION 3.20)
project(shop LANGUAGES CXX)
set(SRC a.cc # comment )
    b.cc)
function(add_thing name)
  add_executable(${name} ${SRC})
endfunction()
macro(my_macro)
endmacro()
ADD_LIBRARY(core STATIC ${SRC})
add_library(shop::core ALIAS core)
add_custom_target(docs ALL COMMAND x)
#[[ function(nope) endfunction() ]]
#[==[
add_library(nope2)
]==]
message([=[ add_library(nope3) ]=])
option(USE_X "use x" ON)
set(CACHED "v" CACHE STRING "doc")
add_executable("quoted name" main.cc)
add_test(NAME t1 COMMAND core)
"###,
        expect![[r#"
            module shop 2-2 public
            variable SRC 3-4 public
            function add_thing 5-7 public
            macro my_macro 8-9 public
            module core 10-10 public
            module shop::core 11-11 public
            module docs 12-12 public
            variable USE_X 18-18 public
            variable CACHED 19-19 public
            module quoted name 20-20 public
        "#]],
    );
}
