//! explain_diagnostic: what a code means.

use serde::{Deserialize, Serialize};

/// Asks for the meaning of a diagnostic code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainDiagnosticRequest {
    /// The code, for example `E1001`.
    pub code: String,
    /// Language of the text, `en` or `zh`; `en` when absent.
    #[serde(default)]
    pub lang: Option<String>,
}

/// The meaning of a diagnostic code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainDiagnosticAnswer {
    /// The code.
    pub code: String,
    /// Family of the code, for example `lexer`.
    pub category: String,
    /// Short name of the fault.
    pub title: String,
    /// What it means.
    pub description: String,
    /// Code that shows it.
    pub example: String,
    /// How to repair it.
    pub help: String,
    /// Language of these texts.
    pub lang: String,
}
