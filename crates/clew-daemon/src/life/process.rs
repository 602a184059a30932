//! A process of this user, told by its start from a later one with the same number.

#[cfg(target_vendor = "apple")]
mod apple;
#[cfg(any(target_os = "linux", target_os = "android"))]
mod linux;
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple", windows)))]
mod other;
#[cfg(windows)]
mod windows;

use std::io;

#[cfg(target_vendor = "apple")]
use apple as system;
#[cfg(any(target_os = "linux", target_os = "android"))]
use linux as system;
#[cfg(not(any(
    target_os = "linux",
    target_os = "android",
    target_vendor = "apple",
    windows
)))]
use other as system;
#[cfg(windows)]
use windows as system;

/// A process that was alive when it was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Process {
    pid: u32,
    /// When it started, in a unit of the system's own.
    started: u64,
}

impl Process {
    /// The process that has this number now; none where it is gone or the system does
    /// not tell when it started.
    pub(crate) fn of(pid: u32) -> Option<Self> {
        Some(Process { pid, started: system::started(pid)? })
    }

    /// Reads what [`Process::note`] wrote.
    pub(crate) fn noted(text: &str) -> Option<Self> {
        let (pid, started) = text.trim().split_once(' ')?;
        Some(Process { pid: pid.parse().ok()?, started: started.parse().ok()? })
    }

    /// The process as a line of text.
    pub(crate) fn note(self) -> String {
        format!("{} {}\n", self.pid, self.started)
    }

    /// Its number.
    pub fn pid(self) -> u32 {
        self.pid
    }

    /// Ends it at once. Fails with [`io::ErrorKind::NotFound`] if it is gone, also when
    /// another has its number.
    pub(crate) fn end(self) -> io::Result<()> {
        system::end(self.pid, self.started)
    }
}

fn gone() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "the process is gone")
}

#[cfg(all(test, any(target_os = "linux", windows)))]
mod tests {
    use super::*;

    #[test]
    fn only_the_process_that_was_meant_is_ended() {
        let long = if cfg!(windows) { "ping -n 600 127.0.0.1" } else { "sleep 600" };
        let mut words = long.split(' ');
        let mut command = std::process::Command::new(words.next().unwrap());
        let mut child = command.args(words).stdout(std::process::Stdio::null()).spawn().unwrap();
        let process = Process::of(child.id()).unwrap();
        assert_eq!(Process::of(child.id()), Some(process), "its start stays");
        assert_eq!(Process::noted(&process.note()), Some(process));
        let later = Process { started: process.started + 1, ..process };
        assert_eq!(later.end().unwrap_err().kind(), io::ErrorKind::NotFound);
        assert!(child.try_wait().unwrap().is_none(), "it has the same number only");
        process.end().unwrap();
        assert!(!child.wait().unwrap().success());
        assert_eq!(process.end().unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn other_texts_name_no_process() {
        for text in ["", "4711", "4711 x", "x 1", "-1 1", "1 2 3"] {
            assert_eq!(Process::noted(text), None, "{text}");
        }
    }
}
