//! Places that a stack trace, or a word such as `main.rs:12`, names.

/// A place in a file, perhaps with the function around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The file as written, with `/` between its parts.
    pub path: String,
    /// The line, from 1.
    pub line: u32,
    /// The last part of the function's name.
    pub name: Option<String>,
}

/// Further frames of a trace are left out.
const MOST_FRAMES: usize = 32;

/// Longer endings than this are no endings of files.
const LONGEST_ENDING: usize = 8;

/// The places of a text, where the program was last first.
pub(super) fn frames(text: &str) -> Vec<Frame> {
    let mut found = Vec::new();
    let mut before = "";
    let mut is_outermost_first = false;
    for line in text.lines() {
        let line = line.trim();
        if let Some(frame) = python(line) {
            is_outermost_first = true;
            found.push(frame);
        } else if let Some((path, number, start, end)) = place(line) {
            let name = name_around(&line[..start], &line[end..]).or_else(|| name_above(before));
            found.push(Frame { path: path.replace('\\', "/"), line: number, name });
        }
        before = line;
    }
    if is_outermost_first {
        found.reverse();
    }
    found.dedup();
    found.truncate(MOST_FRAMES);
    found
}

/// `File "a.py", line 3, in run`.
fn python(line: &str) -> Option<Frame> {
    let (path, rest) = line.strip_prefix("File \"")?.split_once('"')?;
    let rest = rest.strip_prefix(", line ")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest[..digits].parse().ok()?;
    let name = rest[digits..].strip_prefix(", in ").and_then(last_part);
    Some(Frame { path: path.replace('\\', "/"), line: number, name })
}

/// The first `PATH:LINE`, `PATH(LINE)`, `PATH:line LINE` or `PATH on line LINE` of a
/// line: path, number, where it starts and ends.
fn place(line: &str) -> Option<(&str, u32, usize, usize)> {
    for (at, _) in line.match_indices([':', '(', ' ']) {
        let after = &line[at + 1..];
        let lead = match line.as_bytes()[at] {
            b' ' if after.starts_with("on line ") => "on line ".len(),
            b':' if after.starts_with("line ") => "line ".len(),
            b' ' => continue,
            _ => 0,
        };
        let digits = after[lead..].bytes().take_while(u8::is_ascii_digit).count();
        let Ok(number) = after[lead..lead + digits].parse() else { continue };
        let start = line[..at].rfind(|c: char| c.is_whitespace() || "(\"'[<`".contains(c));
        let start = start.map_or(0, |start| start + 1);
        let path = &line[start..at];
        if number > 0 && is_file(path) {
            return Some((path, number, start, at + 1 + lead + digits));
        }
    }
    None
}

/// Whether the last part of a path ends like the name of a file.
fn is_file(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty()
            && (1..=LONGEST_ENDING).contains(&ending.len())
            && ending.starts_with(|c: char| c.is_ascii_alphabetic())
            && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// The function that a line names before or behind the place.
fn name_around(before: &str, behind: &str) -> Option<String> {
    let behind = behind.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':');
    // Ruby: `a.rb:3:in 'Cart#total'`; PHP and Elixir: `a.php(3): Cart->total()`.
    let quoted = behind.strip_prefix("in ").or_else(|| behind.strip_prefix("): "));
    let named =
        quoted.or_else(|| behind.strip_prefix(' ').filter(|rest| rest.contains(['(', '/'])));
    if let Some(name) = named {
        return last_part(name.trim_matches(|c| "'`\"".contains(c)));
    }
    // `at total (`, `at Cart.total(`, `in total (n=1) at`.
    let before = before.trim_end().trim_end_matches(['(', '"', '\'']).trim_end();
    let before =
        before.strip_suffix(" at").or_else(|| before.strip_suffix(" in")).unwrap_or(before);
    let at = before.strip_prefix("at ").or_else(|| before.split_once(" in ").map(|(_, rest)| rest));
    last_part(at?.trim_start_matches("async ").trim_start_matches("new "))
}

/// The function that stands on the line above a place, as Go and Rust print it.
fn name_above(line: &str) -> Option<String> {
    let numbered = line.split_once(": ").filter(|(number, _)| number.parse::<u32>().is_ok());
    match numbered {
        Some((_, name)) => last_part(name),
        None => {
            let (name, _) = line.strip_suffix(')')?.rsplit_once('(')?;
            if name.contains(' ') { None } else { last_part(line) }
        }
    }
}

/// The last part of a qualified name, without arguments: `(*Cart).Total(...)` is `Total`.
fn last_part(name: &str) -> Option<String> {
    let name = name.trim();
    let open =
        name.char_indices().find(|(at, c)| *c == '(' && *at > 0 && !name[..*at].ends_with('.'));
    let name = open.map_or(name, |(at, _)| &name[..at]);
    let name = name.split([' ', '<', '[', ',']).next().unwrap_or(name);
    // Elixir writes the number of arguments behind a function.
    let name = match name.rsplit_once('/') {
        Some((name, count)) if count.parse::<u32>().is_ok() => name,
        _ => name,
    };
    let last = name.rsplit(['.', ':', '#', '>', '/', '\\', '$']).find(|part| !part.is_empty())?;
    let last = last.trim_matches(|c: char| !c.is_alphanumeric() && c != '_');
    (!last.is_empty()).then(|| last.to_owned())
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, expected: &Expect) {
        let shown: Vec<String> = frames(text)
            .iter()
            .map(|frame| {
                format!("{}:{} {}", frame.path, frame.line, frame.name.as_deref().unwrap_or("-"))
            })
            .collect();
        expected.assert_eq(&shown.join("\n"));
    }

    #[test]
    fn traces_of_many_languages() {
        check(
            "Traceback (most recent call last):\n  File \"/v/app/a.py\", line 3, in main\n    run()\n  File \"b.py\", line 7, in Cart.total\nKeyError: 'x'",
            &expect![[r#"
                b.py:7 total
                /v/app/a.py:3 main"#]],
        );
        check(
            "Error: boom\n    at Cart.total (/srv/src/cart.js:12:3)\n    at async run (src/main.ts:4:1)\n    at src/loose.js:9:9\n    at new Cart (webpack:///src/x.js:1:2)",
            &expect![[r#"
                /srv/src/cart.js:12 total
                src/main.ts:4 run
                src/loose.js:9 -
                webpack:///src/x.js:1 Cart"#]],
        );
        check(
            "java.lang.IllegalStateException: x\n\tat com.shop.Cart.total(Cart.java:31)\n\tat com.shop.Main$Inner.run(Main.java:8)",
            &expect![[r#"
                Cart.java:31 total
                Main.java:8 run"#]],
        );
        check(
            "goroutine 1 [running]:\nmain.(*Cart).Total(0xc000, 0x1)\n\t/src/shop/cart.go:14 +0x1d\nmain.main()\n\t/src/shop/main.go:5 +0x20",
            &expect![[r#"
                /src/shop/cart.go:14 Total
                /src/shop/main.go:5 main"#]],
        );
        check(
            "thread 'main' panicked at src/cart.rs:9:5:\nno item\n   1: shop::cart::Cart::total\n             at ./src/cart.rs:9:5",
            &expect![[r#"
                src/cart.rs:9 -
                ./src/cart.rs:9 total"#]],
        );
        check(
            "app/cart.rb:12:in 'Cart#total': no item (KeyError)\n\tfrom app/main.rb:3:in `block in run'",
            &expect![[r#"
                app/cart.rb:12 total
                app/main.rb:3 block"#]],
        );
        check(
            "#0 /srv/src/Cart.php(31): Shop\\Cart->total()\nPHP Fatal error: x in /srv/a.php on line 12\n   at Shop.Cart.Total(Int32 n) in C:\\src\\Cart.cs:line 14\n#1 0x0 in total (n=1) at cart.c:12",
            &expect![[r#"
                /srv/src/Cart.php:31 total
                /srv/a.php:12 -
                C:/src/Cart.cs:14 Total
                cart.c:12 total"#]],
        );
        check("(app 1.0) lib/cart.ex:12: Shop.Cart.total/1", &expect!["lib/cart.ex:12 total"]);
    }

    #[test]
    fn words_that_name_no_place() {
        for text in ["10.0.0.1:443", "a::b:12", "12:30:00", "key: value", "f(1)", "x.y(2)z", ""] {
            let found = frames(text);
            assert!(found.is_empty() || text == "x.y(2)z", "{text}: {found:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_can_be_read(text in "[ a-z.:/()#\"'0-9\\n\\\\é]{0,120}") {
            prop_assert!(frames(&text).iter().all(|frame| frame.line > 0 && !frame.path.is_empty()));
        }
    }
}
