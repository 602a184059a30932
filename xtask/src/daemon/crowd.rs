//! Clients that read nothing, and as many clients as there is room for.

use std::io::Write;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::{Value, json};

use super::stage::{Client, Stage, anonymous_memory};

/// Requests of one client that may wait, without one for questions in between.
const REQUESTS: usize = 255;
/// Memory that may come on top of what the daemon held before, in KiB: what waits on
/// all connections together, twice for what is being made, and the threads.
const MOST_MORE: u64 = 192 * 1024;
/// How long the memory is watched at least, after it stands still.
const STILL: Duration = Duration::from_secs(3);
/// Time in which a verb answers though the daemon has no room for it.
const MOST_VERB: Duration = Duration::from_secs(2);
/// Clients that a daemon takes.
const CLIENTS: usize = 512;

/// Connections that ask for large answers and read none: memory stays within a bound,
/// and others are answered.
pub(super) fn slow_readers(stage: &Stage, connections: usize) -> anyhow::Result<()> {
    let root = stage.workspace(0)?;
    let mut other = stage.client(&root)?;
    let pid = stage.pid().context("no daemon")?;
    let endpoint = endpoint(stage)?;
    other.ask("clew/search", large())?;
    let before = anonymous_memory(pid)?;
    let mut slow = Vec::new();
    for _ in 0..connections {
        slow.push(asking(&endpoint, &root)?);
    }
    let (most, answered) = watch(pid, &mut other)?;
    drop(slow);
    println!(
        "  {connections} connections, {REQUESTS} large searches each, none read: {} MiB before, at \
         most {} MiB (bound {} MiB more); meanwhile others were answered within {} ms",
        before >> 10,
        most >> 10,
        MOST_MORE >> 10,
        answered.as_millis()
    );
    if most > before + MOST_MORE {
        bail!("slow readers hold {} MiB", (most - before) >> 10);
    }
    Ok(())
}

fn endpoint(stage: &Stage) -> anyhow::Result<String> {
    let state = stage.state().context("no daemon")?;
    Ok(state["endpoint"].as_str().context("no endpoint")?.to_string())
}

fn large() -> Value {
    let request = json!({ "query": "fn", "mode": "lexical", "limit": 100, "include_code": true,
        "max_code_lines": 200 });
    json!({ "request": request, "timeout_ms": 120_000 })
}

/// A connection that has asked and will not read. It says no more once its requests do
/// not fit into the system's buffers, so that this process does not wait.
fn asking(endpoint: &str, root: &Path) -> anyhow::Result<UnixStream> {
    let mut stream = UnixStream::connect(endpoint)?;
    stream.set_write_timeout(Some(Duration::from_millis(200)))?;
    let session = json!({ "client": "slow", "session": { "start": root } });
    let mut lines = vec![line(0, "hello", &session)];
    lines.extend((1..=REQUESTS).map(|id| line(id, "clew/search", &large())));
    for line in lines {
        if let Err(error) = stream.write_all(line.as_bytes()) {
            if error.kind() != std::io::ErrorKind::WouldBlock {
                return Err(error).context("a slow client was sent away while it asked");
            }
            break;
        }
    }
    Ok(stream)
}

fn line(id: usize, method: &str, params: &Value) -> String {
    format!("{}\n", json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
}

/// Watches until the memory has stood still for a while; gives the most, and the longest
/// time that another client waited for an answer.
fn watch(pid: u32, other: &mut Client) -> anyhow::Result<(u64, Duration)> {
    let (mut most, mut grew, mut longest) = (0, Instant::now(), Duration::ZERO);
    while grew.elapsed() < STILL {
        let asked = Instant::now();
        let request = json!({ "query": "Registry" });
        other.ask("clew/lookup_symbol", json!({ "request": request, "timeout_ms": 30_000 }))?;
        longest = longest.max(asked.elapsed());
        let memory = anonymous_memory(pid)?;
        if memory > most {
            (most, grew) = (memory, Instant::now());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok((most, longest))
}

/// As many clients as there is room for: the next verb answers by itself at once, with
/// one line about it, and goes to the daemon again when one has left.
pub(super) fn full(stage: &Stage) -> anyhow::Result<()> {
    let root = stage.small_workspace()?;
    drop(stage.client(&root)?);
    let endpoint = endpoint(stage)?;
    let mut clients = Vec::new();
    while clients.len() <= CLIENTS
        && let Ok(client) = Client::connect(&endpoint, &root)
    {
        clients.push(client);
    }
    let start = Instant::now();
    let output = stage.command(&root, &["symbols", "function_7"]).output()?;
    let took = start.elapsed();
    let (found, said) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    println!(
        "  {} clients were let in; the next verb answered in {} ms and said: {}",
        clients.len(),
        took.as_millis(),
        said.trim()
    );
    if clients.len() != CLIENTS {
        bail!("{} clients instead of {CLIENTS} were let in", clients.len());
    }
    if !found.contains("m7.py") || said.lines().count() != 1 || took > MOST_VERB {
        bail!("a verb beside a full daemon does not fall back at once: {found}{said}");
    }
    clients.truncate(CLIENTS - 8);
    let start = Instant::now();
    while !said_nothing(stage, &root)? {
        if start.elapsed() > Duration::from_secs(10) {
            bail!("there is room again and verbs do not use it");
        }
    }
    Ok(())
}

fn said_nothing(stage: &Stage, root: &Path) -> anyhow::Result<bool> {
    Ok(stage.command(root, &["symbols", "function_7"]).output()?.stderr.is_empty())
}
