//! The engine inside this process, for the time in which no daemon answers.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use clew_engine::{ConnectionId, Engine, RequestContext};
use clew_protocol::ToolError;

use super::reach::Reach;

/// Pulses between two tries to reach a daemon that did not answer.
const RETRY: u32 = 2;

/// Makes the engine that answers while no daemon does.
pub type MakeEngine = Box<dyn Fn() -> Result<Arc<dyn Engine>, ToolError> + Send + Sync>;

/// The engine and since when it answers.
pub(super) struct Own {
    make: MakeEngine,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    engine: Option<Arc<dyn Engine>>,
    /// When the daemon is tried again; none while it answers.
    again: Option<Instant>,
}

impl Own {
    pub(super) fn new(make: MakeEngine) -> Self {
        Own { make, state: Mutex::default() }
    }

    /// The engine, if it is to answer now. A daemon that answers again has the
    /// questions again; it is looked for in the background.
    pub(super) fn instead(&self, reach: &Arc<Reach>) -> Option<Result<Arc<dyn Engine>, ToolError>> {
        let mut state = self.lock();
        let again = state.again?;
        if reach.current().is_some() {
            tracing::info!("a daemon answers again");
            *state = State::default();
            return None;
        }
        if Instant::now() >= again {
            reach.begin();
            state.again = Some(next_try(reach));
        }
        Some(self.engine(&mut state, reach))
    }

    /// Has the engine answer from now on, for this reason.
    pub(super) fn take_over(&self, why: &str, reach: &Reach) -> Result<Arc<dyn Engine>, ToolError> {
        let mut state = self.lock();
        if state.again.is_none() {
            tracing::warn!("no daemon: {why}; answering in this process, as --standalone does");
        }
        state.again = Some(next_try(reach));
        self.engine(&mut state, reach)
    }

    /// The engine if it was made and is in use.
    pub(super) fn made(&self) -> Option<Arc<dyn Engine>> {
        self.lock().engine.clone()
    }

    fn engine(&self, state: &mut State, reach: &Reach) -> Result<Arc<dyn Engine>, ToolError> {
        if let Some(engine) = &state.engine {
            return Ok(engine.clone());
        }
        let engine = (self.make)()?;
        reach.choices.repeat_in(&*engine);
        for (connection, request) in reach.documents.all() {
            let connection = ConnectionId(connection);
            let context = RequestContext { connection, ..RequestContext::new("reopened") };
            if let Err(error) = engine.open_document(request, &context) {
                tracing::warn!(%error, "an unsaved text was not taken over");
            }
        }
        state.engine = Some(engine.clone());
        Ok(engine)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn next_try(reach: &Reach) -> Instant {
    Instant::now() + reach.connector.pulse() * RETRY
}
