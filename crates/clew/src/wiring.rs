//! Building the engine.

use std::sync::Arc;

use clew_engine::Engine;

use crate::cli::GlobalOptions;

/// The engine for these options.
pub(crate) fn engine(_global: &GlobalOptions) -> anyhow::Result<Arc<dyn Engine>> {
    anyhow::bail!("the engine is not there yet")
}
