//! TypeScript: types, interfaces, namespaces, overloads.

use expect_test::expect;

use crate::testing::{check_facts, check_symbols};

#[test]
fn definitions_with_everything() {
    check_symbols(
        "typescript",
        r#"export interface Shape<T = number> extends Base, ns.Other<T> {
  /** Its size. */
  readonly size: T;
  area(unit?: string): number;
  [key: string]: unknown;
  new (x: number): Shape;
  callback: (event: Event) => Promise<void>;
}
export type Point = { x: number; y?: number };
type Mapped<T> = { [K in keyof T]: T[K] extends Array<infer U> ? U : never };
export const enum Color { Red, Green = 'g', 'dark blue' }
declare enum Ambient { A }
declare module 'virtual' { export function load(): void; }
namespace Outer.Inner { export const value = 1; export function run() {} }
declare global { interface Window { app: App } }

export function parse(text: string): Tree;
export function parse(text: Buffer): Tree;
export function parse(text: any): Tree { return new Tree(text); }

@Component({ selector: 'x' })
export abstract class Service<T> extends Base<T> implements Shape, OnInit {
  private readonly log: Logger = createLogger();
  protected static count?: number;
  declare kind: string;
  constructor(private http: Http, public readonly name: string, plain: number) { super(); }
  abstract start(): void;
  /** Stops. */
  @Memo() async stop(this: Service<T>, force = false): Promise<T[]> { return []; }
  overload(a: string): void;
  overload(a: any) {}
}
export default interface Options { retries: number }
export = Service;
import fs = require('fs');
import Alias = Outer.Inner;
const handler: (x: Point) => Color = (x) => Color.Red;
abstract class Node2 { get parent(): Node2 | null { return null; } }
"#,
        expect![[r#"
            interface Shape 1-8 public exported
            local typeparameter Shape.T 1-1 public
            field Shape.size 3-3 public : T "Its size."
            method Shape.area 4-4 public abstract : Number
            local parameter Shape.area.unit 4-4 public : String
            field Shape.callback 7-7 public : fn(Event) -> Promise<Nothing>
            type Point 9-9 public exported
            field Point.x 9-9 public : Number
            field Point.y 9-9 public : Number
            type Mapped 10-10 private
            local typeparameter Mapped.T 10-10 public
            local typeparameter Mapped.K 10-10 public
            local typeparameter Mapped.U 10-10 public
            enum Color 11-11 public exported
            enummember Color.Red 11-11 public static
            enummember Color.Green 11-11 public static
            enummember Color.dark blue 11-11 public static
            enum Ambient 12-12 private
            enummember Ambient.A 12-12 public static
            module virtual 13-13 public
            function virtual.load 13-13 public exported declaration : Nothing
            namespace Outer 14-14 private
            namespace Outer.Inner 14-14 public
            constant Outer.Inner.value 14-14 public exported = Number
            function Outer.Inner.run 14-14 public exported
            interface Window 15-15 private
            field Window.app 15-15 public : App
            function parse 17-17 public exported declaration : Tree
            local parameter parse.text 17-17 public : String
            function parse 18-18 public exported declaration : Tree
            local parameter parse.text 18-18 public : Buffer
            function parse 19-19 public exported : Tree
            local parameter parse.text 19-19 public : ?
            class Service 21-32 public exported abstract
            local typeparameter Service.T 22-22 public
            field Service.log 23-23 private : Logger = createLogger()
            field Service.count 24-24 protected static : Number
            field Service.kind 25-25 public : String
            constructor Service.constructor 26-26 public
            local parameter Service.constructor.http 26-26 public : Http
            field Service.http 26-26 private : Http
            local parameter Service.constructor.name 26-26 public : String
            field Service.name 26-26 public : String
            local parameter Service.constructor.plain 26-26 public : Number
            method Service.start 27-27 public abstract : Nothing
            method Service.stop 29-29 public async : Promise<list<T>> "Stops."
            local parameter Service.stop.force 29-29 public = Boolean
            method Service.overload 30-30 public declaration : Nothing
            local parameter Service.overload.a 30-30 public : String
            method Service.overload 31-31 public
            local parameter Service.overload.a 31-31 public : ?
            interface Options 33-33 public exported default
            field Options.retries 33-33 public : Number
            namespace Alias 36-36 private = Outer.Inner
            function handler 37-37 private : Color = Color.Red
            local parameter handler.x 37-37 public = as fn(Point) -> Color.0
            class Node2 38-38 private abstract
            method Node2.parent 38-38 public accessor : (Node2 | Nothing)
        "#]],
    );
}

#[test]
fn types_and_values_are_kept_apart() {
    check_facts(
        "typescript",
        r#"import type { T } from './types';
import { type U, v } from './values';
interface Box { open(): Box; }
const Box = { make(): Box { return v as U; } };
function id<Box>(x: Box, y: T[]): x is Box { Box.make(); return !!y.map((one) => one.go()); }
class List<E> {
  items: E[] = [];
  first(): E { return this.items[0]!; }
  map<R>(f: (e: E) => R): List<R> { const r = new List<R>(); r.items.push(f(this.first())); return r; }
}
async function main(list: List<Box>, pair: [string, Box]) {
  list.first().open();
  const [, second] = pair;
  second.open();
  for await (const x of stream<Box>()) x.open();
  const { open } = await load();
  let typed: typeof main, key: keyof Box, q: import('./q').Q;
  const settings = { open: 1 } satisfies Partial<Box>;
}
"#,
        expect![[r#"
            interface Box 3-3 private
            method Box.open 3-3 public abstract : Box
            constant Box 4-4 private = self<Box>
            method Box.make 4-4 public : Box
            function id 5-5 private : Boolean
            local typeparameter id.Box 5-5 public
            local parameter id.x 5-5 public : Box
            local parameter id.y 5-5 public : list<T>
            local parameter id.one 5-5 public = (y[] | y.map.0.0)
            class List 6-10 private
            local typeparameter List.E 6-6 public
            field List.items 7-7 public : list<E> = List
            method List.first 8-8 public : E
            method List.map 9-9 public : List<R>
            local typeparameter List.map.R 9-9 public
            local parameter List.map.f 9-9 public : fn(E) -> R
            local constant List.map.r 9-9 public = new List<R>
            function main 11-19 private async
            local parameter main.list 11-11 public : List<Box>
            local parameter main.pair 11-11 public : (String, Box)
            local constant main.second 13-13 public = pair.1
            local constant main.x 15-15 public = stream()[]
            local constant main.open 16-16 public = await load().open
            local variable main.typed 17-17 public : ?
            local variable main.key 17-17 public : ?
            local variable main.q 17-17 public : q.Q
            local constant main.settings 18-18 public = self<main.settings>
            import 1 ./types Item T as T
            import 2 ./values Item U as U
            import 2 ./values Item v as v
            import 17 ./q Module
            3:25 type Box -> Box@3 in Box.open
            4:23 type Box -> Box@3 in Box.make
            4:36 read v -> import ./values in Box.make
            4:41 type U -> import ./values in Box.make
            5:21 type Box -> id.Box@5 in id
            5:29 type T -> import ./types in id
            5:35 read x -> id.x@5 in id
            5:40 type Box -> id.Box@5 in id
            5:46 read Box -> Box@4 in id
            5:50 call make of Box in id
            5:67 read y -> id.y@5 in id
            5:69 call map of y in id
            5:82 read one -> id.one@5 in id
            5:86 call go of one in id
            7:10 type E -> List.E@6 in List
            8:12 type E -> List.E@6 in List.first
            8:28 read items of self<List> in List.first
            9:17 type E -> List.E@6 in List.map
            9:23 type R -> List.map.R@9 in List.map
            9:27 type List -> List@6 in List.map
            9:32 type R -> List.map.R@9 in List.map
            9:51 call List -> List@6 in List.map
            9:56 type R -> List.map.R@9 in List.map
            9:62 read r -> List.map.r@9 in List.map
            9:64 read items of r in List.map
            9:70 call push of r.items in List.map
            9:75 call f -> List.map.f@9 in List.map
            9:82 call first of self<List> in List.map
            9:100 read r -> List.map.r@9 in List.map
            11:27 type List -> List@6 in main
            11:32 type Box -> Box@3 in main
            11:53 type Box -> Box@3 in main
            12:3 read list -> main.list@11 in main
            12:8 call first of list in main
            12:16 call open of list.first() in main
            13:22 read pair -> main.pair@11 in main
            14:3 read second -> main.second@13 in main
            14:10 call open of second in main
            15:25 call stream free in main
            15:32 type Box -> Box@3 in main
            15:40 read x -> main.x@15 in main
            15:42 call open of x in main
            16:11 read open of await load() in main
            16:26 call load free in main
            17:21 read main -> main@11 in main
            17:38 type Box -> Box@3 in main
            17:60 type Q of q in main
            18:22 write open unsure in main
            18:42 type Partial free in main
            18:50 type Box -> Box@3 in main
        "#]],
    );
}

#[test]
fn assignments_declare_no_fields() {
    check_symbols(
        "typescript",
        "class A extends B {\n  own = 1;\n  constructor() { super(); this.own = 2; this.inherited = 3; this.run = () => 4; }\n}\n",
        expect![[r#"
            class A 1-4 public
            field A.own 2-2 public = (Number | Number)
            constructor A.constructor 3-3 public
        "#]],
    );
}
