//! What is extracted.

use expect_test::expect;

use crate::testing::{check_facts, check_symbols};

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

#[test]
fn heredocs_comments_and_platforms() {
    check_symbols(
        "dockerfile",
        r###"# syntax=docker/dockerfile:1
ARG BASE=debian:12
FROM ${BASE} AS base
RUN <<EOF bash
FROM fake AS nope
ENV NOT=1
EOF
FROM --platform=$BUILDPLATFORM golang:1.22 AS build-env
ARG VERSION \
    OTHER=2
ENV A=1 B="two words" \
    # comment inside
    C=3
ENV OLD value
COPY --from=base <<-"CONF" /etc/x.conf
ENV INSIDE=1
CONF
from scratch
LABEL a.b="c"
COPY --from=build-env /a /b
EXPOSE 80/tcp 443
ENTRYPOINT ["/b"]
"###,
        expect![[r#"
            variable BASE 2-2 public "syntax=docker/dockerfile:1"
            module base 3-7 public
            module build-env 8-17 public
            variable build-env.VERSION 9-9 public
            variable build-env.OTHER 10-10 public
            variable build-env.A 11-11 public
            variable build-env.B 11-11 public
            variable build-env.C 13-13 public
            variable build-env.OLD 14-14 public
            module scratch 18-22 public
            constant scratch.80 21-21 public
            constant scratch.443 21-21 public
        "#]],
    );
}
