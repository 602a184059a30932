//! Attributes of C# and what they are given.

use expect_test::expect;

use crate::testing::check_references;

const FILES: &str = "\
//- attributes.cs
namespace My;
public class RouteAttribute : System.Attribute {
    public string Name { get; set; }
    public int Order;
    public RouteAttribute(string template = \"\") {}
}
public class Plain : System.Attribute {}
public class PlainAttribute : System.Attribute {}
public class View {}
public class ViewAttribute : System.Attribute {}
//- use.cs
using My;
class Use {
    [Route(\"x\", Name = \"n\", Order = 2)] public void Go() {}
    [RouteAttribute(template: \"y\"), Plain] public void Stay() {}
    [View] public void Make() { new View(); new Route(); Route(); }
}
";

#[test]
fn attributes_are_named_with_and_without_their_end() {
    check_references(
        FILES,
        "RouteAttribute",
        expect![[r#"
            use.cs:3:6 call bound Use.Go
            use.cs:4:6 call bound Use.Stay
        "#]],
    );
    check_references(FILES, "Plain", expect![""]);
    check_references(
        FILES,
        "ViewAttribute",
        expect![[r#"
        use.cs:5:6 call bound Use.Make
    "#]],
    );
}

#[test]
fn members_of_attributes_are_written_in_brackets() {
    check_references(
        FILES,
        "RouteAttribute.Name",
        expect![[r#"
        use.cs:3:17 write bound Use.Go
    "#]],
    );
    check_references(
        FILES,
        "RouteAttribute.Order",
        expect![[r#"
        use.cs:3:29 write bound Use.Go
    "#]],
    );
}
