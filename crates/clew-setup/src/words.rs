//! Checks of single texts before they are shown or stored.

use crate::error::SetupError;

/// A name of a model: letters, digits and a few signs, so that it can neither steer a
/// terminal nor leave its place in a file or an address.
pub(crate) fn model_name(field: &'static str, name: &str) -> Result<String, SetupError> {
    let legal = |letter: char| letter.is_ascii_alphanumeric() || "-_.:/@+".contains(letter);
    let name = name.trim();
    if name.is_empty() || name.len() > 200 || !name.chars().all(legal) {
        return Err(SetupError::Value {
            field,
            shown: shown(name),
            wanted: "a model's name of letters, digits and -_.:/@+",
        });
    }
    Ok(name.to_owned())
}

/// A language tag such as `en` or `zh-Hans`.
pub(crate) fn language_tag(tag: &str) -> Result<String, SetupError> {
    let tag = tag.trim();
    let part = |part: &str| (1..=8).contains(&part.len()) && is_alphanumeric(part);
    let first = tag.split('-').next().unwrap_or_default();
    let begins = (2..=3).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_alphabetic());
    if !begins || tag.len() > 35 || !tag.split('-').all(part) {
        return Err(SetupError::Value {
            field: "description_language",
            shown: shown(tag),
            wanted: "a language tag such as en, ru or zh-Hans",
        });
    }
    Ok(tag.to_owned())
}

fn is_alphanumeric(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A glob that leaves something out, but not everything.
pub(crate) fn exclusion(glob: &str) -> Result<String, SetupError> {
    let wrong = |wanted| SetupError::Value { field: "exclude", shown: shown(glob), wanted };
    if glob.trim().is_empty() || glob.len() > 500 || glob.chars().any(char::is_control) {
        return Err(wrong("a glob of at most 500 characters, such as dist/**"));
    }
    if glob.chars().all(|letter| "*/.?".contains(letter)) {
        return Err(wrong("a glob that does not leave everything out"));
    }
    match globset::Glob::new(glob) {
        Ok(_) => Ok(glob.to_owned()),
        Err(_) => Err(wrong("a valid glob; write `\\` before a sign that is meant literally")),
    }
}

/// A text as far as a message may show it.
pub(crate) fn shown(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(60).collect()
}
