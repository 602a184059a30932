//! Life of the daemon process: locks, detaching, its log file.

pub(crate) mod detach;
pub(crate) mod lock;
pub(crate) mod log_file;
pub(crate) mod memory;
pub(crate) mod process;
