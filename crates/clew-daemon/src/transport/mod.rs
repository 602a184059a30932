//! Sockets of this machine: a Unix socket, or a named pipe on Windows.
//!
//! Both twins have one face: [`Listener`], [`Waker`], [`Stream`], and the names
//! and folders of endpoints. A stream is only handed out once its other end was seen to
//! belong to the same user.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::io;

#[cfg(unix)]
pub(crate) use unix::{
    Listener, Stream, WRITES_GO_ON, Waker, address, prepare_folder, short_folder,
};
#[cfg(windows)]
pub(crate) use windows::{
    Listener, Stream, WRITES_GO_ON, Waker, address, prepare_folder, short_folder,
};

/// What ended a wait for connections.
#[derive(Debug)]
pub(crate) enum Accepted {
    /// A client of the same user.
    Client(Stream),
    /// The time was over.
    TimedOut,
    /// The waker was used since the last wait.
    Woken,
}

fn foreign_user() -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, "the other end belongs to another user")
}
