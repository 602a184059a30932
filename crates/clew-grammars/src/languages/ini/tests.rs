//! What is extracted.

use expect_test::expect;

use crate::testing::{check_facts, check_symbols};

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
            namespace remote "origin" 12-13 public
            key remote "origin".url 13-13 public
            namespace empty 14-18 public
            key empty.größe 16-16 public
            key empty.after 18-18 public
        "#]],
    );
}

#[test]
fn what_is_further_in_than_a_key_goes_on_with_its_value() {
    check_symbols(
        "ini",
        "[a]\ndeps =\n    x>=1\n    [y]\n    z=2\n\n    w = 3\nlast = 4\n[b \"c\"]\n\turl = 5\n\tother = 6\n",
        expect![[r#"
            namespace a 1-8 public
            key a.deps 2-2 public
            key a.last 8-8 public
            namespace b "c" 9-11 public
            key b "c".url 10-10 public
            key b "c".other 11-11 public
        "#]],
    );
}
