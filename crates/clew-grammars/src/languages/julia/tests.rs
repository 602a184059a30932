//! What is extracted.

use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "julia",
        include_str!("fixture.jl"),
        expect![[r#"
            module Shop 1-41 public
            function Shop.total 11-16 public "total(items)"
            struct Shop.Item 19-23 public "What is sold"
            field Shop.Item.name 20-20 public
            field Shop.Item.price 21-21 public
            function Shop.Item.Item 22-22 public
            interface Shop.AbstractItem 25-25 public
            struct Shop.Empty 26-26 public
            constant Shop.LIMIT 27-27 public
            enum Shop.Color 28-28 public
            enummember Shop.Color.red 28-28 public
            enummember Shop.Color.green 28-28 public
            function Shop.square 29-29 public
            function Shop.show 30-30 public
            function Shop.fast! 31-31 public
            macro Shop.twice 32-36 public
            function Shop.größe 37-37 public
            import 2 LinearAlgebra Module as LinearAlgebra
            import 2 Base.Threads Module as Base.Threads
            import 3 JSON Module as JSON
            import 4 util.jl Glob
            19:27 inherit AbstractItem -> Shop.AbstractItem@25 in Shop.Item
        "#]],
    );
}
