//! Outlines: what stands inside functions stands there under its owner.

use clew_engine::Engine;
use clew_protocol::OutlineRequest;

use crate::support::Stage;

/// A path, its text, and the names of its outline with a `>` for each level.
const NESTED: &[(&str, &str, &str)] = &[
    (
        "a.py",
        "\
def outer():
    def inner():
        def deepest():
            pass
        return deepest
    run = lambda: 1
    class Local:
        def go(self): pass
    return inner
",
        "outer >inner >>deepest >run >Local >>go",
    ),
    (
        "a.js",
        "\
function outer() {
  function inner() { function deepest() {} }
  const run = () => 1;
  const named = function () {};
  class Local { go() {} }
}
const top = () => { const nested = () => 2; function decl() {} };
",
        "outer >inner >>deepest >run >named >Local >>go top >nested >decl",
    ),
    (
        "a.ts",
        "\
function outer() {
  function inner() { function deepest() {} }
  const run = () => 1;
  const named = function () {};
  class Local { go() {} }
}
const top = () => { const nested = () => 2; function decl() {} };
",
        "outer >inner >>deepest >run >named >Local >>go top >nested >decl",
    ),
    (
        "a.lua",
        "\
local function outer()
  local function inner()
    local function deepest() end
  end
  local run = function() end
end
",
        "outer >inner >>deepest >run",
    ),
    (
        "a.rs",
        "\
fn outer() {
    fn inner() { fn deepest() {} }
    let run = || 1;
    struct Local;
    impl Local { fn go(&self) {} }
}
",
        "outer >inner >>deepest >run >Local >>go",
    ),
    (
        "a.go",
        "\
package a
func outer() {
	inner := func() { deepest := func() {} ; deepest() }
	var run = func() int { return 1 }
	type Local struct{}
	inner(); run()
}
",
        "outer >deepest >inner >run >Local",
    ),
    (
        "a.kt",
        "\
fun outer() {
  fun inner() { fun deepest() {} }
  val run = { 1 }
  val named = fun() {}
  class Local { fun go() {} }
}
",
        "outer >inner >>deepest >run >named >Local >>go",
    ),
    (
        "a.swift",
        "\
func outer() {
  func inner() { func deepest() {} }
  let run = { 1 }
  class Local { func go() {} }
}
",
        "outer >inner >>deepest >run >Local >>go",
    ),
    (
        "a.php",
        "\
<?php
function outer() {
  function inner() { }
  $run = function () { };
  $arrow = fn() => 1;
}
",
        "outer >inner >$run >$arrow",
    ),
    (
        "a.scala",
        "\
object A { def outer() = {
  def inner() = { def deepest() = 1 }
  val run = () => 1
  class Local { def go() = 1 }
} }
",
        "A >outer >>inner >>>deepest >>run >>Local >>>go",
    ),
    (
        "a.dart",
        "\
void outer() {
  void inner() { void deepest() {} }
  var run = () => 1;
}
",
        "outer >inner >>deepest >run",
    ),
    (
        "a.cs",
        "\
class A { void Outer() { void Inner() { void Deepest() {} } Action run = () => {}; } }
",
        "A >Outer >>Inner >>>Deepest >>run",
    ),
    (
        "a.rb",
        "\
def outer
  inner = lambda { 1 }
  def nested
  end
end
",
        "outer >nested",
    ),
    (
        "a.ml",
        "\
let outer () =
  let inner () = let deepest () = 1 in deepest () in
  inner ()
",
        "outer >inner >>deepest",
    ),
    (
        "a.ex",
        "\
defmodule A do
  def outer do
    inner = fn -> 1 end
  end
end
",
        "A >outer",
    ),
    (
        "a.cpp",
        "\
void outer() { auto run = [] { return 1; }; struct Local { void go() {} }; }
",
        "outer >run >Local >>go",
    ),
    (
        "A.java",
        "\
class A { void outer() { Runnable run = () -> {}; class Local { void go() {} } } }
",
        "A >outer >>run >>Local >>>go",
    ),
    (
        "a.r",
        "\
outer <- function() { inner <- function() 1; inner() }
",
        "outer >inner",
    ),
    (
        "a.pl",
        "\
sub outer { my $inner = sub { 1 }; }
",
        "outer",
    ),
];

#[test]
fn functions_inside_functions_stand_under_their_owners() {
    for (path, text, expected) in NESTED {
        let asker = Stage::new(&format!("//- {path}\n{text}")).engine();
        asker.scan();
        let request = OutlineRequest { file_path: (*path).into(), ..Default::default() };
        let answer = asker.engine.outline(request, &asker.context).unwrap();
        let shown = answer.symbols.iter().map(|one| {
            let level = ">".repeat(one.depth as usize);
            format!("{level}{}", one.name)
        });
        assert_eq!(shown.collect::<Vec<_>>().join(" "), *expected, "{path}");
    }
}
