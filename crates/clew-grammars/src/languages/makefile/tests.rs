//! What is extracted.

use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "makefile",
        include_str!("fixture.txt"),
        expect![[r#"
        variable CC 1-1 public
        variable CFLAGS 2-3 public
        variable PATH 5-5 public
        function all 10-10 public "Everything"
        function build 13-14 public "Compiles it"
        function %.o 16-17 public
        function test 19-19 public
        function docs/api.html 21-22 public
        macro render 24-26 public
        variable EXE 29-29 public
        function broken 31-31 public
        import 7 config.mk Glob
        4:1 write CFLAGS -> CFLAGS@2
        5:17 read CURDIR free
        5:31 read PATH -> PATH@5
        7:21 read EXTRA free
        9:9 call all -> all@10
        9:13 call clean free
        10:6 call build -> build@13 in all
        10:12 call test -> test@19 in all
        13:10 read OBJS free in build
        13:18 call out free in build
        14:4 read CC -> CC@1 in build
        14:10 read CFLAGS -> CFLAGS@2 in build
        16:6 call %.c free in %.o
        17:4 read CC -> CC@1 in %.o
        19:8 call build -> build@13 in test
        21:16 call docs/api.md free in docs/api.html
        22:10 call render -> render@24 in docs/api.html
        28:9 read OS free
        31:12 read shell free in broken
    "#]],
    );
}
