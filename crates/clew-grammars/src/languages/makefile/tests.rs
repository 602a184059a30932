//! What is extracted.

use expect_test::expect;

use crate::testing::{check_facts, check_symbols};

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

#[test]
fn patterns_grouped_targets_and_defines() {
    check_symbols(
        "makefile",
        r###"include common.mk
-include $(OBJS:.o=.d)
define RULE
not_a_target: x
	echo $(1)
endef
export PATH := /bin
CC ?= gcc
override CFLAGS += -O2
.PHONY: all clean
all: lib/a.o \
     b.o
%.o: %.c
	$(CC) -c $<
lib/%.a::
	echo a: b
clean test: ; rm -f *
$(BIN): main.c
ifeq ($(OS),Linux)
linux-only: ; true
endif
private-var: X := 1
a&b grouped &: c
	x
define multi =
line
endef
"###,
        expect![[r#"
            macro RULE 3-6 public
            variable PATH 7-7 public
            variable CC 8-8 public
            variable CFLAGS 9-9 public
            function all 11-12 public
            function %.o 13-14 public
            function lib/%.a 15-16 public
            function clean 17-17 public
            function test 17-17 public
            function linux-only 20-21 public
            function a&b 23-24 public
            function grouped 23-24 public
            macro multi 25-27 public
        "#]],
    );
}

#[test]
fn recipes_of_computed_targets_declare_nothing() {
    check_symbols(
        "makefile",
        "$(DIR):\n\t@echo \"make: $(DIR)\"\nifdef X\n\tgit clone https://host/x\nendif\n\tA = 1\n\nclean:\n",
        expect![[r#"
            function clean 8-8 public
        "#]],
    );
}
