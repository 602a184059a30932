//! What is extracted.

use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "dockerfile",
        include_str!("fixture.txt"),
        expect![[r#"
        variable NODE 2-2 public "syntax=docker/dockerfile:1"
        variable REGISTRY 3-3 public
        module build 6-17 public "Builds the page"
        variable build.NODE_ENV 8-8 public
        variable build.PORT 9-9 public
        variable build.LOG 9-9 public
        variable build.OLD 10-10 public
        module test 19-20 public
        module nginx:1.27 22-27 public
        constant nginx:1.27.80 24-24 public
        constant nginx:1.27.443 24-24 public
        variable nginx:1.27.VERSION 25-25 public
        import 22 nginx:1.27 Module as nginx:1.27
        6:18 read BUILDPLATFORM free
        6:39 read NODE -> NODE@2
        13:22 read NODE_ENV -> build.NODE_ENV@8 in build
        19:6 inherit build -> build@6
        23:13 read build -> build@6 in nginx:1.27
        24:21 read PORT free in nginx:1.27
        26:16 read VERSION -> nginx:1.27.VERSION@25 in nginx:1.27
    "#]],
    );
}
