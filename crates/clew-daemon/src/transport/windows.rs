//! Named pipes: named by the user, open to that user alone, first instance only,
//! remote clients rejected, and the owner checked by the client.
//!
//! All input and output is overlapped, since a plain handle serves one call at a
//! time: a thread that waits for requests would hold up the one that answers.

mod identity;

use std::fs;
use std::io::{self, Read, Write};
use std::os::windows::ffi::OsStrExt;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::path::{Path, PathBuf};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use windows_sys::Win32::Foundation::{
    ERROR_BROKEN_PIPE, ERROR_IO_PENDING, ERROR_NO_DATA, ERROR_OPERATION_ABORTED, ERROR_PIPE_BUSY,
    ERROR_PIPE_CONNECTED, ERROR_PIPE_NOT_CONNECTED, GENERIC_READ, GENERIC_WRITE, HANDLE,
    INVALID_HANDLE_VALUE, WAIT_OBJECT_0, WAIT_TIMEOUT,
};
use windows_sys::Win32::Storage::FileSystem::{
    CreateFileW, FILE_FLAG_FIRST_PIPE_INSTANCE, FILE_FLAG_OVERLAPPED, OPEN_EXISTING,
    PIPE_ACCESS_DUPLEX, ReadFile, SECURITY_IDENTIFICATION, SECURITY_SQOS_PRESENT, WriteFile,
};
use windows_sys::Win32::System::IO::{CancelIoEx, GetOverlappedResult, OVERLAPPED};
use windows_sys::Win32::System::Pipes::{
    ConnectNamedPipe, CreateNamedPipeW, GetNamedPipeServerProcessId, PIPE_READMODE_BYTE,
    PIPE_REJECT_REMOTE_CLIENTS, PIPE_TYPE_BYTE, PIPE_UNLIMITED_INSTANCES, PIPE_WAIT, PeekNamedPipe,
    WaitNamedPipeW,
};
use windows_sys::Win32::System::Threading::{
    CreateEventW, INFINITE, ResetEvent, SetEvent, WaitForMultipleObjects,
};

use super::{Accepted, foreign_user};
use crate::endpoint::Endpoint;
use crate::life::process::Process;

/// Bytes of each of a pipe's two buffers.
const BUFFER: u32 = 64 << 10;
/// How long a client waits for a free instance, in milliseconds.
const BUSY_PATIENCE: u32 = 2_000;

/// Whether a write whose time was over can go on. A write that was called off may have been done in part, nobody says how much.
pub(crate) const WRITES_GO_ON: bool = false;

/// A folder of this user alone whose path is short.
pub(crate) fn short_folder() -> PathBuf {
    std::env::temp_dir().join("clew")
}

/// Makes the folder if it is missing; it lies in the user's profile, which is
/// closed to others.
pub(crate) fn prepare_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// The pipe of an endpoint.
pub(crate) fn address(endpoint: &Endpoint) -> PathBuf {
    let folder = blake3::hash(endpoint.folder().as_os_str().as_encoded_bytes()).to_hex();
    // Without its user's id the name belongs to nobody, and the owner check fails.
    let user = identity::own_sid_text().unwrap_or_default();
    PathBuf::from(format!(r"\\.\pipe\{}-{user}-{}", endpoint.stem(), &folder.as_str()[..12]))
}

fn wide(path: &Path) -> Vec<u16> {
    path.as_os_str().encode_wide().chain([0]).collect()
}

/// An event that stays set until the end of its holder.
#[derive(Debug)]
struct Event(OwnedHandle);

impl Event {
    fn new() -> io::Result<Self> {
        // SAFETY: no pointer is handed over; the handle is owned from here on.
        unsafe {
            let handle = CreateEventW(null(), 1, 0, null());
            if handle.is_null() {
                return Err(io::Error::last_os_error());
            }
            Ok(Event(OwnedHandle::from_raw_handle(handle)))
        }
    }

    fn set(&self) {
        // SAFETY: the handle is open as long as this lives.
        unsafe { SetEvent(self.raw()) };
    }

    /// Has the next wait last until it is set again.
    fn reset(&self) {
        // SAFETY: the handle is open as long as this lives.
        unsafe { ResetEvent(self.raw()) };
    }

    fn raw(&self) -> HANDLE {
        self.0.as_raw_handle()
    }
}

/// How an overlapped call ended.
enum Finished {
    Done(u32),
    Stopped,
    TimedOut,
}

/// Starts a call and waits for its end, for `stop`, or for the time.
fn overlapped(
    handle: HANDLE,
    stop: &Event,
    milliseconds: u32,
    start: impl FnOnce(*mut OVERLAPPED) -> i32,
) -> io::Result<Finished> {
    let done = Event::new()?;
    // SAFETY: zero is a valid value of every field. The structure lives until the
    // call has ended: `GetOverlappedResult` waits for it in every branch.
    unsafe {
        let mut state: OVERLAPPED = std::mem::zeroed();
        state.hEvent = done.raw();
        if start(&mut state) == 0 {
            let error = io::Error::last_os_error();
            match error.raw_os_error().map(|code| code as u32) {
                Some(ERROR_IO_PENDING) => {}
                Some(ERROR_PIPE_CONNECTED) => return Ok(Finished::Done(0)),
                _ => return Err(error),
            }
        }
        let handles = [done.raw(), stop.raw()];
        let waited = WaitForMultipleObjects(2, handles.as_ptr(), 0, milliseconds);
        if waited != WAIT_OBJECT_0 {
            CancelIoEx(handle, &state);
        }
        let mut count = 0;
        if GetOverlappedResult(handle, &state, &mut count, 1) != 0 {
            return Ok(Finished::Done(count));
        }
        let error = io::Error::last_os_error();
        match error.raw_os_error().map(|code| code as u32) {
            Some(ERROR_OPERATION_ABORTED) if waited == WAIT_TIMEOUT => Ok(Finished::TimedOut),
            Some(ERROR_OPERATION_ABORTED) => Ok(Finished::Stopped),
            _ => Err(error),
        }
    }
}

/// Whether an error means that the other end is gone.
fn is_end(error: &io::Error) -> bool {
    let code = error.raw_os_error().map(|code| code as u32);
    matches!(code, Some(ERROR_BROKEN_PIPE | ERROR_PIPE_NOT_CONNECTED | ERROR_NO_DATA))
}

/// A pipe that clients connect to.
#[derive(Debug)]
pub(crate) struct Listener {
    name: Vec<u16>,
    woken: Arc<Event>,
    /// The instance that the next client gets.
    free: Mutex<Option<OwnedHandle>>,
}

/// Ends a wait of a [`Listener`] from another thread.
#[derive(Debug)]
pub(crate) struct Waker(Arc<Event>);

impl Waker {
    /// Ends the wait.
    pub(crate) fn wake(&self) {
        self.0.set();
    }
}

impl Listener {
    /// Makes the first instance of the endpoint's pipe; fails if there is one.
    pub(crate) fn bind(endpoint: &Endpoint) -> io::Result<(Self, Waker)> {
        let name = wide(&address(endpoint));
        let first = instance(&name, FILE_FLAG_FIRST_PIPE_INSTANCE)?;
        let woken = Arc::new(Event::new()?);
        let waker = Waker(woken.clone());
        Ok((Listener { name, woken, free: Mutex::new(Some(first)) }, waker))
    }

    /// Waits for a client; others than this user cannot open the pipe.
    pub(crate) fn accept(&self, timeout: Duration) -> io::Result<Accepted> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        if free.is_none() {
            *free = Some(instance(&self.name, 0)?);
        }
        let Some(waiting) = free.as_ref() else { return Ok(Accepted::TimedOut) };
        let handle = waiting.as_raw_handle();
        let milliseconds = u32::try_from(timeout.as_millis()).unwrap_or(INFINITE - 1);
        // SAFETY: the handle is open while `free` holds it.
        let finished = overlapped(handle, &self.woken, milliseconds, |state| unsafe {
            ConnectNamedPipe(handle, state)
        });
        match finished {
            Ok(Finished::Done(_)) => {}
            Ok(Finished::Stopped) => {
                self.woken.reset();
                return Ok(Accepted::Woken);
            }
            Ok(Finished::TimedOut) => return Ok(Accepted::TimedOut),
            Err(error) => {
                // A client that came and went; its instance is of no more use.
                *free = None;
                return if is_end(&error) { Ok(Accepted::TimedOut) } else { Err(error) };
            }
        }
        match free.take() {
            Some(connected) => {
                // There is always an instance, or the next client finds no pipe.
                *free = Some(instance(&self.name, 0)?);
                Ok(Accepted::Client(Stream::new(connected)?))
            }
            None => Ok(Accepted::TimedOut),
        }
    }

    /// A pipe cannot be taken away from its server.
    pub(crate) fn is_reachable(&self) -> bool {
        true
    }

    /// Lets no further client in; the pipe goes with its last instance.
    pub(crate) fn remove(&self) {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

fn instance(name: &[u16], flags: u32) -> io::Result<OwnedHandle> {
    let security = identity::OwnerOnly::new()?;
    // SAFETY: the name ends with zero, and the security attributes live until
    // the call is over.
    unsafe {
        let handle = CreateNamedPipeW(
            name.as_ptr(),
            PIPE_ACCESS_DUPLEX | FILE_FLAG_OVERLAPPED | flags,
            PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS,
            PIPE_UNLIMITED_INSTANCES,
            BUFFER,
            BUFFER,
            0,
            security.attributes(),
        );
        if handle == INVALID_HANDLE_VALUE {
            return Err(io::Error::last_os_error());
        }
        Ok(OwnedHandle::from_raw_handle(handle))
    }
}

/// One end of a connection; clones share it.
#[derive(Debug)]
pub(crate) struct Stream(Arc<Pipe>);

#[derive(Debug)]
struct Pipe {
    handle: OwnedHandle,
    reading_ends: Event,
    writing_ends: Event,
    /// Milliseconds that one write may take.
    write_timeout: AtomicU32,
}

impl Stream {
    fn new(handle: OwnedHandle) -> io::Result<Self> {
        Ok(Stream(Arc::new(Pipe {
            handle,
            reading_ends: Event::new()?,
            writing_ends: Event::new()?,
            write_timeout: AtomicU32::new(INFINITE),
        })))
    }

    /// Connects to a daemon of this user. A pipe whose instances are all taken is
    /// waited for some seconds, whatever the patience.
    pub(crate) fn connect(endpoint: &Endpoint, _patience: Duration) -> io::Result<Self> {
        let name = wide(&address(endpoint));
        let handle = open(&name)?;
        if !identity::is_owned_by_this_user(&handle)? {
            return Err(foreign_user());
        }
        Stream::new(handle)
    }

    /// The process on the other side.
    pub(crate) fn peer_process(&self) -> Option<Process> {
        let mut pid = 0;
        // SAFETY: the handle is open, and the pointer leads to a value of the type that
        // the call fills in.
        let known = unsafe { GetNamedPipeServerProcessId(self.0.handle.as_raw_handle(), &mut pid) };
        if known == 0 { None } else { Process::of(pid) }
    }

    /// Another handle of the same end.
    pub(crate) fn try_clone(&self) -> io::Result<Self> {
        Ok(Stream(self.0.clone()))
    }

    /// Writes nothing: a write to a pipe that is called off may have been done in
    /// part, without a word of how much. All is left to the writes that wait.
    pub(crate) fn try_write(&self, _bytes: &[u8]) -> usize {
        0
    }

    /// Longest time that one write may take.
    pub(crate) fn set_write_timeout(&self, timeout: Duration) -> io::Result<()> {
        let milliseconds = u32::try_from(timeout.as_millis()).unwrap_or(INFINITE);
        self.0.write_timeout.store(milliseconds, Ordering::Relaxed);
        Ok(())
    }

    /// Ends the connection for all handles, also for those that wait.
    pub(crate) fn shutdown(&self) {
        self.0.reading_ends.set();
        self.0.writing_ends.set();
    }

    /// Reads no further: a read that waits ends as at the end of the stream.
    pub(crate) fn stop_reading(&self) {
        self.0.reading_ends.set();
    }

    /// Whether the other side has closed the connection; pipes have no half
    /// that could be closed alone.
    pub(crate) fn is_closed(&self, patience: Duration) -> bool {
        let end = Instant::now() + patience;
        loop {
            // SAFETY: the handle is open; all pointers may be null.
            let alive = unsafe {
                PeekNamedPipe(
                    self.0.handle.as_raw_handle(),
                    null_mut(),
                    0,
                    null_mut(),
                    null_mut(),
                    null_mut(),
                )
            };
            if alive == 0 || Instant::now() >= end {
                return alive == 0;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Opens the pipe, waiting for a free instance for some time.
fn open(name: &[u16]) -> io::Result<OwnedHandle> {
    for _ in 0..4 {
        // SAFETY: the name ends with zero; the handle is owned from here on.
        unsafe {
            let handle = CreateFileW(
                name.as_ptr(),
                GENERIC_READ | GENERIC_WRITE,
                0,
                null(),
                OPEN_EXISTING,
                FILE_FLAG_OVERLAPPED | SECURITY_SQOS_PRESENT | SECURITY_IDENTIFICATION,
                null_mut(),
            );
            if handle != INVALID_HANDLE_VALUE {
                return Ok(OwnedHandle::from_raw_handle(handle));
            }
            let error = io::Error::last_os_error();
            if error.raw_os_error() != Some(ERROR_PIPE_BUSY as i32) {
                return Err(error);
            }
            WaitNamedPipeW(name.as_ptr(), BUSY_PATIENCE);
        }
    }
    // All instances are taken and none is added: the server is about to end.
    Err(io::ErrorKind::ConnectionRefused.into())
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let handle = self.0.handle.as_raw_handle();
        let length = u32::try_from(buffer.len()).unwrap_or(u32::MAX);
        let into = buffer.as_mut_ptr();
        // SAFETY: the buffer is borrowed until the call has ended.
        let finished = overlapped(handle, &self.0.reading_ends, INFINITE, |state| unsafe {
            ReadFile(handle, into, length, null_mut(), state)
        });
        match finished {
            Ok(Finished::Done(count)) => Ok(count as usize),
            Ok(Finished::Stopped | Finished::TimedOut) => Ok(0),
            Err(error) if is_end(&error) => Ok(0),
            Err(error) => Err(error),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let handle = self.0.handle.as_raw_handle();
        let length = u32::try_from(buffer.len()).unwrap_or(u32::MAX);
        let timeout = self.0.write_timeout.load(Ordering::Relaxed);
        // SAFETY: the buffer is borrowed until the call has ended.
        let finished = overlapped(handle, &self.0.writing_ends, timeout, |state| unsafe {
            WriteFile(handle, buffer.as_ptr(), length, null_mut(), state)
        })?;
        match finished {
            Finished::Done(count) => Ok(count as usize),
            Finished::Stopped => Err(io::ErrorKind::BrokenPipe.into()),
            Finished::TimedOut => Err(io::ErrorKind::TimedOut.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
