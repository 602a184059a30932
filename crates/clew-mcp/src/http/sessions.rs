//! The sessions of a server: bounded in number, ended when unused.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::session::Session;

/// The sessions of a server, by their ids.
#[derive(Debug, Default)]
pub(super) struct Sessions(Mutex<HashMap<String, Arc<Session>>>);

/// Every session is in use, so none can give way.
#[derive(Debug)]
pub(super) struct Full;

impl Sessions {
    /// Adds the session that `start` makes from a fresh id. At the bound, the
    /// session that is unused longest ends first.
    pub(super) fn open(
        &self,
        most: usize,
        start: impl FnOnce(String) -> Arc<Session>,
    ) -> Result<Arc<Session>, Full> {
        let mut sessions = self.lock();
        sessions.retain(|_, session| !session.has_ended());
        if sessions.len() >= most {
            let unused = sessions.values().filter_map(|session| {
                session.unused_since().map(|since| (since, session.id().to_string()))
            });
            let (_, id) = unused.min().ok_or(Full)?;
            if let Some(session) = sessions.remove(&id) {
                session.end();
            }
        }
        let id = fresh_id().ok_or(Full)?;
        let session = start(id.clone());
        sessions.insert(id, session.clone());
        Ok(session)
    }

    /// The session of this id, unless it has ended.
    pub(super) fn find(&self, id: &str) -> Option<Arc<Session>> {
        self.lock().get(id).filter(|session| !session.has_ended()).cloned()
    }

    /// Ends the session of this id; says whether there was one.
    pub(super) fn end(&self, id: &str) -> bool {
        let session = self.lock().remove(id);
        match session {
            Some(session) if !session.has_ended() => {
                session.end();
                true
            }
            _ => false,
        }
    }

    /// Ends the sessions that were not used for `idle`.
    pub(super) fn reap(&self, idle: Duration) {
        let now = Instant::now();
        self.lock().retain(|_, session| {
            let old = session
                .unused_since()
                .is_some_and(|since| now.saturating_duration_since(since) >= idle);
            if old {
                session.end();
            }
            !session.has_ended()
        });
    }

    /// Calls `each` with every session.
    pub(super) fn for_all(&self, each: impl Fn(&Session)) {
        self.lock().values().for_each(|session| each(session));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Session>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// 128 random bits in hexadecimal digits.
fn fresh_id() -> Option<String> {
    let mut bytes = [0_u8; 16];
    if let Err(error) = getrandom::fill(&mut bytes) {
        tracing::error!(%error, "the system gives no random numbers");
        return None;
    }
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
