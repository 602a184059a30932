//! What is extracted.

use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "haskell",
        include_str!("fixture.hs"),
        expect![[r#"
            module Shop 3-5 public "The shop."
            enum Item 12-16 public "What is sold."
            constructor Item.Book 12-12 public "A book."
            field Item.title 12-12 public : String
            field Item.price 12-12 public
            constructor Item.Other 13-13 public "Anything."
            constructor Item.:+: 15-15 public
            enum Tree 18-20 private
            constructor Tree.Leaf 19-19 private
            constructor Tree.Node 20-20 private
            field Tree.left 20-20 private
            struct Wrapper 22-22 private
            constructor Wrapper.Wrapper 22-22 private
            field Wrapper.unwrap 22-22 private : Number
            type Name 23-23 private : String
            type Elem 24-24 private
            interface Priced 30-33 public
            method Priced.priceOf 32-32 private abstract : fn -> Number
            method Priced.cost 32-33 public abstract : fn -> Number = priceOf
            method Item.priceOf 36-37 public = (p | Number)
            local parameter Item.priceOf.p 36-36 public
            function total 41-50 public : fn -> Number = (Number | total()) "Adds prices."
            local parameter total.x 43-43 public
            local parameter total.xs 43-43 public
            local variable total.p 47-47 public = priceOf()
            local function total.go 48-49 public = Number
            local parameter total.go.y 49-49 public
            local parameter total.go.t 49-49 public
            local parameter total.go.price 49-49 public
            local parameter total.go.ys 49-49 public
            local variable total.go.z 49-49 public = price
            local variable total.known 50-50 public = as Map.Map<Number, Name>
            local variable total.q 44-44 public
            function helper 52-53 private = (Number | Number)
            local parameter helper.x 52-52 public
            operator <+> 56-57 public : fn -> fn -> Number = a
            local parameter <+>.a 57-57 public
            local parameter <+>.b 57-57 public
            variable größe' 58-58 private = Number
            function c_sin 59-59 private : fn -> Number
            function plus 60-60 private
            local parameter plus.x 60-60 public
            local parameter plus.y 60-60 public
            variable one 61-61 private
            variable two 61-61 private
            function main 63-73 private : IO<Nothing>
            local variable main.line 65-65 public
            local variable main.n 66-66 public = read()
            local variable main.m 67-67 public = n
            local variable main.line 68-68 public
            local parameter main.i 69-69 public
            local variable main.y 70-70 public
            local variable main.k 70-70 public = y
            local variable main.v 72-72 public
            local variable main.w 73-73 public
            constructor Two 74-74 private
            local parameter Two.a 74-74 public
            function f 75-75 private
            local variable f.l 75-75 public
            variable end' 77-77 private = Number
            import 7 Data.Map.Strict Module as Map
            import 8 Data.List Item foldl' as foldl'
            import 8 Data.List Item List as List
            import 8 Data.List Item Cons as Cons
            import 9 Data.Maybe Glob
            import 9 Data.Maybe Module as M
            export Item as Item
            export cost as cost
            export Priced as Priced
            export <+> as <+>
            export .. as ..
            export total as total
            export Item as Item
            export map as Data.Maybe
            heritage Item Implements Show
            heritage Item Implements Eq
            heritage Wrapper Implements Num
            heritage Priced Extends Eq<?>
            heritage Priced Extends Show<?>
            heritage Item<?> Implements Priced
            heritage Tree<?> Implements Eq
            4:5 type Item -> Item@12
            4:15 read total -> total@42
            4:22 type Priced -> Priced@30
            4:29 read cost -> Priced.cost@32
            4:37 read <+> -> <+>@57
            15:5 type Item -> Item@12 in Item.:+:
            16:13 inherit Show free in Item
            16:19 inherit Eq free in Item
            18:7 type Ord free in Tree
            19:11 type Tree -> Tree@18 in Tree.Leaf
            20:28 type Tree -> Tree@18 in Tree.Node
            22:62 inherit Num free in Wrapper
            25:15 type Elem -> Elem@24
            30:8 inherit Eq free in Priced
            30:14 inherit Show free in Priced
            33:10 read priceOf -> Priced.priceOf@32 in Priced.cost
            35:10 type Show free
            35:20 inherit Priced -> Priced@30
            35:28 type Item -> Item@12
            36:12 read Book -> Item.Book@12 in Item.priceOf
            36:24 read p -> Item.priceOf.p@36 in Item.priceOf
            37:11 read Other -> Item.Other@13 in Item.priceOf
            38:19 inherit Eq free
            38:23 type Tree -> Tree@18
            41:11 type Item -> Item@12 in total
            44:5 read p -> total.p@47 in total
            44:12 read Just free in total
            44:22 read Map -> import Data.Map.Strict in total
            44:26 call lookup of Map in total
            44:33 read p -> total.p@47 in total
            44:35 read known -> total.known@50 in total
            44:43 read p -> total.p@47 in total
            44:47 call go -> total.go@48 in total
            44:50 read xs -> total.xs@43 in total
            45:5 read otherwise free in total
            45:17 call total -> total@42 in total
            45:23 read xs -> total.xs@43 in total
            47:9 call priceOf -> Priced.priceOf@32 in total
            47:17 read x -> total.x@43 in total
            49:11 read Book -> Item.Book@12 in total
            49:16 read title -> Item.title@12 in total
            49:27 read price -> Item.price@12 in total
            49:50 read price -> total.go.price@49 in total
            49:59 read z -> total.go.z@49 in total
            49:63 call go -> total.go@48 in total
            49:66 read ys -> total.go.ys@49 in total
            50:13 read Map -> import Data.Map.Strict in total
            50:17 read empty of Map in total
            50:26 read Map -> import Data.Map.Strict in total
            50:30 type Map of Map in total
            50:38 type Name -> Name@23 in total
            52:12 read x -> helper.x@52 in helper
            53:12 read otherwise free in helper
            55:10 read <+> -> <+>@57
            57:11 read a -> <+>.a@57 in <+>
            60:14 read x -> plus.x@60 in plus
            60:16 call <+> -> <+>@57 in plus
            60:20 read y -> plus.y@60 in plus
            61:18 read größe' -> größe'@58
            63:9 type IO free in main
            65:11 read getLine free in main
            66:11 call read free in main
            66:16 read line -> main.line@65 in main
            67:11 read n -> main.n@66 in main
            68:11 call pure free in main
            68:17 read line -> main.line@65 in main
            68:25 call show free in main
            68:30 read m -> main.m@67 in main
            69:3 call forM_ free in main
            69:15 read n -> main.n@66 in main
            69:26 call print free in main
            69:32 read i -> main.i@69 in main
            69:34 read line -> main.line@68 in main
            70:3 call mapM_ free in main
            70:9 read print free in main
            70:17 read y -> main.y@70 in main
            70:27 read n -> main.n@66 in main
            70:39 read y -> main.y@70 in main
            70:42 call even free in main
            70:47 read k -> main.k@70 in main
            71:8 call Other -> Item.Other@13 in main
            71:14 read n -> main.n@66 in main
            72:5 read Other -> Item.Other@13 in main
            72:15 read v -> main.v@72 in main
            72:24 call print free in main
            72:30 read v -> main.v@72 in main
            73:10 call print free in main
            73:17 call unwrap -> Wrapper.unwrap@22 in main
            73:24 read w -> main.w@73 in main
            73:29 read title -> Item.title@12 in main
            74:17 call Just free in Two
            74:22 read a -> Two.a@74 in Two
            75:13 read Leaf -> Tree.Leaf@19 in f
            75:24 read Node -> Tree.Node@20 in f
            75:34 read l -> f.l@75 in f
        "#]],
    );
}

#[test]
fn later_statements_see_earlier_ones_alone() {
    check_facts(
        "haskell",
        "f x = do\n  x <- g x\n  let y = x\n      z = y\n  y <- h y\n  g z y\n  where g = h\n",
        expect![[r#"
            function f 1-7 public = g()
            local parameter f.x 1-1 public
            local variable f.g 7-7 public = h
            local variable f.x 2-2 public
            local variable f.y 3-3 public = x
            local variable f.z 4-4 public = y
            local variable f.y 5-5 public
            2:8 call g -> f.g@7 in f
            2:10 read x -> f.x@1 in f
            3:11 read x -> f.x@2 in f
            4:11 read y -> f.y@3 in f
            5:8 call h free in f
            5:10 read y -> f.y@3 in f
            6:3 call g -> f.g@7 in f
            6:5 read z -> f.z@4 in f
            6:7 read y -> f.y@5 in f
            7:13 read h free in f
        "#]],
    );
}

#[test]
fn the_table_names_what_the_grammar_has() {
    let unknown =
        crate::described::unknown_names(&tree_sitter_haskell::LANGUAGE.into(), &super::DESCRIPTION);
    assert_eq!(unknown, Vec::<String>::new());
}

#[test]
fn a_module_before_a_dot_is_no_type() {
    check_facts(
        "haskell",
        "import qualified Data.Set as S\ndata S = S\nx = S.null y\nz = Data.Map.empty\n",
        expect![[r#"
            struct S 2-2 public
            constructor S.S 2-2 public
            variable x 3-3 public = S.null()
            variable z 4-4 public = Data.Map.empty
            import 1 Data.Set Module as S
            3:5 read S -> import Data.Set in x
            3:7 call null of S in x
            3:12 read y free in x
            4:5 read Data.Map free in z
            4:14 read empty of Data.Map in z
        "#]],
    );
}
