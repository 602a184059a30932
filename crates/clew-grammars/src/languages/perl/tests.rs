//! What is extracted.

use expect_test::expect;

use crate::testing::{check_facts, facts_of};

#[test]
fn a_whole_file() {
    check_facts(
        "perl",
        include_str!("fixture.pl"),
        expect![[r#"
            class Acme::Shop 2-39 public
            constant Acme::Shop::LIMIT 7-7 public
            constant Acme::Shop::LOW 8-8 public
            constant Acme::Shop::HIGH 8-8 public
            variable Acme::Shop::VERSION 9-9 public
            variable Acme::Shop::EXPORT_OK 10-10 public
            local variable Acme::Shop::shared 11-11 private
            method Acme::Shop::total 20-34 public "Adds them."
            local variable Acme::Shop::total::self 21-21 private
            local variable Acme::Shop::total::items 21-21 private
            local variable Acme::Shop::total::sum 22-22 private : ?
            local variable Acme::Shop::total::item 23-23 private
            local variable Acme::Shop::total::sum 27-27 private
            local variable Acme::Shop::total::code 27-27 private
            local variable Acme::Shop::total::line 31-31 private
            method Acme::Shop::short 36-36 public
            method Acme::Shop::forward 37-37 public declaration
            method Acme::Shop::_hidden 38-38 private
            local parameter Acme::Shop::_hidden::a 38-38 public
            local parameter Acme::Shop::_hidden::b 38-38 public
            property Acme::Shop::größe 39-39 public
            class Acme::Other 41-46 public
            method Acme::Other::new 43-45 public
            local variable Acme::Other::new::class 43-43 private
            class Acme::Inner 48-50 public
            method Acme::Inner::deep 49-49 public
            import 4 List::Util Item sum as sum
            import 4 List::Util Item max as max
            import 5 POSIX Module as POSIX
            import 6 Acme::Base SideEffect
            import 6 Acme::Role SideEffect
            import 42 Acme::Shop SideEffect
            export total as @EXPORT_OK
            heritage Acme::Shop Extends Acme::Base
            heritage Acme::Shop Extends Acme::Role
            heritage Acme::Other Extends Acme::Shop
            6:25 inherit Acme::Base free in Acme::Shop
            6:39 inherit Acme::Role free in Acme::Shop
            8:34 read LIMIT -> Acme::Shop::LIMIT@7 in Acme::Shop
            23:20 read items -> Acme::Shop::total::items@21 in Acme::Shop::total
            23:30 write sum -> Acme::Shop::total::sum@22 in Acme::Shop::total
            23:38 read item -> Acme::Shop::total::item@23 in Acme::Shop::total
            23:44 call price of item in Acme::Shop::total
            23:51 read shared -> Acme::Shop::shared@11 in Acme::Shop::total
            24:10 read items -> Acme::Shop::total::items@21 in Acme::Shop::total
            25:16 call sum -> import List::Util in Acme::Shop::total
            25:21 read items -> Acme::Shop::total::items@21 in Acme::Shop::total
            27:33 read sum -> Acme::Shop::total::sum@22 in Acme::Shop::total
            27:50 read sum -> Acme::Shop::total::sum@27 in Acme::Shop::total
            28:6 read self -> Acme::Shop::total::self@21 in Acme::Shop::total
            28:12 call _hidden of self<Acme::Shop> in Acme::Shop::total
            28:21 read items -> Acme::Shop::total::items@21 in Acme::Shop::total
            28:38 read sum -> Acme::Shop::total::sum@22 in Acme::Shop::total
            28:45 call short -> Acme::Shop::short@36 in Acme::Shop::total
            29:5 type Acme::Item free in Acme::Shop::total
            29:17 call new of Acme::Item in Acme::Shop::total
            29:29 read LIMIT -> Acme::Shop::LIMIT@7 in Acme::Shop::total
            29:37 call save of new Acme::Item in Acme::Shop::total
            30:5 type Acme::Util free in Acme::Shop::total
            30:17 call go of Acme::Util in Acme::Shop::total
            30:21 call short -> Acme::Shop::short@36 in Acme::Shop::total
            30:29 type Acme::Util free in Acme::Shop::total
            30:41 read x of Acme::Util in Acme::Shop::total
            30:45 read code -> Acme::Shop::total::code@27 in Acme::Shop::total
            31:40 read items -> Acme::Shop::total::items@21 in Acme::Shop::total
            31:48 read line -> Acme::Shop::total::line@31 in Acme::Shop::total
            32:6 read self -> Acme::Shop::total::self@21 in Acme::Shop::total
            32:19 call total of super<Acme::Shop> in Acme::Shop::total
            33:13 read sum -> Acme::Shop::total::sum@22 in Acme::Shop::total
            38:22 read LOW -> Acme::Shop::LOW@8 in Acme::Shop::_hidden
            38:30 read a -> Acme::Shop::_hidden::a@38 in Acme::Shop::_hidden
            38:35 read b -> Acme::Shop::_hidden::b@38 in Acme::Shop::_hidden
            39:1 call has free in Acme::Shop
            42:5 call extends free in Acme::Other
            42:14 inherit Acme::Shop -> Acme::Shop@2 in Acme::Other
            44:27 read class -> Acme::Other::new::class@43 in Acme::Other::new
            49:16 type Acme::Shop -> Acme::Shop@2 in Acme::Inner::deep
            49:28 call total of Acme::Shop in Acme::Inner::deep
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
