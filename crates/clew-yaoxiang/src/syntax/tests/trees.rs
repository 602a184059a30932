//! Shapes of trees.

use expect_test::expect;

use super::check_tree;

#[test]
fn imports() {
    check_tree(
        "use std.{io, math as m}\nuse a.b as c;",
        expect![[r#"
        source_file
          items: use_statement
            path: use_path
              name: name "std"
            items: use_list
              items: use_item
                name: name "io"
              items: use_item
                name: name "math"
                alias: name "m"
          items: use_statement
            path: use_path
              name: name "a"
              name: name "b"
            alias: name "c"
    "#]],
    );
}

#[test]
fn function_with_signature() {
    check_tree(
        "add: (mut a: Int, b: T + U) -> Int = (a, b) => a + b * 2",
        expect![[r#"
        source_file
          items: binding
            target: name_ref "add"
            type: signature
              parameters: parameters
                items: parameter
                  name: name "a"
                  type: named_type
                    name: name "Int"
                items: parameter
                  name: name "b"
                  type: named_type
                    name: name "T"
                  type: named_type
                    name: name "U"
              result: named_type
                name: name "Int"
            value: lambda
              parameters: parameters
                items: parameter
                  name: name "a"
                items: parameter
                  name: name "b"
              body: binary_expression
                left: name_ref "a"
                right: binary_expression
                  left: name_ref "b"
                  right: literal "2"
    "#]],
    );
}

#[test]
fn curried_generic_function() {
    check_tree(
        "pick: (T: Type) -> (a: T) -> T = { return a }",
        expect![[r#"
        source_file
          items: binding
            target: name_ref "pick"
            type: signature
              parameters: parameters
                items: parameter
                  name: name "T"
                  type: named_type
                    name: name "Type"
              result: signature
                parameters: parameters
                  items: parameter
                    name: name "a"
                    type: named_type
                      name: name "T"
                result: named_type
                  name: name "T"
            value: block
              items: expression_statement
                value: return_expression
                  value: name_ref "a"
    "#]],
    );
}

#[test]
fn record_items() {
    check_tree(
        "P: Type = { x mut: Int = 0, Shape, _c: Assert(N > 0), get = go[0, -1], n < 100, }",
        expect![[r#"
            source_file
              items: binding
                target: name_ref "P"
                type: named_type
                  name: name "Type"
                value: record_type
                  items: record_field
                    name: name "x"
                    type: named_type
                      name: name "Int"
                    default: literal "0"
                  items: record_interface
                    name: name "Shape"
                  items: record_field
                    name: name "_c"
                    type: named_type
                      name: name "Assert"
                      arguments: type_arguments
                        items: expression_type
                          value: binary_expression
                            left: name_ref "N"
                            right: literal "0"
                  items: record_binding
                    name: name "get"
                    value: name "go"
                    index: positions "[0, -1]"
                  items: record_constraint
                    value: binary_expression
                      left: name_ref "n"
                      right: literal "100"
        "#]],
    );
}

#[test]
fn types() {
    check_tree(
        "R: Type = { x: (&mut A, b: *B) -> Dict(String, (Int, N + 1)) }",
        expect![[r#"
        source_file
          items: binding
            target: name_ref "R"
            type: named_type
              name: name "Type"
            value: record_type
              items: record_field
                name: name "x"
                type: function_type
                  items: reference_type
                    operand: named_type
                      name: name "A"
                  items: named_type_argument
                    name: name "b"
                    type: pointer_type
                      operand: named_type
                        name: name "B"
                  result: named_type
                    name: name "Dict"
                    arguments: type_arguments
                      items: named_type
                        name: name "String"
                      items: tuple_type
                        items: named_type
                          name: name "Int"
                        items: expression_type
                          value: binary_expression
                            left: name_ref "N"
                            right: literal "1"
    "#]],
    );
}

#[test]
fn an_indexed_type_leaves_the_value_alone() {
    check_tree(
        "x: List[Int] = [1 2]",
        expect![[r#"
        source_file
          items: binding
            target: name_ref "x"
            type: expression_type
              value: index
                receiver: name_ref "List"
                index: name_ref "Int"
            value: list
              items: literal "1"
              items: literal "2"
    "#]],
    );
}

#[test]
fn a_type_ends_with_its_line() {
    check_tree(
        "x: Int\n(a, b) = f()",
        expect![[r#"
        source_file
          items: binding
            target: name_ref "x"
            type: named_type
              name: name "Int"
          items: destructure
            target: name "a"
            target: name "b"
            value: call
              callee: name_ref "f"
              arguments: arguments "()"
    "#]],
    );
}

#[test]
fn precedence() {
    check_tree(
        "a = -x as T * 2 + f(y)[0].z? == 1 and !b or c",
        expect![[r#"
        source_file
          items: binding
            target: name_ref "a"
            value: binary_expression
              left: binary_expression
                left: binary_expression
                  left: binary_expression
                    left: binary_expression
                      left: cast
                        operand: prefix_expression
                          operand: name_ref "x"
                        type: named_type
                          name: name "T"
                      right: literal "2"
                    right: try_expression
                      operand: field_access
                        receiver: index
                          receiver: call
                            callee: name_ref "f"
                            arguments: arguments
                              items: argument
                                value: name_ref "y"
                          index: literal "0"
                        name: name "z"
                  right: literal "1"
                right: prefix_expression
                  operand: name_ref "b"
              right: name_ref "c"
    "#]],
    );
}

#[test]
fn lines_end_statements_but_not_chains() {
    check_tree(
        "a = f(\n1\n)?\n(x)\n[y]\nb = p\n.q\n+ 1",
        expect![[r#"
        source_file
          items: binding
            target: name_ref "a"
            value: try_expression
              operand: call
                callee: name_ref "f"
                arguments: arguments
                  items: argument
                    value: literal "1"
          items: expression_statement
            value: paren_expression
              value: name_ref "x"
          items: expression_statement
            value: list
              items: name_ref "y"
          items: binding
            target: name_ref "b"
            value: binary_expression
              left: field_access
                receiver: name_ref "p"
                name: name "q"
              right: literal "1"
    "#]],
    );
}

#[test]
fn bare_return_ends_with_its_line() {
    check_tree(
        "f: () -> Void = {\nreturn\nx = 1\n}",
        expect![[r#"
        source_file
          items: binding
            target: name_ref "f"
            type: signature
              parameters: parameters "()"
              result: named_type
                name: name "Void"
            value: block
              items: expression_statement
                value: return_expression "return"
              items: binding
                target: name_ref "x"
                value: literal "1"
    "#]],
    );
}

#[test]
fn unsafe_block_is_a_statement() {
    check_tree(
        "main = {\nunsafe { *p = 1 }\n}",
        expect![[r#"
        source_file
          items: binding
            target: name_ref "main"
            value: block
              items: expression_statement
                value: unsafe_expression
                  body: block
                    items: expression_statement
                      value: assign_expression
                        left: prefix_expression
                          operand: name_ref "p"
                        right: literal "1"
    "#]],
    );
}

#[test]
fn patterns() {
    check_tree(
        "x = match n {\n some(a) if a > 0 => 1,\n -1 | 1..5 => { return 2 }\n (p, _) => 3,\n { q } => 4\n}",
        expect![[r#"
            source_file
              items: binding
                target: name_ref "x"
                value: match_expression
                  scrutinee: name_ref "n"
                  items: match_arm
                    pattern: constructor_pattern
                      name: name "some"
                      items: binding_pattern
                        name: name "a"
                    guard: match_guard
                      condition: binary_expression
                        left: name_ref "a"
                        right: literal "0"
                    body: literal "1"
                  items: match_arm
                    pattern: or_pattern
                      items: literal_pattern
                        value: prefix_expression
                          operand: literal "1"
                      items: range_pattern
                        left: literal "1"
                        right: literal "5"
                    body: block
                      items: expression_statement
                        value: return_expression
                          value: literal "2"
                  items: match_arm
                    pattern: tuple_pattern
                      items: binding_pattern
                        name: name "p"
                      items: wildcard_pattern "_"
                    body: literal "3"
                  items: match_arm
                    pattern: record_pattern
                      items: binding_pattern
                        name: name "q"
                    body: literal "4"
        "#]],
    );
}

#[test]
fn dicts_and_blocks() {
    check_tree(
        "a = {}\nb = {\"k\": 1}\nf: () -> Void = {}\n{ c }",
        expect![[r#"
        source_file
          items: binding
            target: name_ref "a"
            value: dict "{}"
          items: binding
            target: name_ref "b"
            value: dict
              items: dict_entry
                key: literal "\"k\""
                value: literal "1"
          items: binding
            target: name_ref "f"
            type: signature
              parameters: parameters "()"
              result: named_type
                name: name "Void"
            value: block "{}"
          items: expression_statement
            value: block
              items: expression_statement
                value: name_ref "c"
    "#]],
    );
}

#[test]
fn loops_and_branches() {
    check_tree(
        "main = {\nfor mut i in 0..9 { f(i) }\nif a { } else if b { } else { }\nmany = spawn for k in xs { return k }\n}",
        expect![[r#"
            source_file
              items: binding
                target: name_ref "main"
                value: block
                  items: expression_statement
                    value: for_loop
                      variable: name "i"
                      iterable: binary_expression
                        left: literal "0"
                        right: literal "9"
                      body: block
                        items: expression_statement
                          value: call
                            callee: name_ref "f"
                            arguments: arguments
                              items: argument
                                value: name_ref "i"
                  items: expression_statement
                    value: if_expression
                      condition: name_ref "a"
                      then: block "{ }"
                      items: else_if
                        condition: name_ref "b"
                        then: block "{ }"
                      else: else_clause
                        body: block "{ }"
                  items: binding
                    target: name_ref "many"
                    value: spawn_for
                      variable: name "k"
                      iterable: name_ref "xs"
                      body: block
                        items: expression_statement
                          value: return_expression
                            value: name_ref "k"
        "#]],
    );
}

#[test]
fn interpolations() {
    check_tree(
        r#"a = f"{x + 1:.2f} {} {if} {f"{y}"}""#,
        expect![[r#"
        source_file
          items: binding
            target: name_ref "a"
            value: fstring
              items: interpolation
                value: binary_expression
                  left: name_ref "x"
                  right: literal "1"
              items: interpolation "{}"
              raw_interpolation "{if}"
              items: interpolation
                value: fstring
                  items: interpolation
                    value: name_ref "y"
    "#]],
    );
}

#[test]
fn destructuring_and_comprehension() {
    check_tree(
        "a, b = f(n = 1)\n(c, d) = [x for x in xs]",
        expect![[r#"
        source_file
          items: destructure
            target: name "a"
            target: name "b"
            value: call
              callee: name_ref "f"
              arguments: arguments
                items: argument
                  name: name "n"
                  value: literal "1"
          items: destructure
            target: name "c"
            target: name "d"
            value: comprehension
              value: name_ref "x"
              variable: name "x"
              iterable: name_ref "xs"
    "#]],
    );
}
