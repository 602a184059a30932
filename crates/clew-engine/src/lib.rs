//! Under construction.

pub mod api;

pub use api::{
    CancelToken, Engine, Progress, ProgressSink, RequestContext, Silent, WorkspaceRight,
};
