//! macOS: start times of `proc_pidinfo`.

use std::io;
use std::mem::MaybeUninit;

use super::gone;

/// Microseconds between 1970 and the start of the process.
pub(super) fn started(pid: u32) -> Option<u64> {
    let pid = libc::c_int::try_from(pid).ok()?;
    let size = libc::c_int::try_from(size_of::<libc::proc_bsdinfo>()).ok()?;
    let mut info = MaybeUninit::<libc::proc_bsdinfo>::zeroed();
    // SAFETY: the buffer has the size that is told, and zero is a valid value of every
    // field of it.
    let info = unsafe {
        let filled =
            libc::proc_pidinfo(pid, libc::PROC_PIDTBSDINFO, 0, info.as_mut_ptr().cast(), size);
        if filled != size {
            return None;
        }
        info.assume_init()
    };
    info.pbi_start_tvsec.checked_mul(1_000_000)?.checked_add(info.pbi_start_tvusec)
}

pub(super) fn end(pid: u32, wanted: u64) -> io::Result<()> {
    if started(pid) != Some(wanted) {
        return Err(gone());
    }
    let pid = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw).ok_or_else(gone)?;
    Ok(rustix::process::kill_process(pid, rustix::process::Signal::KILL)?)
}
