//! The shapes that several answers share.

use clew_model::{Certainty, Role, Severity, SymbolKind, Visibility};
use clew_text::Span;
use serde::{Deserialize, Serialize};

use crate::score::rounded;

/// A finding about code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Stable code, for example `E0001`; `syntax` for plain parse errors.
    pub code: String,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where it is.
    pub span: Span,
    /// File relative to the root; absent for fragments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Other places that explain it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Related>,
    /// Which checker found it.
    pub source: String,
}

/// A place that helps to understand a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Related {
    /// What is to be seen there.
    pub message: String,
    /// Where it is.
    pub span: Span,
    /// File relative to the root; absent when it is the diagnostic's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// A node of a syntax tree.
///
/// Trees are at most [`crate::MAX_PARSE_DEPTH`] deep.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// Kind by the grammar's name.
    pub kind: String,
    /// Text that the node covers.
    pub span: Span,
    /// Field of the parent that holds this node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Source text of a leaf.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Parts in source order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<Node>,
    /// The parser supplied this node; the text lacks it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub missing: bool,
    /// The parser could not make sense of this text.
    #[serde(default, skip_serializing_if = "is_false")]
    pub error: bool,
    /// Children that were cut by the depth or size limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truncated: Option<u32>,
}

/// One replacement of text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// Text to replace.
    pub span: Span,
    /// What to put there.
    pub new_text: String,
    /// File relative to the root; absent for fragments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// A symbol that fits a name query.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Symbol {
    /// Bare name.
    pub name: String,
    /// Name with its containers, for example `Cart.total`.
    pub qualified_name: String,
    /// LSP kind in lower case.
    pub kind: SymbolKind,
    /// Whether it only announces what is defined elsewhere: a prototype, an overload's
    /// signature.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_declaration: bool,
    /// File relative to the root.
    pub file: String,
    /// Line of its name, 1-based.
    #[serde(default)]
    pub line: u32,
    /// Whole definition, with decorators and annotations.
    pub span: Span,
    /// Head of the definition on one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// First sentence of the doc comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Qualified name of what encloses the definition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub container: Option<String>,
    /// Who may use it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visibility: Option<Visibility>,
    /// Goodness of fit; greater is better.
    #[serde(serialize_with = "rounded")]
    pub score: f32,
}

/// One occurrence of a symbol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    /// File relative to the root.
    pub file: String,
    /// The name's text.
    pub span: Span,
    /// What the occurrence does with the symbol.
    pub role: Role,
    /// How sure the binding is.
    pub certainty: Certainty,
    /// Qualified name of the definition around it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enclosing: Option<String>,
    /// Text of the line, without the surrounding white space.
    pub line_text: String,
}

pub(crate) fn is_false(value: &bool) -> bool {
    !*value
}
