//! What may be asked for in a day, and what was.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

/// Bounds of one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Requests.
    pub requests: u64,
    /// Tokens, read and written.
    pub tokens: u64,
}

/// What was asked for on a day.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Spent {
    day: String,
    requests: u64,
    tokens: u64,
}

/// The book of what was spent cannot be kept.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {path}, which counts requests for descriptions; check the disk and its permissions", path = path.display())]
pub struct LedgerError {
    path: PathBuf,
    #[source]
    source: std::io::Error,
}

/// Counts requests and tokens of a day in a file, for all processes of the user.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    budget: Budget,
    turn: Mutex<()>,
}

impl Ledger {
    /// The ledger in a folder. What cannot be read counts as nothing spent.
    pub fn new(folder: &Path, budget: Budget) -> Ledger {
        Ledger { path: folder.join("spent.json"), budget, turn: Mutex::default() }
    }

    /// Sets a request and its expected tokens aside, if both are within the budget of
    /// the day, given as `2026-11-30`. `false` if not.
    ///
    /// # Errors
    ///
    /// When the count cannot be written: then nothing may be asked for.
    pub fn reserve(&self, day: &str, tokens: u64) -> Result<bool, LedgerError> {
        self.change(day, |spent, budget| {
            let fits = spent.requests < budget.requests
                && spent.tokens.saturating_add(tokens) <= budget.tokens;
            if fits {
                spent.requests += 1;
                spent.tokens += tokens;
            }
            fits
        })
    }

    /// Corrects the tokens of a request by what the provider counted.
    ///
    /// # Errors
    ///
    /// As [`Ledger::reserve`].
    pub fn settle(&self, day: &str, expected: u64, counted: u64) -> Result<(), LedgerError> {
        self.change(day, |spent, _| {
            spent.tokens = spent.tokens.saturating_sub(expected).saturating_add(counted);
        })
    }

    fn change<A>(
        &self,
        day: &str,
        change: impl FnOnce(&mut Spent, Budget) -> A,
    ) -> Result<A, LedgerError> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let text = std::fs::read_to_string(&self.path).unwrap_or_default();
        let mut spent: Spent = serde_json::from_str(&text).unwrap_or_default();
        if spent.day != day {
            spent = Spent { day: day.to_owned(), ..Spent::default() };
        }
        let before = spent.clone();
        let outcome = change(&mut spent, self.budget);
        if spent != before || text.is_empty() {
            let failed = |source| LedgerError { path: self.path.clone(), source };
            self.write(&spent).map_err(failed)?;
        }
        Ok(outcome)
    }

    fn write(&self, spent: &Spent) -> std::io::Result<()> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(serde_json::to_string(spent)?.as_bytes())?;
        file.persist(&self.path).map(|_| ()).map_err(|error| error.error)
    }
}
