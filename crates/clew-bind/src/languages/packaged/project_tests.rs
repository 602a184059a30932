use expect_test::expect;

use crate::testing::{check_references, check_subtypes};

const PROJECT: &str = "\
//- App/App.csproj
<Project>
  <ItemGroup>
    <Using Include=\"Listed.Here\" />
    <Using Include=\"Tools\" Static=\"true\" />
  </ItemGroup>
</Project>
//- App/Usings.cs
global using My.Common;
global using static My.Tools.Helpers;
global using Short = My.Other.Long;
//- App/Thing.cs
namespace App;
class Thing : Common {
    void Go(Listed one, Short two) { Work(); Help(); one.Run(); two.Run(); Aid(); }
}
//- Lib/Lib.csproj
<Project></Project>
//- Lib/Parts.cs
namespace My.Common { public class Common { public void Work() {} } }
namespace My.Tools { public static class Helpers { public static void Help() {} } }
namespace My.Other { public class Long { public void Run() {} } }
namespace Listed.Here { public class Listed { public void Run() {} } }
namespace Listed { public static class Tools { public static void Aid() {} } }
//- Lib/Far.cs
namespace Far;
class Far : Common {}
";

#[test]
fn what_a_project_uses_is_seen_in_all_its_files() {
    check_subtypes(
        PROJECT,
        "Common",
        expect![[r#"
        Thing Extends
    "#]],
    );
    for (name, wanted) in [
        (
            "Common.Work",
            expect![[r#"
            App/Thing.cs:3:38 call bound Thing.Go
        "#]],
        ),
        (
            "Helpers.Help",
            expect![[r#"
            App/Thing.cs:3:46 call bound Thing.Go
        "#]],
        ),
        (
            "Long.Run",
            expect![[r#"
            App/Thing.cs:3:69 call bound Thing.Go
        "#]],
        ),
        (
            "Listed.Run",
            expect![[r#"
            App/Thing.cs:3:58 call bound Thing.Go
        "#]],
        ),
        (
            "Tools.Aid",
            expect![[r#"
                App/Thing.cs:3:76 call name Thing.Go
            "#]],
        ),
    ] {
        check_references(PROJECT, name, wanted);
    }
}

const HELD: &str = "\
//- a.cs
using System.Collections.Generic;
namespace P;
public class Item { public void Run() {} }
public class Part : Item {}
public static class Ext {
    public static int Twice(this int x) { return x; }
    public static void Each(this List<Item> all) {}
    public static void More(this Item item) {}
    public static void Own(this string text) {}
}
public class Use {
    void Go(List<Item> list, IEnumerable<Item> some, Item[] array, Dictionary<string, Item> dict, int x, Part part) {
        foreach (var a in list) a.Run();
        foreach (var b in some) b.Run();
        foreach (var c in array) c.Run();
        dict[\"a\"].Run();
        foreach (var (k, d) in dict) d.Run();
        1.Twice(); x.Twice(); \"s\".Twice();
        list.Each(); part.More(); \"s\".Own(); unknown.More();
    }
}
";

#[test]
fn what_collections_hold_and_extensions() {
    for (name, wanted) in [
        (
            "Item.Run",
            expect![[r#"
            a.cs:13:35 call bound Use.Go
            a.cs:14:35 call bound Use.Go
            a.cs:15:36 call bound Use.Go
            a.cs:16:19 call bound Use.Go
            a.cs:17:40 call name Use.Go
        "#]],
        ),
        (
            "Ext.Twice",
            expect![[r#"
            a.cs:18:11 call bound Use.Go
            a.cs:18:22 call bound Use.Go
        "#]],
        ),
        (
            "Ext.Each",
            expect![[r#"
            a.cs:19:14 call bound Use.Go
        "#]],
        ),
        (
            "Ext.More",
            expect![[r#"
            a.cs:19:27 call bound Use.Go
            a.cs:19:54 call name Use.Go
        "#]],
        ),
        (
            "Ext.Own",
            expect![[r#"
            a.cs:19:39 call bound Use.Go
        "#]],
        ),
    ] {
        check_references(HELD, name, wanted);
    }
}
