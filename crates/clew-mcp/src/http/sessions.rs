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

#[cfg(test)]
mod tests {
    use super::super::session::{COMMON, Routing};
    use super::*;

    /// Answers as the protocol library does by itself.
    struct Plain;

    impl rmcp::ServerHandler for Plain {}

    fn open(sessions: &Sessions, most: usize) -> Result<Arc<Session>, Full> {
        sessions.open(most, |id| {
            let stop = tokio_util::sync::CancellationToken::new();
            Session::start(id, Routing::PerRequest, "1", Plain, stop)
        })
    }

    #[tokio::test]
    async fn what_is_unused_for_long_ends_and_what_is_in_use_stays() {
        let sessions = Sessions::default();
        let (unused, followed) = (open(&sessions, 9).unwrap(), open(&sessions, 9).unwrap());
        let mut reader = followed.stream(COMMON).unwrap().follow(0);
        let mut listening = Box::pin(reader.peek());
        assert!(futures_util::poll!(listening.as_mut()).is_pending());
        sessions.reap(Duration::from_secs(3600));
        assert!(sessions.find(unused.id()).is_some());
        sessions.reap(Duration::ZERO);
        assert!(sessions.find(unused.id()).is_none() && unused.has_ended());
        assert!(sessions.find(followed.id()).is_some());
        drop(listening);
        drop(reader);
        sessions.reap(Duration::ZERO);
        assert!(sessions.lock().is_empty());
    }

    #[tokio::test]
    async fn many_clients_leave_a_bounded_number_of_sessions() {
        let sessions = Sessions::default();
        for _ in 0..1_000 {
            open(&sessions, 8).unwrap();
            assert!(sessions.lock().len() <= 8);
        }
    }
}
