use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "bash",
        include_str!("fixture.sh"),
        expect![[r#"
            function log 6-10 public "Prints."
            local variable log.level 7-7 public
            local variable log.msg 7-7 public
            function build_all 11-30 public
            local variable build_all.target 12-15 public
            variable line 16-16 public
            variable count 16-16 public
            variable result 21-21 public
            variable FINAL 22-22 public
            local variable build_all.map 23-23 public
            variable PATH 24-24 public
            variable VERSION 31-31 public
            import 3 ./lib.sh Glob
            import 4 $DIR/other.sh Glob
            2:1 call set free
            3:1 call source free
            4:5 read DIR free
            8:3 write msg -> log.msg@7 in log
            9:3 call echo free in log
            9:11 read level -> log.level@7 in log
            9:19 read msg -> log.msg@7 in log
            9:25 read COLORS free in log
            12:20 read TARGETS free in build_all
            13:5 call log -> log@6 in build_all
            13:25 read target -> build_all.target@12 in build_all
            14:5 call make free in build_all
            14:15 read target -> build_all.target@12 in build_all
            14:28 call log -> log@6 in build_all
            14:44 call return free in build_all
            16:9 call read free in build_all
            16:35 read count -> count@16 in build_all
            16:57 call find free in build_all
            18:12 call start_server free in build_all
            19:8 call usage free in build_all
            21:12 call compute free in build_all
            21:22 read x free in build_all
            24:17 read PATH -> PATH@24 in build_all
            25:12 read VAR free in build_all
            25:33 call log -> log@6 in build_all
            26:3 call cat free in build_all
            27:8 read name free in build_all
            27:15 call date free in build_all
            29:3 call trap free in build_all
            29:8 call cleanup free in build_all
            32:1 call alias free
            33:1 call build_all -> build_all@11
        "#]],
    );
}

#[test]
fn every_name_of_the_description_is_in_the_grammar() {
    let unknown =
        crate::described::unknown_names(&tree_sitter_bash::LANGUAGE.into(), &super::DESCRIPTION);
    assert_eq!(unknown, Vec::<String>::new());
}

#[test]
fn words_that_are_read_and_patterns() {
    check_facts(
        "bash",
        "f() {\n  local line index\n  declare -r index\n  while IFS= read -r -p 'Who? ' line; do\n    \
         echo \"${line#begin \"$index\" }\" '$no' \"${index%\\$no}\"\n  done\n  mapfile -t lines < <(ls)\n}\n\
         . <(grep x lib/y.sh)\necho \"$lines\"\n",
        expect![[r#"
            function f 1-8 public
            local variable f.line 2-2 public
            local variable f.index 2-2 public
            variable IFS 4-4 public
            variable lines 7-7 public
            3:14 read index -> f.index@2 in f
            4:14 call read free in f
            5:5 call echo free in f
            5:13 read line -> f.line@2 in f
            5:26 read index -> f.index@2 in f
            5:45 read index -> f.index@2 in f
            7:3 call mapfile free in f
            7:24 call ls free in f
            9:5 call grep free
            10:1 call echo free
            10:8 read lines -> lines@7
        "#]],
    );
}
