//! One short line for every construct, badly spaced and well spaced.

use super::super::{FormatOptions, IndentStyle, format};
use super::check_properties;

/// `from` becomes `to`, and `to` stays.
fn check_line(from: &str, to: &str) {
    let options = FormatOptions::default();
    for source in [from, to] {
        let outcome = format(source, &options);
        assert!(outcome.diagnostics.is_empty(), "{source}: {:?}", outcome.diagnostics);
        assert_eq!(outcome.formatted, format!("{to}\n"), "from {source}");
    }
}

#[test]
fn imports() {
    check_line("use  a . b", "use a.b");
    check_line("use a.{b,c as d,pub e}", "use a.{ b, c as d, pub e }");
    check_line("use a.b as c;", "use a.b as c");
}

#[test]
fn declarations() {
    check_line("pub  mut x:Int=1", "pub mut x: Int = 1");
    check_line("mut pub x=1", "mut pub x = 1");
    check_line("x:Int", "x: Int");
    check_line("a , b=c", "a, b = c");
    check_line("( a,b )=c", "(a, b) = c");
    check_line("a . b[ 0 ]=c", "a.b[0] = c");
    check_line("f:()->Void={}", "f: () -> Void = {}");
    check_line("f:(T:A+B)->(mut x:T)->T=(x)=>x", "f: (T: A + B) -> (mut x: T) -> T = (x) => x");
    check_line("T.m:(self:&mut T)->Int={return 1}", "T.m: (self: &mut T) -> Int = { return 1 }");
}

#[test]
fn types() {
    check_line("x:List( Int )=y", "x: List(Int) = y");
    check_line("x:Dict(String,List(Int),)=y", "x: Dict(String, List(Int)) = y");
    check_line("x:*Int=y", "x: *Int = y");
    check_line("x:& &Int=y", "x: & &Int = y");
    check_line("x:(Int,)=y", "x: (Int,) = y");
    check_line("x:(Int,String)=y", "x: (Int, String) = y");
    check_line("x:N+1=y", "x: N + 1 = y");
    check_line("x:A( -1,n:Int )=y", "x: A(-1, n: Int) = y");
    check_line("R:Type={f:(a:Int,B)->C,}", "R: Type = { f: (a: Int, B) -> C }");
    check_line("R:Type={}", "R: Type = {}");
    check_line(
        "R:Type={g:((self:R)->Int)[ 0,-1 ]=h}",
        "R: Type = { g: ((self: R) -> Int)[0, -1] = h }",
    );
    check_line(
        "R:Type={x mut:Int=0,S,_a:Assert(N>0),b=c[0],n<1}",
        "R: Type = { x mut: Int = 0, S, _a: Assert(N > 0), b = c[0], n < 1 }",
    );
}

#[test]
fn operators() {
    check_line("x=a+b*c-d/e%f", "x = a + b * c - d / e % f");
    check_line("x=(a+b)*c", "x = (a + b) * c");
    check_line("x=a==b and c!=d or!e", "x = a == b and c != d or !e");
    check_line("x=- -a", "x = --a");
    check_line("x=a..b", "x = a .. b");
    check_line("x=y=z", "x = y = z");
    check_line("x=a  as  Int", "x = a as Int");
    check_line("x=ref  y", "x = ref y");
    check_line("x=&mut  y", "x = &mut y");
    check_line("x=*y", "x = *y");
    check_line("x=6 . _a ._b", "x = 6 ._a._b");
    check_line("x=6 . a", "x = 6.a");
    check_line("x=f( a,b =1 )[ 0,1 ] ? . c", "x = f(a, b=1)[0, 1]?.c");
}

#[test]
fn values() {
    check_line("x=( )", "x = ()");
    check_line("x=( a, )", "x = (a,)");
    check_line("x=[ 1 2,3, ]", "x = [1, 2, 3]");
    check_line("x=[n*n  for n in xs]", "x = [n * n for n in xs]");
    check_line("x={ }", "x = {}");
    check_line("x={\"a\":1,\"b\" : 2,}", "x = {\"a\": 1, \"b\": 2}");
    check_line("x = f\"{ a+b :>3} \"", "x = f\"{ a+b :>3} \"");
    check_line("x=1_000+0xfF+1e5", "x = 1_000 + 0xfF + 1e5");
    check_line("x=y=>y", "x = (y) => y");
    check_line("x=(a,b:Int)=>{a}", "x = (a, b: Int) => { a }");
    check_line("x=()=>{}", "x = () => {}");
}

/// A name gets its brackets only where they cannot make a call of what stands
/// before, and what an operator needs is decided by what will follow it.
#[test]
fn bare_lambdas() {
    check_line("while a\nb=>c", "while a b => c");
    check_line("for i in xs x=>y", "for i in xs x => y");
    check_line("for i in xs x=>{y}+z", "for i in xs x => { y } + z");
    check_line("x=>{y}+z", "x => { y } + z");
    check_line("w=x=>{y}+z", "w = (x) => { y } + z");
    check_line("x=spawn for i in xs{y=>z}", "x = spawn for i in xs { y => z }");
    check_line("while a b=>c=>d", "while a b => (c) => d");
    check_line("if a{b}else x=>y", "if a { b } else (x) => y");
    check_line("match x{_=>y}\nx=>y", "match x {\n    _ => y,\n}\nx => y");
    check_line("x=& muted=>y", "x = &(muted) => y");
    check_line("x=& muted", "x = &muted");
    check_line("x=& &mut  y", "x = & &mut y");
    check_line("x=&mut muted=>y", "x = &mut (muted) => y");
    check_line("x=-y=>z", "x = -(y) => z");
    check_line("x=ref y=>z", "x = ref (y) => z");
}

#[test]
fn forms() {
    check_line("if a{b}else if c{d}else{e}", "if a { b } else if c { d } else { e }");
    check_line("if a{b}else f()", "if a { b } else f()");
    check_line("while a{b}", "while a { b }");
    check_line("while a b()", "while a b()");
    check_line("for mut i in 0..3{f(i)}", "for mut i in 0 .. 3 { f(i) }");
    check_line("x=spawn{return 1}", "x = spawn { return 1 }");
    check_line("x=spawn for k mut in xs{k}", "x = spawn for k mut in xs { k }");
    check_line("unsafe{*p=1}", "unsafe { *p = 1 }");
    check_line("x=unsafe f()", "x = unsafe f()");
    check_line("break::a", "break ::a");
    check_line("{ { a } }", "{ { a } }");
    check_line("x={;}", "x = {;}");
}

#[test]
fn samples_keep_their_meaning_at_any_width() {
    let samples =
        [include_str!("../../samples/shapes.yx"), include_str!("../../samples/control.yx")];
    for source in samples {
        for line_width in (0..140).step_by(7) {
            for indent_style in [IndentStyle::Spaces, IndentStyle::Tabs] {
                let options =
                    FormatOptions { line_width, indent_style, ..FormatOptions::default() };
                check_properties(source, &options);
            }
        }
    }
}

#[test]
fn lines_keep_within_the_width_where_they_can() {
    let source = include_str!("../../samples/control.yx");
    let options = FormatOptions { line_width: 60, ..FormatOptions::default() };
    for line in format(source, &options).formatted.lines() {
        assert!(line.chars().count() <= 70, "{line}");
        assert_eq!(line.trim_end(), line);
    }
}
