//! Reading `config.yaml` with positions.

use saphyr::{LoadableYamlNode, MarkedYaml, Scalar, YamlData};
use serde_json::{Map, Value};

use crate::keys::{self, Key, Type};
use crate::settings::Settings;

/// Something in the file that is not understood. The rest still counts.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Problem {
    /// 1-based line.
    pub line: usize,
    /// 1-based column, in characters.
    pub column: usize,
    /// The key, parts joined by dots; empty for the file as a whole. A part that does
    /// not look like a key is not quoted, and values never are.
    pub key: String,
    /// What is wrong.
    pub message: String,
    /// What was probably meant, or what to do.
    pub suggestion: Option<String>,
}

impl Problem {
    /// Key, message and suggestion, without the place.
    pub fn what(&self) -> String {
        let key = if self.key.is_empty() { String::new() } else { format!("{}: ", self.key) };
        let suggestion = self.suggestion.iter().map(|text| format!("; {text}"));
        key + &self.message + &suggestion.collect::<String>()
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.what())
    }
}

/// A file as read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    /// The settings; defaults where the file says nothing, or nothing that is valid.
    pub settings: Settings,
    /// What was not understood, by place.
    pub problems: Vec<Problem>,
}

/// Largest file that is read, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// Deepest nesting; no key is deeper.
const MAX_DEPTH: usize = 8;

/// Reads the user's settings from text. Never fails: what cannot be understood is a
/// problem.
pub fn parse(text: &str) -> Parsed {
    read(text, &[])
}

/// Groups that only the user's own file may set: whoever wrote a repository must not
/// choose where code is sent, or with which key.
const USER_GROUPS: [&str; 2] = ["llm", "semantic"];

/// Reads the settings that a workspace brings along: as [`parse`], but who sends what
/// where is left out and reported.
pub fn parse_workspace(text: &str) -> Parsed {
    read(text, &USER_GROUPS)
}

fn read(text: &str, refused: &'static [&'static str]) -> Parsed {
    let mut reader = Reader { problems: Vec::new(), refused };
    let value = reader.document(text);
    let settings = serde_json::from_value(value).unwrap_or_else(|_| {
        // Every value was checked against its key's type, so this is a gap there.
        reader.problems.push(whole_file(1, 1, "values were not understood; the defaults hold"));
        Settings::default()
    });
    reader.problems.sort_by_key(|problem| (problem.line, problem.column));
    Parsed { settings, problems: reader.problems }
}

fn whole_file(line: usize, column: usize, message: &str) -> Problem {
    Problem { line, column, key: String::new(), message: message.to_owned(), suggestion: None }
}

struct Reader {
    problems: Vec<Problem>,
    /// Groups at the top that do not count.
    refused: &'static [&'static str],
}

impl Reader {
    fn document(&mut self, text: &str) -> Value {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let empty = Value::Object(Map::new());
        if text.len() > MAX_BYTES {
            self.problems.push(whole_file(1, 1, "larger than 1 MiB; it was not read"));
            return empty;
        }
        if nesting(text) > MAX_DEPTH * 4 {
            self.problems.push(whole_file(1, 1, "nested too deeply; it was not read"));
            return empty;
        }
        let documents = match MarkedYaml::load_from_str(text) {
            Ok(documents) => documents,
            Err(error) => {
                let place = error.marker();
                let message = format!("not valid YAML: {}", error.info());
                self.problems.push(whole_file(place.line().max(1), place.col() + 1, &message));
                return empty;
            }
        };
        if let Some(second) = documents.get(1) {
            self.report(second, &[], "a second document; it does not count", None);
        }
        match documents.first() {
            None => empty,
            Some(first) if is_null(first) => empty,
            Some(first) => self.group(first, &mut Vec::new()),
        }
    }

    /// A mapping of keys or of further groups.
    fn group(&mut self, node: &MarkedYaml<'_>, path: &mut Vec<String>) -> Value {
        let mut fields = Map::new();
        let YamlData::Mapping(mapping) = &node.data else {
            let names = self.known_below(path).join(", ");
            let suggestion = (!names.is_empty()).then(|| format!("write keys below it: {names}"));
            self.report(node, path, &format!("{} where keys belong", what(node)), suggestion);
            return Value::Object(fields);
        };
        for (name, value) in mapping {
            let Some(text) = as_text(name) else {
                self.report(name, path, "a key must be text", None);
                continue;
            };
            path.push(text.to_owned());
            if let Some(value) = self.entry(name, value, path) {
                fields.insert(text.to_owned(), value);
            }
            path.pop();
        }
        Value::Object(fields)
    }

    /// Names that count below a path.
    fn known_below(&self, path: &[String]) -> Vec<&'static str> {
        let mut names = keys::below(&borrowed(path));
        names.retain(|name| !path.is_empty() || !self.refused.contains(name));
        names
    }

    fn entry(
        &mut self,
        name: &MarkedYaml<'_>,
        value: &MarkedYaml<'_>,
        path: &mut Vec<String>,
    ) -> Option<Value> {
        if path.len() == 1 && self.refused.contains(&path[0].as_str()) {
            let suggestion = Some("only your own `clew setup` can".into());
            self.report(name, path, "a workspace cannot set it; it is ignored", suggestion);
            return None;
        }
        if let Some(key) = keys::find(&borrowed(path)) {
            return self.value(key, value, path);
        }
        if keys::is_group(&borrowed(path)) {
            return (!is_null(value)).then(|| self.group(value, path));
        }
        let known = self.known_below(&path[..path.len() - 1]);
        let written = path.last().map_or("", String::as_str);
        let suggestion = nearest(written, &known).or_else(|| moved(written)).or_else(|| {
            Some(format!("known here: {}", known.join(", "))).filter(|_| !known.is_empty())
        });
        self.report(name, path, "unknown key", suggestion);
        None
    }

    fn value(&mut self, key: &Key, node: &MarkedYaml<'_>, path: &[String]) -> Option<Value> {
        if is_null(node) {
            return None;
        }
        match key.takes {
            Type::Text => self.text(node, path, "text").map(Value::String),
            Type::Address => self.address(node, path),
            Type::OneOf(words) => self.one_of(words, node, path),
            Type::Whole(least, most) => self.whole(least, most, node, path),
            Type::Flag => self.flag(node, path),
            Type::Wholes(least, most) => {
                self.list(node, path, |reader, item| reader.whole(least, most, item, path))
            }
            Type::Texts => self.list(node, path, |reader, item| {
                reader.text(item, path, "text").map(Value::String)
            }),
            Type::Globs => self.list(node, path, |reader, item| reader.glob(item, path)),
        }
    }

    fn text(&mut self, node: &MarkedYaml<'_>, path: &[String], wanted: &str) -> Option<String> {
        let text = as_text(node).map(str::to_owned);
        if text.is_none() {
            let message = format!("{} where {wanted} belongs", what(node));
            self.report(node, path, &message, Some("put it in quotes if it is text".into()));
        }
        text
    }

    fn address(&mut self, node: &MarkedYaml<'_>, path: &[String]) -> Option<Value> {
        let text = self.text(node, path, "an address")?;
        if text.starts_with("https://") || text.starts_with("http://") {
            return Some(Value::String(text));
        }
        let suggestion = Some("write https:// before it".into());
        self.report(node, path, "no address of the form https://host", suggestion);
        None
    }

    fn one_of(
        &mut self,
        words: &[&'static str],
        node: &MarkedYaml<'_>,
        path: &[String],
    ) -> Option<Value> {
        let text = self.text(node, path, "a word")?;
        if words.contains(&text.as_str()) {
            return Some(Value::String(text));
        }
        let suggestion =
            nearest(&text, words).unwrap_or_else(|| format!("one of {}", words.join(", ")));
        self.report(node, path, "the word is not known", Some(suggestion));
        None
    }

    fn whole(
        &mut self,
        least: i64,
        most: i64,
        node: &MarkedYaml<'_>,
        path: &[String],
    ) -> Option<Value> {
        // What is too large for a whole number is read as another.
        let is_huge = matches!(&node.data, YamlData::Value(Scalar::FloatingPoint(number))
            if number.abs() >= i64::MAX as f64);
        if is_huge {
            let suggestion = Some(format!("from {least} to {most}"));
            self.report(node, path, "the number is out of range", suggestion);
            return None;
        }
        let YamlData::Value(Scalar::Integer(number)) = &node.data else {
            self.report(node, path, &format!("{} where a whole number belongs", what(node)), None);
            return None;
        };
        if (least..=most).contains(number) {
            return Some(Value::from(*number));
        }
        let suggestion = Some(format!("from {least} to {most}"));
        self.report(node, path, "the number is out of range", suggestion);
        None
    }

    fn flag(&mut self, node: &MarkedYaml<'_>, path: &[String]) -> Option<Value> {
        if let YamlData::Value(Scalar::Boolean(flag)) = &node.data {
            return Some(Value::Bool(*flag));
        }
        let message = format!("{} where true or false belongs", what(node));
        self.report(node, path, &message, None);
        None
    }

    /// A list, or one item alone.
    fn list(
        &mut self,
        node: &MarkedYaml<'_>,
        path: &[String],
        mut item: impl FnMut(&mut Self, &MarkedYaml<'_>) -> Option<Value>,
    ) -> Option<Value> {
        let items = match &node.data {
            YamlData::Sequence(items) => items.iter().filter_map(|node| item(self, node)).collect(),
            YamlData::Value(_) => item(self, node).into_iter().collect(),
            _ => {
                let message = format!("{} where a list belongs", what(node));
                self.report(node, path, &message, Some("write [a, b]".into()));
                return None;
            }
        };
        Some(Value::Array(items))
    }

    fn glob(&mut self, node: &MarkedYaml<'_>, path: &[String]) -> Option<Value> {
        let text = self.text(node, path, "a glob")?;
        match globset::Glob::new(&text) {
            Ok(_) => Some(Value::String(text)),
            Err(error) => {
                let message = format!("no glob: {}", error.kind());
                let suggestion = Some("write `\\` before a sign that is meant literally".into());
                self.report(node, path, &message, suggestion);
                None
            }
        }
    }

    fn report(
        &mut self,
        node: &MarkedYaml<'_>,
        path: &[String],
        message: &str,
        suggestion: Option<String>,
    ) {
        let place = node.span.start;
        self.problems.push(Problem {
            line: place.line().max(1),
            column: place.col() + 1,
            key: path.iter().map(|part| shown_key(part)).collect::<Vec<_>>().join("."),
            message: message.to_owned(),
            suggestion,
        });
    }
}

/// Most characters shown of one part of a key.
const MAX_SHOWN_KEY: usize = 32;

/// A key as reports show it. What does not look like one is not quoted: the file may
/// be another than it claims to be, and an agent reads the report.
fn shown_key(part: &str) -> String {
    let looks_like_one = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    if part.is_empty() || !part.chars().all(looks_like_one) {
        return "(not shown)".to_owned();
    }
    match part.len() > MAX_SHOWN_KEY {
        true => format!("{}…", &part[..MAX_SHOWN_KEY]),
        false => part.to_owned(),
    }
}

fn borrowed(path: &[String]) -> Vec<&str> {
    path.iter().map(String::as_str).collect()
}

fn is_null(node: &MarkedYaml<'_>) -> bool {
    matches!(&node.data, YamlData::Value(Scalar::Null))
}

fn as_text<'a>(node: &'a MarkedYaml<'_>) -> Option<&'a str> {
    match &node.data {
        YamlData::Value(Scalar::String(text)) => Some(text),
        _ => None,
    }
}

fn what(node: &MarkedYaml<'_>) -> &'static str {
    match &node.data {
        YamlData::Value(Scalar::Null) => "nothing",
        YamlData::Value(Scalar::Boolean(_)) => "true or false",
        YamlData::Value(Scalar::Integer(_) | Scalar::FloatingPoint(_)) => "a number",
        YamlData::Value(Scalar::String(_)) => "text",
        YamlData::Sequence(_) => "a list",
        YamlData::Mapping(_) => "a group of keys",
        YamlData::Alias(_) => "an alias",
        YamlData::Tagged(..) | YamlData::Representation(..) | YamlData::BadValue => {
            "something else"
        }
    }
}

/// The nearest known word, if one is near.
fn nearest(written: &str, known: &[&str]) -> Option<String> {
    let distance = |name: &&&str| strsim::damerau_levenshtein(written, name);
    let name = known.iter().min_by_key(distance)?;
    let near = distance(&name) <= (name.len() / 3).max(1);
    near.then(|| format!("did you mean {name}?"))
}

/// Where a key of that name stands, if it is elsewhere.
fn moved(written: &str) -> Option<String> {
    let key = keys::KEYS.iter().find(|key| key.path.rsplit('.').next() == Some(written))?;
    Some(format!("it belongs at {}", key.path))
}

/// An upper bound of how deeply a text is nested, by indentation and brackets.
fn nesting(text: &str) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(open);
    }
    let mut indents: Vec<usize> = Vec::new();
    for line in text.lines() {
        // `- - - x` nests within one line.
        let body = line.trim_start_matches([' ', '-', '?', ':', '\t']);
        let dashes = line[..line.len() - body.len()].matches(['-', '?', ':']).count();
        let indent = line.len() - body.len();
        while indents.last().is_some_and(|last| *last >= indent) {
            indents.pop();
        }
        indents.push(indent);
        deepest = deepest.max(indents.len() + dashes);
    }
    deepest
}

#[cfg(test)]
mod tests;
