//! What is extracted.

use expect_test::expect;

use crate::testing::{check_facts, check_symbols};

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
        40:3 write vpc of Self<net> in net
        40:20 read main free in net
        44:27 read web -> aws_instance.web@25 in address
        44:54 read net -> net@38 in address
        44:58 read port of net in address
        47:11 type aws_broken free
    "#]],
    );
}

#[test]
fn heredocs_and_dynamic_blocks() {
    check_symbols(
        "hcl",
        r###"variable "region" { default = "eu" }
locals {
  a = 1
  b = { x = "}" }
}
resource "aws_instance" "web" {
  user_data = <<-EOT
    resource "fake" "nope" {
    }
  EOT
  dynamic "ebs_block_device" {
    for_each = var.disks
    content { size = ebs_block_device.value }
  }
}
module "vpc" { source = "./vpc" }
output "ip" { value = aws_instance.web.public_ip }
data "aws_ami" "u" {}
provider "aws" { alias = "west" }
terraform { required_providers { aws = { source = "hashicorp/aws" } } }
moved { 
 from = a.b 
 to = a.c 
}
check "health" { assert { condition = true } }
/* resource "x" "y" {} */
# resource "x" "z" {}
"###,
        expect![[r#"
            variable region 1-1 public
            variable a 3-3 public
            variable b 4-4 public
            class aws_instance.web 6-15 public
            module vpc 16-16 public
            property ip 17-17 public
            class aws_ami.u 18-18 public
            namespace aws 19-19 public
            namespace terraform 20-20 public
            namespace moved 21-24 public
            namespace health 25-25 public
        "#]],
    );
}
