//! Windows: handles of processes, which never mean a later one.

use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};

use windows_sys::Win32::Foundation::{ERROR_INVALID_PARAMETER, FILETIME, WAIT_TIMEOUT};
use windows_sys::Win32::System::Threading::{
    GetProcessTimes, OpenProcess, PROCESS_QUERY_LIMITED_INFORMATION, PROCESS_SYNCHRONIZE,
    PROCESS_TERMINATE, TerminateProcess, WaitForSingleObject,
};

use super::gone;

/// Units of 100 nanoseconds between 1601 and the start of the process.
pub(super) fn started(pid: u32) -> Option<u64> {
    let process = open(pid, PROCESS_QUERY_LIMITED_INFORMATION | PROCESS_SYNCHRONIZE).ok()?;
    if has_ended(&process) { None } else { start_of(&process) }
}

pub(super) fn end(pid: u32, wanted: u64) -> io::Result<()> {
    let rights = PROCESS_QUERY_LIMITED_INFORMATION | PROCESS_SYNCHRONIZE | PROCESS_TERMINATE;
    let process = open(pid, rights)?;
    if has_ended(&process) || start_of(&process) != Some(wanted) {
        return Err(gone());
    }
    // SAFETY: the handle is open and has the right to this.
    match unsafe { TerminateProcess(process.as_raw_handle(), 1) } {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

fn open(pid: u32, rights: u32) -> io::Result<OwnedHandle> {
    // SAFETY: no pointer is handed over; the handle is owned from here on.
    unsafe {
        let handle = OpenProcess(rights, 0, pid);
        if !handle.is_null() {
            return Ok(OwnedHandle::from_raw_handle(handle));
        }
    }
    let error = io::Error::last_os_error();
    // What the system says of a number that no process has.
    let is_gone = error.raw_os_error() == Some(ERROR_INVALID_PARAMETER as i32);
    Err(if is_gone { gone() } else { error })
}

/// A process stays known as long as anyone has a handle of it.
fn has_ended(process: &OwnedHandle) -> bool {
    // SAFETY: the handle is open.
    unsafe { WaitForSingleObject(process.as_raw_handle(), 0) != WAIT_TIMEOUT }
}

fn start_of(process: &OwnedHandle) -> Option<u64> {
    let zero = FILETIME { dwLowDateTime: 0, dwHighDateTime: 0 };
    let (mut made, mut ended, mut kernel, mut user) = (zero, zero, zero, zero);
    // SAFETY: the handle is open, and all pointers lead to values of the type that the
    // call fills in.
    let known = unsafe {
        GetProcessTimes(process.as_raw_handle(), &mut made, &mut ended, &mut kernel, &mut user)
    };
    (known != 0).then(|| u64::from(made.dwHighDateTime) << 32 | u64::from(made.dwLowDateTime))
}
