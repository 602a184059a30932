//! What is extracted.

use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "hcl",
        include_str!("fixture.tf"),
        expect![[r#"
        namespace terraform 1-5 public
        namespace aws 6-6 public
        variable region 9-12 public "Where it runs"
        variable name 15-15 public
        variable tags 16-19 public
        class aws_ami.base 22-22 public
        class aws_instance.web 25-36 public "The server"
        module net 38-41 public
        property address 43-45 public
        key region 46-46 public
        class aws_broken.open 47-48 public
        import 39 ./modules/net SideEffect
        6:31 read region -> region@9 in aws
        15:22 read region -> region@9
        17:18 read name -> name@15
        22:7 type aws_ami free
        25:11 type aws_instance free
        26:24 read base -> aws_ami.base@22 in aws_instance.web
        27:22 read zones free in aws_instance.web
        28:23 read tags -> tags@16 in aws_instance.web
        40:20 read main free in net
        44:27 read web -> aws_instance.web@25 in address
        44:54 read net -> net@38 in address
        47:11 type aws_broken free
    "#]],
    );
}
