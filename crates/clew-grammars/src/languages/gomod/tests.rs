//! What is extracted.

use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "gomod",
        include_str!("fixture.txt"),
        expect![[r#"
        module shop 2-2 public "Package of the shop."
        key go 4-4 public
        key github.com/a/b 12-12 public
        import 7 github.com/pkg/errors Module as github.com/pkg/errors
        import 8 golang.org/x/text Module as golang.org/x/text
        import 11 github.com/a/b Module as github.com/a/b
        import 13 golang.org/x/tools/cmd/stringer Module as golang.org/x/tools/cmd/stringer
    "#]],
    );
}
