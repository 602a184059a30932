//! The real binary through the daemon that it starts.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::project::{Project, Run, run};

/// A workspace whose daemon ends with the test.
struct Stage(Project);

impl Stage {
    fn new() -> Self {
        Stage(Project::new())
    }

    fn run(&self, arguments: &[&str]) -> Run {
        run(self.0.shared(arguments))
    }

    #[track_caller]
    fn json(&self, arguments: &[&str]) -> Value {
        let run = self.run(arguments);
        assert_eq!(run.code, Some(0), "{arguments:?}: {}{}", run.stdout, run.stderr);
        serde_json::from_str(&run.stdout).unwrap()
    }

    fn state(&self) -> Value {
        self.json(&["daemon", "status", "--json"])
    }

    fn pid(&self) -> u32 {
        u32::try_from(self.state()["pid"].as_u64().unwrap()).unwrap()
    }

    fn mcp(&self) -> Child {
        let mut command = self.0.shared(&["mcp"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    fn run_folder(&self) -> PathBuf {
        self.0.data().join("run")
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.run(&["daemon", "stop", "--force"]);
    }
}

#[cfg(unix)]
fn kill(pid: u32) {
    let status = std::process::Command::new("kill").args(["-9", &pid.to_string()]).status();
    assert!(status.unwrap().success());
}

#[cfg(windows)]
fn kill(pid: u32) {
    let pid = pid.to_string();
    let status = std::process::Command::new("taskkill").args(["/F", "/PID", &pid]).status();
    assert!(status.unwrap().success());
}

fn files_in(folder: &Path) -> Vec<String> {
    let Ok(listed) = std::fs::read_dir(folder) else { return Vec::new() };
    listed.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn verbs_share_one_daemon_and_stop_ends_it() {
    let stage = Stage::new();
    assert_eq!(stage.run(&["daemon", "status"]).code, Some(1));
    let absent = stage.run(&["daemon", "status", "--json"]);
    assert_eq!(absent.code, Some(1));
    let object: serde_json::Value = serde_json::from_str(&absent.stdout).unwrap();
    assert_eq!(object["running"], false);
    assert!(object["endpoint"].is_string(), "{}", absent.stdout);
    let found = stage.run(&["symbols", "Cart.total"]);
    assert!(found.stdout.starts_with("shop/cart.py:12:"), "{}{}", found.stdout, found.stderr);
    assert!(found.stderr.is_empty(), "{}", found.stderr);
    let pid = stage.pid();
    let answer = stage.json(&["search", "Cart.total", "--json"]);
    assert_eq!(answer["hits"][0]["name"], "Cart.total");
    assert_eq!(answer["root"]["source"], "fallback_cwd");
    let state = stage.state();
    assert_eq!((&state["pid"], &state["idle_exit_seconds"]), (&json!(pid), &json!(20)));
    let stopped = stage.run(&["daemon", "stop"]);
    assert_eq!(stopped.stdout, format!("daemon {pid} has ended\n"), "{}", stopped.stderr);
    assert_eq!(stage.run(&["daemon", "stop"]).code, Some(1));
    assert!(files_in(&stage.run_folder()).is_empty() || cfg!(windows));
    assert!(stage.run(&["daemon", "logs"]).stdout.contains("the daemon ends"));
}

#[test]
fn twenty_first_calls_at_once_start_one_daemon() {
    let stage = Stage::new();
    let calls: Vec<Child> = (0..20)
        .map(|_| {
            let mut command = stage.0.shared(&["symbols", "retry"]);
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    for call in calls {
        let output = call.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(String::from_utf8_lossy(&output.stdout).starts_with("shop/price.py:6:"));
    }
    let log = stage.run(&["daemon", "logs", "-n", "1000"]).stdout;
    let starts = log.lines().filter(|line| line.contains("the daemon listens")).count();
    assert_eq!(starts, 1, "{log}");
    assert!(!log.contains("runs at"), "no other was even tried: {log}");
}

#[test]
fn a_killed_daemon_is_started_anew_by_the_next_call() {
    let stage = Stage::new();
    stage.run(&["scan"]);
    let pid = stage.pid();
    kill(pid);
    // Its socket and lock are still there, and hold nobody up.
    let found = stage.run(&["symbols", "retry"]);
    assert!(found.stdout.starts_with("shop/price.py:6:"), "{}{}", found.stdout, found.stderr);
    assert!(found.stderr.is_empty(), "{}", found.stderr);
    assert_ne!(stage.pid(), pid);
}

/// One call of a tool over MCP.
fn call(mcp: &mut Child, output: &mut impl BufRead, tool: &str, arguments: Value) -> Value {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}
    });
    let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    writeln!(mcp.stdin.as_mut().unwrap(), "{request}").unwrap();
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    serde_json::from_str::<Value>(&line).unwrap()["result"].take()
}

#[test]
fn agents_share_the_daemon_outlive_its_crash_and_never_end_it() {
    let stage = Stage::new();
    let (mut first, mut second) = (stage.mcp(), stage.mcp());
    let mut first_out = BufReader::new(first.stdout.take().unwrap());
    let mut second_out = BufReader::new(second.stdout.take().unwrap());
    let query = json!({ "query": "retry" });
    let found =
        |result: &Value| result["content"][0]["text"].as_str().unwrap().contains("price.py");
    assert!(found(&call(&mut first, &mut first_out, "lookup_symbol", query.clone())));
    assert!(found(&call(&mut second, &mut second_out, "lookup_symbol", query.clone())));
    let pid = stage.pid();
    assert_eq!(stage.state()["clients"].as_array().unwrap().len(), 2);
    // The end of an agent's process does not end the daemon.
    drop(first.stdin.take());
    assert!(first.wait().unwrap().success());
    assert!(found(&call(&mut second, &mut second_out, "lookup_symbol", query.clone())));
    assert_eq!(stage.pid(), pid);
    kill(pid);
    assert!(found(&call(&mut second, &mut second_out, "lookup_symbol", query)));
    assert_ne!(stage.pid(), pid);
    drop(second.stdin.take());
    let said = second.wait_with_output().unwrap();
    assert!(said.stderr.is_empty(), "{}", String::from_utf8_lossy(&said.stderr));
}

#[test]
fn a_pipe_ends_though_the_daemon_goes_on() {
    let stage = Stage::new();
    let mut command = stage.0.shared(&["search", "price"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut text = String::new();
    // Ends only when nobody holds the other end any more.
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(stage.pid() > 0);
}

#[test]
fn both_ways_work_on_one_workspace_at_once() {
    let stage = Stage::new();
    let standalone = |number: usize| {
        stage.0.write(&format!("shop/s{number}.py"), &format!("def standalone_{number}(): pass\n"));
        let name = format!("standalone_{number}");
        let run = stage.0.run(&["symbols", &name, "--json"]);
        assert!(run.stdout.contains(&name), "{}{}", run.stdout, run.stderr);
    };
    let shared = |number: usize| {
        stage.0.write(&format!("shop/d{number}.py"), &format!("def shared_{number}(): pass\n"));
        let name = format!("shared_{number}");
        let start = Instant::now();
        // The daemon looks at files when the system tells it to.
        while !stage.run(&["symbols", &name, "--json"]).stdout.contains(&name) {
            assert!(start.elapsed() < Duration::from_secs(30), "{name} is not seen");
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| (0..8).for_each(standalone));
        scope.spawn(|| (0..8).for_each(shared));
    });
    for run in [stage.0.run(&["scan", "--json"]), stage.run(&["scan", "--json"])] {
        let answer: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(answer["counts"]["files"], 19, "{answer}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_daemon_that_hangs_holds_nobody_up_and_can_be_ended() {
    let stage = Stage::new();
    stage.run(&["daemon", "start"]);
    let again = stage.run(&["daemon", "start", "--idle-exit", "2"]);
    assert!(again.stdout.contains("runs already"), "{}", again.stdout);
    assert!(again.stderr.contains("was not applied"), "{}", again.stderr);
    let pid = stage.pid();
    let paused = std::process::Command::new("kill").args(["-STOP", &pid.to_string()]).status();
    assert!(paused.unwrap().success());
    let answered = stage.run(&["languages"]);
    assert_eq!(answered.code, Some(0), "{}", answered.stderr);
    assert_eq!(answered.stderr.matches("does not answer").count(), 1, "{}", answered.stderr);
    let refused = stage.run(&["daemon", "stop"]);
    assert!(refused.stderr.contains("daemon stop --force"), "{}", refused.stderr);
    let ended = stage.run(&["daemon", "stop", "--force"]);
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert!(ended.stdout.contains(&pid.to_string()), "{}", ended.stdout);
    assert_eq!(stage.run(&["daemon", "status"]).code, Some(1), "none is left");
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_whose_daemon_hangs_answers_by_itself_until_it_goes_on() {
    const NOTE: &str = "no daemon answers";
    let stage = Stage::new();
    let mut mcp = stage.mcp();
    let mut output = BufReader::new(mcp.stdout.take().unwrap());
    let mut ask = || {
        let answer = call(&mut mcp, &mut output, "search", json!({ "query": "Cart.total" }));
        answer["content"][0]["text"].as_str().unwrap().to_string()
    };
    let found = ask();
    assert!(found.contains("shop/cart.py") && !found.contains(NOTE), "{found}");
    let pid = stage.pid();
    let signal = |name: &str| {
        let sent = std::process::Command::new("kill").args([name, &pid.to_string()]).status();
        assert!(sent.unwrap().success());
    };
    signal("-STOP");
    let start = Instant::now();
    // A signal takes a while to stop all threads.
    let mut found = ask();
    while !found.contains(NOTE) {
        assert!(start.elapsed() < Duration::from_secs(20), "{found}");
        found = ask();
    }
    assert!(found.contains("shop/cart.py"), "{found}");
    signal("-CONT");
    while ask().contains(NOTE) {
        assert!(start.elapsed() < Duration::from_secs(60), "it does not go back");
    }
    drop(mcp.stdin.take());
    let said = String::from_utf8(mcp.wait_with_output().unwrap().stderr).unwrap();
    assert_eq!(said.matches("does not answer").count(), 1, "{said}");
}

/// A daemon that is not there yet, or never greets, keeps no client from its server.
#[cfg(unix)]
#[test]
fn the_first_words_of_a_server_do_not_wait_for_the_daemon() {
    let stage = Stage::new();
    let endpoint = stage.0.data().join("mute.sock");
    std::fs::create_dir_all(stage.0.data()).unwrap();
    let _mute = std::os::unix::net::UnixListener::bind(&endpoint).unwrap();
    let mut command = stage.0.shared(&["mcp"]);
    command.env("CLEW_ENDPOINT", &endpoint);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut mcp = command.spawn().unwrap();
    let mut output = BufReader::new(mcp.stdout.take().unwrap());
    let start = Instant::now();
    for method in ["server/discover", "tools/list"] {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {}
        });
        let params = json!({ "_meta": meta });
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        writeln!(mcp.stdin.as_mut().unwrap(), "{request}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let reply: Value = serde_json::from_str(&line).unwrap();
        assert!(reply["result"].is_object(), "{reply}");
    }
    // A daemon has three seconds to greet.
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    let answer = call(&mut mcp, &mut output, "search", json!({ "query": "Cart.total" }));
    assert!(answer.to_string().contains("shop/cart.py"), "{answer}");
    drop(mcp.stdin.take());
    let said = String::from_utf8(mcp.wait_with_output().unwrap().stderr).unwrap();
    assert_eq!(said.matches("does not answer").count(), 1, "{said}");
}

#[test]
fn verbs_on_texts_start_no_daemon() {
    let stage = Stage::new();
    assert_eq!(stage.run(&["parse", "shop/cart.py"]).code, Some(0));
    assert_eq!(stage.run(&["languages"]).code, Some(0));
    assert_eq!(stage.run(&["daemon", "status"]).code, Some(1));
}

#[test]
fn without_a_daemon_the_answer_comes_with_a_word() {
    let stage = Stage::new();
    std::fs::create_dir_all(stage.0.data()).unwrap();
    std::fs::write(stage.run_folder(), "no folder").unwrap();
    let found = stage.run(&["symbols", "retry"]);
    assert!(found.stdout.starts_with("shop/price.py:6:"), "{}{}", found.stdout, found.stderr);
    assert!(found.stderr.contains("no daemon") && found.stderr.contains("--standalone"));
    let asked = stage.run(&["daemon", "start"]);
    assert_eq!(asked.code, Some(5), "{}", asked.stderr);
    std::fs::remove_file(stage.run_folder()).unwrap();
}

#[test]
fn wrong_roots_are_told_as_without_daemon() {
    let stage = Stage::new();
    let run = stage.run(&["search", "a", "--project-root", "no/such/folder"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(run.stderr.contains("no/such/folder"), "{}", run.stderr);
}

#[test]
fn many_starts_and_stops_leave_nothing() {
    let stage = Stage::new();
    for _ in 0..10 {
        let started = stage.run(&["daemon", "start"]);
        assert_eq!(started.code, Some(0), "{}", started.stderr);
        let stopped = stage.run(&["daemon", "stop"]);
        assert_eq!(stopped.code, Some(0), "{}", stopped.stderr);
        assert!(files_in(&stage.run_folder()).is_empty() || cfg!(windows));
    }
}

#[cfg(unix)]
#[test]
fn what_is_kept_is_closed_to_other_users() {
    use std::os::unix::fs::PermissionsExt;
    let stage = Stage::new();
    std::fs::remove_dir(stage.0.data()).ok();
    for arguments in [&["search", "cart"][..], &["--standalone", "search", "cart"]] {
        assert_eq!(stage.run(arguments).code, Some(0));
        let mode = std::fs::metadata(stage.0.data()).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{arguments:?}: {mode:o}");
        stage.run(&["daemon", "stop"]);
        std::fs::remove_dir_all(stage.0.data()).unwrap();
    }
}

#[test]
fn a_report_tells_of_the_daemon_and_starts_none() {
    let stage = Stage::new();
    let report: Value = serde_json::from_str(&stage.run(&["doctor", "--json"]).stdout).unwrap();
    assert_eq!(report["daemon"]["state"], "not running");
    assert_eq!(stage.run(&["daemon", "status"]).code, Some(1));
    stage.run(&["symbols", "Cart"]);
    let report: Value = serde_json::from_str(&stage.run(&["doctor", "--json"]).stdout).unwrap();
    assert_eq!(report["daemon"]["running"]["pid"], stage.pid());
    let open = &report["daemon"]["workspaces"]["workspaces"][0];
    assert_eq!(open["files"], 3, "{report}");
    assert!(open["watch"]["mode"].is_string(), "{report}");
}

#[test]
fn settings_that_a_running_daemon_does_not_have_are_told() {
    let stage = Stage::new();
    stage.run(&["symbols", "Cart"]);
    let mut command = stage.0.shared(&["symbols", "Cart"]);
    command.env("CLEW_MEMORY_BUDGET_MIB", "77");
    let told = run(command).stderr;
    assert!(told.contains("without this CLEW_MEMORY_BUDGET_MIB"), "{told}");
    stage.run(&["daemon", "stop"]);
    for _ in 0..2 {
        let mut command = stage.0.shared(&["symbols", "Cart"]);
        command.env("CLEW_MEMORY_BUDGET_MIB", "77");
        assert_eq!(run(command).stderr, "");
    }
}

#[test]
fn a_client_logs_its_own_steps_when_asked_to() {
    let stage = Stage::new();
    let logged = |arguments: &[&str], level: &str| {
        let mut command = stage.0.shared(arguments);
        let output = command.env("CLEW_LOG", level).output().unwrap();
        assert!(serde_json::from_slice::<Value>(&output.stdout).is_ok(), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let symbols = ["symbols", "retry", "--json"];
    let first = logged(&symbols, "info");
    assert!(first.contains("starting the daemon") && first.contains("connected to"), "{first}");
    let second = logged(&symbols, "debug");
    let pid = format!("pid={}", stage.pid());
    for said in ["connected to the daemon", &pid, "lookup_symbol", "ms="] {
        assert!(second.contains(said), "`{said}` is not in {second}");
    }
    assert!(!second.contains("starting the daemon"), "{second}");
    let failed = logged(&["outline", "no/such.py", "--json"], "debug");
    assert!(failed.contains("MCP-NOT-FOUND"), "{failed}");
    assert_eq!(logged(&symbols, "warn"), "");
    // Without a daemon it tells the same of itself.
    let alone =
        |arguments: &[&str], level| logged(&[arguments, &["--standalone"][..]].concat(), level);
    let own = alone(&symbols, "debug");
    for said in ["answering in this process", "lookup_symbol", "ms=", "answered"] {
        assert!(own.contains(said), "`{said}` is not in {own}");
    }
    let failed = alone(&["outline", "no/such.py", "--json"], "debug");
    assert!(failed.contains("MCP-NOT-FOUND"), "{failed}");
    assert_eq!(alone(&symbols, "warn"), "");
    let file = stage.0.data().join("client.log");
    let mut mcp = stage.0.shared(&["mcp"]);
    mcp.env("CLEW_LOG", "debug").env("CLEW_LOG_FILE", &file);
    let mut mcp = mcp.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(mcp.stdout.take().unwrap());
    call(&mut mcp, &mut output, "lookup_symbol", json!({ "query": "retry" }));
    drop(mcp.stdin.take());
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert_eq!((mcp.wait().unwrap().code(), rest.as_str()), (Some(0), ""));
    let log = std::fs::read_to_string(file).unwrap();
    assert!(log.contains("tool call") && log.contains("connected to the daemon"), "{log}");
}
