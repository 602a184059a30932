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
pub enum ToolSetError {
    /// A name that is no tool's.
    #[error(
        "there is no tool `{0}`; use `core`, `all` or names, e.g. `search,graph` or `core,logs`"
    )]
    Unknown(String),
    /// Not one name, so that nothing could be asked.
    #[error(
        "no tool is named; use `core`, `all` or names, e.g. `core,logs`, or leave it out for all"
    )]
    Empty,
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

    /// Reads names separated by commas: of tools, and of the sets `core` and `all`.
    fn from_str(text: &str) -> Result<Self, ToolSetError> {
        let mut questions = Vec::new();
        let mut all = false;
        let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
        let names: Vec<&str> = names.collect();
        for name in &names {
            match *name {
                "all" => all = true,
                "core" => questions.extend(CORE),
                name => questions.push(named(name)?),
            }
        }
        match names.as_slice() {
            [] => Err(ToolSetError::Empty),
            _ if all => Ok(ToolSet::All),
            ["core"] => Ok(ToolSet::Core),
            _ => Ok(ToolSet::Named(questions)),
        }
    }
}

/// The question of the tool of this name.
fn named(name: &str) -> Result<Question, ToolSetError> {
    let mut known = crate::tools::TOOLS.iter().map(|tool| tool.question);
    let question = known.find(|question| question.as_str() == name);
    question.ok_or_else(|| ToolSetError::Unknown(name.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_read_by_name() {
        assert_eq!("core".parse(), Ok(ToolSet::Core));
        assert_eq!("all".parse(), Ok(ToolSet::All));
        assert_eq!(
            "search, graph,".parse(),
            Ok(ToolSet::Named(vec![Question::Search, Question::Graph]))
        );
    }

    #[test]
    fn sets_and_names_may_be_mixed() {
        for text in ["core,logs", "logs, core", "core,logs,search,core"] {
            let set: ToolSet = text.parse().unwrap();
            let held = Question::ALL.into_iter().filter(|question| set.holds(*question));
            let expected =
                |question: &Question| CORE.contains(question) || *question == Question::Logs;
            let expected = Question::ALL.into_iter().filter(expected);
            assert!(held.eq(expected), "{text}");
        }
        assert_eq!("logs,all".parse(), Ok(ToolSet::All));
    }

    #[test]
    fn what_names_no_tool_is_refused() {
        for text in ["", " ", ",", " , "] {
            assert_eq!(text.parse::<ToolSet>(), Err(ToolSetError::Empty), "{text:?}");
        }
        for (text, unknown) in [("search,grep", "grep"), ("all,grep", "grep"), ("Core", "Core")] {
            let error = ToolSetError::Unknown(unknown.into());
            assert_eq!(text.parse::<ToolSet>(), Err(error), "{text:?}");
        }
    }
}
