//! Large rule files, kept from walk to walk: compiling thousands of patterns takes
//! longer than walking thousands of files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use super::rule_set::RuleSet;
use crate::fs::{CaseRule, Metadata};

/// Smaller files are compiled anew, in no time.
const KEPT_FROM: u64 = 4 << 10;

/// Files kept.
const MAX_FILES: usize = 64;

/// A file that changed less than this ago may change again unnoticed.
const RACY_NS: i64 = 50_000_000;

/// Compiled rules of large files. Clones share it; it is no part of what options
/// mean, so all are equal.
#[derive(Clone, Default)]
pub struct RuleCache(Arc<Mutex<HashMap<PathBuf, Kept>>>);

struct Kept {
    case: CaseRule,
    found: Metadata,
    rules: KnownRules,
}

/// The rules of one file.
#[derive(Clone)]
pub(super) struct KnownRules {
    pub(super) rules: Option<Arc<RuleSet>>,
    /// Lines that are no valid pattern, with their numbers.
    pub(super) bad: Vec<String>,
}

impl RuleCache {
    /// The rules of a file that still looks as it did.
    pub(super) fn known(
        &self,
        path: &Path,
        case: CaseRule,
        found: &Metadata,
    ) -> Option<KnownRules> {
        if found.size < KEPT_FROM {
            return None;
        }
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.get(path).filter(|kept| kept.case == case && kept.found == *found)?;
        Some(known.rules.clone())
    }

    /// Keeps the rules of a large file that is not being changed just now.
    pub(super) fn keep(&self, path: &Path, case: CaseRule, found: Metadata, rules: KnownRules) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.map_or(0, |now| now.as_nanos() as i64);
        if found.size < KEPT_FROM || now.saturating_sub(found.modified_ns) < RACY_NS {
            return;
        }
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MAX_FILES {
            kept.clear();
        }
        kept.insert(path.to_path_buf(), Kept { case, found, rules });
    }
}

impl PartialEq for RuleCache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for RuleCache {}

impl std::fmt::Debug for RuleCache {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("RuleCache")
    }
}
