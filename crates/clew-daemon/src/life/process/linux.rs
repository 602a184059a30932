//! Linux: start times of `/proc`, and descriptors of processes, which never mean a
//! later one.

use std::io;

use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal};

use super::gone;

/// Ticks between the start of the system and that of the process.
pub(super) fn started(pid: u32) -> Option<u64> {
    start_of(&std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

/// The 22nd field. The second is a name, which may hold anything, in brackets.
fn start_of(stat: &str) -> Option<u64> {
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(19)?.parse().ok()
}

pub(super) fn end(pid: u32, wanted: u64) -> io::Result<()> {
    let number = i32::try_from(pid).ok().and_then(Pid::from_raw).ok_or_else(gone)?;
    let descriptor = match pidfd_open(number, PidfdFlags::empty()) {
        Ok(descriptor) => Some(descriptor),
        Err(rustix::io::Errno::SRCH) => return Err(gone()),
        // Kernels before 5.3 have none.
        Err(_) => None,
    };
    if started(pid) != Some(wanted) {
        return Err(gone());
    }
    match descriptor {
        Some(descriptor) => pidfd_send_signal(descriptor, Signal::KILL)?,
        None => kill_process(number, Signal::KILL)?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_field_is_found_behind_any_name() {
        let rest = (3..=30).map(|field| field.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(start_of(&format!("7 (a) b) (c) {rest}\n")), Some(22));
        assert_eq!(start_of("7 (a) S 1"), None);
    }
}
