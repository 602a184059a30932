//! Numbered placeholders, and the way back from them.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use super::kind::SecretKind;
use super::urls::MOCK_ADDRESS;

static PLACEHOLDER: LazyLock<Regex> = LazyLock::new(|| super::rules::compile(PLACEHOLDER_TEXT));

/// A placeholder with its number and the padding that keeps columns.
const PLACEHOLDER_TEXT: &str = r"REDACTED_[A-Z]+(?:_[A-Z]+)*_([0-9]+)(_*)";

/// Whether a value is a placeholder already.
pub(super) fn is_placeholder(value: &str) -> bool {
    PLACEHOLDER.find(value).is_some_and(|found| found.start() == 0 || value.contains(MOCK_ADDRESS))
}

/// Gives out placeholders: one secret, one placeholder.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    /// Above every number that stands in the texts already.
    next: u64,
    given: HashMap<(SecretKind, String), String>,
}

impl Numbering {
    /// Numbers that do not collide with what looks like a placeholder in the texts.
    pub(super) fn avoiding<'t>(texts: impl Iterator<Item = &'t str>) -> Self {
        let numbers = texts.flat_map(|text| {
            PLACEHOLDER
                .captures_iter(text)
                .filter_map(|found| found.get(1)?.as_str().parse::<u64>().ok())
                .collect::<Vec<_>>()
        });
        // Beyond this a number in the text is no number of ours.
        let highest = numbers.filter(|number| *number < 1 << 40).max().unwrap_or(0);
        Numbering { next: highest, given: HashMap::new() }
    }

    /// The text that takes a secret's place: as many lines, and as wide where it fits.
    pub(super) fn replace(&mut self, kind: SecretKind, secret: &str) -> String {
        let key = (kind, secret.to_owned());
        if let Some(given) = self.given.get(&key) {
            return given.clone();
        }
        self.next += 1;
        let name = format!("{}_{}", kind.placeholder(), self.next);
        let place = match kind {
            SecretKind::Url => format!("{MOCK_ADDRESS}/{name}"),
            _ => name,
        };
        let place = padded(place, secret);
        self.given.insert(key, place.clone());
        place
    }

    pub(super) fn finish(self) -> Restoration {
        let entries = self
            .given
            .into_iter()
            .map(|((_, secret), place)| (bare(&place).to_owned(), secret))
            .collect();
        Restoration { entries }
    }
}

/// A placeholder without padding and line ends.
fn bare(place: &str) -> &str {
    place.trim_end_matches(['\n', '\r']).trim_end_matches('_')
}

fn padded(mut place: String, secret: &str) -> String {
    let lines = secret.matches('\n').count();
    if lines > 0 {
        place.extend(std::iter::repeat_n('\n', lines));
        return place;
    }
    let missing = secret.chars().count().saturating_sub(place.chars().count());
    place.extend(std::iter::repeat_n('_', missing));
    place
}

/// What the placeholders of one sanitized value stand for. It stays in memory and is
/// not serialisable.
#[derive(Clone, Default)]
pub struct Restoration {
    entries: HashMap<String, String>,
}

/// An answer cannot be put back.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum RestoreError {
    /// The answer holds a placeholder that was not given out.
    #[error("the answer holds the unknown placeholder {0}; the edit is refused")]
    Unknown(String),
}

impl Restoration {
    /// How many secrets were replaced.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// How many of them were secrets, not addresses off the allow-list.
    pub fn secrets(&self) -> usize {
        self.entries.keys().filter(|name| !name.starts_with(MOCK_ADDRESS)).count()
    }

    /// Whether nothing was replaced.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The part of these secrets that was replaced before the given placeholder.
    fn earlier_than(&self, name: &str) -> Restoration {
        let number = |name: &str| name.rsplit('_').next()?.parse::<u64>().ok();
        let earlier = |entry: &(&String, &String)| number(entry.0) < number(name);
        let entries = self.entries.iter().filter(earlier);
        Restoration {
            entries: entries.map(|(name, secret)| (name.clone(), secret.clone())).collect(),
        }
    }

    /// Puts the secrets back into an answer.
    ///
    /// # Errors
    ///
    /// [`RestoreError::Unknown`] when the answer holds a placeholder that this value
    /// did not give out: the text around it cannot be trusted.
    pub fn restore(&self, answer: &str) -> Result<String, RestoreError> {
        let mut restored = String::with_capacity(answer.len());
        let mut end = 0;
        for found in PLACEHOLDER.find_iter(answer) {
            let mut start = found.start();
            let before = format!("{MOCK_ADDRESS}/");
            let mut name = bare(found.as_str()).to_owned();
            if answer[end..start].ends_with(&before) {
                start -= before.len();
                name = format!("{before}{name}");
            }
            let secret =
                self.entries.get(&name).ok_or_else(|| RestoreError::Unknown(name.clone()))?;
            restored.push_str(&answer[end..start]);
            // A secret that was found in a later pass may hold earlier placeholders,
            // never itself.
            restored.push_str(&self.earlier_than(&name).restore(secret)?);
            end = found.end();
            // The empty lines that kept the number of lines.
            let lines = secret.matches('\n').count();
            end += answer[end..].bytes().take(lines).take_while(|byte| *byte == b'\n').count();
        }
        restored.push_str(&answer[end..]);
        Ok(restored)
    }
}

impl std::fmt::Debug for Restoration {
    /// Never shows a secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Restoration").field("secrets", &self.entries.len()).finish()
    }
}
