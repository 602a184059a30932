//! Processor time of running processes.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use anyhow::bail;

/// Time between two looks.
const LOOK: Duration = Duration::from_millis(4);

/// The processor time of some processes, thread by thread, so that threads that
/// end keep counting.
pub(crate) struct Processor {
    processes: Vec<u32>,
    /// Nanoseconds by process and thread.
    threads: HashMap<(u32, String), u64>,
}

impl Processor {
    /// Looks at these processes; fails where the system does not tell.
    pub(crate) fn new(processes: Vec<u32>) -> anyhow::Result<Self> {
        let mut processor = Processor { processes, threads: HashMap::new() };
        processor.look();
        if processor.threads.is_empty() {
            bail!("processor time is read from /proc, which this system does not have");
        }
        Ok(processor)
    }

    /// Processor time used up to now.
    pub(crate) fn used(&mut self) -> Duration {
        self.look();
        Duration::from_nanos(self.threads.values().sum())
    }

    /// Processor time used from now on, for so long.
    pub(crate) fn used_within(&mut self, time: Duration) -> Duration {
        let before = self.used();
        let start = Instant::now();
        while start.elapsed() < time {
            std::thread::sleep(LOOK);
            self.look();
        }
        self.used().saturating_sub(before)
    }

    fn look(&mut self) {
        for process in &self.processes {
            let Ok(threads) = std::fs::read_dir(format!("/proc/{process}/task")) else { continue };
            for thread in threads.flatten() {
                let text = std::fs::read_to_string(thread.path().join("schedstat"));
                let used = text.ok().and_then(|text| text.split(' ').next()?.parse().ok());
                if let Some(used) = used {
                    let name = thread.file_name().to_string_lossy().into_owned();
                    self.threads.insert((*process, name), used);
                }
            }
        }
    }
}
