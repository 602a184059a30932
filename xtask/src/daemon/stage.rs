//! Workspaces, a data folder, the program, and clients that speak lines.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::{Value, json};

use crate::shell;

/// A temporary folder with everything in it.
pub(super) struct Stage {
    folder: PathBuf,
    clew: PathBuf,
    /// What workspaces are copies of.
    sources: &'static str,
}

impl Stage {
    /// Makes the folder; the program is `clew`, else the release build.
    pub(super) fn new(clew: Option<&Path>) -> anyhow::Result<Self> {
        let target = std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| shell::root().join("target"), PathBuf::from);
        let clew = clew.map_or_else(|| target.join("release").join("clew"), Path::to_path_buf);
        if !clew.exists() {
            bail!("{} is missing; run `cargo build --release -p clew`", clew.display());
        }
        Stage::at(clew, "crates")
    }

    /// A folder whose workspaces are small.
    pub(super) fn small(clew: &Path) -> anyhow::Result<Self> {
        Stage::at(clew.to_path_buf(), "crates/clew-engine")
    }

    fn at(clew: PathBuf, sources: &'static str) -> anyhow::Result<Self> {
        let unique = format!("clew-load-{}", std::process::id());
        let folder = std::env::temp_dir().join(unique);
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir_all(folder.join("data"))?;
        Ok(Stage { folder, clew, sources })
    }

    /// A folder of its own.
    pub(super) fn folder(&self, name: &str) -> anyhow::Result<PathBuf> {
        let folder = self.folder.join(name);
        std::fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    /// A workspace: a copy of this repository's crates.
    pub(super) fn workspace(&self, number: usize) -> anyhow::Result<PathBuf> {
        let root = self.folder.join(format!("w{number}"));
        let listed = shell::output(Command::new("git").current_dir(shell::root()).args([
            "ls-files",
            "-z",
            self.sources,
        ]))?;
        for name in listed.split('\0').filter(|name| name.ends_with(".rs")) {
            let target = root.join(name);
            std::fs::create_dir_all(target.parent().context("no folder")?)?;
            std::fs::copy(shell::root().join(name), target)?;
        }
        Ok(root)
    }

    /// A small workspace.
    pub(super) fn small_workspace(&self) -> anyhow::Result<PathBuf> {
        let root = self.folder.join("small");
        std::fs::create_dir_all(&root)?;
        for number in 0..300 {
            std::fs::write(root.join(format!("m{number}.py")), module(number))?;
        }
        Ok(root)
    }

    pub(super) fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// The program in a workspace, with this data folder and no other settings.
    pub(super) fn command(&self, root: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.clew);
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            if text.starts_with("CLEW_") || text.starts_with("ZNT_") {
                command.env_remove(&name);
            }
        }
        command.args(arguments).current_dir(root).stdin(Stdio::null());
        command.env("CLEW_DATA_DIR", self.data()).env("CLEW_DAEMON_IDLE_EXIT", "600");
        command
    }

    /// Runs the program; its output must be JSON.
    pub(super) fn json(&self, root: &Path, arguments: &[&str]) -> anyhow::Result<Value> {
        let output = self.command(root, arguments).output()?;
        let shown = String::from_utf8_lossy(&output.stderr);
        serde_json::from_slice(&output.stdout).with_context(|| format!("{arguments:?}: {shown}"))
    }

    /// Runs the program to its end, at most for so long; tells whether it succeeded.
    pub(super) fn succeeds(
        &self,
        root: &Path,
        arguments: &[&str],
        patience: Duration,
    ) -> anyhow::Result<bool> {
        let mut command = self.command(root, arguments);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let end = Instant::now() + patience;
        let mut pause = Duration::from_micros(500);
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(status.success());
            }
            if Instant::now() > end {
                child.kill()?;
                child.wait()?;
                bail!("{arguments:?} did not end within {} s", patience.as_secs());
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(4));
        }
    }

    /// A client of the daemon, which is started if need be.
    pub(super) fn client(&self, root: &Path) -> anyhow::Result<Client> {
        self.json(root, &["scan", "--json"])?;
        let state = self.state().context("no daemon")?;
        Client::connect(state["endpoint"].as_str().context("no endpoint")?, root)
    }

    /// State of the daemon; none where none runs.
    pub(super) fn state(&self) -> Option<Value> {
        self.json(&self.folder, &["daemon", "status", "--json"]).ok()
    }

    pub(super) fn pid(&self) -> Option<u32> {
        u32::try_from(self.state()?["pid"].as_u64()?).ok()
    }
}

/// Prints how far a part is, about every tenth of it.
pub(super) fn show_progress(done: usize, of: usize, start: Instant) {
    if of >= 10 && done > 0 && done.is_multiple_of(of / 10) {
        println!("  {done} of {of} after {} s", start.elapsed().as_secs());
    }
}

/// Text of one module of the small workspace.
pub(super) fn module(number: usize) -> String {
    format!(
        "from m{0} import function_{0}\n\n\ndef function_{number}(x):\n    \
         return function_{0}(x)\n",
        (number + 1) % 300
    )
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = self.command(&self.folder, &["daemon", "stop", "--force"]).output();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[cfg(unix)]
type Socket = std::os::unix::net::UnixStream;
#[cfg(windows)]
type Socket = std::fs::File;

/// A client with a session.
pub(super) struct Client {
    input: BufReader<Socket>,
    output: Socket,
    next: u64,
}

impl Client {
    pub(super) fn connect(endpoint: &str, root: &Path) -> anyhow::Result<Self> {
        #[cfg(unix)]
        let output = Socket::connect(endpoint)?;
        #[cfg(windows)]
        let output = Socket::options().read(true).write(true).open(endpoint)?;
        let input = BufReader::new(output.try_clone()?);
        let mut client = Client { input, output, next: 0 };
        client.ask("hello", json!({ "client": "load", "session": { "start": root } }))?;
        Ok(client)
    }

    /// Asks and waits; an error of the daemon is an error here.
    pub(super) fn ask(&mut self, method: &str, params: Value) -> anyhow::Result<Value> {
        self.next += 1;
        let id = self.next;
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.output.write_all(format!("{request}\n").as_bytes())?;
        let mut line = String::new();
        self.input.read_line(&mut line)?;
        let mut reply: Value = serde_json::from_str(&line)?;
        if reply["id"] != id || reply.get("error").is_some() {
            bail!("{method}: {line}");
        }
        Ok(reply["result"].take())
    }
}

/// Anonymous resident memory of a process, in KiB.
pub(super) fn anonymous_memory(pid: u32) -> anyhow::Result<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/status"))
        .context("memory is read from /proc, which this system does not have")?;
    let line = text.lines().find(|line| line.starts_with("RssAnon:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1)).context("no RssAnon")?;
    Ok(number.parse()?)
}

/// Ends a process without a word to it.
#[cfg(unix)]
pub(super) fn kill(pid: u32) -> anyhow::Result<()> {
    end(Command::new("kill").args(["-9", &pid.to_string()]).spawn()?)
}

/// Ends a process without a word to it.
#[cfg(windows)]
pub(super) fn kill(pid: u32) -> anyhow::Result<()> {
    end(Command::new("taskkill").args(["/F", "/PID", &pid.to_string()]).spawn()?)
}

fn end(mut child: Child) -> anyhow::Result<()> {
    child.wait()?;
    Ok(())
}

/// Equal runs have equal kills, as far as time allows.
pub(super) struct Random(u64);

impl Default for Random {
    fn default() -> Self {
        Random(0x9e37_79b9_7f4a_7c15)
    }
}

impl Random {
    /// A number below `limit`.
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}
