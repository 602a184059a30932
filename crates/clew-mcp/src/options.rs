//! How a server is to behave.

use std::str::FromStr;
use std::time::Duration;

use clew_protocol::Question;

use crate::tools::CORE;

/// Longest time of one call unless the user says otherwise.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

/// How a server is to behave.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// Which tools are offered.
    pub tools: ToolSet,
    /// Longest time of one call; afterwards it answers `MCP-TIMEOUT`.
    pub timeout: Duration,
    /// Version that the server gives of itself.
    pub version: String,
    /// Calls that run at once; others wait in order.
    pub parallel_calls: usize,
}

impl Default for ServeOptions {
    fn default() -> Self {
        ServeOptions {
            tools: ToolSet::All,
            timeout: DEFAULT_TIMEOUT,
            version: env!("CARGO_PKG_VERSION").to_string(),
            parallel_calls: 8,
        }
    }
}

/// Which tools are offered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ToolSet {
    /// The nine that agents use most.
    Core,
    /// All that the engine can answer.
    #[default]
    All,
    /// These.
    Named(Vec<Question>),
}

/// A tool set that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no tool `{name}`; use `core`, `all` or names such as `search,graph`")]
pub struct ToolSetError {
    /// The name that is no tool's.
    pub name: String,
}

impl ToolSet {
    /// Whether the set holds `question`.
    pub(crate) fn holds(&self, question: Question) -> bool {
        match self {
            ToolSet::Core => CORE.contains(&question),
            ToolSet::All => true,
            ToolSet::Named(questions) => questions.contains(&question),
        }
    }
}

impl FromStr for ToolSet {
    type Err = ToolSetError;

    /// Reads `core`, `all` or names separated by commas.
    fn from_str(text: &str) -> Result<Self, ToolSetError> {
        match text.trim() {
            "core" => return Ok(ToolSet::Core),
            "all" | "" => return Ok(ToolSet::All),
            _ => {}
        }
        let mut questions = Vec::new();
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let known = crate::tools::TOOLS.iter().map(|tool| tool.question);
            match known.into_iter().find(|question| question.as_str() == name) {
                Some(question) => questions.push(question),
                None => return Err(ToolSetError { name: name.to_string() }),
            }
        }
        Ok(ToolSet::Named(questions))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_read_by_name() {
        assert_eq!("core".parse(), Ok(ToolSet::Core));
        assert_eq!("all".parse(), Ok(ToolSet::All));
        assert_eq!(
            "search, graph".parse(),
            Ok(ToolSet::Named(vec![Question::Search, Question::Graph]))
        );
        let error = "search,grep".parse::<ToolSet>().unwrap_err();
        assert_eq!(error.name, "grep");
    }
}
