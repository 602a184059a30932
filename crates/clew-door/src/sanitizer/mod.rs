//! Takes secrets, dumps of the environment and foreign addresses out of text.

mod assignment;
mod environment;
mod found;
mod kind;
mod names;
mod placeholder;
mod rules;
mod surroundings;
mod urls;
mod value;

use std::collections::HashMap;

use serde_json::{Map, Value};

use found::{Found, settle};
pub use kind::SecretKind;
use placeholder::Numbering;
pub use placeholder::{Restoration, RestoreError};
pub use urls::{MOCK_ADDRESS, UrlPolicy};

/// A value that passed the sanitizer.
///
/// Only [`Sanitizer`] makes one, and it cannot be read from serialised data.
#[derive(Debug, Clone, PartialEq)]
pub struct Sanitized<T>(T);

impl<T> Sanitized<T> {
    /// The value, to be read.
    pub fn get(&self) -> &T {
        &self.0
    }
}

/// Finds what must not leave the machine, and replaces it.
#[derive(Debug, Clone, Default)]
pub struct Sanitizer {
    urls: UrlPolicy,
}

impl Sanitizer {
    /// A sanitizer that leaves the addresses of the given policy in place.
    pub fn new(urls: UrlPolicy) -> Self {
        Sanitizer { urls }
    }

    /// Sanitizes one text. Lines keep their number; columns stay where the secret is
    /// at least as long as its placeholder.
    pub fn text(&self, text: &str) -> (Sanitized<String>, Restoration) {
        let mut pass = Pass::new(self, std::iter::once(text));
        let clean = pass.clean(text);
        (Sanitized(clean), pass.finish())
    }

    /// Sanitizes all strings of a JSON value, keys included. One secret gets one
    /// placeholder in the whole value.
    pub fn json(&self, value: &Value) -> (Sanitized<Value>, Restoration) {
        let mut texts = Vec::new();
        collect(value, &mut texts);
        let mut pass = Pass::new(self, texts.into_iter());
        let clean = pass.value(value);
        (Sanitized(clean), pass.finish())
    }
}

/// Passes over a text at most.
const ROUNDS: usize = 8;

/// One use of the sanitizer: numbers are given out across all its texts.
struct Pass<'a> {
    sanitizer: &'a Sanitizer,
    numbering: Numbering,
    cleaned: HashMap<String, String>,
}

impl<'a> Pass<'a> {
    fn new<'t>(sanitizer: &'a Sanitizer, texts: impl Iterator<Item = &'t str>) -> Self {
        Pass { sanitizer, numbering: Numbering::avoiding(texts), cleaned: HashMap::new() }
    }

    /// Replaces until nothing is found: what stands beside a replaced secret may only
    /// then be seen as one.
    fn clean(&mut self, text: &str) -> String {
        let mut clean = text.to_owned();
        for _ in 0..ROUNDS {
            let found = settle(&clean, self.sanitizer.find(&clean));
            if found.is_empty() {
                break;
            }
            clean = self.replaced(&clean, found);
        }
        clean
    }

    fn replaced(&mut self, text: &str, found: Vec<Found>) -> String {
        let mut clean = String::with_capacity(text.len());
        let mut end = 0;
        for secret in found {
            clean.push_str(&text[end..secret.range.start]);
            clean.push_str(&self.numbering.replace(secret.kind, &text[secret.range.clone()]));
            end = secret.range.end;
        }
        clean.push_str(&text[end..]);
        clean
    }

    fn value(&mut self, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.cached(text)),
            Value::Array(items) => items.iter().map(|item| self.value(item)).collect(),
            Value::Object(fields) => Value::Object(self.fields(fields)),
            Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
        }
    }

    fn fields(&mut self, fields: &Map<String, Value>) -> Map<String, Value> {
        let pairs: Vec<_> =
            fields.iter().map(|(name, value)| (self.cached(name), self.value(value))).collect();
        pairs.into_iter().collect()
    }

    fn cached(&mut self, text: &str) -> String {
        if let Some(clean) = self.cleaned.get(text) {
            return clean.clone();
        }
        let clean = self.clean(text);
        self.cleaned.insert(text.to_owned(), clean.clone());
        clean
    }

    fn finish(self) -> Restoration {
        self.numbering.finish()
    }
}

impl Sanitizer {
    fn find(&self, text: &str) -> Vec<Found> {
        let mut found = Vec::new();
        rules::find(text, &mut found);
        assignment::find(text, &mut found);
        surroundings::find(text, &mut found);
        environment::find(text, &mut found);
        self.urls.find(text, &mut found);
        found
    }
}

fn collect<'t>(value: &'t Value, texts: &mut Vec<&'t str>) {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) => texts.push(text),
            Value::Array(items) => open.extend(items),
            Value::Object(fields) => {
                texts.extend(fields.keys().map(String::as_str));
                open.extend(fields.values());
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

#[cfg(test)]
mod tests;
