//! Elixir: what is bound, through the facts of whole texts.

use expect_test::expect;

use crate::testing::check_references;

const SHAPES: &str = "\
//- shape.ex
defmodule Demo.Shape do
  defstruct [:r]
  def new(r), do: %__MODULE__{r: r}
  def area(s), do: s.r
  def area(s, by \\\\ 2, plus), do: s.r * by + plus
end
//- use.ex
defmodule Demo.Use do
  alias Demo.Shape
  alias Demo.Shape, as: S
  import Demo.Shape, only: [area: 1]
  def a, do: Demo.Shape.new(1) |> S.area(2)
  def b(x), do: Shape.area(x)
  def c(x), do: [area(x), nope(x, 1), Other.area(x)]
  def d, do: {%Shape{r: 1}, &Shape.area/3}
end
//- other.ex
defmodule More.Shape do
  def new(r), do: r
  def area(s), do: s
end
";

#[test]
fn imports_of_one_arity_bring_in_no_other() {
    let files = "\
//- a.ex
defmodule One do
  def go(a), do: a
  def go(a, b), do: a + b
end
defmodule Two do
  def go(a), do: a
  def go(a, b), do: a - b
end
//- use.ex
defmodule Use do
  import One, only: [go: 1]
  import Two, only: [go: 2]
  def a, do: go(1)
  def b, do: go(1, 2)
  def c, do: 1 |> go(2)
end
";
    check_references(
        files,
        "One.go",
        expect![[r#"
        use.ex:2:22 import bound Use
        use.ex:4:14 call bound Use.a
    "#]],
    );
    check_references(
        files,
        "Two.go",
        expect![[r#"
        use.ex:3:22 import bound Use
        use.ex:5:14 call bound Use.b
        use.ex:6:19 call bound Use.c
    "#]],
    );
}

#[test]
fn modules_with_dotted_names_by_alias_import_and_whole() {
    check_references(
        SHAPES,
        "Demo.Shape.new",
        expect![[r#"
            use.ex:5:25 call bound Demo.Use.a
        "#]],
    );
    check_references(
        SHAPES,
        "Demo.Shape.area",
        expect![[r#"
            use.ex:4:29 import bound Demo.Use
            use.ex:5:37 call bound Demo.Use.a
            use.ex:6:23 call bound Demo.Use.b
            use.ex:7:18 call bound Demo.Use.c
            use.ex:8:36 read bound Demo.Use.d
        "#]],
    );
    check_references(
        SHAPES,
        "Demo.Shape",
        expect![[r#"
            use.ex:2:14 import bound Demo.Use
            use.ex:3:14 import bound Demo.Use
            use.ex:3:25 import bound Demo.Use
            use.ex:4:10 import bound Demo.Use
            use.ex:5:14 read bound Demo.Use.a
            use.ex:5:35 read bound Demo.Use.a
            use.ex:6:17 read bound Demo.Use.b
            use.ex:8:16 read bound Demo.Use.d
            use.ex:8:30 read bound Demo.Use.d
        "#]],
    );
    check_references(SHAPES, "More.Shape.area", expect![[""]]);
}

const ARITIES: &str = "\
//- a.ex
defmodule Ax do
  def run(x), do: x
  def run(x, y), do: x + y
end
defmodule Bx do
  import Ax
  def go, do: run(1)
  def go3, do: run(1, 2)
  def go4, do: run(1, 2, 3)
  def run(a, b, c), do: a
end
defmodule Cx do
  def t(Ax), do: Ax.run(1, 2)
  defmodule Ax do
    def run(x), do: x
  end
  def u, do: Ax.run(1)
end
";

#[test]
fn functions_by_their_arity() {
    check_references(
        ARITIES,
        "Ax.run",
        expect![[r#"
            a.ex:7:15 call bound Bx.go
            a.ex:8:16 call bound Bx.go3
            a.ex:13:21 call bound Cx.t
        "#]],
    );
    check_references(
        ARITIES,
        "Bx.run",
        expect![[r#"
            a.ex:9:16 call bound Bx.go4
        "#]],
    );
    check_references(
        ARITIES,
        "Cx.Ax.run",
        expect![[r#"
            a.ex:17:17 call bound Cx.u
        "#]],
    );
}

#[test]
fn functions_of_implementations_are_apart_from_the_module_around() {
    let files = "\
//- a.ex
defmodule Shop do
  def size(x), do: x
  defimpl Size do
    def size(x), do: helper(x)
    def helper(x), do: size(x)
  end
  def go(x), do: size(x)
  def helper(x), do: x
end
";
    check_references(
        files,
        "Shop.size",
        expect![[r#"
        a.ex:7:18 call bound Shop.go
    "#]],
    );
    check_references(
        files,
        "Size.Shop.size",
        expect![[r#"
        a.ex:5:24 call bound Size.Shop.helper
    "#]],
    );
    check_references(
        files,
        "Size.Shop.helper",
        expect![[r#"
        a.ex:4:22 call bound Size.Shop.size
    "#]],
    );
    check_references(files, "Shop.helper", expect![[""]]);
}
