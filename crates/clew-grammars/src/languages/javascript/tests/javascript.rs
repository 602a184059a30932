//! JavaScript: modules, classes, prototypes, scopes.

use expect_test::expect;

use crate::testing::{check_facts, check_symbols};

#[test]
fn definitions_with_everything() {
    check_symbols(
        "javascript",
        r#"import path, { join as j } from 'node:path';

/** How many. */
export const LIMIT = 3;
let counter = 0, other;

/**
 * Adds things.
 * @deprecated use sum
 */
export async function add(a, { b, c: [d = 1, , e] }, ...rest) {
  const total = a + b;
  function nested() {}
  return new Result(total);
}

// Sends it.
// Twice.
const send = async (message) => message.send();
const naïve = function inner() { return inner(); };

export default class Shop extends mixin(Base) {
  #secret = 1;
  static instances = new Map();
  handler = (event) => this.close(event);
  constructor(owner) {
    super(owner);
    this.owner = owner;
    this.items = [new Item()];
  }
  /** The first. */
  get first() { return this.items[0]; }
  set first(value) { this.items[0] = value; }
  static async load(path) {}
  *walk() { yield this.first; }
  [Symbol.iterator]() {}
  'quoted name'() {}
  #hidden() {}
  static { this.instances = new Set(); }
}

const api = Object.freeze({
  base: '/v1',
  nested: { deep() {} },
  get(id) { return this.base; },
  post: async function (body) {},
  put: () => {},
  counter,
});

const Anonymous = class Named {};
register(class { run() {} });
"#,
        expect![[r#"
            constant LIMIT 4-4 public exported = Number "How many."
            variable counter 5-5 private = Number
            variable other 5-5 private
            function add 11-15 public exported async deprecated = new Result "Adds things."
            local parameter add.a 11-11 public
            local parameter add.b 11-11 public
            local parameter add.d 11-11 public = Number
            local parameter add.e 11-11 public
            local parameter add.rest 11-11 public
            local constant add.total 12-12 public
            local function add.nested 13-13 public
            function send 19-19 private async = message.send() "Sends it."
            local parameter send.message 19-19 public
            function naïve 20-20 private = inner()
            class Shop 22-40 public exported default
            field Shop.#secret 23-23 private = Number
            field Shop.instances 24-24 public static = (new Map | new Set)
            method Shop.handler 25-25 public = self<Shop>.close()
            local parameter Shop.handler.event 25-25 public
            constructor Shop.constructor 26-30 public
            local parameter Shop.constructor.owner 26-26 public
            field Shop.owner 28-28 public = owner
            field Shop.items 29-29 public = list<new Item>
            method Shop.first 32-32 public accessor = self<Shop>.items.0 "The first."
            method Shop.first 33-33 public accessor
            local parameter Shop.first.value 33-33 public
            method Shop.load 34-34 public static async
            local parameter Shop.load.path 34-34 public
            method Shop.walk 35-35 public = list<self<Shop>.first>
            method Shop.[Symbol.iterator] 36-36 public
            method Shop.quoted name 37-37 public
            method Shop.#hidden 38-38 private
            constant api 42-49 private = self<api>
            field api.base 43-43 public = String
            field api.nested 44-44 public = self<api.nested>
            method api.nested.deep 44-44 public
            method api.get 45-45 public = self<api>.base
            local parameter api.get.id 45-45 public
            method api.post 46-46 public async
            local parameter api.post.body 46-46 public
            method api.put 47-47 public
            field api.counter 48-48 public = counter
            class Anonymous 51-51 private
            class <anonymous> 52-52 private anonymous
            method <anonymous>.run 52-52 public
        "#]],
    );
}

#[test]
fn references_are_bound_through_scopes() {
    check_facts(
        "javascript",
        r#"import def, * as ns from './m.js';
import { a as b } from 'pkg';
export { x as y, def };
export * from './all';
export * as all from './all2';
export { default as Other, helper } from './other';
var x = 1;
function outer(x) {
  if (x) { let x = b(x); var hoisted = x; }
  for (const item of x.items) item.run(hoisted);
  for (var key in ns.table) { key; }
  try { ns.go(); } catch ({ message }) { message; }
  label: while (x--) { continue label; }
  const { p, q: { r = def } } = ns.load();
  [x, hoisted] = [1, 2];
  x ??= p ?? r;
  return (y) => y.map((z) => z.w, x)?.[0]?.end`${hoisted}`;
}
switch (x) { case 1: let s = 1; s; }
class C { m() { return m, this.m(), new C().m(); } }
const lazy = () => import('./lazy.js').then((m) => m.start());
"#,
        expect![[r#"
            variable x 7-7 public exported = Number
            function outer 8-18 private = fn -> y.map().0.end()
            local parameter outer.x 8-8 public = (Number, Number).0
            local variable outer.x 9-9 public = b()
            local variable outer.hoisted 9-9 public = (x | (Number, Number).1)
            local constant outer.item 10-10 public = x.items[]
            local variable outer.key 11-11 public = String
            local variable outer.message 12-12 public
            local constant outer.p 14-14 public = ns.load().p
            local constant outer.r 14-14 public = ns.load().q.r
            local parameter outer.y 17-17 public
            local parameter outer.z 17-17 public = (y[] | y.map.0.0)
            variable s 19-19 private = Number
            class C 20-20 private
            method C.m 20-20 public = new C.m()
            function lazy 21-21 private = lazy.then()
            local parameter lazy.m 21-21 public = (await lazy | lazy.then.0.0)
            import 1 ./m.js Default as def
            import 1 ./m.js Module as ns
            import 2 pkg Item a as b
            import 4 ./all Glob reexport
            import 5 ./all2 Module as all reexport
            import 6 ./other Default as Other reexport
            import 6 ./other Item helper as helper reexport
            import 21 ./lazy.js Module
            export x as y
            export def as def
            3:10 read x -> x@7
            3:18 read def -> import ./m.js
            9:7 read x -> outer.x@8 in outer
            9:20 call b -> import pkg in outer
            9:22 read x -> outer.x@9 in outer
            9:40 read x -> outer.x@9 in outer
            10:22 read x -> outer.x@8 in outer
            10:24 read items of x in outer
            10:31 read item -> outer.item@10 in outer
            10:36 call run of item in outer
            10:40 read hoisted -> outer.hoisted@9 in outer
            11:19 read ns -> import ./m.js in outer
            11:22 read table of ns in outer
            11:31 read key -> outer.key@11 in outer
            12:9 read ns -> import ./m.js in outer
            12:12 call go of ns in outer
            12:42 read message -> outer.message@12 in outer
            13:17 write x -> outer.x@8 in outer
            14:11 read p of ns.load() in outer
            14:14 read q of ns.load() in outer
            14:19 read r of ns.load().q in outer
            14:23 read def -> import ./m.js in outer
            14:33 read ns -> import ./m.js in outer
            14:36 call load of ns in outer
            15:4 write x -> outer.x@8 in outer
            15:7 write hoisted -> outer.hoisted@9 in outer
            16:3 write x -> outer.x@8 in outer
            16:9 read p -> outer.p@14 in outer
            16:14 read r -> outer.r@14 in outer
            17:17 read y -> outer.y@17 in outer
            17:19 call map of y in outer
            17:30 read z -> outer.z@17 in outer
            17:32 read w of z in outer
            17:35 read x -> outer.x@8 in outer
            17:44 call end of y.map().0 in outer
            17:50 read hoisted -> outer.hoisted@9 in outer
            19:9 read x -> x@7
            19:33 read s -> s@19
            20:24 read m free in C.m
            20:32 call m of self<C> in C.m
            20:41 call C -> C@20 in C.m
            20:45 call m of new C in C.m
            21:40 call then of lazy in lazy
            21:52 read m -> lazy.m@21 in lazy
            21:54 call start of m in lazy
        "#]],
    );
}

#[test]
fn commonjs_modules() {
    check_facts(
        "javascript",
        r#"'use strict';
const fs = require('fs');
const { readFile, writeFile: write } = require('./files');
var merge = require('utils-merge').merge;
var debug = require('debug')('app');
var app = exports = module.exports = {};
app.use = function use(fn) { return this.handle(fn); };
exports.Router = require('./router');
exports.parse = parse;
exports.quick = function () { parse(); };
exports.version = fs.readFileSync('v').trim();
module.exports.helper = class Helper {};
function parse() { readFile(); write(); merge(); debug(); }
"#,
        expect![[r#"
            variable debug 5-5 private = debug()
            variable app 6-6 public exported = self<app>
            method app.use 7-7 public = self<app>.handle()
            local parameter app.use.fn 7-7 public
            function quick 10-10 public exported
            constant version 11-11 public exported = fs.readFileSync().trim()
            class helper 12-12 public exported
            function parse 13-13 public exported
            import 2 fs Module as fs
            import 3 ./files Item readFile as readFile
            import 3 ./files Item writeFile as write
            import 4 utils-merge Item merge as merge
            import 5 debug Module
            import 8 ./router Module as Router reexport
            export app as export=
            export parse as parse
            6:11 write exports free
            6:21 read module free
            6:28 write exports of module
            7:1 read app -> app@6
            7:42 call handle of self<app> in app.use
            7:49 read fn -> app.use.fn@7 in app.use
            8:1 read exports free
            9:1 read exports free
            9:17 read parse -> parse@13
            10:1 read exports free
            10:31 call parse -> parse@13 in quick
            11:1 read exports free
            11:19 read fs -> import fs in version
            11:22 call readFileSync of fs in version
            11:40 call trim of fs.readFileSync() in version
            12:1 read module free
            12:8 read exports of module
            13:20 call readFile -> import ./files in parse
            13:32 call write -> import ./files in parse
            13:41 call merge -> import utils-merge in parse
            13:50 call debug -> debug@5 in parse
        "#]],
    );
    check_symbols(
        "javascript",
        "module.exports = { parse, run() {}, stop: function () {}, size: 3, other: parse, ...require('./x') };\nfunction parse() {}\n",
        expect![[r#"
            function run 1-1 public exported
            function stop 1-1 public exported
            constant size 1-1 public exported = Number
            function parse 2-2 public exported
        "#]],
    );
    check_symbols(
        "javascript",
        "module.exports = function (options) { return { start() {}, options }; };\n",
        expect![[r#"
            function exports 1-1 public exported anonymous default = self<exports>
            local parameter exports.options 1-1 public
            method exports.start 1-1 public
            field exports.options 1-1 public = options
        "#]],
    );
}

#[test]
fn prototypes_and_module_functions() {
    check_facts(
        "javascript",
        r#";(function (root, factory) {
  root.lib = factory();
}(this, function () {
  function Emitter(name) { this.name = name; }
  Emitter.prototype.emit = function (event) { return this.listeners(event); };
  Emitter.prototype.listeners = function () {};
  Emitter.create = function () { return new Emitter('x').emit(); };
  function Child() { Emitter.call(this); }
  Child.prototype = Object.create(Emitter.prototype);
  util.inherits(Child, Emitter);
  Object.assign(Child.prototype, { shout() { this.emit(); } });
  $.fn.plugin = function () {};
  return Emitter;
}));
"#,
        expect![[r#"
            local parameter root 1-1 public
            local parameter factory 1-1 public
            function Emitter 4-4 public
            local parameter Emitter.name 4-4 public
            field Emitter.name 4-4 public = name
            method Emitter.emit 5-5 public = self<Emitter>.listeners()
            local parameter Emitter.emit.event 5-5 public
            method Emitter.listeners 6-6 public
            method Emitter.create 7-7 public = new Emitter.emit()
            function Child 8-8 public
            method Child.shout 11-11 public
            method plugin 12-12 public
            heritage Child Extends Emitter
            heritage Child Extends Emitter
            2:3 read root -> root@1
            2:8 write lib of root
            2:14 call factory -> factory@1
            4:40 read name -> Emitter.name@4 in Emitter
            5:3 read Emitter -> Emitter@4
            5:59 call listeners of self<Emitter> in Emitter.emit
            5:69 read event -> Emitter.emit.event@5 in Emitter.emit
            6:3 read Emitter -> Emitter@4
            7:3 read Emitter -> Emitter@4
            7:45 call Emitter -> Emitter@4 in Emitter.create
            7:58 call emit of new Emitter in Emitter.create
            8:22 read Emitter -> Emitter@4 in Child
            8:30 call call of Emitter in Child
            9:3 read Child -> Child@8
            9:21 read Object free
            9:28 call create of Object
            9:35 read Emitter -> Emitter@4
            9:35 inherit Emitter -> Emitter@4
            10:3 read util free
            10:8 call inherits of util
            10:17 read Child -> Child@8
            10:24 read Emitter -> Emitter@4
            10:24 inherit Emitter -> Emitter@4
            11:3 read Object free
            11:10 call assign of Object
            11:17 read Child -> Child@8
            11:51 call emit of self<Child> in Child.shout
            12:3 read $ free
            12:5 read fn of $
            13:10 read Emitter -> Emitter@4
        "#]],
    );
}
