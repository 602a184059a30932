//! What is extracted.

use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "objective-c",
        include_str!("fixture.m"),
        expect![[r#"
        macro LIMIT 3-3 public
        enum Color 6-8 public
        interface Priced 12-14 public
        method Priced.price 13-13 public declaration
        class Item 17-21 public declaration "What is sold"
        property Item.name 18-18 public
        method Item.initWithName:price: 19-19 public declaration
        method Item.item 20-20 public static declaration
        class Item 23-32 public
        method Item.initWithName:price: 25-29 public
        method Item.item 31-31 public static
        class Item 34-36 public declaration
        method Item.open 35-35 public declaration
        function total 38-40 public
        import 1 Foundation/Foundation.h Glob
        import 2 UIKit Module as UIKit
        heritage Priced Implements NSObject
        heritage Item Extends NSObject
        heritage Item Implements Priced
        heritage Item Implements NSCopying
        12:19 inherit NSObject free in Priced
        17:19 inherit NSObject free in Item
        17:29 inherit Priced -> Priced@12 in Item
        17:37 inherit NSCopying free in Item
    "#]],
    );
}
