//! Leaving the terminal, the session and the pipes of whoever started us.

#[cfg(unix)]
mod platform {
    use std::os::fd::BorrowedFd;

    /// Becomes the leader of a session of its own, so that neither the end of a
    /// terminal nor Ctrl-C in it reaches this process, and leaves the current
    /// folder, which could not be unmounted otherwise.
    pub fn detach_from_terminal() {
        if let Err(error) = rustix::process::setsid() {
            // The leader of a process group cannot; it was started by a shell
            // with job control and has a group of its own.
            tracing::debug!(%error, "no session of its own");
        }
        if let Err(error) = std::env::set_current_dir("/") {
            tracing::debug!(%error, "the current folder was kept");
        }
    }

    /// Marks all descriptors but the three standard ones as private to this
    /// process. A pipe that was inherited and passed on to a daemon would never
    /// end for its reader.
    pub fn keep_descriptors_private() {
        let Ok(listed) = std::fs::read_dir("/dev/fd") else { return };
        let numbers: Vec<i32> = listed
            .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
            .filter(|number| *number > 2)
            .collect();
        for number in numbers {
            // SAFETY: the number was listed as open a moment ago; if it is closed
            // meanwhile the call fails, and if it is another file by now, that
            // was opened by this process and is private anyway.
            let descriptor = unsafe { BorrowedFd::borrow_raw(number) };
            let _ = rustix::io::fcntl_setfd(descriptor, rustix::io::FdFlags::CLOEXEC);
        }
    }
}

#[cfg(windows)]
mod platform {
    /// Leaves the current folder; the start flags have done the rest.
    pub fn detach_from_terminal() {
        if let Some(root) = std::env::temp_dir().ancestors().last()
            && let Err(error) = std::env::set_current_dir(root)
        {
            tracing::debug!(%error, "the current folder was kept");
        }
    }

    /// Handles are private on Windows unless they are marked otherwise.
    pub fn keep_descriptors_private() {}
}

use std::process::{Command, Stdio};

pub use platform::{detach_from_terminal, keep_descriptors_private};

/// Prepares `command` to start a process that outlives this one and shares none
/// of its streams; its errors go to `errors`.
pub(crate) fn detached(command: &mut Command, errors: Stdio) {
    keep_descriptors_private();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(errors);
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt;

        use windows_sys::Win32::System::Threading::{CREATE_NEW_PROCESS_GROUP, DETACHED_PROCESS};
        command.creation_flags(DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP);
    }
}
