//! `clew mcp install`: every client's file, there and back.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use serde_json::Value;

use crate::project::Project;

/// A home of one user, with a project.
struct Home {
    project: Project,
    home: tempfile::TempDir,
}

impl Home {
    fn new() -> Self {
        Home { project: Project::new(), home: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut all = vec!["mcp", "install"];
        all.extend(arguments);
        let mut command = self.project.command(&all);
        for name in ["XDG_CONFIG_HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR", "APPDATA"] {
            command.env_remove(name);
        }
        command.env("HOME", self.home.path()).env("USERPROFILE", self.home.path());
        command.output().unwrap()
    }

    fn good(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn refused(&self, arguments: &[&str], code: i32, contains: &str) {
        let output = self.run(arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(contains), "`{contains}` is not in {said}");
    }

    /// All files of home and project but the index, with their texts.
    fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut found = Vec::new();
        let mut folders = vec![self.home.path().to_path_buf(), self.project.root()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let text = fs::read(&path).unwrap();
                    found.push((path, text));
                }
            }
        }
        found.sort();
        found
    }
}

const CLIENTS: [&str; 11] = [
    "claude-code",
    "claude-desktop",
    "codex",
    "cursor",
    "vscode",
    "gemini-cli",
    "continue",
    "zed",
    "cody",
    "antigravity",
    "jetbrains",
];

#[test]
fn every_client_is_set_up_and_left_as_it_was() {
    let home = Home::new();
    let before = home.files();
    for client in CLIENTS {
        for scope in ["user", "project"] {
            if scope == "project" && ["claude-desktop", "cody"].contains(&client) {
                home.refused(&[client, "--scope", scope, "--yes"], 2, "no project configuration");
                continue;
            }
            let dry = home.good(&[client, "--scope", scope, "--dry-run"]);
            assert!(dry.contains("+") && dry.contains("mcp"), "{client}: {dry}");
            assert_eq!(home.files(), before, "{client}: a dry run writes nothing");
            home.good(&[client, "--scope", scope, "--yes"]);
            assert_eq!(home.files().len(), before.len() + 1, "{client}");
            let again = home.good(&[client, "--scope", scope, "--yes"]);
            assert!(again.contains("is set up already"), "{client}: {again}");
            let listed = home.good(&["--scope", scope]);
            let line = listed.lines().find(|line| line.starts_with(client)).unwrap();
            assert!(line.contains(" set up "), "{line}");
            home.good(&[client, "--scope", scope, "--uninstall", "--yes"]);
            assert_eq!(home.files(), before, "{client}");
        }
    }
}

#[test]
fn the_written_entry_starts_this_program() {
    let home = Home::new();
    home.good(&["claude-code", "--yes", "--tools", "core"]);
    let text = fs::read_to_string(home.path(".claude.json")).unwrap();
    let config: Value = serde_json::from_str(&text).unwrap();
    let entry = &config["mcpServers"]["clew"];
    let program = entry["command"].as_str().unwrap();
    assert!(PathBuf::from(program).is_absolute(), "{program}");
    assert_eq!(entry["args"], serde_json::json!(["mcp", "--tools", "core"]));
    home.good(&["claude-code", "--scope", "project", "--yes"]);
    let text = fs::read_to_string(home.project.root().join(".mcp.json")).unwrap();
    assert!(text.contains("\"command\": \"clew\""), "{text}");
}

#[test]
fn comments_of_a_person_stay() {
    let home = Home::new();
    let own = "// my settings\n{\n  \"theme\": \"One\", // dark\n}\n";
    let file = home.path(".config/zed/settings.json");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, own).unwrap();
    let path = file.to_str().unwrap();
    home.good(&["zed", "--yes", "--file", path]);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("// my settings\n{\n  \"theme\": \"One\", // dark\n"), "{text}");
    home.good(&["zed", "--yes", "--file", path, "--uninstall"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), own);
}

#[test]
fn what_cannot_be_edited_is_left_alone() {
    let home = Home::new();
    let file = home.path(".cursor/mcp.json");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "{\n  \"mcpServers\": {\n").unwrap();
    home.refused(&["cursor", "--yes"], 2, "line 2, column ");
    assert_eq!(fs::read_to_string(&file).unwrap(), "{\n  \"mcpServers\": {\n");
    home.refused(&["cursor"], 2, "--dry-run");
    home.refused(&["emacs", "--yes"], 2, "claude-code, claude-desktop");
    home.refused(&["codex", "--yes", "--tools", "telepathy"], 2, "telepathy");
    home.refused(&["codex", "--yes", "--name", "a b"], 2, "letters, digits");
}

#[test]
fn the_agents_section_is_offered_and_taken_back() {
    let home = Home::new();
    home.project.write("AGENTS.md", "# Rules\n");
    let before = home.files();
    home.good(&["codex", "--yes"]);
    let file = home.project.root().join("AGENTS.md");
    assert_eq!(fs::read_to_string(&file).unwrap(), "# Rules\n", "only when asked for");
    home.good(&["codex", "--yes", "--agents-md"]);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("# Rules\n\n<!-- clew:begin -->\n## "), "{text}");
    home.good(&["codex", "--yes", "--agents-md", "--uninstall"]);
    assert_eq!(home.files(), before);
}

#[test]
fn the_section_that_stays_is_named() {
    let home = Home::new();
    home.good(&["codex", "--yes", "--agents-md"]);
    let output = home.run(&["codex", "--yes", "--uninstall"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("AGENTS.md keeps its section"), "{said}");
    assert!(home.project.root().join("AGENTS.md").is_file());
}

#[cfg(unix)]
#[test]
fn links_out_of_the_project_and_pipes_are_refused() {
    use std::os::unix::fs::symlink;
    let home = Home::new();
    let root = home.project.root();
    fs::write(home.path("outside.txt"), "mine\n").unwrap();
    fs::create_dir(home.path("outside")).unwrap();
    symlink(home.path("outside.txt"), root.join("AGENTS.md")).unwrap();
    symlink(home.path("outside"), root.join(".vscode")).unwrap();
    home.refused(&["codex", "--yes", "--agents-md"], 2, "leads out of the project");
    assert!(!home.path(".codex").exists(), "nothing is written by half");
    home.refused(&["vscode", "--scope", "project", "--yes"], 2, "leads out of the project");
    assert_eq!(fs::read_to_string(home.path("outside.txt")).unwrap(), "mine\n");
    assert_eq!(fs::read_dir(home.path("outside")).unwrap().count(), 0);

    fs::create_dir(home.path(".cursor")).unwrap();
    let pipe = home.path(".cursor/mcp.json");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    home.refused(&["cursor", "--dry-run"], 2, "no ordinary file");
    assert!(home.good(&[]).contains("no ordinary file"));
    let mut validate = home.project.command(&["config", "validate"]);
    let output = validate.arg(&pipe).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("no ordinary file"), "{said}");
}

/// Every tool and argument that the section names is offered.
#[test]
fn the_agents_section_names_what_there_is() {
    let tools = tools();
    let argument =
        |name: &str| tools.iter().any(|tool| tool["inputSchema"]["properties"].get(name).is_some());
    let value = |name: &str| {
        let text = serde_json::to_string(&tools).unwrap();
        text.contains(&format!("\"{name}\""))
    };
    let known = |name: &str| tools.iter().any(|tool| tool["name"] == name);
    // Members of answers, the server's name and an example.
    let other = ["clew", "nearest", "path:line", "certainty: name", "Cart.total"];
    let mut named = 0;
    for word in clew_clients::AGENTS_SECTION.split('`').skip(1).step_by(2) {
        let fits = match word.split_once(": ") {
            _ if other.contains(&word) => continue,
            Some((name, text)) => {
                argument(name) && (value(text) || text == "true" || text == "call")
            }
            None => known(word) || argument(word) || value(word),
        };
        assert!(fits, "`{word}` is neither a tool nor an argument");
        named += 1;
    }
    assert!(named > 15, "{named}");
    for line in clew_clients::AGENTS_SECTION.lines().filter(|line| line.contains(" with `")) {
        let words: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
        let at = words.iter().position(|word| known(word)).unwrap();
        let tool = tools.iter().find(|tool| words[at] == tool["name"]).unwrap();
        for word in &words[at + 1..] {
            let name = word.split(':').next().unwrap();
            if argument(name) && !known(name) {
                let properties = &tool["inputSchema"]["properties"];
                assert!(properties.get(name).is_some(), "{} has no `{name}`", words[at]);
            }
        }
    }
}

fn tools() -> Vec<Value> {
    let project = Project::new();
    let mut command = project.command(&["mcp"]);
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    let request = serde_json::json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": { "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}
    } } });
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), format!("{request}\n").as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let reply: Value = serde_json::from_slice(&output.stdout).unwrap();
    reply["result"]["tools"].as_array().unwrap().clone()
}
