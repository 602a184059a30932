//! What a report of a fault holds, and what it does not.

use serde_json::Value;

use crate::project::{Project, run};

#[test]
fn a_report_has_no_secret_and_no_home() {
    let project = Project::new();
    project.run(&["scan"]);
    project.write("clew.yaml", "exlude: []\n");
    let mut command = project.command(&["doctor", "--json"]);
    command.env("CLEW_MCP_TOKEN", "hunter2-hunter2").env("HOME", project.root());
    command.env("CLEW_OTLP_ENDPOINT", "http://ada:hunter2@127.0.0.1:1/?key=hunter2");
    let run = run(command);
    assert!(!run.stderr.contains("hunter2"), "{}", run.stderr);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    assert!(!run.stdout.contains("hunter2"), "{}", run.stdout);
    let root = project.root().canonicalize().unwrap().display().to_string();
    assert!(!run.stdout.contains(&root), "{}", run.stdout);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(report["folders"]["root"], "~");
    assert_eq!(report["index"]["stats"]["files"], 4);
    assert!(report["problems"][0].as_str().unwrap().contains("exlude"), "{report}");
    assert_eq!(report["folders"]["data_state"], "writable");
}

#[test]
fn a_sound_project_has_no_problems() {
    let project = Project::new();
    let run = project.run(&["doctor"]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    for said in ["version:", "platform:", "works: true", "problems: none"] {
        assert!(run.stdout.contains(said), "`{said}` is not in {}", run.stdout);
    }
}

#[test]
fn a_file_as_data_folder_is_told() {
    let project = Project::new();
    project.write("file", "x");
    for arguments in [&["--data-dir", "file", "symbols", "x"][..], &["--data-dir", "file", "scan"]]
    {
        let run = project.run(arguments);
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        assert!(
            run.stderr.contains("no folder") && run.stderr.contains("--data-dir"),
            "{}",
            run.stderr
        );
    }
    let run = project.run(&["--data-dir", "file", "doctor"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stdout.contains("no folder"), "{}", run.stdout);
}

#[test]
fn the_log_goes_to_its_file() {
    let project = Project::new();
    let mut command = project.command(&["scan"]);
    command.env("CLEW_LOG", "info").env("CLEW_LOG_FILE", project.root().join("../clew.log"));
    let run = run(command);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let log = std::fs::read_to_string(project.root().join("../clew.log")).unwrap();
    assert!(log.contains("3 files"), "{log}");
    assert!(!run.stderr.contains("3 files, "), "{}", run.stderr);
}

#[test]
fn stats_of_a_new_process_show_earlier_calls() {
    let project = Project::new();
    let line = "{\"timestamp\":\"2026-01-01T00:00:00Z\",\"tool_name\":\"search\",\
                \"input_tokens\":3,\"output_tokens\":40,\"execution_ms\":1.5}\n";
    project.write(".clew/mcp-usage.jsonl", line);
    let stats = project.json(&["stats", "--json"]);
    assert_eq!((&stats["lifetime_calls"], &stats["session_calls"]), (&1.into(), &0.into()));
    assert_eq!(stats["total_output_tokens"], 40);
    assert_eq!(stats["top_tools"][0]["tool_name"], "search");
    assert_eq!(stats["recent_calls"][0]["input_tokens"], 3);
}

/// Takes one request and answers it; gives its body.
fn collect(listener: &std::net::TcpListener) -> String {
    use std::io::{BufRead, BufReader, Read, Write};
    let (mut stream, _) = listener.accept().unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length: ") {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}").unwrap();
    String::from_utf8(body).unwrap()
}

#[test]
fn spans_go_to_the_collector_that_is_named() {
    let project = Project::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let mut command = project.command(&["symbols", "Cart"]);
    command.env("CLEW_OTLP_ENDPOINT", address);
    let body = std::thread::scope(|scope| {
        let body = scope.spawn(|| collect(&listener));
        let run = run(command);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        body.join().unwrap()
    });
    let sent: Value = serde_json::from_str(&body).unwrap();
    let spans = &sent["resourceSpans"][0]["scopeSpans"][0]["spans"];
    let names: Vec<&str> =
        spans.as_array().unwrap().iter().map(|span| span["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"answer") && names.contains(&"refresh"), "{names:?}");
    assert!(!body.contains("Cart"), "queries are not sent: {body}");
}

#[test]
fn an_address_that_is_not_understood_is_told() {
    let project = Project::new();
    let mut command = project.command(&["symbols", "Cart"]);
    command.env("CLEW_OTLP_ENDPOINT", "http://collector.example");
    let run = run(command);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("CLEW_OTLP_ENDPOINT"), "{}", run.stderr);
}
