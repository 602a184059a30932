//! The real binary over HTTP, in a daemon that serves another project as well:
//! a client that is confined to the start root learns nothing else.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::mcp_http::{Server, TOKEN};
use crate::project::{Project, run};

/// Part of every name in the other project.
const SECRET: &str = "zebra";

/// A project, another one beside it, and one daemon that has both open.
struct Zoo(Project);

impl Zoo {
    fn new() -> Self {
        let zoo = Zoo(Project::new());
        zoo.0.write("../zebra den/zebra_one.py", "def zebra_stripe():\n    return retry()\n");
        zoo.0.write("../zebra den/Cargo.toml", "[package]\nname = \"zebra\"\n");
        zoo.link("shop/elsewhere", &zoo.den());
        for verb in [&["scan"][..], &["symbols", "zebra_stripe"]] {
            let mut command = zoo.0.shared(verb);
            command.current_dir(zoo.den());
            let run = run(command);
            assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
        }
        zoo
    }

    /// The root of the other project.
    fn den(&self) -> PathBuf {
        std::fs::canonicalize(self.0.root().join("../zebra den")).unwrap()
    }

    /// A symbolic link of the project; where there are none, the tests do without.
    fn link(&self, name: &str, target: &Path) {
        #[cfg(unix)]
        std::os::unix::fs::symlink(target, self.0.root().join(name)).unwrap();
        #[cfg(not(unix))]
        let _ = (name, target);
    }

    /// A server of the project, without and with a token.
    fn servers(&self) -> [(Server, Option<&'static str>); 2] {
        let start = |variables: &[(&str, &str)]| Server::spawn(self.0.shared(&[]), &[], variables);
        [(start(&[]), None), (start(&[("CLEW_MCP_TOKEN", TOKEN)]), Some(TOKEN))]
    }
}

impl Drop for Zoo {
    fn drop(&mut self) {
        let mut stop = self.0.shared(&["daemon", "stop", "--force"]);
        // Fails only where the daemon has ended already.
        let _ = stop.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

/// Asks and checks that the answer names nothing of the other project.
#[track_caller]
fn check_silent(server: &Server, token: Option<&str>, method: &str, params: &Value) -> Value {
    let (status, reply) = server.ask(token, method, params.clone());
    assert!(status == 200 || reply["error"].is_object(), "{method} {params}: {status} {reply}");
    let said = reply.to_string();
    assert!(!said.contains(SECRET), "{method} {params}: {said}");
    reply
}

fn tool(name: &str, arguments: Value) -> Value {
    json!({ "name": name, "arguments": arguments })
}

#[test]
fn nothing_of_another_project_is_told() {
    let zoo = Zoo::new();
    for (server, token) in zoo.servers() {
        for (name, arguments) in [
            ("status", json!({})),
            ("logs", json!({ "limit": 1000 })),
            ("logs", json!({ "max_lines": 1000, "level": "debug" })),
            ("stats", json!({})),
            ("setup_status", json!({})),
            ("repo_map", json!({})),
            ("search", json!({ "query": "stripe den one" })),
            ("lookup_symbol", json!({ "query": "stripe" })),
            ("lookup_symbol", json!({ "query": "retry" })),
            ("find_references", json!({ "query": "retry" })),
            ("find_similar", json!({ "target": "retry" })),
            ("graph", json!({ "from": "retry", "direction": "up", "internal_only": false })),
            ("graph", json!({ "from": "stripe" })),
        ] {
            check_silent(&server, token, "tools/call", &tool(name, arguments));
        }
        if token.is_some() {
            check_silent(&server, token, "tools/call", &tool("scan", json!({})));
        }
        for (method, params) in [
            ("resources/list", json!({})),
            ("resources/templates/list", json!({})),
            ("tools/list", json!({})),
            ("prompts/list", json!({})),
            ("server/discover", json!({})),
        ] {
            check_silent(&server, token, method, &params);
        }
        for (argument, value) in
            [("path", ""), ("path", "../"), ("path", "shop/elsewhere/"), ("symbol", "strip")]
        {
            let params = json!({
                "ref": { "type": "ref/resource", "uri": "clew://file/{+path}{#symbol}" },
                "argument": { "name": argument, "value": value },
            });
            check_silent(&server, token, "completion/complete", &params);
        }
        server.end();
    }
}

/// Ways to write a folder or file beside the root, for an existing and for a
/// missing one.
fn ways_out(zoo: &Zoo) -> Vec<[String; 2]> {
    let pair = |write: &dyn Fn(&str) -> String| [write("zebra den"), write("no such den")];
    let parent = std::fs::canonicalize(zoo.0.root().join("..")).unwrap();
    let parent = parent.to_string_lossy().into_owned();
    let upper = parent.to_uppercase();
    vec![
        pair(&|name| format!("{parent}/{name}")),
        pair(&|name| format!("../{name}")),
        pair(&|name| format!("shop/../../{name}")),
        pair(&|name| format!("./shop/./..//../{name}")),
        pair(&|name| format!("{parent}/my project/../{name}")),
        pair(&|name| format!("//localhost{parent}/{name}")),
        pair(&|name| format!("\\\\localhost\\share\\{name}")),
        pair(&|name| format!("\\\\?\\C:\\{name}")),
        pair(&|name| format!("..\\{name}")),
        pair(&|name| format!("{upper}/{name}")),
        pair(&|name| format!("file://{parent}/{name}")),
        pair(&|name| format!("%2e%2e/{name}")),
        pair(&|name| format!("~/../{name}")),
    ]
}

/// What is said of both, without their names; must be the same.
#[track_caller]
fn check_alike(server: &Server, token: Option<&str>, [method, what]: [&str; 2], ways: &[Value; 2]) {
    let said = [0, 1].map(|which| {
        let (status, reply) = server.ask(token, method, ways[which].clone());
        let failed = reply["error"].is_object() || reply["result"]["isError"] == true;
        assert!(failed, "{what} {}: {status} {reply}", ways[which]);
        let text = reply.to_string();
        assert!(!text.contains("zebra_"), "{what} {}: {text}", ways[which]);
        text.replace("zebra%20den", "NAME")
            .replace("no%20such%20den", "NAME")
            .replace("ZEBRA DEN", "NAME")
            .replace("zebra den", "NAME")
            .replace("no such den", "NAME")
    });
    assert_eq!(said[0], said[1], "{what} {}", ways[0]);
}

#[test]
fn roots_outside_are_refused_in_one_way() {
    let zoo = Zoo::new();
    let mut ways = ways_out(&zoo);
    ways.push(["shop/elsewhere".into(), "/no/such/den".into()]);
    for (server, token) in zoo.servers() {
        for way in &ways[..ways.len() - 1] {
            for argument in ["workspace_root", "project_root"] {
                let asked = [0, 1].map(|which| {
                    tool("lookup_symbol", json!({ "query": "retry", argument: way[which] }))
                });
                check_alike(&server, token, ["tools/call", argument], &asked);
            }
        }
        let inside =
            tool("lookup_symbol", json!({ "query": "stripe", "workspace_root": "shop/elsewhere" }));
        let (_, reply) = server.ask(token, "tools/call", inside);
        assert_eq!(reply["result"]["isError"], true, "{reply}");
        if token.is_some() {
            let scan = [0, 1].map(|which| tool("scan", json!({ "project_path": ways[0][which] })));
            check_alike(&server, token, ["tools/call", "scan"], &scan);
        }
        let status = [0, 1].map(|which| tool("status", json!({ "project_path": ways[0][which] })));
        check_alike(&server, token, ["tools/call", "status"], &status);
        server.end();
    }
}

#[test]
fn files_outside_are_refused_in_one_way() {
    let zoo = Zoo::new();
    let ways = ways_out(&zoo);
    for (server, token) in zoo.servers() {
        for way in &ways {
            let file = [0, 1]
                .map(|which| format!("{}/zebra_one.py", way[which]).replace("zebra_one", "one"));
            for (name, argument) in [("outline", "file_path"), ("list_imports", "file_path")] {
                let asked = [0, 1].map(|which| tool(name, json!({ argument: file[which] })));
                check_alike(&server, token, ["tools/call", name], &asked);
            }
            let uris = file
                .map(|file| json!({ "uri": format!("clew://file/{}", file.replace(' ', "%20")) }));
            check_alike(&server, token, ["resources/read", "resources/read"], &uris);
        }
        for uri in [
            "clew://file/shop/elsewhere/zebra_one.py",
            "clew://file/..%2Fzebra%20den%2Fzebra_one.py",
        ] {
            let (_, reply) = server.ask(token, "resources/read", json!({ "uri": uri }));
            assert!(reply["error"].is_object(), "{uri}: {reply}");
            assert!(!reply.to_string().contains("zebra_stripe"), "{uri}: {reply}");
        }
        server.end();
    }
}
