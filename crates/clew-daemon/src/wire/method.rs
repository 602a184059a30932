//! The names of methods that are our own.

use clew_protocol::Question;

/// First request of a client that has a project of its own.
pub(crate) const HELLO: &str = "hello";
/// Stops the work on a request; a notification.
pub(crate) const CANCEL: &str = "$/cancel";
/// Answered at once, whatever else goes on: for a client that wonders whether the
/// daemon lives.
pub(crate) const PING: &str = "$/ping";
/// How far a request is; a notification of the daemon.
pub(crate) const PROGRESS: &str = "$/progress";
/// Notes a finished call; a notification.
pub(crate) const RECORD_USAGE: &str = "clew/record_usage";
/// Lists the open workspaces.
pub(crate) const WORKSPACES: &str = "clew/workspaces";
/// Forgets the unsaved documents of one client of a connection.
pub(crate) const CLOSE_CLIENT: &str = "clew/close_client";
/// State of the daemon process.
pub(crate) const DAEMON: &str = "clew/daemon";
/// Opens an unsaved document.
pub(crate) const OPEN_DOCUMENT: &str = "document/open";
/// Changes an unsaved document.
pub(crate) const CHANGE_DOCUMENT: &str = "document/change";
/// Closes an unsaved document.
pub(crate) const CLOSE_DOCUMENT: &str = "document/close";
/// Ends the daemon.
pub(crate) const SHUTDOWN: &str = "shutdown";

/// What the names of the typed questions begin with.
const PREFIX: &str = "clew/";

/// The method of a question: `clew/` and its name.
pub(crate) fn of(question: Question) -> String {
    format!("{PREFIX}{}", question.as_str())
}

/// The question of a method.
pub(crate) fn question(method: &str) -> Option<Question> {
    let name = method.strip_prefix(PREFIX)?;
    Question::ALL.into_iter().find(|question| question.as_str() == name)
}

/// All methods, those of the contract first.
pub(crate) fn all() -> Vec<String> {
    let contract = [
        "info",
        "status",
        "logs",
        "scan",
        "scan_status",
        "znatok_scan_status",
        "semantic_search",
        "znatok_semantic_search",
        "find_similar",
        "znatok_find_similar",
        "subgraph",
        "get_subgraph",
        "znatok_get_subgraph",
        "file_outline",
        "znatok_file_outline",
        SHUTDOWN,
        "stop",
    ];
    let own = [
        HELLO,
        CANCEL,
        PING,
        RECORD_USAGE,
        WORKSPACES,
        CLOSE_CLIENT,
        DAEMON,
        OPEN_DOCUMENT,
        CHANGE_DOCUMENT,
        CLOSE_DOCUMENT,
    ];
    let names = contract.into_iter().chain(own).map(String::from);
    names.chain(Question::ALL.into_iter().map(of)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_has_its_method() {
        for asked in Question::ALL {
            assert_eq!(question(&of(asked)), Some(asked));
        }
        assert_eq!(question("search"), None);
        assert_eq!(question(WORKSPACES), None);
    }
}
