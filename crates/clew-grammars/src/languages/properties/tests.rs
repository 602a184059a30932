//! What is extracted.

use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "properties",
        include_str!("fixture.txt"),
        expect![[r#"
        key spring 2-2 public
        key spring.datasource 2-2 public
        key spring.datasource.url 2-2 public "Data source"
        key spring.datasource.user 3-3 public
        key spring.main 5-5 public
        key spring.main.banner-mode 5-5 public "!"
        key long 6-7 public
        key long.value 6-7 public
        key escaped\:key 8-8 public
        key größe 9-9 public
        key single 10-10 public
    "#]],
    );
}
