//! An engine with the context of a command-line question.

use std::sync::Arc;

use clew_engine::{Engine, RequestContext};

use crate::cli::GlobalOptions;
use crate::environment;
use crate::progress::Bar;
use crate::wiring::{self, Purpose};

/// What a verb works with.
pub(crate) struct Session {
    /// Who answers.
    pub(crate) engine: Arc<dyn Engine>,
    /// Progress and rights of the command line.
    pub(crate) context: RequestContext,
    bar: Arc<Bar>,
}

impl Session {
    /// Gets the engine for `global` and what it is wanted for.
    pub(crate) fn start(global: &GlobalOptions, purpose: Purpose) -> anyhow::Result<Self> {
        let engine = wiring::engine(global, purpose)?;
        let bar = Arc::new(Bar::new());
        let context = RequestContext {
            progress: bar.clone(),
            lang: environment::locale(),
            ..RequestContext::new("cli")
        };
        Ok(Session { engine, context, bar })
    }

    /// Puts a question and removes the progress bar afterwards.
    pub(crate) fn ask<A, E>(
        &self,
        question: impl FnOnce(&dyn Engine, &RequestContext) -> Result<A, E>,
    ) -> Result<A, E> {
        let answer = question(self.engine.as_ref(), &self.context);
        self.bar.clear();
        answer
    }
}
