//! What is extracted from HTML.

use expect_test::expect;
use proptest::prelude::*;

use crate::testing::{check_facts, facts_of};

#[test]
fn outline_scripts_and_handlers() {
    check_facts(
        "html",
        r##"<!DOCTYPE html>
<html><head><title>a <b></title>
<link rel="stylesheet" href="css/site.css"><script src="js/app.js"></script>
<script src="https://cdn.example.com/x.js"></script>
<script>
  let total = 0;
  function add(n) { total += n; }
</script>
<script type="application/json">{"a": 1}</script>
<script type="module">
  import { start } from './start.js';
  const total = start();
</script></head>
<BODY id=top>
<nav aria-label="Main"><a href="#prices">Prices</a></nav>
<main>
  <h1>The <em>best</em> 😀</h1>
  <section id="prices"><h2><a href="#top">Prices &amp; more</a></h2>
  <form action="/order"><label for="n">n</label>
  <input id="n" name="amount" onchange="add(this.value)"><button onclick="add(1); reset()">+</button></form>
</main>
"##,
        expect![[r#"
            variable total 6-6 public = Number
            function add 7-7 public
            local parameter add.n 7-7 public
            constant total 12-12 private = start()
            key top 14-22 public
            module Main 15-15 public
            module main 16-21 public
            heading main.The 17-17 public
            key main.prices 18-21 public
            heading main.Prices &amp; more 18-18 public
            struct main./order 19-20 public
            field main./order.amount 20-20 public
            key main./order.n 20-20 public
            import 3 ./css/site.css SideEffect
            import 3 ./js/app.js SideEffect
            import 11 ./start.js Item start as start
            7:21 write total -> total@6 in add
            7:30 read n -> add.n@7 in add
            12:17 call start -> import ./start.js in total
            15:34 read prices -> main.prices@18 in Main
            18:38 read top -> top@14 in main
            19:37 read n -> main./order.n@20 in main./order
            20:41 call add -> add@7
            20:50 read value of ?
            20:75 call add -> add@7
            20:83 call reset free
        "#]],
    );
}

proptest! {
    #[test]
    fn any_text_gives_facts(
        text in "(<script>|</script>|<main>|</main>|<form id=a>|</form>|<h1>|</h1>|<p on=\"|<a href=#a>|\"|[a-z]{1,2}|[(){};=<> \n/]|é|😀|\r\n){0,40}"
    ) {
        facts_of("html", &text);
    }
}
