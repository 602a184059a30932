//! Binding in JavaScript and TypeScript.

use expect_test::expect;

use crate::testing::{check_references, check_subtypes};

#[test]
fn functions_through_es_modules() {
    check_references(
        "\
//- package.json
{ \"name\": \"shop\" }
//- tsconfig.json
{ \"compilerOptions\": { \"paths\": { \"@lib/*\": [\"./src/*\"], } } } // end
//- src/pay.ts
export function pay(x: number): void;
export function pay(x: string): void;
export function pay(x: any) {}
export default pay;
//- src/index.ts
export * from './pay';
export { pay as settle } from './pay.js';
export * as all from './pay';
//- app.ts
import { pay } from './src/pay.js';
import settled, { pay as other } from './src/pay';
import * as ns from './src';
import { settle } from '@lib/index';
import { pay as foreign } from 'elsewhere';
import { all } from './src/index';
pay(1); other(2); ns.pay(3); settle(4); foreign(5); unknown.pay(6); all.pay(7);
import('./src').then((m) => m.pay(8));
const later = async () => (await import('./src/pay')).pay(9);
function f(pay: () => void) { pay(); }
",
        "pay",
        expect![[r#"
            app.ts:1:10 import bound 
            app.ts:2:8 import bound 
            app.ts:2:19 import bound 
            app.ts:2:26 import bound 
            app.ts:2:46 import bound 
            app.ts:4:10 import bound 
            app.ts:7:1 call bound 
            app.ts:7:9 call bound 
            app.ts:7:22 call bound 
            app.ts:7:30 call bound 
            app.ts:7:61 call name 
            app.ts:7:73 call bound 
            app.ts:8:31 call bound 
            app.ts:9:55 call bound later
            src/index.ts:2:10 import bound 
            src/index.ts:2:17 import bound 
            src/pay.ts:4:16 read bound 
        "#]],
    );
}

#[test]
fn functions_through_commonjs() {
    check_references(
        "\
//- lib/make.js
module.exports = make;
make.fast = function () {};
function make() { return { run() {} }; }
//- lib/tools.js
exports.use = function use() {};
exports.make = require('./make');
module.exports.other = other;
function other() {}
//- index.js
const make = require('./lib/make');
const { use, other: renamed } = require('./lib/tools');
const tools = require('./lib/tools');
make(); make.fast(); make().run();
use(); tools.use(); renamed(); tools.make(); tools.make().run();
",
        "make",
        expect![[r#"
            index.js:1:7 import bound 
            index.js:1:29 import bound 
            index.js:4:1 call bound 
            index.js:4:9 read bound 
            index.js:4:22 call bound 
            index.js:5:38 call bound 
            index.js:5:52 call bound 
            lib/make.js:1:18 read bound 
            lib/make.js:2:1 read bound 
            lib/tools.js:2:9 import bound 
            lib/tools.js:2:27 import bound 
        "#]],
    );
}

#[test]
fn members_of_functions_and_objects() {
    let fixture = "\
//- emitter.js
function Emitter() {}
Emitter.prototype.emit = function () { this.emit(); };
function Child() { Emitter.call(this); }
util.inherits(Child, Emitter);
Child.prototype.go = function () { this.emit(); };
new Child().emit();
const app = { start() { this.stop(); }, stop: () => {} };
app.stop();
module.exports = { Emitter, app };
//- use.js
const { Emitter, app } = require('./emitter');
const one = new Emitter();
one.emit();
app.stop();
unknown.emit();
";
    check_references(
        fixture,
        "Emitter.emit",
        expect![[r#"
        emitter.js:2:45 call bound Emitter.emit
        emitter.js:5:41 call bound Child.go
        emitter.js:6:13 call bound 
        use.js:3:5 call bound 
        use.js:5:9 call name 
    "#]],
    );
    check_references(
        fixture,
        "app.stop",
        expect![[r#"
        emitter.js:7:30 call bound app.start
        emitter.js:8:5 call bound 
        use.js:4:5 call bound 
    "#]],
    );
    check_subtypes(
        fixture,
        "Emitter",
        expect![[r#"
        Child Extends
    "#]],
    );
}

#[test]
fn methods_through_types() {
    check_references(
        "\
//- box.ts
export interface Box<T> { open(): T; }
export interface Lid { open(): void; }
export class Wood implements Box<Nail> { open() { return new Nail(); } }
export class Nail { open(): Nail { return this; } }
//- use.ts
import type { Box } from './box';
import { Nail, Wood } from './box';
type Boxes = Map<string, Box<Nail>>;
class Shelf<T extends Box<Nail>> {
  private boxes: Boxes = new Map();
  constructor(private first: Box<Nail>, readonly all: Box<Nail>[], readonly given: T) {}
  async load(): Promise<Box<Nail>> { return this.first; }
  run() {
    this.first.open();
    this.first.open().open();
    this.boxes.get('a')!.open();
    for (const [key, box] of this.boxes) box.open();
    for (const box of this.boxes.values()) box.open();
    this.all.filter((box) => box.open()).forEach((box) => { box.open(); });
    this.all[0]?.open();
    this.given.open();
    const [head] = this.all;
    head.open();
  }
  async wait() {
    (await this.load()).open();
    this.load().then((box) => box.open());
    const { first } = this;
    first.open();
    (unknown as Box<Nail>).open();
    new Wood().open();
  }
}
",
        "Box.open",
        expect![[r#"
            use.ts:9:16 call bound Shelf.run
            use.ts:10:16 call bound Shelf.run
            use.ts:11:26 call bound Shelf.run
            use.ts:12:46 call bound Shelf.run
            use.ts:13:48 call bound Shelf.run
            use.ts:14:34 call bound Shelf.run
            use.ts:14:65 call bound Shelf.run
            use.ts:15:18 call bound Shelf.run
            use.ts:16:16 call bound Shelf.run
            use.ts:18:10 call bound Shelf.run
            use.ts:21:25 call bound Shelf.wait
            use.ts:22:35 call bound Shelf.wait
            use.ts:24:11 call bound Shelf.wait
            use.ts:25:28 call bound Shelf.wait
        "#]],
    );
}

#[test]
fn merged_declarations_and_aliases() {
    check_references(
        "\
//- shape.ts
export interface Shape { area(): number; }
export namespace Shape { export function make(): Shape { return make(); } }
export const Kind = { of(): Shape { return Shape.make(); } };
export type Named = Shape & { name(): string };
function use(x: Named, y: typeof Kind) { x.area(); x.name(); Kind.of().area(); Shape.make().area(); }
",
        "Shape.area",
        expect![[r#"
            shape.ts:5:44 call bound use
            shape.ts:5:72 call bound use
            shape.ts:5:93 call bound use
        "#]],
    );
}

#[test]
fn statics_and_instance_members_are_kept_apart() {
    let fixture = "\
//- walk.js
class Walker { walk() { this.walk(); } static walk() { return new Walker().walk(); } }
Walker.walk();
let one = new Walker();
one = null;
one.walk();
";
    check_references(
        fixture,
        "Walker.walk",
        expect![[r#"
        walk.js:1:30 call bound Walker.walk
        walk.js:1:76 call bound Walker.walk
        walk.js:2:8 call bound 
        walk.js:5:5 call bound 
    "#]],
    );
}

#[test]
fn callbacks_get_the_types_that_their_place_wants() {
    check_references(
        "\
//- sink.ts
export class Sink { put(x: number) {} }
export type Handler<T> = (value: T, index: number) => void;
export function each(items: string[], use: (this: Window, name: string, sink: Sink) => void) {}
export class Stream {
  constructor(start: (sink: Sink) => void) {}
  on(name: string, handler: Handler<Sink> | null) { return this; }
}
//- use.ts
import { each, Handler, Sink, Stream } from './sink';
each([], (name, sink) => sink.put(1));
new Stream(function (sink) { sink.put(2); }).on('x', (sink) => { sink.put(3); });
const handler: Handler<Sink> = (sink) => sink.put(4);
each([], ({ put }, sink) => put(5));
//- use.js
import { Sink } from './sink';
/** @param {(sink: Sink, n: number) => void} run */
function start(run) {}
start((sink) => sink.put(6));
",
        "Sink.put",
        expect![[r#"
            use.js:4:22 call bound 
            use.ts:2:31 call bound 
            use.ts:3:35 call bound 
            use.ts:3:71 call bound 
            use.ts:4:47 call bound handler
        "#]],
    );
}

#[test]
fn default_exports_under_other_names() {
    check_references(
        "\
//- lib/format/index.ts
function render() {}
export { render as paint };
export default render;
//- lib/old.js
const draw = module.exports = function draw() {};
//- use.ts
import show, { paint } from './lib/format';
import other from './other/format';
show(); paint(); other();
//- use.js
const show = require('./lib/format');
const old = require('./lib/old.js');
show.default(); old();
",
        "lib/format/index.ts render",
        expect![[r#"
            lib/format/index.ts:2:10 read bound 
            lib/format/index.ts:3:16 read bound 
            use.js:3:6 call bound 
            use.ts:1:8 import bound 
            use.ts:1:16 import bound 
            use.ts:1:36 import bound 
            use.ts:3:1 call bound 
            use.ts:3:9 call bound 
        "#]],
    );
}

/// Field reports F40, F41, F42 and F45.
#[test]
fn names_of_builtins_fields_and_libraries_are_not_ours() {
    let fixture = "\
//- ours.ts
import lodash, { map as each } from 'lodash';
export function map(x: unknown) { return x; }
export class Store {
  items: string[] = [];
  log: Store | null = null;
  table = new Map<string, number>();
  save() {
    this.log?.save();
    this.items.map((x) => x);
    this.table.get('a');
    lodash.map([]); each([]);
    [1, 2].map(String).map(map);
    JSON.parse('').map();
    new Promise(() => this.save());
    unknown.map();
  }
  get(key: string) { return this.get(key); }
}
";
    check_references(
        fixture,
        "map",
        expect![[r#"
        ours.ts:12:28 read bound Store.save
        ours.ts:13:20 call name Store.save
        ours.ts:15:13 call name Store.save
    "#]],
    );
    check_references(
        fixture,
        "Store.save",
        expect![[r#"
        ours.ts:8:15 call bound Store.save
        ours.ts:14:28 call bound Store.save
    "#]],
    );
    check_references(
        fixture,
        "Store.get",
        expect![[r#"
        ours.ts:17:34 call bound Store.get
    "#]],
    );
}

#[test]
fn components_of_single_files() {
    check_references(
        "\
//- src/UserCard.vue
<script setup lang=\"ts\">
import Icon from './icon.svelte'
defineProps<{ name: string }>()
</script>
<template><Icon/> {{ name }}</template>
//- src/icon.svelte
<script>export let size = 1</script>{size}
//- src/App.vue
<template><user-card :name=\"a\"/><UserCard></UserCard><Other/></template>
<script>
import UserCard from './UserCard.vue'
export default { components: { UserCard } }
</script>
//- src/page.astro
---
import Card from './UserCard.vue';
---
{list.map((a) => <Card name={a}><br></Card>)}
//- src/index.ts
export { default as UserCard } from './UserCard.vue'
//- main.ts
import { UserCard } from './src'
mount(UserCard)
",
        "src/UserCard.vue default",
        expect![[r#"
            main.ts:1:10 import bound 
            main.ts:2:7 read bound 
            src/App.vue:1:12 call bound default
            src/App.vue:1:34 call bound default
            src/App.vue:3:8 import bound 
            src/App.vue:3:25 import bound 
            src/App.vue:4:32 read bound default.components
            src/index.ts:1:10 import bound 
            src/index.ts:1:21 import bound 
            src/page.astro:2:8 import bound 
            src/page.astro:2:21 import bound 
            src/page.astro:4:19 call bound default
            src/page.astro:4:39 read bound default
        "#]],
    );
}

#[test]
fn json_files_are_modules() {
    check_references(
        "\
//- config.json
{ \"port\": 80, \"db\": { \"port\": 5432 } }
//- a.ts
import config from './config.json';
import * as all from './config.json';
import { port } from './config.json';
listen(config.port, all.port, port, config.db.port, other.port);
",
        "port",
        expect![[r#"
            a.ts:3:10 import bound 
            a.ts:4:15 read bound 
            a.ts:4:25 read bound 
            a.ts:4:31 read bound 
            a.ts:4:47 read name 
            a.ts:4:59 read name 
        "#]],
    );
}

#[test]
fn conventional_prefixes_lead_into_the_project() {
    check_references(
        "\
//- site/package.json
{ \"name\": \"site\" }
//- site/jsconfig.json
{ \"extends\": \"./.svelte-kit/tsconfig.json\" }
//- site/src/lib/api.js
export async function get(path) {}
//- site/src/lib/index.js
export { get } from './api';
//- site/src/routes/page.js
import * as api from '$lib/api.js';
import { get } from '$lib';
import { get as other } from '@/lib/api';
import { get as foreign } from '$library/api';
api.get('a'); get('b'); other('c'); foreign('d');
",
        "get",
        expect![[r#"
            site/src/lib/index.js:1:10 import bound 
            site/src/routes/page.js:2:10 import bound 
            site/src/routes/page.js:3:10 import bound 
            site/src/routes/page.js:3:17 import bound 
            site/src/routes/page.js:5:5 call bound 
            site/src/routes/page.js:5:15 call bound 
            site/src/routes/page.js:5:25 call bound 
        "#]],
    );
}
