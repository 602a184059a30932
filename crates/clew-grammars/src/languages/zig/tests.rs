use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "zig",
        include_str!("fixture.zig"),
        expect![[r#"
            struct Shop 4-21 public "A shop."
            field Shop.name 5-5 public : list<?>
            field Shop.items 6-6 public : std.ArrayList()
            field Shop.Self 7-7 private = Self<Shop>
            method Shop.init 9-19 public : Self "Makes one."
            local parameter Shop.init.allocator 9-9 private : std.mem.Allocator
            local parameter Shop.init.name 9-9 private : list<?>
            local variable Shop.init.shop 10-10 private = new Self
            local parameter Shop.init.item 12-12 private
            local parameter Shop.init.i 12-12 private
            local parameter Shop.init.p 13-13 private
            local parameter Shop.init.x 15-15 private
            local parameter Shop.init.v 16-16 private
            local variable Shop.init.y 17-17 private = ??
            local parameter Shop.init.err 17-17 private
            method Shop.deinit 20-20 private
            local parameter Shop.deinit.self 20-20 private : Self
            enum Color 22-22 public
            enummember Color.red 22-22 public
            enummember Color.green 22-22 public
            method Color.label 22-22 public : list<?>
            local parameter Color.label.self 22-22 private : Color
            struct U 23-23 private
            field U.a 23-23 public
            field U.b 23-23 public
            enum E 24-24 private
            function List 25-25 public
            local parameter List.T 25-25 private
            local class List.<anonymous> 25-25 private anonymous
            field List.<anonymous>.data 25-25 public : list<T>
            method List.<anonymous>.get 25-25 private : T
            local parameter List.<anonymous>.get.self 25-25 private : Self<List.<anonymous>>
            variable global 26-26 private : ? = Number
            function top 28-28 private
            local parameter top.a 28-28 private
            local variable top.b 28-28 private = a
            import 1 std Module as std
            import 2 util.zig Module as util
            6:12 read std -> import std in Shop
            6:16 call ArrayList of std in Shop
            6:26 read Item free in Shop
            9:28 read std -> import std in Shop.init
            9:32 read mem of std in Shop.init
            9:36 type Allocator of std.mem in Shop.init
            9:66 type Self -> Shop.Self@7 in Shop.init
            10:20 call Self -> Shop.Self@7 in Shop.init
            10:27 write name of ? in Shop.init
            10:34 read name -> Shop.init.name@9 in Shop.init
            11:18 read shop -> Shop.init.shop@10 in Shop.init
            11:23 call deinit of shop in Shop.init
            12:14 read shop -> Shop.init.shop@10 in Shop.init
            12:19 read items of shop in Shop.init
            13:17 read item -> Shop.init.item@12 in Shop.init
            13:22 read price of item in Shop.init
            13:33 read std -> import std in Shop.init
            13:37 read debug of std in Shop.init
            13:43 call print of std.debug in Shop.init
            13:61 read p -> Shop.init.p@13 in Shop.init
            13:64 read i -> Shop.init.i@12 in Shop.init
            15:16 read it free in Shop.init
            15:19 call next of it in Shop.init
            15:34 write i free in Shop.init
            15:42 call use free in Shop.init
            15:46 read x -> Shop.init.x@15 in Shop.init
            16:17 read kind free in Shop.init
            16:26 read open of ? in Shop.init
            16:38 call go free in Shop.init
            16:41 read v -> Shop.init.v@16 in Shop.init
            17:23 read util -> import util.zig in Shop.init
            17:28 call parse of util in Shop.init
            17:34 read name -> Shop.init.name@9 in Shop.init
            17:59 read err -> Shop.init.err@17 in Shop.init
            18:16 read shop -> Shop.init.shop@10 in Shop.init
            20:22 type Self -> Shop.Self@7 in Shop.deinit
            20:35 read self -> Shop.deinit.self@20 in Shop.deinit
            20:40 read items of self in Shop.deinit
            20:46 call deinit of self.items in Shop.deinit
            22:57 type Color -> Color@22 in Color.label
            22:93 read self -> Color.label.self@22 in Color.label
            25:62 type T -> List.T@25 in List
            25:87 type T -> List.T@25 in List.<anonymous>.get
            25:98 read self -> List.<anonymous>.get.self@25 in List.<anonymous>.get
            25:103 read data of self in List.<anonymous>.get
            27:16 read std -> import std
            27:20 read testing of std
            27:28 call expect of std.testing
            27:35 call top -> top@28
            28:33 read a -> top.a@28 in top
            28:43 read b -> top.b@28 in top
            29:16 read top -> top@28
        "#]],
    );
}

#[test]
fn assignments_declare_nothing_and_imports_need_no_name() {
    check_facts(
        "zig",
        r#"
fn f(self: *S) void {
    var i: usize = 0;
    while (i < 9) {
        i = g(i);
        i += 1;
        self.count = i;
        _ = i;
    }
    const a, var b: u8, self.c = h(i);
    use(a, b);
    return @import("x/y.zig").run(@import("std"));
}
const Z = @import("z.zig").Z;
"#,
        expect![[r#"
            function f 2-13 private
            local parameter f.self 2-2 private : S
            local variable f.i 3-3 private : ? = Number
            local variable f.a 10-10 private
            local variable f.b 10-10 private
            variable Z 14-14 private = ?.Z
            import 12 x/y.zig Module as y.zig
            import 12 std Module as std
            import 14 z.zig Module as z.zig
            2:13 type S free in f
            4:12 read i -> f.i@3 in f
            5:9 write i -> f.i@3 in f
            5:13 call g free in f
            5:15 read i -> f.i@3 in f
            6:9 write i -> f.i@3 in f
            7:9 read self -> f.self@2 in f
            7:14 write count of self in f
            7:22 read i -> f.i@3 in f
            8:13 read i -> f.i@3 in f
            10:25 read self -> f.self@2 in f
            10:30 write c of self in f
            10:34 call h free in f
            10:36 read i -> f.i@3 in f
            11:5 call use free in f
            11:9 read a -> f.a@10 in f
            11:12 read b -> f.b@10 in f
            12:31 call run of ? in f
            14:28 read Z of ?
        "#]],
    );
}

#[test]
fn every_name_of_the_description_is_in_the_grammar() {
    let unknown =
        crate::described::unknown_names(&tree_sitter_zig::LANGUAGE.into(), &super::DESCRIPTION);
    assert_eq!(unknown, Vec::<String>::new());
}
