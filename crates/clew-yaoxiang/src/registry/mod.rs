//! Every diagnostic code of the language: what it means, in two languages.
//!
//! Diagnostics carry codes and arguments only; this module turns them into
//! prose. An argument value that begins with `@` is the key of a phrase in
//! `phrases.txt` (with `@key:detail` the detail replaces `{}` in the phrase),
//! so that no prose of one language hides in an argument.

mod catalogue;
mod lang;
mod near;
#[cfg(test)]
mod tests;

pub use catalogue::{Category, CodeInfo, Raised, Text};
pub use lang::Lang;

use crate::diagnostic::Diagnostic;
use catalogue::catalogue;

/// What a code means, ready to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The code in its canonical spelling.
    pub code: &'static str,
    /// Name of the stage or area, in the language asked for.
    pub category: &'static str,
    /// A few words.
    pub title: &'static str,
    /// The message with its slots in braces.
    pub message: &'static str,
    /// When the code is raised.
    pub description: &'static str,
    /// A program that shows it.
    pub example: &'static str,
    /// What to do about it.
    pub help: &'static str,
    /// The language of the texts.
    pub lang: Lang,
}

/// A code that is not registered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no diagnostic has the code {code}; near: {}", near.join(", "))]
pub struct UnknownCode {
    /// What was asked for.
    pub code: String,
    /// Registered codes that look alike, best first.
    pub near: Vec<&'static str>,
}

/// All registered codes in ascending order.
pub fn all() -> &'static [CodeInfo] {
    &catalogue().codes
}

/// The registered code of this name; letters in either case.
pub fn find(code: &str) -> Option<&'static CodeInfo> {
    let wanted = code.trim().to_ascii_uppercase();
    let catalogue = catalogue();
    catalogue.by_code.get(wanted.as_str()).map(|index| &catalogue.codes[*index])
}

/// Explains `code` in `lang`; fails with near codes if it is not registered.
pub fn explain(code: &str, lang: Lang) -> Result<Explanation, UnknownCode> {
    let info = find(code).ok_or_else(|| UnknownCode {
        code: code.trim().to_owned(),
        near: near::near_codes(code, all().iter().map(|info| info.code)),
    })?;
    let text = info.text(lang);
    Ok(Explanation {
        code: info.code,
        category: info.category.name(lang),
        title: text.title,
        message: text.message,
        description: text.description,
        example: &info.example,
        help: text.help,
        lang,
    })
}

/// The message of a diagnostic in `lang`.
pub fn message(diagnostic: &Diagnostic, lang: Lang) -> String {
    match find(diagnostic.code) {
        Some(info) => fill(info.text(lang).message, diagnostic, lang),
        None => diagnostic.code.to_owned(),
    }
}

/// The advice that goes with a diagnostic, in `lang`.
pub fn help(diagnostic: &Diagnostic, lang: Lang) -> Option<String> {
    let text = find(diagnostic.code)?.text(lang);
    (!text.help.is_empty()).then(|| fill(text.help, diagnostic, lang))
}

/// A phrase of `phrases.txt`: `key` or `key:detail`; the key itself if there is none.
pub fn phrase(key: &str, lang: Lang) -> String {
    let (name, detail) = key.split_once(':').unwrap_or((key, ""));
    match catalogue().phrases.get(name) {
        Some(texts) => texts[lang as usize].replacen("{}", detail, 1),
        None => key.to_owned(),
    }
}

fn is_phrase(key: &str) -> bool {
    let name = key.split_once(':').map_or(key, |(name, _)| name);
    catalogue().phrases.contains_key(name)
}

/// Replaces the slots of `template` by the diagnostic's arguments.
///
/// A slot without an argument shows its own name, so nothing gets lost.
fn fill(template: &str, diagnostic: &Diagnostic, lang: Lang) -> String {
    let mut text = String::with_capacity(template.len() + 16);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let Some((slot, behind)) = after.split_once('}') else {
            text.push('{');
            rest = after;
            continue;
        };
        if slot.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') && !slot.is_empty() {
            let (shown, is_phrase) = argument(diagnostic, slot, lang);
            // Quotes are for what stands in the source.
            if is_phrase && text.ends_with('`') && behind.starts_with('`') {
                text.pop();
                text.push_str(&shown);
                rest = &behind[1..];
                continue;
            }
            text.push_str(&shown);
        } else {
            text.push('{');
            text.push_str(slot);
            text.push('}');
        }
        rest = behind;
    }
    text.push_str(rest);
    text
}

/// What a slot holds, and whether it is a phrase of ours.
fn argument(diagnostic: &Diagnostic, slot: &str, lang: Lang) -> (String, bool) {
    match diagnostic.arg(slot) {
        Some(value) => match value.strip_prefix('@') {
            Some(key) if is_phrase(key) => (phrase(key, lang), true),
            _ => (value.to_owned(), false),
        },
        None => (slot.to_owned(), false),
    }
}
