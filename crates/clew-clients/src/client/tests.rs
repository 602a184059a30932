//! The table of clients.

use expect_test::{Expect, expect};

use super::*;

fn places(os: Os) -> Places {
    Places {
        os,
        home: Some("~".into()),
        xdg_config_home: None,
        app_data: None,
        codex_home: None,
        claude_config_dir: None,
        project: ".".into(),
    }
}

fn check_files(os: Os, expected: Expect) {
    let mut text = String::new();
    for client in Client::ALL {
        let files = |scope| match client.files(scope, &places(os)) {
            Ok(files) => {
                let shown = files.iter().map(|file| file.to_string_lossy().replace('\\', "/"));
                shown.collect::<Vec<_>>().join(" or ")
            }
            Err(error) => format!("({error})"),
        };
        let (user, project) = (files(Scope::User), files(Scope::Project));
        text.push_str(&format!("{}: {user}; {project}\n", client.id()));
    }
    expected.assert_eq(&text);
}

#[test]
fn files_on_linux() {
    check_files(
        Os::Linux,
        expect![[r#"
            claude-code: ~/.claude.json; ./.mcp.json
            claude-desktop: ~/.config/Claude/claude_desktop_config.json; (Claude Desktop has no project configuration; use --scope user)
            codex: ~/.codex/config.toml; ./.codex/config.toml
            cursor: ~/.cursor/mcp.json; ./.cursor/mcp.json
            vscode: ~/.config/Code/User/mcp.json; ./.vscode/mcp.json
            gemini-cli: ~/.gemini/settings.json; ./.gemini/settings.json
            continue: ~/.continue/config.yaml; ./.continue/mcpServers/clew.yaml
            zed: ~/.config/zed/settings.json; ./.zed/settings.json
            cody: ~/.config/Code/User/settings.json; (Cody has no project configuration; use --scope user)
            antigravity: ~/.gemini/config/mcp_config.json or ~/.gemini/antigravity/mcp_config.json; ./.agents/mcp_config.json
            jetbrains: ~/.junie/mcp/mcp.json; ./.junie/mcp/mcp.json
        "#]],
    );
}

#[test]
fn files_elsewhere() {
    let shown = |os, client: Client| {
        let files = client.files(Scope::User, &places(os)).unwrap();
        files[0].to_string_lossy().replace('\\', "/")
    };
    let check = |client, mac: &str, windows: &str| {
        assert_eq!(shown(Os::MacOs, client), mac);
        assert_eq!(shown(Os::Windows, client), windows);
    };
    check(
        Client::ClaudeDesktop,
        "~/Library/Application Support/Claude/claude_desktop_config.json",
        "~/AppData/Roaming/Claude/claude_desktop_config.json",
    );
    check(
        Client::VsCode,
        "~/Library/Application Support/Code/User/mcp.json",
        "~/AppData/Roaming/Code/User/mcp.json",
    );
    check(Client::Zed, "~/.config/zed/settings.json", "~/AppData/Roaming/Zed/settings.json");
    check(Client::Cursor, "~/.cursor/mcp.json", "~/.cursor/mcp.json");
}

#[test]
fn folders_from_the_environment_win() {
    let all = Places {
        xdg_config_home: Some("/xdg".into()),
        codex_home: Some("codex".into()),
        claude_config_dir: Some("claude".into()),
        ..places(Os::Linux)
    };
    let file = |client: Client| client.files(Scope::User, &all).unwrap().remove(0);
    assert_eq!(file(Client::Codex), PathBuf::from("codex").join("config.toml"));
    assert_eq!(file(Client::ClaudeCode), PathBuf::from("claude").join(".claude.json"));
    assert!(file(Client::Zed).starts_with("/xdg") || cfg!(windows));
    let none = Places { home: None, ..places(Os::Linux) };
    for client in Client::ALL {
        assert!(client.files(Scope::User, &none).is_err(), "{client}");
    }
}

#[test]
fn entries_start_the_server() {
    let server =
        ServerCommand { program: "clew".into(), arguments: vec!["mcp".into()], project_root: None };
    let args = |client: Client, server: &ServerCommand| {
        let members = client.members(server);
        members.iter().find(|(key, _)| *key == "args").map(|(_, value)| value.clone()).unwrap()
    };
    let texts =
        |texts: &[&str]| Plain::texts(&texts.iter().map(ToString::to_string).collect::<Vec<_>>());
    assert_eq!(args(Client::Codex, &server), texts(&["mcp"]));
    let workspace = texts(&["mcp", "--project-root", "${workspaceFolder}"]);
    assert_eq!(args(Client::VsCode, &server), workspace);
    let rooted = ServerCommand { project_root: Some("/r".into()), ..server };
    for client in Client::ALL {
        assert_eq!(args(client, &rooted), texts(&["mcp", "--project-root", "/r"]), "{client}");
    }
}

#[test]
fn names_are_forgiving_and_unknown_ones_list_the_known() {
    for client in Client::ALL {
        assert_eq!(client.id().parse(), Ok(client));
    }
    assert_eq!("Claude Code".parse(), Ok(Client::ClaudeCode));
    assert_eq!("vs_code".parse(), Ok(Client::VsCode));
    let error = "emacs".parse::<Client>().unwrap_err().to_string();
    assert!(error.contains("claude-code, claude-desktop, codex"), "{error}");
}
