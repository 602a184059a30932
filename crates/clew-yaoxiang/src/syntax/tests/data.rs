//! Trees as plain data.

use expect_test::{Expect, expect};

use super::super::{DataLimits, DataNode, kind_counts, parse, tree_data};

fn check_data(source: &str, limits: DataLimits, expected: Expect) {
    let mut shown = String::new();
    show(&tree_data(&parse(source).tree, limits), source, 0, &mut shown);
    expected.assert_eq(&shown);
}

fn show(node: &DataNode, source: &str, depth: usize, out: &mut String) {
    out.push_str(&"  ".repeat(depth));
    if let Some(field) = node.field {
        out.push_str(&format!("{field}: "));
    }
    out.push_str(node.kind);
    if node.leaf {
        out.push_str(&format!(" {:?}", node.range.slice(source)));
    }
    let marks = [(node.missing, " missing"), (node.error, " error")];
    marks.iter().filter(|(set, _)| *set).for_each(|(_, mark)| out.push_str(mark));
    if node.truncated > 0 {
        out.push_str(&format!(" …{}", node.truncated));
    }
    out.push('\n');
    node.children.iter().for_each(|child| show(child, source, depth + 1, out));
}

#[test]
fn tokens_and_comments_are_nodes() {
    check_data(
        "a = f(1) // c\n",
        DataLimits::default(),
        expect![[r#"
        source_file
          items: binding
            target: name_ref
              identifier "a"
            = "="
            value: call
              callee: name_ref
                identifier "f"
              arguments: arguments
                ( "("
                items: argument
                  value: literal
                    int "1"
                ) ")"
          line_comment "// c"
    "#]],
    );
}

#[test]
fn gaps_and_strays_are_marked() {
    check_data(
        "a = \n) b",
        DataLimits::default(),
        expect![[r#"
        source_file
          items: binding
            target: name_ref
              identifier "a"
            = "="
            value: missing "" missing
          error error
            ) ")"
          items: expression_statement
            value: name_ref
              identifier "b"
    "#]],
    );
}

#[test]
fn limits_cut_and_count() {
    let depth = DataLimits { max_depth: 2, ..DataLimits::default() };
    check_data(
        "a = f(1)\nb = 2",
        depth,
        expect![[r#"
        source_file
          items: binding
            target: name_ref …1
            = "="
            value: call …8
          items: binding
            target: name_ref …1
            = "="
            value: literal …1
    "#]],
    );
    let nodes = DataLimits { max_nodes: 4, ..DataLimits::default() };
    check_data(
        "a = f(1)\nb = 2",
        nodes,
        expect![[r#"
        source_file …6
          items: binding …10
            target: name_ref
              identifier "a"
    "#]],
    );
}

#[test]
fn kinds_are_counted() {
    let tree = parse("a = 1\nb = 2 + 3").tree;
    let counts = kind_counts(&tree);
    assert_eq!(counts.first(), Some(&("int", 3)));
    assert!(counts.contains(&("binding", 2)) && counts.contains(&("+", 1)));
}

#[test]
fn deep_trees_stay_within_the_limits() {
    let source = format!("x = {}1{}", "(".repeat(20_000), ")".repeat(20_000));
    let data = tree_data(&parse(&source).tree, DataLimits::default());
    assert_eq!(data.kind, "source_file");
}
