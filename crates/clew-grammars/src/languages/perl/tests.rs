//! What is extracted.

use expect_test::expect;

use crate::testing::{check_facts, facts_of};

#[test]
fn a_whole_file() {
    check_facts(
        "perl",
        include_str!("fixture.pl"),
        expect![[r#"
            class Shop 2-39 public
            constant Shop::LIMIT 7-7 public
            constant Shop::LOW 8-8 public
            constant Shop::HIGH 8-8 public
            variable Shop::VERSION 9-9 public
            variable Shop::EXPORT_OK 10-10 public
            local variable Shop::shared 11-11 private
            method Shop::total 20-34 public "Adds them."
            local variable Shop::total::self 21-21 private
            local variable Shop::total::items 21-21 private
            local variable Shop::total::sum 22-22 private
            local variable Shop::total::item 23-23 private
            local variable Shop::total::sum 27-27 private
            local variable Shop::total::code 27-27 private
            local variable Shop::total::line 31-31 private
            method Shop::short 36-36 public
            method Shop::forward 37-37 public declaration
            method Shop::_hidden 38-38 private
            local parameter Shop::_hidden::a 38-38 public
            local parameter Shop::_hidden::b 38-38 public
            property Shop::größe 39-39 public
            class Other 41-46 public
            method Other::new 43-45 public
            local variable Other::new::class 43-43 private
            class Inner 48-50 public
            method Inner::deep 49-49 public
            import 4 List::Util Item sum as sum
            import 4 List::Util Item max as max
            import 5 POSIX Module as POSIX
            import 6 Acme::Base SideEffect
            import 6 Acme::Role SideEffect
            import 42 Acme::Shop SideEffect
            heritage Shop Extends Base
            heritage Shop Extends Role
            heritage Other Extends Shop
            6:31 inherit Base free in Shop
            6:45 inherit Role free in Shop
            8:34 read LIMIT -> Shop::LIMIT@7 in Shop
            23:20 read items -> Shop::total::items@21 in Shop::total
            23:30 write sum -> Shop::total::sum@22 in Shop::total
            23:38 read item -> Shop::total::item@23 in Shop::total
            23:44 call price of item in Shop::total
            23:51 read shared -> Shop::shared@11 in Shop::total
            24:10 read items -> Shop::total::items@21 in Shop::total
            25:16 call sum -> import List::Util in Shop::total
            25:21 read items -> Shop::total::items@21 in Shop::total
            27:33 read sum -> Shop::total::sum@22 in Shop::total
            27:50 read sum -> Shop::total::sum@27 in Shop::total
            28:6 read self -> Shop::total::self@21 in Shop::total
            28:12 call _hidden of self<Shop> in Shop::total
            28:21 read items -> Shop::total::items@21 in Shop::total
            28:38 read sum -> Shop::total::sum@22 in Shop::total
            28:45 call short -> Shop::short@36 in Shop::total
            29:11 read Item free in Shop::total
            29:17 call new of Item in Shop::total
            29:29 read LIMIT -> Shop::LIMIT@7 in Shop::total
            29:37 call save of Item.new() in Shop::total
            30:11 read Util free in Shop::total
            30:17 call go of Util in Shop::total
            30:21 call short -> Shop::short@36 in Shop::total
            30:35 read Util free in Shop::total
            30:41 read x of Util in Shop::total
            30:45 read code -> Shop::total::code@27 in Shop::total
            31:40 read items -> Shop::total::items@21 in Shop::total
            31:48 read line -> Shop::total::line@31 in Shop::total
            32:6 read self -> Shop::total::self@21 in Shop::total
            32:19 call total of super<Shop> in Shop::total
            33:13 read sum -> Shop::total::sum@22 in Shop::total
            38:22 read LOW -> Shop::LOW@8 in Shop::_hidden
            38:30 read a -> Shop::_hidden::a@38 in Shop::_hidden
            38:35 read b -> Shop::_hidden::b@38 in Shop::_hidden
            39:1 call has free in Shop
            42:5 call extends free in Other
            42:20 inherit Shop -> Shop@2 in Other
            44:27 read class -> Other::new::class@43 in Other::new
            49:22 read Shop -> Shop@2 in Inner::deep
            49:28 call total of Shop in Inner::deep
        "#]],
    );
}

#[test]
fn deep_nesting_is_read_by_its_words() {
    let text = format!("$x = {}1{};", "(".repeat(2_000), ")".repeat(2_000));
    assert!(facts_of("perl", &text).flags.has(clew_model::FileFlags::CUT));
}

#[test]
fn the_table_names_what_the_grammar_has() {
    let unknown =
        crate::described::unknown_names(&ts_parser_perl::LANGUAGE.into(), &super::DESCRIPTION);
    assert_eq!(unknown, Vec::<String>::new());
}

#[test]
fn long_lines_are_read_by_their_words() {
    let text = format!("$x = 1;\n{}\n", "f(1);".repeat(1_000));
    assert!(facts_of("perl", &text).flags.has(clew_model::FileFlags::CUT));
    let data = format!("sub f {{ 1 }}\n__END__\n{}\n", "f(1);".repeat(1_000));
    assert!(!facts_of("perl", &data).flags.has(clew_model::FileFlags::CUT));
}
