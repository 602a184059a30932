//! What is extracted.

use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "ini",
        include_str!("fixture.txt"),
        expect![[r#"
            key root 2-2 public "global"
            namespace server:main 5-10 public "Servers"
            key server:main.use 6-6 public
            key server:main.host 7-7 public
            key server:main.pipeline 8-8 public
            key server:main.second 10-10 public
            namespace remote "origin" 12-13 public
            key remote "origin".url 13-13 public
            namespace empty 14-18 public
            key empty.größe 16-16 public
            key empty.after 18-18 public
        "#]],
    );
}
