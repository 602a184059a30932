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

fn filled(part: &str, bytes: usize) -> String {
    part.repeat(bytes / part.len())
}
