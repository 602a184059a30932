use clew_model::{FileFlags, SymbolId};

use super::{left_open, readings, without_marks};
use crate::{Extractor, language_by_id};

/// A type with methods `first` and `third`, and between them `second`, half-written in its
/// head, half-written in its body, and in a conflict.
struct Half {
    language: &'static str,
    around: (&'static str, &'static str),
    head: &'static str,
    body: &'static str,
    sides: [&'static str; 2],
}

const fn half(
    language: &'static str,
    around: (&'static str, &'static str),
    head: &'static str,
    body: &'static str,
    sides: [&'static str; 2],
) -> Half {
    Half { language, around, head, body, sides }
}

const HALVES: &[Half] = &[
    half(
        "python",
        (
            "class Shop:\n    def first(self):\n        return 1\n\n",
            "    def third(self):\n        return 3\n",
        ),
        "    def second(self, a\n",
        "    def second(self):\n        x = self.first(\n",
        ["    def second(self):\n        return 2\n", "    def second(self, a):\n        pass\n"],
    ),
    half(
        "javascript",
        ("class Shop {\n  first() { return 1; }\n", "  third() { return 3; }\n}\n"),
        "  second(a\n",
        "  second() {\n    const x = this.first(\n  }\n",
        ["  second() { return 2; }\n", "  second(a) { return 4; }\n"],
    ),
    half(
        "typescript",
        ("class Shop {\n  first() { return 1; }\n", "  third() { return 3; }\n}\n"),
        "  second(a: number\n",
        "  second() {\n    const x = this.first(\n  }\n",
        ["  second() { return 2; }\n", "  second(a) { return 4; }\n"],
    ),
    half(
        "java",
        ("class Shop {\n  int first() { return 1; }\n", "  int third() { return 3; }\n}\n"),
        "  int second(int a\n",
        "  int second() {\n    int x = first(\n  }\n",
        ["  int second() { return 2; }\n", "  int second(int a) { return 4; }\n"],
    ),
    half(
        "rust",
        (
            "struct Shop;\nimpl Shop {\n    fn first(&self) -> i32 { 1 }\n",
            "    fn third(&self) -> i32 { 3 }\n}\n",
        ),
        "    fn second(&self, a: i32\n",
        "    fn second(&self) {\n        let x = self.first(\n    }\n",
        ["    fn second(&self) {}\n", "    fn second(&self, a: i32) {}\n"],
    ),
    half(
        "cpp",
        ("class Shop {\n  int first() { return 1; }\n", "  int third() { return 3; }\n};\n"),
        "  int second(int a\n",
        "  int second() {\n    int x = first(\n  }\n",
        ["  int second() { return 2; }\n", "  int second(int a) { return 4; }\n"],
    ),
    half(
        "go",
        (
            "package shop\ntype Shop struct{}\nfunc (s Shop) first() int { return 1 }\n",
            "func (s Shop) third() int { return 3 }\n",
        ),
        "func (s Shop) second(a\n",
        "func (s Shop) second() int {\n\tx := s.first(\n}\n",
        ["func (s Shop) second() {}\n", "func (s Shop) second(a int) {}\n"],
    ),
    half(
        "csharp",
        ("class Shop {\n  int first() { return 1; }\n", "  int third() { return 3; }\n}\n"),
        "  int second(int a\n",
        "  int second() {\n    int x = first(\n  }\n",
        ["  int second() { return 2; }\n", "  int second(int a) { return 4; }\n"],
    ),
    half(
        "kotlin",
        ("class Shop {\n  fun first(): Int { return 1 }\n", "  fun third(): Int { return 3 }\n}\n"),
        "  fun second(a: Int\n",
        "  fun second(): Int {\n    val x = first(\n  }\n",
        ["  fun second() { }\n", "  fun second(a: Int) { }\n"],
    ),
    half(
        "swift",
        (
            "class Shop {\n  func first() -> Int { return 1 }\n",
            "  func third() -> Int { return 3 }\n}\n",
        ),
        "  func second(a: Int\n",
        "  func second() -> Int {\n    let x = first(\n  }\n",
        ["  func second() { }\n", "  func second(a: Int) { }\n"],
    ),
    half(
        "scala",
        ("class Shop {\n  def first(): Int = { 1 }\n", "  def third(): Int = { 3 }\n}\n"),
        "  def second(a: Int\n",
        "  def second(): Int = {\n    val x = first(\n  }\n",
        ["  def second() = { }\n", "  def second(a: Int) = { }\n"],
    ),
    half(
        "php",
        (
            "<?php\nclass Shop {\n  function first() { return 1; }\n",
            "  function third() { return 3; }\n}\n",
        ),
        "  function second($a\n",
        "  function second() {\n    $x = $this->first(\n  }\n",
        ["  function second() { }\n", "  function second($a) { }\n"],
    ),
    half(
        "ruby",
        ("class Shop\n  def first\n    1\n  end\n", "  def third\n    3\n  end\nend\n"),
        "  def second(a\n",
        "  def second\n    x = first(\n  end\n",
        ["  def second\n  end\n", "  def second(a)\n  end\n"],
    ),
    half(
        "dart",
        ("class Shop {\n  int first() { return 1; }\n", "  int third() { return 3; }\n}\n"),
        "  int second(int a\n",
        "  int second() {\n    int x = first(\n  }\n",
        ["  int second() { return 2; }\n", "  int second(int a) { return 4; }\n"],
    ),
    half(
        "elixir",
        (
            "defmodule Shop do\n  def first do\n    1\n  end\n",
            "  def third do\n    3\n  end\nend\n",
        ),
        "  def second(a\n",
        "  def second do\n    x = first(\n  end\n",
        ["  def second do\n  end\n", "  def second(a) do\n  end\n"],
    ),
    half(
        "lua",
        (
            "local Shop = {}\nfunction Shop:first()\n  return 1\nend\n",
            "function Shop:third()\n  return 3\nend\nreturn Shop\n",
        ),
        "function Shop:second(a\n",
        "function Shop:second()\n  local x = self:first(\nend\n",
        ["function Shop:second()\nend\n", "function Shop:second(a)\nend\n"],
    ),
    half(
        "zig",
        (
            "const Shop = struct {\n    fn first() i32 { return 1; }\n",
            "    fn third() i32 { return 3; }\n};\n",
        ),
        "    fn second(a: i32\n",
        "    fn second() i32 {\n        const x = first(\n    }\n",
        ["    fn second() void {}\n", "    fn second(a: i32) void {}\n"],
    ),
    half(
        "perl",
        ("package Shop;\nsub first { return 1; }\n", "sub third { return 3; }\n1;\n"),
        "sub second($a\n",
        "sub second {\n  my $x = first(\n}\n",
        ["sub second { }\n", "sub second { 4 }\n"],
    ),
    half(
        "ocaml",
        ("module Shop = struct\n  let first () = 1\n", "  let third () = 3\nend\n"),
        "  let second (a\n",
        "  let second () = List.map (first\n",
        ["  let second () = 2\n", "  let second a = 4\n"],
    ),
];

#[test]
fn methods_around_a_half_written_one_keep_their_owner() {
    let mut extractor = Extractor::default();
    let mut wrong = Vec::new();
    for half in HALVES {
        let Some(language) = language_by_id(half.language) else { continue };
        let [ours, theirs] = half.sides;
        let conflict = format!("<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> branch\n");
        let base = format!("<<<<<<< HEAD\n{ours}||||||| base\n{ours}=======\n{theirs}>>>>>>> b\n");
        let open = ours.strip_suffix("}\n").map_or(String::new(), |open| format!("{open}\n"));
        let middles = [half.head, half.body, &conflict, &base, &open];
        for (name, middle) in ["head", "body", "conflict", "base", "open"].into_iter().zip(middles)
        {
            let text = format!("{}{middle}{}", half.around.0, half.around.1);
            let facts = extractor.facts(Some(language), &text);
            let names =
                (0..facts.symbols.len() as u32).map(|id| facts.qualified_name(SymbolId(id)));
            let names: Vec<String> = names.filter(|one| !one.contains("anonymous")).collect();
            let is_known = |wanted: &str| {
                let ends = |one: &String| one.ends_with(wanted) && one.starts_with("Shop");
                names.iter().any(ends)
            };
            let marks =
                ["HEAD", "branch"].iter().any(|mark| names.iter().any(|one| one.contains(mark)));
            if !is_known("first") || !is_known("third") || marks {
                wrong.push(format!("{} {name}: {}", half.language, names.join(" ")));
            }
            // What is missing without a node of its own is no error to show.
            if name == "conflict" && !facts.flags.has(FileFlags::BROKEN) {
                wrong.push(format!("{} {name}: not broken", half.language));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn whole_texts_have_no_other_reading() {
    for text in [
        "f(a,\n  b)\n",
        "f(\n)\n",
        "x = [\n  1,\n]\n",
        "s = \"(\"\nt\n",
        "a = b\n=======\nTitle\n",
        "// see (\nx\n",
        "f(a",
    ] {
        assert_eq!(readings(text).collect::<Vec<_>>(), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn readings_keep_all_places() {
    let text =
        "a(é\nb {\n  c(d[\n\n}\n<<<<<<< x\nours\n||||||| y\nbase\n=======\ntheirs\n>>>>>>> z\n";
    for reading in readings(text) {
        assert_eq!(reading.len(), text.len(), "{reading}");
    }
    assert_eq!(
        without_marks(text).split_whitespace().collect::<Vec<_>>(),
        ["a(é", "b", "{", "c(d[", "}", "ours", "theirs"]
    );
    assert_eq!(left_open("f(a[b(c), ']', \"(\""), Some("])".to_string()));
}
