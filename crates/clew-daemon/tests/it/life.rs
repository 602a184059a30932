//! Start and end of the server: locks, stale files, idle exit, stopping.

use std::sync::Arc;
use std::time::Duration;

use clew_daemon::{Connector, ConnectorOptions, Ended, Server, ServerError, ServerOptions};
use serde_json::json;

use crate::held::Held;
use crate::stage::{Running, Stage, Talker};

fn held() -> Arc<Held> {
    Arc::new(Held::default())
}

#[test]
fn there_is_one_server_and_nothing_is_left_of_it() {
    let stage = Stage::new();
    let running = stage.serve(held());
    stage.talker().good("info", json!({}));
    let second = Server::bind(held(), stage.options());
    assert!(matches!(second, Err(ServerError::Running { .. })));
    assert_eq!(running.stop(), Ended::Stopped);
    let left: Vec<_> = std::fs::read_dir(stage.endpoint().folder()).unwrap().collect();
    assert!(left.is_empty() || cfg!(windows), "{left:?}");
}

#[cfg(unix)]
#[test]
fn what_a_killed_server_left_is_taken_over() {
    let stage = Stage::new();
    let folder = stage.endpoint().folder().to_path_buf();
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("d.lock"), "").unwrap();
    drop(std::os::unix::net::UnixListener::bind(stage.endpoint().path()).unwrap());
    let _running = stage.serve(held());
    stage.talker().good("info", json!({}));
}

#[test]
fn an_idle_server_ends_but_not_while_somebody_is_there() {
    let stage = Stage::new();
    // Nothing else ends its wait for clients.
    let first_line = Duration::from_secs(3600);
    let idle_exit = Some(Duration::from_millis(50));
    let options = ServerOptions { idle_exit, first_line, ..stage.options() };
    let running = Running::start(held(), options);
    let mut talker = stage.talker();
    let idle = Duration::from_millis(200);
    let started = std::time::Instant::now();
    while started.elapsed() < idle {
        talker.good("info", json!({}));
    }
    drop(talker);
    let (sender, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || sender.send(running.wait()));
    assert_eq!(ended.recv_timeout(Duration::from_secs(60)), Ok(Ended::Idle));
}

#[test]
fn it_stops_when_asked_and_lets_running_requests_end() {
    let stage = Stage::new();
    let engine = held();
    let running = stage.serve(engine.clone());
    let (mut talker, mut other) = (stage.talker(), stage.talker());
    for talker in [&mut talker, &mut other] {
        talker.good("hello", json!({ "client": "t", "session": { "start": stage.root() } }));
    }
    let params = json!({ "request": { "query": "hold" } });
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "clew/search", "params": params });
    other.send(&request.to_string());
    engine.wait_for_held(1);
    let refused = talker.bad("shutdown", json!({}), -32001);
    assert!(refused["message"].as_str().unwrap().contains("other clients"), "{refused}");
    assert_eq!(talker.good("stop", json!({ "force": "true" })), json!({ "status": "stopping" }));
    engine.release();
    assert!(other.next()["result"].is_object());
    assert_eq!(running.wait(), Ended::Stopped);
}

#[test]
fn it_does_not_stop_during_a_scan_that_was_asked_for() {
    let stage = Stage::new();
    let engine = held();
    *engine.scanning.lock().unwrap() = true;
    *engine.scan_asked.lock().unwrap() = true;
    let running = stage.serve(engine.clone());
    let mut talker = stage.talker();
    talker.bad("shutdown", json!({}), -32001);
    // One of the engine's own, as after a full disk, has nobody who waits for it.
    *engine.scan_asked.lock().unwrap() = false;
    talker.good("shutdown", json!({}));
    assert_eq!(running.wait(), Ended::Stopped);
}

/// A daemon without room says so and hangs up, before it reads anything.
#[cfg(unix)]
#[test]
fn who_is_sent_away_is_told_at_once() {
    use std::io::Write;

    let stage = Stage::new();
    std::fs::create_dir_all(stage.endpoint().folder()).unwrap();
    let listener = std::os::unix::net::UnixListener::bind(stage.endpoint().path()).unwrap();
    let full = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let error = serde_json::json!({ "code": -32001, "message": "more than 512 clients" });
        let line = serde_json::json!({ "jsonrpc": "2.0", "id": null, "error": error });
        stream.write_all(format!("{line}\n").as_bytes()).unwrap();
    });
    let refused = clew_daemon::RemoteEngine::connect(stage.connector()).err().unwrap();
    assert!(refused.to_string().contains("more than 512 clients"), "{refused}");
    full.join().unwrap();
}

/// Nothing, half a line, and whole lines: only the last may stay.
#[test]
fn who_does_not_say_a_line_is_cut_off_and_counted() {
    let stage = Stage::new();
    let first_line = Duration::from_millis(100);
    let running = Running::start(held(), ServerOptions { first_line, ..stage.options() });
    let mut talker = stage.talker();
    talker.good("info", json!({}));
    let (mut mute, mut half) = (stage.talker(), stage.talker());
    std::io::Write::write_all(&mut half.output, b"{\"jsonrpc\": \"2.0\"").unwrap();
    assert_eq!(mute.next(), serde_json::Value::Null);
    // What it began is refused, if there is time for that.
    while half.next() != serde_json::Value::Null {}
    let state = talker.good("clew/daemon", json!({}));
    assert_eq!(state["cut_off"], 2, "{state}");
    drop(talker);
    assert_eq!(running.stop(), Ended::Stopped);
}

/// A server with room for two, and two clients that talk.
fn full() -> (Stage, Running, [Talker; 2]) {
    let stage = Stage::new();
    let running = Running::start(held(), ServerOptions { most_clients: 2, ..stage.options() });
    let mut inside = [stage.talker(), stage.talker()];
    for talker in &mut inside {
        talker.good("hello", json!({ "session": { "start": stage.root() } }));
    }
    (stage, running, inside)
}

fn wait_for_clients(talker: &mut Talker, count: usize) {
    let start = std::time::Instant::now();
    while talker.good("clew/daemon", json!({}))["clients"].as_array().unwrap().len() != count {
        assert!(start.elapsed().as_secs() < 60);
    }
}

#[test]
fn a_place_that_comes_free_is_given_to_who_looked() {
    let (stage, _running, [mut staying, leaving]) = full();
    let mut patient = stage.talker();
    patient.good("hello", json!({ "client": "patient" }));
    drop(leaving);
    wait_for_clients(&mut staying, 2);
    patient.good("hello", json!({ "session": { "start": stage.root() } }));
}

#[test]
fn who_says_nothing_makes_room() {
    let (stage, _running, [mut staying, leaving]) = full();
    drop(leaving);
    wait_for_clients(&mut staying, 1);
    let mut mute: Vec<_> = (0..20).map(|_| stage.talker()).collect();
    let mut late = stage.talker();
    late.good("hello", json!({ "client": "late", "session": { "start": stage.root() } }));
    let ended = mute.iter_mut().map(Talker::next).filter(serde_json::Value::is_null).count();
    assert_eq!(ended, 20);
    let state = staying.good("clew/daemon", json!({}));
    assert_eq!(state["cut_off"], 20, "{state}");
    assert!(state["clients"].as_array().unwrap().contains(&json!("late")), "{state}");
}

#[test]
fn a_full_server_can_be_looked_at_and_stopped() {
    let (stage, running, mut inside) = full();
    let mut refused = stage.talker();
    let error = refused.bad("hello", json!({ "session": { "start": stage.root() } }), -32001);
    assert!(error["message"].as_str().unwrap().contains("more than 2 clients"), "{error}");
    assert_eq!(refused.next(), serde_json::Value::Null, "and it is hung up on");
    stage.talker().bad("semantic_search", json!({ "query": "x" }), -32001);
    let looking = || {
        let options = ConnectorOptions { session: None, ..stage.connector_options() };
        clew_daemon::RemoteEngine::connect(Connector::new(options)).unwrap()
    };
    let context = clew_engine::RequestContext::new("test");
    assert!(looking().state().unwrap().clients.len() >= 3);
    clew_engine::Engine::workspaces(&looking(), &context).unwrap();
    // Those who only look are few, and mute ones among them make room, too.
    let mute: Vec<_> = (0..50).map(|_| stage.talker()).collect();
    inside[0].good("info", json!({}));
    looking().shut_down(false).unwrap();
    drop(mute);
    assert_eq!(running.wait(), Ended::Stopped);
}

#[test]
fn names_of_clients_stay_on_their_line() {
    let stage = Stage::new();
    let _running = stage.serve(held());
    let name = format!("a\nworkspace \u{1b}[31m{}", "x".repeat(200_000));
    let mut talker = stage.talker();
    talker.good("hello", json!({ "client": name, "session": { "start": stage.root() } }));
    let state = talker.good("clew/daemon", json!({}));
    let shown = state["clients"][0].as_str().unwrap();
    assert!(shown.starts_with("a\u{fffd}workspace \u{fffd}[31mxxx"), "{shown}");
    assert_eq!(shown.chars().count(), 81);
}

#[test]
fn its_state_can_be_seen() {
    let stage = Stage::new();
    let _running = stage.serve(held());
    let client = stage.client();
    let state = client.state().unwrap();
    assert_eq!((state.pid, state.clients.as_slice()), (std::process::id(), &["test".into()][..]));
    assert_eq!(state.idle_exit_seconds, None);
    client.shut_down(false).unwrap();
}
