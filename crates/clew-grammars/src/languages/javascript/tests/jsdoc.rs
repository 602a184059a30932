//! Types in comments.

use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn comments_give_types() {
    check_facts(
        "javascript",
        r#"/** @typedef {import("./box").Box} Crate */
/** @typedef {import('./whole')} Whole */
/** @typedef {Object} Plain */
/**
 * @template T
 * @param {Crate[] | null} boxes all of them
 * @param {Map<string, Promise<Whole>>} [byName = new Map()] by name
 * @param {(name: string) => Crate} make makes
 * @param {{ a: Crate }} options
 * @param {...Whole} rest
 * @returns {import("./box").default} one
 */
function pack(boxes, byName = new Map(), make, options, ...rest) {
  /** @type {Whole | undefined} */
  let first;
  /** @type {Crate} */ (boxes[0]).open();
  each((/** @type {Crate} */ box) => box.open());
}
class Shelf {
  /** @type {Array.<Crate>} */
  boxes = [];
  constructor() {
    /** @private @type {?Whole} */
    this.whole = null;
  }
}
"#,
        expect![[r#"
            type Plain 3-3 public exported "@typedef {Object} Plain"
            function pack 13-18 public : ./box.default "@template T @param {Crate[] | null} boxes all of them @param {Map<string, Promise<Whole>>} [byName = new Map()] by name @param {(name: string) => Crate} make makes @param {{ a: Crate }} options @param…"
            local parameter pack.boxes 13-13 public : (list<Crate> | Nothing)
            local parameter pack.byName 13-13 public : Map<String, Promise<Whole>> = new Map
            local parameter pack.make 13-13 public : fn(String) -> Crate
            local parameter pack.options 13-13 public
            local parameter pack.rest 13-13 public : Whole
            local variable pack.first 15-15 public : (Whole | Nothing) "@type {Whole | undefined}"
            local parameter pack.box 17-17 public = as Crate
            class Shelf 19-26 public
            field Shelf.boxes 21-21 public : Array<Crate> = List "@type {Array.<Crate>}"
            constructor Shelf.constructor 22-25 public
            field Shelf.whole 24-24 public : Whole = Nothing "@private @type {?Whole}"
            import 1 ./box Item Box as Crate reexport
            import 2 ./whole Module as Whole reexport
            import 11 ./box Module
            6:12 type Crate -> import ./box in pack
            7:12 type Map free in pack
            7:24 type Promise free in pack
            7:32 type Whole -> import ./whole in pack
            8:30 type Crate -> import ./box in pack
            9:17 type Crate -> import ./box in pack
            10:15 type Whole -> import ./whole in pack
            11:30 type default of ./box in pack
            13:35 call Map free in pack
            14:14 type Whole -> import ./whole in pack
            16:14 type Crate -> import ./box in pack
            16:25 read boxes -> pack.boxes@13 in pack
            16:35 call open of as Crate in pack
            17:3 call each free in pack
            17:20 type Crate -> import ./box in pack
            17:38 read box -> pack.box@17 in pack
            17:42 call open of box in pack
            20:14 type Array free in Shelf
            20:21 type Crate -> import ./box in Shelf
            23:26 type Whole -> import ./whole in Shelf.constructor
        "#]],
    );
    check_facts(
        "typescript",
        "/** @param {A} x */\nfunction f(x) {}\n",
        expect![[r#"
        function f 2-2 public "@param {A} x"
        local parameter f.x 2-2 public
    "#]],
    );
}

#[test]
fn comments_import_and_define_types() {
    check_facts(
        "javascript",
        r#"/**
 * @import Default, { One,
 *   Two as Second } from "./types"
 * @import * as ns from './ns'
 */
/**
 * @typedef {Object} Options settings
 * @property {One} one the first
 * @property {Second[]} [others]
 */
/** @typedef {Pick<One, "a"> & { inner: Second, more?: ns.Three }} Narrow */
/**
 * @callback Visit
 * @param {One} one
 * @param {Narrow} narrow
 * @returns {Default}
 */
/** @type {Visit} */
const visit = (one, narrow) => one.go(narrow.inner);
"#,
        expect![[r#"
            type Options 6-10 public exported "@typedef {Object} Options settings @property {One} one the first @property {Second[]} [others]"
            field Options.one 8-8 public : One
            field Options.others 9-9 public : list<Second>
            type Narrow 11-11 public exported : Pick<One, String> "@typedef {Pick<One, "a"> & { inner: Second, more?: ns.Three }} Narrow"
            field Narrow.inner 11-11 public : Second
            field Narrow.more 11-11 public : ns.Three
            type Visit 12-17 public exported : fn(One, Narrow) -> Default "@callback Visit @param {One} one @param {Narrow} narrow @returns {Default}"
            function visit 19-19 public = one.go() "@type {Visit}"
            local parameter visit.one 19-19 public = as Visit.0
            local parameter visit.narrow 19-19 public = as Visit.1
            import 1 ./types Default as Default
            import 1 ./types Item One as One
            import 1 ./types Item Two as Second
            import 1 ./ns Module as ns
            8:15 type One -> import ./types
            9:15 type Second -> import ./types
            11:15 type Pick free in Narrow
            11:20 type One -> import ./types in Narrow
            11:41 type Second -> import ./types in Narrow
            11:56 type ns -> import ./ns in Narrow
            11:59 type Three of ns in Narrow
            14:12 type One -> import ./types
            15:12 type Narrow -> Narrow@11
            16:14 type Default -> import ./types
            18:12 type Visit -> Visit@13
            19:32 read one -> visit.one@19 in visit
            19:36 call go of one in visit
            19:39 read narrow -> visit.narrow@19 in visit
            19:46 read inner of narrow in visit
        "#]],
    );
}
