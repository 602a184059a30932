terraform {
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}
provider "aws" { region = var.region }

# Where it runs
variable "region" {
  type    = string
  default = "eu-central-1"
}

locals {
  name = "shop-${var.region}"
  tags = {
    Name = local.name
    Größe = "x"
  }
}

data "aws_ami" "base" { most_recent = true }

/* The server */
resource "aws_instance" "web" {
  ami   = data.aws_ami.base.id
  count = length(var.zones)
  tags  = merge(local.tags, { Zone = each.key })
  user_data = <<-EOT
    #!/bin/sh
    resource "not" "this" {
  EOT
  lifecycle {
    ignore_changes = [ami]
  }
}

module "net" {
  source = "./modules/net"
  vpc    = aws_vpc.main.id
}

output "address" {
  value = "${aws_instance.web[0].public_ip}:${module.net.port}"
}
region = "x"
resource "aws_broken" "open" {
  a = [1, {
