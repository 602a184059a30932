//! Memory of this process that no file stands behind.

/// Its bytes; none where the system does not tell.
#[cfg(target_os = "linux")]
pub(crate) fn anonymous() -> Option<u64> {
    kibibytes(&std::fs::read_to_string("/proc/self/status").ok()?).map(|number| number << 10)
}

/// The line of it in what Linux says of a process.
#[cfg(target_os = "linux")]
fn kibibytes(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// What the process has committed for itself.
#[cfg(windows)]
pub(crate) fn anonymous() -> Option<u64> {
    use windows_sys::Win32::System::ProcessStatus::{
        K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS,
    };
    use windows_sys::Win32::System::Threading::GetCurrentProcess;

    let size = u32::try_from(std::mem::size_of::<PROCESS_MEMORY_COUNTERS>()).ok()?;
    // SAFETY: zero is a valid value of every field, the size is that of the
    // structure, and the handle of the own process needs no closing.
    unsafe {
        let mut counters: PROCESS_MEMORY_COUNTERS = std::mem::zeroed();
        let known = K32GetProcessMemoryInfo(GetCurrentProcess(), &mut counters, size);
        (known != 0).then_some(counters.PagefileUsage as u64)
    }
}

/// Other systems tell only by calls that are not safe.
#[cfg(not(any(target_os = "linux", windows)))]
pub(crate) fn anonymous() -> Option<u64> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_found_among_others() {
        let status = "Name:\tclew\nVmRSS:\t  900 kB\nRssAnon:\t     720 kB\nRssFile:\t 1 kB\n";
        assert_eq!(kibibytes(status), Some(720));
        assert_eq!(kibibytes("Name:\tclew\n"), None);
        assert!(anonymous().is_some_and(|bytes| bytes > 0));
    }
}
