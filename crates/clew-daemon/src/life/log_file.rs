//! The daemon's log: appended to, with a bound on its size.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The log is started anew beyond this many bytes; the one before is kept.
const MAX_BYTES: u64 = 8 << 20;

/// A file that is appended to. Beyond 8 MiB it is renamed to `<name>.1`, which
/// replaces the one before, and started anew.
#[derive(Debug)]
pub struct LogFile {
    path: PathBuf,
    file: File,
    written: u64,
    limit: u64,
}

impl LogFile {
    /// Opens or makes the file.
    pub fn open(path: &Path) -> io::Result<Self> {
        LogFile::with_limit(path, MAX_BYTES)
    }

    fn with_limit(path: &Path, limit: u64) -> io::Result<Self> {
        let file = append(path)?;
        let written = file.metadata()?.len();
        Ok(LogFile { path: path.to_path_buf(), file, written, limit })
    }

    fn start_anew(&mut self) -> io::Result<()> {
        let mut kept = self.path.clone().into_os_string();
        kept.push(".1");
        std::fs::rename(&self.path, kept)?;
        self.file = append(&self.path)?;
        self.written = 0;
        Ok(())
    }
}

impl Write for LogFile {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        if self.written >= self.limit {
            // Where the old one cannot be renamed, it goes on.
            let _ = self.start_anew();
        }
        let count = self.file.write(buffer)?;
        self.written += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn append(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_is_bounded_and_the_last_one_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("d.log");
        let mut log = LogFile::with_limit(&path, 10).unwrap();
        for line in ["one two three\n", "four\n", "five six seven\n"] {
            log.write_all(line.as_bytes()).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "four\nfive six seven\n");
        let kept = folder.path().join("d.log.1");
        assert_eq!(std::fs::read_to_string(kept).unwrap(), "one two three\n");
    }
}
