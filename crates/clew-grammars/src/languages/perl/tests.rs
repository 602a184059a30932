//! What is extracted.

use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "perl",
        include_str!("fixture.pl"),
        expect![[r#"
            class Shop 2-27 public
            constant Shop::LIMIT 6-6 public
            constant Shop::LOW 7-7 public
            constant Shop::HIGH 7-7 public
            variable Shop::VERSION 8-8 public
            variable Shop::EXPORT_OK 9-9 public
            method Shop::total 18-23 public "Adds them."
            method Shop::short 25-25 public
            method Shop::forward 26-26 public
            property Shop::größe 27-27 public
            class Other 29-35 public
            method Other::new 31-33 public
            import 4 List::Util Module as List::Util
            import 5 Acme::Base SideEffect
            import 5 Acme::Role SideEffect
            import 30 Acme::Shop SideEffect
            5:31 inherit Base free in Shop
            5:45 inherit Role free in Shop
            30:20 inherit Shop -> Shop@2 in Other
        "#]],
    );
}
