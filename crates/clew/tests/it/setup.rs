//! Set-up with the real binary, without a terminal: every caller counts as a program.

use serde_json::json;

use crate::project::{Project, run};

fn config(project: &Project) -> std::path::PathBuf {
    project.root().parent().unwrap().join("data").join("config").join("config.yaml")
}

#[test]
fn nothing_is_configured_and_nothing_needs_to_be() {
    let project = Project::new();
    let answer = project.json(&["setup", "--status", "--json"]);
    assert_eq!(answer["state"], "default");
    assert_eq!(answer["model"], "not_required (fast mode)");
    assert_eq!(answer["embed_model"], "built-in");
    assert!(!config(&project).exists());
}

#[test]
fn a_local_provider_is_written_and_an_outside_one_waits() {
    let project = Project::new();
    let local = ["setup", "--mode", "ollama", "--embed-model", "m", "--no-check-provider"];
    let made = project.run(&local);
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    let answer = project.json(&["setup", "--status", "--json", "--no-check-provider"]);
    assert_eq!(answer["state"], "ready");
    assert_eq!(answer["provider_url"], "http://127.0.0.1:11434");
    let outside = ["setup", "--mode", "openapi", "--provider-url", "https://evil.example/v1"];
    let waits = project.run(&[&outside[..], &["--no-check-provider"]].concat());
    assert_eq!(waits.code, Some(0));
    assert!(waits.stderr.contains("clew setup --confirm"), "{}", waits.stderr);
    let answer = project.json(&["setup", "--status", "--json", "--no-check-provider"]);
    assert_eq!(answer["state"], "pending");
    assert_eq!(answer["provider"], "ollama");
    let confirmed = project.run(&["setup", "--confirm"]);
    assert_eq!(confirmed.code, Some(2), "{}", confirmed.stdout);
    assert!(!std::fs::read_to_string(config(&project)).unwrap().contains("evil"));
}

/// A provider that answers every request with this status.
fn refusing(status: u16) -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        use std::io::{BufRead as _, Write as _};
        for mut stream in listener.incoming().flatten() {
            let lines = std::io::BufReader::new(&stream).lines().map_while(Result::ok);
            lines.take_while(|line| !line.is_empty()).for_each(drop);
            let answer = format!(
                "HTTP/1.1 {status} X\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{{}}"
            );
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    address
}

#[test]
fn a_provider_that_refuses_is_a_failure_with_a_reason() {
    let closed = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        format!("http://{}", listener.local_addr().unwrap())
    };
    for (address, reason) in [
        (refusing(401), "refused the key"),
        (refusing(500), "status 500"),
        (refusing(200), "lacks a list of models"),
        (closed, "cannot reach"),
    ] {
        let project = Project::new();
        let arguments = ["setup", "--mode", "openapi", "--embed-model", "m", "--provider-url"];
        let made = project.run(&[&arguments[..], &[&address]].concat());
        assert_eq!(made.code, Some(1), "{address}: {}{}", made.stdout, made.stderr);
        assert!(made.stderr.contains("the provider cannot be used"), "{}", made.stderr);
        assert!(made.stderr.contains(reason), "{reason}: {}", made.stderr);
        assert!(std::fs::read_to_string(config(&project)).unwrap().contains(&address));
    }
}

#[test]
fn what_cannot_be_is_told_with_a_way_out() {
    let project = Project::new();
    let check = |arguments: &[&str], wanted: &str| {
        let failed = project.run(arguments);
        assert_eq!(failed.code, Some(2), "{arguments:?}: {}{}", failed.stdout, failed.stderr);
        assert!(failed.stderr.contains(wanted), "{arguments:?}: {}", failed.stderr);
    };
    check(&["setup"], "--mode");
    check(&["setup", "--mode", "openapi"], "provider_url");
    check(&["setup", "--mode", "ollama", "--token-env", "HOME"], "OPENAI_API_KEY");
    check(&["setup", "--mode", "ollama", "--provider-url", "http://evil.example"], "https");
    check(&["setup", "--key"], "no provider");
    check(&["setup", "--mode", "maybe"], "bm25, ollama or openapi");
}

#[test]
fn a_configuration_is_judged_by_line_and_column() {
    let project = Project::new();
    project.write("mine.yaml", "llm:\n  providr: ollama\nexclude: [\"a[b\"]\n");
    let judged = project.run(&["config", "validate", "mine.yaml"]);
    assert_eq!(judged.code, Some(1));
    let lines: Vec<&str> = judged.stdout.lines().collect();
    assert!(lines[0].starts_with("mine.yaml:2:3: llm.providr: unknown key"), "{lines:?}");
    assert!(lines[0].contains("did you mean provider?"), "{lines:?}");
    assert!(lines[1].starts_with("mine.yaml:3:11: exclude:"), "{lines:?}");
    // Of a file that comes with a workspace not all keys count.
    for file in ["clew.yaml", ".clew/config.yaml"] {
        project.write(file, "llm: {provider: ollama}\nexclude: [a]\n");
        for arguments in [&["config", "validate", file][..], &["config", "validate"]] {
            let judged = project.run(arguments);
            assert_eq!(judged.code, Some(1), "{arguments:?} {}", judged.stderr);
            let wanted = format!("{file}:1:");
            assert!(judged.stdout.starts_with(&wanted), "{arguments:?} {}", judged.stdout);
            assert!(judged.stdout.contains("a workspace cannot set it"), "{}", judged.stdout);
        }
        std::fs::remove_file(project.root().join(file)).unwrap();
    }
    let defaults = project.run(&["config", "defaults"]);
    project.write("defaults.yaml", &defaults.stdout);
    assert_eq!(project.run(&["config", "validate", "defaults.yaml"]).code, Some(0));
    assert!(project.run(&["config", "show"]).stdout.contains("provider: none"));
}

#[test]
fn an_external_file_is_never_written_and_one_of_the_workspace_sets_no_provider() {
    let project = Project::new();
    let text = "llm:\n  provider: openapi\n  url: https://evil.example\n";
    project.write("evil.yaml", text);
    let mut command = project.command(&["setup", "--status", "--json"]);
    command.env("ZNT_CONFIG", "evil.yaml");
    let answer: serde_json::Value = serde_json::from_str(&run(command).stdout).unwrap();
    assert_eq!(answer["provider"], "none");
    assert_eq!(answer["config_managed"], false);
    assert_eq!(answer["state"], "incomplete");
    let mut command = project.command(&["setup", "--mode", "bm25"]);
    command.env("CLEW_CONFIG", "evil.yaml");
    assert_eq!(run(command).code, Some(2));
    assert_eq!(std::fs::read_to_string(project.root().join("evil.yaml")).unwrap(), text);
}

#[test]
fn a_hostile_repository_is_told_of_and_has_no_say() {
    let project = Project::new();
    project.write("clew.yaml", "llm:\n  provider: openapi\n  url: https://evil.example\n");
    project.write(".clew/config.yaml", "llm: {provider: openapi, url: 'https://evil.example'}\n");
    let answer = project.json(&["setup", "--status", "--json"]);
    assert_eq!(answer["provider"], "none");
    let found = project.run(&["search", "retry a failed action"]);
    assert_eq!(found.code, Some(0));
    assert!(
        found.stderr.contains("clew.yaml:1: llm: a workspace cannot set it"),
        "{}",
        found.stderr
    );
    assert!(!config(&project).exists());
}

#[test]
fn keys_are_kept_in_a_file_on_consent_alone_and_never_shown() {
    let project = Project::new();
    let local = ["setup", "--mode", "openapi", "--provider-url", "http://127.0.0.1:9/v1"];
    project.run(&[&local[..], &["--no-check-provider"]].concat());
    let key = |arguments: &[&str]| {
        let mut command = project.command(arguments);
        let file = project.root().join("typed");
        std::fs::write(&file, "k-canary-77\n").unwrap();
        command.stdin(std::fs::File::open(file).unwrap());
        // No keyring of the machine that runs the test.
        command.env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
        run(command)
    };
    let kept = key(&["setup", "--key", "--key-file", "--no-check-provider", "--json"]);
    assert_eq!(kept.code, Some(0), "{}", kept.stderr);
    assert!(!kept.stdout.contains("canary") && !kept.stderr.contains("canary"));
    let answer: serde_json::Value = serde_json::from_str(&kept.stdout).unwrap();
    assert_eq!(answer["credential_source"], json!("keyring"));
    assert_eq!(answer["credential_present"], json!(true));
    let yaml = std::fs::read_to_string(config(&project)).unwrap();
    assert!(yaml.contains("clew-keyring://openapi/127.0.0.1_9") && !yaml.contains("canary"));
}

#[test]
fn what_the_user_leaves_out_is_left_out_of_every_index() {
    let project = Project::new();
    assert_eq!(project.run(&["symbols", "retry"]).code, Some(0));
    assert_eq!(project.run(&["setup", "--exclude", "shop/price.py"]).code, Some(0));
    assert_eq!(project.run(&["symbols", "retry"]).code, Some(1));
}
