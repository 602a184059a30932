//! What files of known shapes give.

use expect_test::expect;

use crate::testing::{check_facts, check_symbols};

#[test]
fn openapi() {
    check_facts(
        "yaml",
        "\
openapi: 3.1.0
info:
  title: Shop
  version: '1'
paths:
  /items/{id}:
    parameters: []
    get:
      operationId: findItem
      responses:
        '200':
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Item'}
    delete:
      summary: Drops it
components:
  schemas:
    Item:
      type: object
      required: [id]
      properties:
        id: {type: string}
        tags:
          type: array
          items:
            $ref: '#/components/schemas/Tag'
    Tag:
      allOf:
        - properties:
            name: {type: string}
",
        expect![[r#"
            key openapi 1-1 public
            key info 2-4 public
            module info.Shop 3-3 public
            key paths 5-16 public
            namespace paths./items/{id} 6-16 public
            method paths./items/{id}.GET /items/{id} 8-14 public
            function paths./items/{id}.GET /items/{id}.findItem 9-9 public
            method paths./items/{id}.DELETE /items/{id} 15-16 public
            key components 17-31 public
            class components.Item 19-27 public
            field components.Item.id 23-23 public
            field components.Item.tags 24-27 public
            class components.Tag 28-31 public
            field components.Tag.name 31-31 public
            14:52 type Item -> components.Item@19 in paths./items/{id}.GET /items/{id}
            27:41 type Tag -> components.Tag@28 in components.Item.tags
        "#]],
    );
}

#[test]
fn json_schema() {
    check_facts(
        "json",
        r##"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Order",
  "type": "object",
  "properties": {
    "id": { "type": "string" },
    "lines": { "type": "array", "items": { "$ref": "#/$defs/Line" } }
  },
  "$defs": {
    "Line": { "properties": { "count": { "type": "integer" } } }
  }
}
"##,
        expect![[r#"
            class Order 3-3 public
            field id 6-6 public
            field lines 7-7 public
            key $defs 9-11 public
            class $defs.Line 10-10 public
            field $defs.Line.count 10-10 public
            7:61 type Line -> $defs.Line@10 in lines
        "#]],
    );
}

#[test]
fn workflow() {
    check_facts(
        "yaml",
        "\
name: Build
on:
  push:
    branches: [main]
  workflow_dispatch:
    inputs:
      level: {required: true}
env:
  COLOR: always
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - name: Run tests
        id: tests
        run: cargo test
        env:
          TOKEN: x
  release:
    needs: [test]
    uses: ./.github/workflows/release.yml
",
        expect![[r#"
            module Build 1-1 public
            key on 2-7 public
            key on.push 3-4 public
            key on.workflow_dispatch 5-7 public
            property on.workflow_dispatch.level 7-7 public
            key env 8-9 public
            variable env.COLOR 9-9 public
            key jobs 10-22 public
            function jobs.test 11-19 public
            key jobs.test.Run tests 15-15 public
            label jobs.test.tests 16-16 public
            variable jobs.test.TOKEN 19-19 public
            function jobs.release 20-22 public
            import 14 actions/checkout@v4 Module as actions/checkout@v4
            import 22 ./.github/workflows/release.yml Module as ./.github/workflows/release.yml
            21:13 call test -> jobs.test@11 in jobs.release
        "#]],
    );
}

#[test]
fn compose_and_kubernetes() {
    check_facts(
        "yaml",
        "\
services:
  db:
    image: postgres:16
    environment:
      POSTGRES_DB: shop
  web:
    build: .
    depends_on:
      - db
  worker:
    image: shop
    depends_on:
      db: {condition: service_healthy}
volumes:
  data: {}
",
        expect![[r#"
            key services 1-13 public
            module services.db 2-5 public
            variable services.db.POSTGRES_DB 5-5 public
            module services.web 6-9 public
            module services.worker 10-13 public
            key volumes 14-15 public
            property volumes.data 15-15 public
            import 3 postgres:16 Module as postgres:16
            import 11 shop Module as shop
            9:9 read db -> services.db@2 in services.web
            13:7 read db -> services.db@2 in services.worker
        "#]],
    );
    check_facts(
        "yaml",
        "\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  template:
    spec:
      containers:
        - name: web
          image: acme/shop:1
",
        expect![[r#"
            key apiVersion 1-1 public
            key kind 2-2 public
            key metadata 3-4 public
            module metadata.shop 4-4 public
            key spec 5-10 public
            key spec.template 6-10 public
            key spec.template.spec 7-10 public
            key spec.template.spec.containers 8-10 public
            key spec.template.spec.containers.web 9-9 public
            import 10 acme/shop:1 Module as acme/shop:1
        "#]],
    );
}

#[test]
fn manifests_in_json() {
    check_facts(
        "json",
        r#"{
  "name": "@acme/shop",
  "version": "1.0.0",
  "scripts": { "build": "tsc", "test": "vitest" },
  "dependencies": { "react": "^18" },
  "devDependencies": { "typescript": "5" }
}
"#,
        expect![[r#"
            module @acme/shop 2-2 public
            key version 3-3 public
            key scripts 4-4 public
            function scripts.build 4-4 public
            function scripts.test 4-4 public
            key dependencies 5-5 public
            key dependencies.react 5-5 public
            key devDependencies 6-6 public
            key devDependencies.typescript 6-6 public
            import 5 react Module as react
            import 6 typescript Module as typescript
        "#]],
    );
}

#[test]
fn manifests_in_toml() {
    check_facts(
        "toml",
        r#"[package]
name = "clew"
version = "0.1.0"

[dependencies]
serde = "1"

[dependencies.tokio]
version = "1"

[target.'cfg(unix)'.dependencies]
libc = "0.2"

[[bin]]
name = "clew-cli"
path = "src/main.rs"

[features]
all = []
"#,
        expect![[r#"
            key package 1-3 public
            module package.clew 2-2 public
            key package.version 3-3 public
            key dependencies 5-6 public
            key dependencies.serde 6-6 public
            key dependencies.tokio 8-9 public
            key dependencies.tokio.version 9-9 public
            key target 11-12 public
            key target.cfg(unix) 11-12 public
            key target.cfg(unix).dependencies 11-12 public
            key target.cfg(unix).dependencies.libc 12-12 public
            key bin 14-16 public
            function bin.clew-cli 15-15 public
            key bin.path 16-16 public
            key features 18-19 public
            key features.all 19-19 public
            import 6 serde Module as serde
            import 8 tokio Module as tokio
            import 12 libc Module as libc
        "#]],
    );
    check_facts(
        "toml",
        r#"[project]
name = "shop"
dependencies = ["requests>=2", "attrs ; python_version < '3.9'"]

[project.optional-dependencies]
test = ["pytest"]

[project.scripts]
shop = "shop.cli:main"

[build-system]
requires = ["hatchling"]
"#,
        expect![[r#"
            key project 1-3 public
            module project.shop 2-2 public
            key project.dependencies 3-3 public
            key project.optional-dependencies 5-6 public
            key project.optional-dependencies.test 6-6 public
            key project.scripts 8-9 public
            function project.scripts.shop 9-9 public
            key build-system 11-12 public
            key build-system.requires 12-12 public
            import 3 requests Module as requests
            import 3 attrs Module as attrs
            import 6 pytest Module as pytest
            import 12 hatchling Module as hatchling
        "#]],
    );
}

#[test]
fn files_of_no_shape_are_keys() {
    check_facts(
        "yaml",
        "services: {a: 1}\nname: x\n",
        expect![[r#"
        key services 1-1 public
        key services.a 1-1 public
        key name 2-2 public
    "#]],
    );
}

#[test]
fn anchors_and_extensions_of_compose_files() {
    check_symbols(
        "yaml",
        r###"x-common: &common
  restart: always
services:
  web: &web
    <<: *common
    build: .
    ports: ["80:80"]
  worker:
    <<: [*web, *common]
    extends: {service: web}
    depends_on:
      web: {condition: service_healthy}
volumes: {data: {}}
networks:
  default:
"###,
        expect![[r#"
            key x-common 1-2 public
            label x-common.common 1-1 public
            key services 3-12 public
            module services.web 4-7 public
            label services.web.web 4-4 public
            module services.worker 8-12 public
            key volumes 13-13 public
            property volumes.data 13-13 public
            key networks 14-15 public
            property networks.default 15-15 public
        "#]],
    );
}

#[test]
fn workflows_that_others_call() {
    check_symbols(
        "yaml",
        r###"name: reuse
on:
  workflow_call:
    inputs: {who: {type: string}}
    secrets: {tok: {required: true}}
  workflow_dispatch: 
jobs:
  build:
    strategy: {matrix: {os: [a, b]}}
    runs-on: ${{ matrix.os }}
    steps:
      - uses: actions/checkout@v4
      - id: one
        run: |
          jobs: nope
  call:
    needs: [build]
    uses: ./.github/workflows/other.yml
    with: {who: x}
"###,
        expect![[r#"
            module reuse 1-1 public
            key on 2-6 public
            key on.workflow_call 3-5 public
            property on.workflow_call.who 4-4 public
            property on.workflow_call.tok 5-5 public
            key on.workflow_dispatch 6-6 public
            key jobs 7-19 public
            function jobs.build 8-15 public
            label jobs.build.one 13-13 public
            function jobs.call 16-19 public
        "#]],
    );
}

#[test]
fn openapi_in_flow_style_and_json() {
    check_symbols(
        "yaml",
        r###"openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /users/{id}:
    parameters: [{name: id, in: path}]
    get: {operationId: getUser, responses: {'200': {$ref: '#/components/responses/U'}}}
    "post":
      responses: {}
components:
  schemas:
    User: {type: object, properties: {name: {type: string}, get: {type: string}}}
  responses: {U: {description: x}}
webhooks:
  newPet: {post: {}}
"###,
        expect![[r#"
            key openapi 1-1 public
            key info 2-2 public
            module info.T 2-2 public
            key paths 3-8 public
            namespace paths./users/{id} 4-8 public
            method paths./users/{id}.GET /users/{id} 6-6 public
            function paths./users/{id}.GET /users/{id}.getUser 6-6 public
            method paths./users/{id}.POST /users/{id} 7-8 public
            key components 9-12 public
            class components.User 11-11 public
            field components.User.name 11-11 public
            field components.User.get 11-11 public
            key components.responses 12-12 public
            key components.responses.U 12-12 public
            namespace newPet 14-14 public
            method newPet.POST newPet 14-14 public
        "#]],
    );
    check_symbols(
        "json",
        r###"{"openapi":"3.0.0","info":{"title":"x","version":"1"},"paths":{"/a":{"get":{"operationId":"getA","responses":{}}}},"components":{"schemas":{"A":{"type":"object","properties":{"b":{"type":"string"}}}}}}
"###,
        expect![[r#"
            key openapi 1-1 public
            key info 1-1 public
            module info.x 1-1 public
            key paths 1-1 public
            namespace paths./a 1-1 public
            method paths./a.GET /a 1-1 public
            function paths./a.GET /a.getA 1-1 public
            key components 1-1 public
            class components.A 1-1 public
            field components.A.b 1-1 public
        "#]],
    );
}

#[test]
fn definitions_of_json_schema() {
    check_symbols(
        "json",
        r###"{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"x","title":"Root","type":"object","properties":{"a":{"$ref":"#/$defs/A"},"$ref":{"type":"string"}},"$defs":{"A":{"type":"object","properties":{"b":{}}},"B":true}}
"###,
        expect![[r#"
            class Root 1-1 public
            field a 1-1 public
            field $ref 1-1 public
            key $defs 1-1 public
            class $defs.A 1-1 public
            field $defs.A.b 1-1 public
            class $defs.B 1-1 public
        "#]],
    );
}

#[test]
fn workspaces_groups_and_quoted_dependencies() {
    check_symbols(
        "toml",
        r###"[workspace]
members = ["a", "b"]
[workspace.package]
version = "1.0.0"
[workspace.dependencies]
serde = { version = "1", features = ["derive"] }
[package]
name = "me"
version.workspace = true
[dependencies]
serde.workspace = true
"quoted-dep" = "1"
renamed = { package = "real", version = "1" }
[target.'cfg(unix)'.dependencies]
libc = "0.2"
[features]
default = ["x"]
x = ["dep:libc"]
[[bin]]
name = "tool"
path = "src/tool.rs"
[patch.crates-io]
foo = { git = "x" }
"###,
        expect![[r#"
            key workspace 1-2 public
            key workspace.members 2-2 public
            key workspace.package 3-4 public
            key workspace.package.version 4-4 public
            key workspace.dependencies 5-6 public
            key workspace.dependencies.serde 6-6 public
            key workspace.dependencies.serde.version 6-6 public
            key workspace.dependencies.serde.features 6-6 public
            key package 7-9 public
            module package.me 8-8 public
            key package.version 9-9 public
            key package.version.workspace 9-9 public
            key dependencies 10-13 public
            key dependencies.serde 11-11 public
            key dependencies.serde.workspace 11-11 public
            key dependencies.quoted-dep 12-12 public
            key dependencies.renamed 13-13 public
            key dependencies.renamed.package 13-13 public
            key dependencies.renamed.version 13-13 public
            key target 14-15 public
            key target.cfg(unix) 14-15 public
            key target.cfg(unix).dependencies 14-15 public
            key target.cfg(unix).dependencies.libc 15-15 public
            key features 16-18 public
            key features.default 17-17 public
            key features.x 18-18 public
            key bin 19-21 public
            function bin.tool 20-20 public
            key bin.path 21-21 public
            key patch 22-23 public
            key patch.crates-io 22-23 public
            key patch.crates-io.foo 23-23 public
            key patch.crates-io.foo.git 23-23 public
        "#]],
    );
    check_symbols(
        "toml",
        r###"[tool.poetry]
name = "p"
[tool.poetry.dependencies]
python = "^3.9"
requests = { version = "*", extras = ["socks"] }
[tool.poetry.group.dev.dependencies]
pytest = "*"
[tool.poetry.scripts]
run-it = "p.cli:main"
[tool.black]
line-length = 88
"###,
        expect![[r#"
            key tool 1-2 public
            key tool.poetry 1-2 public
            module tool.poetry.p 2-2 public
            key tool.poetry.dependencies 3-5 public
            key tool.poetry.dependencies.python 4-4 public
            key tool.poetry.dependencies.requests 5-5 public
            key tool.poetry.dependencies.requests.version 5-5 public
            key tool.poetry.dependencies.requests.extras 5-5 public
            key tool.poetry.group 6-7 public
            key tool.poetry.group.dev 6-7 public
            key tool.poetry.group.dev.dependencies 6-7 public
            key tool.poetry.group.dev.dependencies.pytest 7-7 public
            key tool.poetry.scripts 8-9 public
            function tool.poetry.scripts.run-it 9-9 public
            key tool.black 10-11 public
            key tool.black.line-length 11-11 public
        "#]],
    );
    check_symbols(
        "toml",
        r###"[project]
name = "q"
dependencies = ["httpx[http2]>=0.2; python_version<'4'", "rich"]
[project.optional-dependencies]
test = ["pytest"]
[project.scripts]
q = "q:main"
[dependency-groups]
lint = ["ruff", {include-group = "test"}]
[build-system]
requires = ["hatchling"]
"###,
        expect![[r#"
            key project 1-3 public
            module project.q 2-2 public
            key project.dependencies 3-3 public
            key project.optional-dependencies 4-5 public
            key project.optional-dependencies.test 5-5 public
            key project.scripts 6-7 public
            function project.scripts.q 7-7 public
            key dependency-groups 8-9 public
            key dependency-groups.lint 9-9 public
            key dependency-groups.lint.include-group 9-9 public
            key build-system 10-11 public
            key build-system.requires 11-11 public
        "#]],
    );
}

#[test]
fn overriding_compose_files_and_packages_without_names() {
    check_symbols(
        "yaml",
        "services:\n  web:\n    restart: always\n",
        expect![[r#"
        key services 1-3 public
        module services.web 2-3 public
    "#]],
    );
    check_symbols(
        "json",
        r#"{ "version": "0.0.1", "scripts": { "a": "b" }, "devDependencies": { "esbuild": "^1" } }"#,
        expect![[r#"
            key version 1-1 public
            key scripts 1-1 public
            function scripts.a 1-1 public
            key devDependencies 1-1 public
            key devDependencies.esbuild 1-1 public
        "#]],
    );
}
