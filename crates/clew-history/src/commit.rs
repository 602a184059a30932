//! One commit.

use std::fmt;

use gix::ObjectId;
use gix::hash::Prefix;
use time::OffsetDateTime;

/// Names a commit by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommitId(pub(crate) ObjectId);

impl CommitId {
    /// Reads 40 or 64 hex digits.
    pub fn parse(text: &str) -> Option<CommitId> {
        ObjectId::from_hex(text.as_bytes()).ok().map(CommitId)
    }

    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// The first digits, as git shows them.
    pub fn short(&self) -> String {
        let digits = 10;
        Prefix::new(&self.0, digits).map_or_else(|_| self.0.to_string(), |short| short.to_string())
    }
}

impl fmt::Display for CommitId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// What a commit says, and what it changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Its name.
    pub id: CommitId,
    /// When its author wrote it, in seconds since the Unix epoch.
    pub time: i64,
    /// Who wrote it: the name alone.
    pub author: String,
    /// First paragraph of its message, on one line.
    pub subject: String,
    /// The rest of its message; what is beyond [`Commit::MAX_BODY`] bytes is left out.
    pub body: String,
    /// Files that it changed against its first parent, relative to the top folder, in
    /// git's order, at most [`Commit::MAX_PATHS`]; for a merge, what it brought in.
    pub paths: Vec<String>,
    /// Whether it changed more files than `paths` names.
    pub has_more_paths: bool,
}

impl Commit {
    /// Most bytes of a message beyond its subject.
    pub const MAX_BODY: usize = 4_000;

    /// Most changed files that are named.
    pub const MAX_PATHS: usize = 100;

    /// Day of the commit in UTC, as `2026-11-30`.
    pub fn date(&self) -> String {
        match OffsetDateTime::from_unix_timestamp(self.time) {
            Ok(time) => {
                let (year, month, day) = time.to_calendar_date();
                format!("{year:04}-{:02}-{day:02}", u8::from(month))
            }
            Err(_) => "unknown".to_owned(),
        }
    }

    /// All of it as text to be searched.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.subject);
        if !self.body.is_empty() {
            text.push_str(&format!("\n{}\n", self.body));
        }
        if !self.paths.is_empty() {
            text.push_str(&format!("\n{}\n", self.paths.join("\n")));
        }
        text
    }
}
