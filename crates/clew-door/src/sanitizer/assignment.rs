//! Values that are named secrets, in whatever way name and value stand together:
//! `password = "…"`, `API_TOKEN: …`, `env.KEY || "…"`, `--token …`, `<password>…</password>`,
//! `password …` in a sentence.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::found::{Found, Rank};
use super::kind::SecretKind;
use super::names::{Name, names};
use super::rules::compile;
use super::value::{has_mixture, is_key, is_password, is_random};

/// What stands between a name and its value, and the value, in quotes. Group `d` is the
/// sign between them.
static QUOTED: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r#"(?i)^["'`\])]{0,3}[ \t]*(?:(?::[ \t]*[A-Za-z_&][A-Za-z0-9_&<>\[\]'|? ]{0,40}?[ \t]*=)|(?P<d>\?\?=?|\|\|=?|:=|\?=|=>|===?|!==?|=|:|,|\(|or[ \t]))[ \t]*[rbufl@$]{0,2}#{0,3}(?:"""(?P<t>[^"\n]{4,512})"""|'''(?P<u>[^'\n]{4,512})'''|"(?P<a>[^"\n]{4,512})"|'(?P<b>[^'\n]{4,512})'|`(?P<c>[^`\n]{4,512})`)"#,
    )
});

/// The rest of a line of a properties, INI, `.env` or YAML file after the name.
static BARE: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r#"^[ \t]*(?:=|:[ \t])[ \t]*(?P<a>[^\s"'`#;,(){}\[\]<>$]{6,512})[ \t]*(?:#[^\n]*)?(?:\r?\n|$)"#,
    )
});

/// What may stand before a name on a line of such a file, or in a comment.
static BEFORE_BARE: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?i)^[ \t]*(?://+!?[ \t]*|#+[ \t]*|--[ \t]+|;+[ \t]*|\*[ \t]+|/\*+[ \t]*|<!--[ \t]*)?(?:export[ \t]+|set[ \t]+|ENV[ \t]+|ARG[ \t]+|-[ \t]+|//\S+:)?$",
    )
});

/// A value that stands in quotes with nothing but blanks before them, as in SQL.
static BESIDE: LazyLock<Regex> = LazyLock::new(|| {
    compile(r#"^[ \t]+(?:=[ \t]*)?(?:"(?P<a>[^"\s]{4,512})"|'(?P<b>[^'\s]{4,512})')"#)
});

/// The content of an element.
static CONTENT: LazyLock<Regex> =
    LazyLock::new(|| compile(r"^[ \t]*>[ \t\r\n]{0,40}(?P<a>[^<>\s]{4,512})[ \t\r\n]{0,40}</"));

/// A name that is a value itself, with its own value beside it: attributes, lists of
/// variables, blocks with a default.
static PAIR: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r#"(?i)^["'`]?[ \t]*(?:,|\{[^{}]{0,200}?\b)?[ \t\r\n]{0,80}["']?(?:value|default|default_value)["']?[ \t]*[=:][ \t]*["']?(?P<a>[^\s"'<>,}]{6,512})"#,
    )
});

/// A value without order on the same line: after an option of a command, an equals sign
/// in a longer line, or in a sentence.
static INLINE: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r#"(?i)^["'`]{0,2}(?:[ \t]*(?:=|:=|:)[ \t]*|[ \t]+(?:(?:is|was|be|of|to|set to|has been|=>|->)[ \t]+)?)["'`“«(]?(?P<a>[^\s"'`<>,;(){}\[\]&”»]{6,512})"#,
    )
});

/// How a value has to look.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// As a value in quotes.
    Quoted,
    /// As a value in quotes, and digits or signs in it.
    Mixed,
    /// As a value on a line of its own.
    Bare,
    /// Without order.
    Random,
}

/// Finds assigned secrets.
pub(super) fn find(text: &str, found: &mut Vec<Found>) {
    for name in names(text) {
        let rest = &text[name.end..];
        let Some(value) = value_after(&name, rest, &text[..name.start]) else { continue };
        if !super::placeholder::is_placeholder(&rest[value.clone()]) {
            let range = name.end + value.start..name.end + value.end;
            found.push(Found { range, kind: name.kind(), rank: Rank::Assignment });
        }
    }
}

/// Where in the rest the value of the secret stands, if it is one.
fn value_after(name: &Name<'_>, rest: &str, before: &str) -> Option<Range<usize>> {
    if let Some(matched) = QUOTED.captures(rest) {
        let value = ["t", "u", "a", "b", "c"].iter().find_map(|group| matched.name(group))?;
        // After a comma the next argument may be anything.
        let listed = matched.name("d").is_some_and(|sign| sign.as_str() == ",");
        let look = if listed { Look::Mixed } else { Look::Quoted };
        if is_secret(name, value.as_str(), look) {
            return Some(value.range());
        }
        if !listed {
            return None;
        }
    }
    let line = before.rsplit('\n').next().unwrap_or(before);
    let relations = [
        (&BARE, Look::Bare, BEFORE_BARE.is_match(line)),
        (&BESIDE, Look::Mixed, true),
        (&CONTENT, Look::Mixed, before.ends_with(['<', ':'])),
        (&PAIR, Look::Mixed, true),
        (&INLINE, Look::Random, true),
    ];
    relations.into_iter().filter(|(_, _, fits)| *fits).find_map(|(pattern, look, _)| {
        let matched = pattern.captures(rest)?;
        let value = matched.name("a").or_else(|| matched.name("b"))?;
        // The end of a sentence is no part of what it says.
        let text = match look {
            Look::Random => value.as_str().trim_end_matches(['.', ':', '!', '?', '\\']),
            _ => value.as_str(),
        };
        is_secret(name, text, look).then(|| value.start()..value.start() + text.len())
    })
}

fn is_secret(name: &Name<'_>, value: &str, look: Look) -> bool {
    let password = name.kind() == SecretKind::Password;
    match look {
        _ if name.is_weak() => is_key(value) && is_random(value, 12),
        Look::Random => is_random(value, if password { 8 } else { 10 }),
        _ if !password => is_key(value),
        Look::Quoted => is_password(name.head, value, true),
        Look::Bare => is_password(name.head, value, false),
        Look::Mixed => {
            is_password(name.head, value, true) && (has_mixture(value) || is_random(value, 8))
        }
    }
}
