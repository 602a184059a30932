//! What is extracted.

use expect_test::expect;

use crate::testing::{check_facts, check_symbols};

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

#[test]
fn comments_quotes_and_replacements() {
    check_symbols(
        "gomod",
        r###"module example.com/m/v2 // comment
go 1.22
toolchain go1.22.1
require (
	github.com/a/b v1.0.0 // indirect
	"github.com/q/q" v1.0.0
)
require golang.org/x/net v0.1.0
replace github.com/a/b => ../b
replace (
	github.com/c/d v1.0.0 => github.com/e/f v1.1.0
)
exclude github.com/x/y v1.0.0
retract [v1.0.0, v1.1.0]
tool example.com/t
"###,
        expect![[r#"
            module m 1-1 public
            key go 2-2 public
            key toolchain 3-3 public
            key github.com/a/b 9-9 public
            key github.com/c/d 11-11 public
        "#]],
    );
}
