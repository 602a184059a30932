//! Starting the daemon's process.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::life::detach::detached;

/// Bytes of the log's end that are looked at when a start failed.
const TAIL: u64 = 4096;

/// How the daemon's process is started.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Variables that it does not inherit.
    pub hidden_variables: Vec<OsString>,
    /// Where its standard error goes; the folder is made.
    pub log: PathBuf,
}

impl Launch {
    /// Starts the process; it shares neither streams nor terminal with this one.
    pub(super) fn start(&self) -> std::io::Result<Child> {
        if let Some(folder) = self.log.parent() {
            clew_vfs::make_private(folder)?;
        }
        let log = OpenOptions::new().create(true).append(true).open(&self.log)?;
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        for name in &self.hidden_variables {
            command.env_remove(name);
        }
        detached(&mut command, Stdio::from(log));
        command.spawn()
    }

    /// The last line of the log, for people.
    pub(super) fn last_words(&self) -> String {
        last_line(&self.log).unwrap_or_default()
    }
}

fn last_line(path: &Path) -> Option<String> {
    let mut file = std::fs::File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL))).ok()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let line = text.lines().rev().find(|line| !line.trim().is_empty())?;
    Some(line.trim().to_string())
}
