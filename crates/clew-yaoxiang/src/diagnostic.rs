//! What the front-end found wrong: a registered code at a place, with the
//! values that its message needs.
//!
//! A diagnostic holds no prose. The registry renders it from the code, the
//! arguments and a language.

use clew_text::TextRange;

/// How bad a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The program is wrong.
    Error,
    /// The program is suspicious.
    Warning,
    /// Worth knowing.
    Note,
}

/// A second place that explains a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Bytes of the same text.
    pub range: TextRange,
    /// Key of the text that explains the place, for example `opened_here`.
    pub role: &'static str,
}

/// One finding in one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Registered code, for example `E1001`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// Bytes of the text that it is about.
    pub range: TextRange,
    /// Values for the named slots of the message template.
    pub args: Vec<(&'static str, String)>,
    /// Other places in the same text.
    pub related: Vec<Related>,
}

impl Diagnostic {
    /// An error without arguments.
    pub fn error(code: &'static str, range: TextRange) -> Self {
        Diagnostic { code, severity: Severity::Error, range, args: Vec::new(), related: Vec::new() }
    }

    /// A warning without arguments.
    pub fn warning(code: &'static str, range: TextRange) -> Self {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, range) }
    }

    /// The same diagnostic with one more message argument.
    pub fn with_arg(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.args.push((name, value.into()));
        self
    }

    /// The same diagnostic with one more related place.
    pub fn with_related(mut self, range: TextRange, role: &'static str) -> Self {
        self.related.push(Related { range, role });
        self
    }

    /// The value of a message argument.
    pub fn arg(&self, name: &str) -> Option<&str> {
        self.args.iter().find(|(key, _)| *key == name).map(|(_, value)| value.as_str())
    }

    /// Whether the program is wrong because of it.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
