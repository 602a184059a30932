//! Unix sockets: folder 0700, socket 0600, and the peer's user id checked.

use std::fs::{self, DirBuilder, Permissions};
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::SendFlags;

use super::{Accepted, foreign_user};
use crate::endpoint::Endpoint;
use crate::life::process::Process;

/// A write that neither waits nor, where the system would, ends the process.
#[cfg(not(target_vendor = "apple"))]
const NO_WAIT: SendFlags = SendFlags::DONTWAIT.union(SendFlags::NOSIGNAL);
/// A write that does not wait; programs in Rust are not ended by such a signal.
#[cfg(target_vendor = "apple")]
const NO_WAIT: SendFlags = SendFlags::DONTWAIT;

/// Whether a write whose time was over can go on. A write that was late goes on where it ended.
pub(crate) const WRITES_GO_ON: bool = true;

/// A folder of this user alone whose path is short.
pub(crate) fn short_folder() -> PathBuf {
    PathBuf::from(format!("/tmp/clew-{}", rustix::process::getuid().as_raw()))
}

/// The socket of an endpoint.
pub(crate) fn address(endpoint: &Endpoint) -> PathBuf {
    endpoint.path().to_path_buf()
}

/// Makes the folder if it is missing. Fails if it is a link, or another user's;
/// takes the rights of others away.
pub(crate) fn prepare_folder(folder: &Path) -> io::Result<()> {
    if let Some(parent) = folder.parent() {
        clew_vfs::make_private(parent)?;
    }
    match DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    let found = fs::symlink_metadata(folder)?;
    if !found.is_dir() {
        let message = format!("{} is no folder", folder.display());
        return Err(io::Error::new(io::ErrorKind::NotADirectory, message));
    }
    if found.uid() != rustix::process::getuid().as_raw() {
        let message = format!("{} belongs to another user", folder.display());
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
    }
    if found.mode() & 0o077 != 0 {
        fs::set_permissions(folder, Permissions::from_mode(0o700))?;
    }
    Ok(())
}

/// A bound socket.
#[derive(Debug)]
pub(crate) struct Listener {
    listener: UnixListener,
    woken: UnixStream,
    path: PathBuf,
    identity: (u64, u64),
}

/// Ends a wait of a [`Listener`] from another thread.
#[derive(Debug)]
pub(crate) struct Waker(UnixStream);

impl Waker {
    /// Ends the wait.
    pub(crate) fn wake(&self) {
        // Fails only if the listener is gone or has been woken often already.
        let _ = (&self.0).write(&[1]);
    }
}

impl Listener {
    /// Binds the endpoint; a socket that is there already is taken over, so the
    /// caller must hold the endpoint's lock.
    pub(crate) fn bind(endpoint: &Endpoint) -> io::Result<(Self, Waker)> {
        let path = endpoint.path();
        match fs::symlink_metadata(path) {
            Ok(found) if found.file_type().is_socket() => fs::remove_file(path)?,
            Ok(_) => {
                let message = format!("{} is there and is no socket", path.display());
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        let listener = UnixListener::bind(path)?;
        fs::set_permissions(path, Permissions::from_mode(0o600))?;
        listener.set_nonblocking(true)?;
        let (wake, woken) = UnixStream::pair()?;
        wake.set_nonblocking(true)?;
        woken.set_nonblocking(true)?;
        let found = fs::symlink_metadata(path)?;
        let identity = (found.dev(), found.ino());
        Ok((Listener { listener, woken, path: path.to_path_buf(), identity }, Waker(wake)))
    }

    /// Waits for a client of this user; others are sent away.
    pub(crate) fn accept(&self, timeout: Duration) -> io::Result<Accepted> {
        let wait = Timespec {
            tv_sec: i64::try_from(timeout.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: timeout.subsec_nanos().into(),
        };
        let mut waited =
            [PollFd::new(&self.listener, PollFlags::IN), PollFd::new(&self.woken, PollFlags::IN)];
        match poll(&mut waited, Some(&wait)) {
            Ok(0) => return Ok(Accepted::TimedOut),
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => return Ok(Accepted::TimedOut),
            Err(error) => return Err(error.into()),
        }
        if !waited[1].revents().is_empty() {
            // The next wait ends by what comes after this.
            let mut marks = [0; 64];
            while matches!((&self.woken).read(&mut marks), Ok(1..)) {}
            return Ok(Accepted::Woken);
        }
        match self.listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(false)?;
                check_peer(&stream)?;
                Ok(Accepted::Client(Stream(stream)))
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(Accepted::TimedOut),
            Err(error) => Err(error),
        }
    }

    /// Whether the endpoint's path still leads here.
    pub(crate) fn is_reachable(&self) -> bool {
        fs::symlink_metadata(&self.path)
            .is_ok_and(|found| (found.dev(), found.ino()) == self.identity)
    }

    /// Takes the socket's file away, unless another has taken its place.
    pub(crate) fn remove(&self) {
        if self.is_reachable()
            && let Err(error) = fs::remove_file(&self.path)
        {
            tracing::warn!(%error, path = %self.path.display(), "the socket was not removed");
        }
    }
}

/// One end of a connection; clones share it.
#[derive(Debug)]
pub(crate) struct Stream(UnixStream);

impl Stream {
    /// Connects to a daemon of this user. Fails with [`io::ErrorKind::WouldBlock`] if it
    /// lets nobody in for `patience`, so that clients queue.
    pub(crate) fn connect(endpoint: &Endpoint, patience: Duration) -> io::Result<Self> {
        let stream = connected(endpoint.path(), patience)?;
        check_peer(&stream)?;
        Ok(Stream(stream))
    }

    /// The process on the other side, where the system tells.
    pub(crate) fn peer_process(&self) -> Option<Process> {
        Process::of(peer_process(&self.0)?)
    }

    /// Another handle of the same end.
    pub(crate) fn try_clone(&self) -> io::Result<Self> {
        self.0.try_clone().map(Stream)
    }

    /// Longest time that one write may take.
    pub(crate) fn set_write_timeout(&self, timeout: Duration) -> io::Result<()> {
        self.0.set_write_timeout(Some(timeout))
    }

    /// Writes what can be written without waiting; tells how many bytes. An error
    /// writes nothing, and shows in the next write that may wait.
    pub(crate) fn try_write(&self, bytes: &[u8]) -> usize {
        rustix::net::send(&self.0, bytes, NO_WAIT).unwrap_or(0)
    }

    /// Ends the connection for all handles, also for those that wait.
    pub(crate) fn shutdown(&self) {
        // Fails only if it has ended already.
        let _ = self.0.shutdown(std::net::Shutdown::Both);
    }

    /// Reads no further: a read that waits ends as at the end of the stream.
    pub(crate) fn stop_reading(&self) {
        // Fails only if the connection has ended.
        let _ = self.0.shutdown(std::net::Shutdown::Read);
    }

    /// Whether the other side has closed the connection altogether, rather than
    /// merely its own writing; waits up to `patience` for that.
    pub(crate) fn is_closed(&self, patience: Duration) -> bool {
        let wait = Timespec {
            tv_sec: i64::try_from(patience.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: patience.subsec_nanos().into(),
        };
        // Hang-ups are reported without being asked for.
        let mut waited = [PollFd::from_borrowed_fd(self.0.as_fd(), PollFlags::empty())];
        match poll(&mut waited, Some(&wait)) {
            Ok(_) => waited[0].revents().intersects(PollFlags::HUP | PollFlags::ERR),
            Err(rustix::io::Errno::INTR) => false,
            Err(_) => true,
        }
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for Stream {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.0.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn connected(path: &Path, patience: Duration) -> io::Result<UnixStream> {
    use rustix::net::sockopt::{Timeout, set_socket_timeout};
    use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType};

    let (family, kind) = (AddressFamily::UNIX, SocketType::STREAM);
    let socket = rustix::net::socket_with(family, kind, SocketFlags::CLOEXEC, None)?;
    set_socket_timeout(&socket, Timeout::Send, Some(patience.max(Duration::from_millis(1))))?;
    rustix::net::connect(&socket, &SocketAddrUnix::new(path)?)?;
    set_socket_timeout(&socket, Timeout::Send, None)?;
    Ok(UnixStream::from(socket))
}

/// Elsewhere a queue that is full is told at once.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn connected(path: &Path, _patience: Duration) -> io::Result<UnixStream> {
    UnixStream::connect(path)
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn peer_process(stream: &UnixStream) -> Option<u32> {
    let credentials = rustix::net::sockopt::socket_peercred(stream).ok()?;
    u32::try_from(credentials.pid.as_raw_nonzero().get()).ok()
}

#[cfg(target_vendor = "apple")]
fn peer_process(stream: &UnixStream) -> Option<u32> {
    use std::os::fd::AsRawFd;

    let mut pid: libc::pid_t = 0;
    let mut size = libc::socklen_t::try_from(size_of::<libc::pid_t>()).ok()?;
    // SAFETY: the descriptor is open as long as `stream` is borrowed, and the value has
    // the size that is told.
    let result = unsafe {
        let value = std::ptr::from_mut(&mut pid).cast();
        let descriptor = stream.as_raw_fd();
        libc::getsockopt(descriptor, libc::SOL_LOCAL, libc::LOCAL_PEERPID, value, &mut size)
    };
    (result == 0).then(|| u32::try_from(pid).ok()).flatten().filter(|pid| *pid > 0)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn peer_process(_stream: &UnixStream) -> Option<u32> {
    None
}

fn check_peer(stream: &UnixStream) -> io::Result<()> {
    if peer_user(stream)? == rustix::process::getuid().as_raw() {
        Ok(())
    } else {
        Err(foreign_user())
    }
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn peer_user(stream: &UnixStream) -> io::Result<u32> {
    Ok(rustix::net::sockopt::socket_peercred(stream)?.uid.as_raw())
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn peer_user(stream: &UnixStream) -> io::Result<u32> {
    use std::os::fd::AsRawFd;

    let (mut user, mut group) = (0, 0);
    // SAFETY: the descriptor is open as long as `stream` is borrowed, and both
    // pointers lead to values of the types that the call fills in.
    let result = unsafe { libc::getpeereid(stream.as_raw_fd(), &mut user, &mut group) };
    if result == 0 { Ok(user) } else { Err(io::Error::last_os_error()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoint(folder: &Path) -> Endpoint {
        Endpoint::at(&folder.join("d.sock")).unwrap()
    }

    #[test]
    fn only_the_user_may_enter() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("run");
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        prepare_folder(&folder).unwrap();
        let (listener, _waker) = Listener::bind(&endpoint(&folder)).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o777;
        assert_eq!((mode(&folder), mode(&folder.join("d.sock"))), (0o700, 0o600));
        listener.remove();
        assert!(!folder.join("d.sock").exists());
    }

    #[test]
    fn links_and_files_are_not_taken_for_folders_or_sockets() {
        let parent = tempfile::tempdir().unwrap();
        let link = parent.path().join("link");
        std::os::unix::fs::symlink("/tmp", &link).unwrap();
        assert!(prepare_folder(&link).is_err());
        fs::write(parent.path().join("d.sock"), "precious").unwrap();
        let error = Listener::bind(&endpoint(parent.path())).unwrap_err();
        assert!(error.to_string().contains("no socket"), "{error}");
        assert_eq!(fs::read(parent.path().join("d.sock")).unwrap(), b"precious");
    }

    #[test]
    fn a_stale_socket_is_taken_over_and_a_newer_one_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let endpoint = endpoint(folder.path());
        let (old, _waker) = Listener::bind(&endpoint).unwrap();
        let (new, _waker) = Listener::bind(&endpoint).unwrap();
        assert!(!old.is_reachable() && new.is_reachable());
        old.remove();
        assert!(Stream::connect(&endpoint, Duration::from_secs(60)).is_ok());
    }

    #[test]
    fn waits_end_by_time_waker_or_client() {
        let folder = tempfile::tempdir().unwrap();
        let endpoint = endpoint(folder.path());
        let (listener, waker) = Listener::bind(&endpoint).unwrap();
        let accept = || listener.accept(Duration::from_millis(1)).unwrap();
        assert!(matches!(accept(), Accepted::TimedOut));
        let client = Stream::connect(&endpoint, Duration::from_secs(60)).unwrap();
        let Accepted::Client(server) = accept() else { panic!("no client") };
        assert!(!server.is_closed(Duration::ZERO));
        client.0.shutdown(std::net::Shutdown::Write).unwrap();
        assert!(!server.is_closed(Duration::ZERO), "only one direction has ended");
        drop(client);
        assert!(server.is_closed(Duration::ZERO));
        for _ in 0..2 {
            waker.wake();
            waker.wake();
            assert!(matches!(accept(), Accepted::Woken));
            assert!(matches!(accept(), Accepted::TimedOut), "it wakes once");
        }
    }
}
