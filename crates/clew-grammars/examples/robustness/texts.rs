//! Texts that have brought parsers down.

/// Hostile texts by name; `scale` 1 is full size, greater ones are so much smaller.
pub(crate) fn hostile_texts(scale: usize) -> Vec<(&'static str, String)> {
    let bytes = 2 * 1024 * 1024 / scale;
    let nested = 50_000 / scale;
    let minified = "function a(b,c){if(b){return c.d(e)}}var f={g:[1,2],h:\"i\"};x.y=f=>f+1;";
    let row = "INSERT INTO t VALUES (1,'it''s',NULL);\n";
    let code = "value = call(item, 'x') -- {a: [1, 2]} // # <b>\n";
    let mut texts = vec![
        ("minified line", filled(minified, bytes)),
        ("sql dump", row.repeat(100_000 / scale)),
        ("blanks", " ".repeat(bytes)),
        ("one word", "a".repeat(bytes)),
        ("dots", filled("a.", bytes)),
        ("broken statements", "statement 1; ".repeat(100_000 / scale)),
        ("broken members", format!("class A {{ {}", "a = 1; ".repeat(100_000 / scale))),
        ("broken cases", "case 1: ".repeat(100_000 / scale)),
        ("plain lines", "first(second, 3)\n".repeat(100_000 / scale)),
        ("binary bytes", filled(&binary(), bytes)),
        ("indents", (0..2_000 / scale).map(|n| format!("{}a:\n", " ".repeat(n))).collect()),
    ];
    for (name, open, close) in [
        ("nested (", "(", ")"),
        ("nested [", "[", "]"),
        ("nested {", "{", "}"),
        ("nested <a>", "<a>", "</a>"),
        ("nested a{", "a{", "}"),
        ("nested if", "if(a){", "}"),
    ] {
        texts.push((name, format!("{}{}", open.repeat(nested), close.repeat(nested))));
    }
    texts.extend(deep_texts(scale));
    for (name, open) in [
        ("open \"", "x = \""),
        ("open '", "x = '"),
        ("open `", "x = `"),
        ("open \"\"\"", "x = \"\"\""),
        ("open /*", "/* "),
        ("open <!--", "<!-- "),
        ("open $$", "$$ "),
        ("open <<E", "x <<END\n"),
    ] {
        texts.push((name, format!("{open}{}", filled(code, bytes))));
    }
    texts
}

/// Texts whose trees are deep, or whose lists are long, by name: nesting and chains of
/// 100,000 parts at `scale` 1.
pub(crate) fn deep_texts(scale: usize) -> Vec<(&'static str, String)> {
    let parts = 100_000 / scale;
    let nested = [
        ("deep (", "x = ", "(", "1", ")"),
        ("deep let (", "let x = ", "(", "1", ")"),
        ("deep [", "x = ", "[", "1", "]"),
        ("deep {", "x = ", "{", "1", "}"),
        ("deep -", "let x = ", "- ", "1", ""),
        ("deep !", "x = ", "!", "a", ""),
        ("deep if", "", "if (a) ", "b", ""),
        ("deep if then", "let x = ", "if a then ", "b", " else c"),
        ("deep f(", "x = ", "f(", "1", ")"),
        ("deep fn", "let f = ", "fun a -> ", "b", ""),
        ("deep type", "let x: ", "A<", "B", "> = 1;"),
        ("chain .", "x = a", ".b", ";", ""),
        ("chain dots apart", "x = a", " . b", ";", ""),
        ("chain ::", "x = a", "::b", ";", ""),
        ("chain calls", "x = a", ".b(1)", ";", ""),
        ("chain index", "x = a", "[0]", ";", ""),
        ("chain +", "let x = a", " + b", ";", ""),
        ("chain strings", "x = \"a\"", " + \"b\"", ";", ""),
        ("chain adjacent", "x = \"a\"", " \"b\"", ";", ""),
        ("chain &&", "x = a", " && b", ";", ""),
        ("chain =", "x = a", " = b", ";", ""),
        ("chain |", "type t = A", " | B", ";", ""),
        ("chain match", "let f = function 1", " | 2", " -> 1", ""),
        ("chain cons", "let x = a", " :: b", "", ""),
        ("chain ->", "type t = a", " -> b", "", ""),
        ("chain ;", "let f () = a", "; b", "", ""),
        ("chain lines", "let f () =\n", "print \"x\";\n", "1", ""),
        ("chain ,", "let x = a", ", b", "", ""),
        ("chain (,", "x = f(a", ", b", ")", ""),
        ("chain ?", "x = a", " ? b : a", ";", ""),
        ("chain else", "if (a) { b }", " else if (a) { b }", "", ""),
        ("chain elif", "if a:\n  b\n", "elif a:\n  b\n", "", ""),
        ("chain words", "x = f", " a", "", ""),
        ("chain blocks", "", "f() { a }\n", "", ""),
    ];
    let written = |(name, before, open, inner, close): (_, &str, &str, &str, &str)| {
        (name, format!("{before}{}{inner}{}\n", open.repeat(parts), close.repeat(parts)))
    };
    nested.map(written).to_vec()
}

fn filled(part: &str, bytes: usize) -> String {
    part.repeat(bytes / part.len())
}

/// What is left of bytes of no text once they are read as one: every control character,
/// the mark for what could not be read, marks of direction, and unpaired quotes.
fn binary() -> String {
    let controls = (0_u8..32).map(char::from);
    controls.chain("\u{fffd}\u{7f}\u{202e}\u{feff}\u{0}\"\u{fffd}'{\u{1}(<".chars()).collect()
}
