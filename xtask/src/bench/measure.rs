//! Processor time, wall time and peak memory of a child process.

use std::path::Path;
use std::process::Command;

use anyhow::bail;

/// What a process cost.
pub(super) struct Usage {
    /// Processor seconds, user and system.
    pub(super) cpu: f64,
    /// Processor seconds, user alone.
    pub(super) user: f64,
    /// Wall seconds.
    pub(super) wall: f64,
    /// Peak resident memory in MiB.
    pub(super) peak_mib: f64,
    /// What it printed.
    pub(super) stdout: String,
}

/// Runs a command to a good end and tells what it cost.
pub(super) fn usage_of(command: &mut Command) -> anyhow::Result<Usage> {
    let (usage, code) = measured(command)?;
    // 1 is "nothing found", which is a good end for a question.
    if code > 1 {
        bail!("{command:?} ended with {code}");
    }
    Ok(usage)
}

/// Runs a command to any end.
pub(super) fn usage_any(command: &mut Command) -> anyhow::Result<Usage> {
    measured(command).map(|(usage, _)| usage)
}

#[cfg(unix)]
fn measured(command: &mut Command) -> anyhow::Result<(Usage, i32)> {
    use std::io::Read;
    use std::process::Stdio;
    use std::time::Instant;

    use anyhow::Context;

    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {command:?}"))?;
    let mut stdout = Vec::new();
    if let Some(mut pipe) = child.stdout.take() {
        pipe.read_to_end(&mut stdout)?;
    }
    let mut status = 0;
    // SAFETY: both pointers are to live values of the right types, and the child
    // has not been waited for.
    let (waited, usage) = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        let waited = libc::wait4(child.id() as libc::pid_t, &mut status, 0, &mut usage);
        (waited, usage)
    };
    if waited < 0 {
        return Err(std::io::Error::last_os_error()).context("wait4");
    }
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    let code = if libc::WIFEXITED(status) { libc::WEXITSTATUS(status) } else { 255 };
    let result = Usage {
        cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
        user: seconds(usage.ru_utime),
        wall: start.elapsed().as_secs_f64(),
        peak_mib: usage.ru_maxrss as f64 / 1024.0,
        stdout: String::from_utf8_lossy(&stdout).into_owned(),
    };
    Ok((result, code))
}

#[cfg(not(unix))]
fn measured(command: &mut Command) -> anyhow::Result<(Usage, i32)> {
    bail!("cannot measure {command:?}: processor time of a child is read by wait4")
}

/// The value below which the given share of the values lies.
pub(super) fn percentile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let index = ((values.len() as f64 - 1.0) * share).round() as usize;
    values.get(index).copied().unwrap_or(f64::NAN)
}

/// Bytes of all files below a folder.
pub(super) fn folder_bytes(folder: &Path) -> anyhow::Result<u64> {
    let mut total = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let found = entry.metadata()?;
        total += if found.is_dir() { folder_bytes(&entry.path())? } else { found.len() };
    }
    Ok(total)
}
