//! Whether a file lies on a network mount, where mapping it is not safe: a
//! server that goes away turns a read of mapped memory into a fatal signal.

/// Whether `file` may be mapped into memory.
#[cfg(target_os = "linux")]
pub(super) fn may_map(file: &std::fs::File) -> bool {
    use std::os::fd::AsRawFd;

    const NFS: i64 = 0x6969;
    const SMB: i64 = 0x517B;
    const SMB2: i64 = 0xFE53_4D42;
    const CIFS: i64 = 0xFF53_4D42;
    const FUSE: i64 = 0x6573_5546;
    const NINE_P: i64 = 0x0102_1997;
    const AFS: i64 = 0x5346_414F;
    const CEPH: i64 = 0x00C3_6400;
    const CODA: i64 = 0x7375_7245;

    // SAFETY: an all-zero `statfs` is a valid value of that plain C struct.
    let mut stat: libc::statfs = unsafe { std::mem::zeroed() };
    // SAFETY: the descriptor is open for the length of the call and `stat` is
    // a writable `statfs`.
    if unsafe { libc::fstatfs(file.as_raw_fd(), &raw mut stat) } != 0 {
        return false;
    }
    // The type of this field differs between processors and C libraries.
    let kind = stat.f_type as i64 & 0xFFFF_FFFF;
    ![NFS, SMB, SMB2, CIFS, FUSE, NINE_P, AFS, CEPH, CODA].contains(&kind)
}

/// Whether `file` may be mapped into memory.
#[cfg(not(target_os = "linux"))]
pub(super) fn may_map(_file: &std::fs::File) -> bool {
    // macOS and Windows tell the kind of mount by path only; data folders lie in
    // the home folder there, and reading costs no more than memory.
    cfg!(target_os = "macos")
}
