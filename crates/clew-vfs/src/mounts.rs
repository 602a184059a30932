//! What kind of mount a folder lies on: changes that another machine makes on a
//! network or shared mount are not reported to this one.

use std::path::Path;

/// File systems whose changes may come from elsewhere, unseen by watchers.
const REMOTE: [&str; 22] = [
    "9p",
    "afs",
    "beegfs",
    "ceph",
    "cifs",
    "coda",
    "drvfs",
    "fakeowner",
    "fuse",
    "glusterfs",
    "gpfs",
    "lustre",
    "ncpfs",
    "nfs",
    "nfs4",
    "ocfs2",
    "prl_fs",
    "smb3",
    "smbfs",
    "vboxsf",
    "virtiofs",
    "vmhgfs",
];

/// The type of the file system that `path` lies on if changes on it may come from
/// elsewhere; `None` for local ones and where the system does not tell.
pub fn remote_kind(path: &Path) -> Option<String> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let table = std::fs::read_to_string("/proc/self/mountinfo").ok()?;
    remote_kind_in(&table, path)
}

/// [`remote_kind`] by a table in the form of Linux's `mountinfo`.
pub fn remote_kind_in(table: &str, path: &Path) -> Option<String> {
    let mounts = table.lines().filter_map(mount);
    let over = mounts.filter(|(point, _)| path.starts_with(point));
    // Of mounts on one point the last one is seen.
    let (_, kind) = over.max_by_key(|(point, _)| point.len())?;
    let family = kind.split('.').next().unwrap_or(kind);
    REMOTE.contains(&family).then(|| kind.to_owned())
}

/// Mount point and type of one line.
fn mount(line: &str) -> Option<(String, &str)> {
    let (left, right) = line.split_once(" - ")?;
    let point = left.split(' ').nth(4)?;
    Some((unescape(point), right.split(' ').next()?))
}

/// Blanks and the like stand as three octal digits.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let digits = tail.get(..3).filter(|_| *first == b'\\');
        let code = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        match code.and_then(|code| u8::from_str_radix(code, 8).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[3..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:40 / /home/me/far rw - nfs4 server:/x rw
31 22 0:41 / /home/me/with\\040blank rw shared:5 master:2 - fuse.sshfs me@far: rw
32 30 8:2 / /home/me/far/near rw - xfs /dev/sdb rw
33 22 0:50 / /code rw - 9p share rw
34 22 0:51 / /ntfs rw - fuseblk /dev/sdc rw
";

    #[track_caller]
    fn check(path: &str, expected: Option<&str>) {
        assert_eq!(remote_kind_in(TABLE, Path::new(path)).as_deref(), expected, "{path}");
    }

    #[test]
    fn the_innermost_mount_counts() {
        check("/home/me", None);
        check("/home/me/far/a", Some("nfs4"));
        check("/home/me/farther", None);
        check("/home/me/far/near/a", None);
        check("/home/me/with blank/a", Some("fuse.sshfs"));
        check("/code", Some("9p"));
        check("/ntfs/a", None);
    }

    #[test]
    fn odd_lines_are_passed_over() {
        assert_eq!(remote_kind_in("", Path::new("/")), None);
        assert_eq!(remote_kind_in("a - b\n1 2 3 4 \\9 5 - nfs\n", Path::new("/")), None);
    }
}
