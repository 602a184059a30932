//! The clients that are known, and where each keeps its servers.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::config::{Format, Slot};
use crate::error::ClientError;
use crate::places::{Os, Places};
use crate::plain::Plain;

/// A program that starts MCP servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// Claude Code.
    ClaudeCode,
    /// Claude Desktop.
    ClaudeDesktop,
    /// Codex: command line, desktop app and editor extension share one file.
    Codex,
    /// Cursor.
    Cursor,
    /// Visual Studio Code.
    VsCode,
    /// Gemini CLI.
    GeminiCli,
    /// Continue.
    Continue,
    /// Zed.
    Zed,
    /// Cody in Visual Studio Code.
    Cody,
    /// Google Antigravity.
    Antigravity,
    /// Junie in the JetBrains IDEs.
    JetBrains,
}

/// For whom an entry holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// For one user in all projects.
    User,
    /// For everyone in one project.
    Project,
}

impl Scope {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Scope::User => "user",
            Scope::Project => "project",
        }
    }
}

/// A name that is no client's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown client `{name}`; known: {}", known_names())]
pub struct UnknownClient {
    /// What was given.
    pub name: String,
}

/// How the server is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerCommand {
    /// Program.
    pub program: String,
    /// Arguments before those that a client adds.
    pub arguments: Vec<String>,
    /// Root to serve; else the folder that the client starts it in.
    pub project_root: Option<String>,
}

impl Client {
    /// All of them, in the order of the documentation.
    pub const ALL: [Client; 11] = [
        Client::ClaudeCode,
        Client::ClaudeDesktop,
        Client::Codex,
        Client::Cursor,
        Client::VsCode,
        Client::GeminiCli,
        Client::Continue,
        Client::Zed,
        Client::Cody,
        Client::Antigravity,
        Client::JetBrains,
    ];

    /// The name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Client::ClaudeCode => "claude-code",
            Client::ClaudeDesktop => "claude-desktop",
            Client::Codex => "codex",
            Client::Cursor => "cursor",
            Client::VsCode => "vscode",
            Client::GeminiCli => "gemini-cli",
            Client::Continue => "continue",
            Client::Zed => "zed",
            Client::Cody => "cody",
            Client::Antigravity => "antigravity",
            Client::JetBrains => "jetbrains",
        }
    }

    /// The name for people.
    pub fn title(self) -> &'static str {
        match self {
            Client::ClaudeCode => "Claude Code",
            Client::ClaudeDesktop => "Claude Desktop",
            Client::Codex => "Codex",
            Client::Cursor => "Cursor",
            Client::VsCode => "VS Code",
            Client::GeminiCli => "Gemini CLI",
            Client::Continue => "Continue",
            Client::Zed => "Zed",
            Client::Cody => "Cody",
            Client::Antigravity => "Antigravity",
            Client::JetBrains => "JetBrains (Junie)",
        }
    }

    /// What a person has to do after the file was written.
    pub fn afterwards(self) -> &'static str {
        match self {
            Client::ClaudeCode | Client::Codex | Client::GeminiCli => {
                "start a new session; /mcp shows the server"
            }
            Client::ClaudeDesktop => "quit Claude Desktop and start it again",
            Client::Cursor => "switch the server on in Cursor's settings under MCP",
            Client::VsCode => "run `MCP: List Servers` and start clew",
            Client::Continue => "reload Continue; tools work in its agent mode",
            Client::Zed => "the agent panel's settings show the server",
            Client::Cody => "reload the window; MCP must be switched on for your Cody",
            Client::Antigravity => "refresh the list under Manage MCP Servers",
            Client::JetBrains => "open Settings, Tools, Junie, MCP Settings and switch it on",
        }
    }

    /// Where the entry belongs in the file of `scope`.
    pub fn slot(self, scope: Scope, name: &str) -> Slot {
        let (format, container) = match self {
            Client::Codex => (Format::Toml, "mcp_servers"),
            Client::Continue => (Format::Yaml, "mcpServers"),
            Client::VsCode => (Format::Json, "servers"),
            Client::Zed => (Format::Json, "context_servers"),
            Client::Cody => (Format::Json, "cody.mcpServers"),
            _ => (Format::Json, "mcpServers"),
        };
        let preamble = match (self, scope) {
            (Client::Continue, Scope::User) => "name: Local Config\nversion: 1.0.0\nschema: v1\n",
            (Client::Continue, Scope::Project) => "name: clew\nversion: 0.0.1\nschema: v1\n",
            _ => "",
        };
        Slot { format, container, name: name.to_string(), preamble }
    }

    /// The members of the entry that starts `server`.
    pub fn members(self, server: &ServerCommand) -> Vec<(&'static str, Plain)> {
        let mut arguments = server.arguments.clone();
        // These two start user servers outside the workspace, and name it.
        let workspace = matches!(self, Client::VsCode | Client::Cursor);
        let root = match &server.project_root {
            Some(root) => Some(root.clone()),
            None => workspace.then(|| "${workspaceFolder}".to_string()),
        };
        if let Some(root) = root {
            arguments.extend(["--project-root".to_string(), root]);
        }
        let mut members = Vec::new();
        if matches!(self, Client::ClaudeCode | Client::VsCode | Client::Cursor) {
            members.push(("type", Plain::text("stdio")));
        }
        members.push(("command", Plain::text(server.program.as_str())));
        members.push(("args", Plain::texts(&arguments)));
        members
    }

    /// Whether the client has no notion of a project, so that the entry must
    /// name one.
    pub fn needs_root(self) -> bool {
        self == Client::ClaudeDesktop
    }

    /// The file of `scope`, best first where a client knows several.
    ///
    /// Fails if the client has no such scope or a folder is not known.
    pub fn files(self, scope: Scope, places: &Places) -> Result<Vec<PathBuf>, ClientError> {
        match scope {
            Scope::User => self.user_files(places),
            Scope::Project => {
                let relative = match self {
                    Client::ClaudeCode => ".mcp.json",
                    Client::Codex => ".codex/config.toml",
                    Client::Cursor => ".cursor/mcp.json",
                    Client::VsCode => ".vscode/mcp.json",
                    Client::GeminiCli => ".gemini/settings.json",
                    Client::Continue => ".continue/mcpServers/clew.yaml",
                    Client::Zed => ".zed/settings.json",
                    Client::Antigravity => ".agents/mcp_config.json",
                    Client::JetBrains => ".junie/mcp/mcp.json",
                    Client::ClaudeDesktop | Client::Cody => {
                        return Err(ClientError::NoScope {
                            client: self.title(),
                            scope: "project",
                            other: "user",
                        });
                    }
                };
                Ok(vec![joined(&places.project, relative)])
            }
        }
    }

    fn user_files(self, places: &Places) -> Result<Vec<PathBuf>, ClientError> {
        let home = || {
            let name = if places.os == Os::Windows { "USERPROFILE" } else { "HOME" };
            places.home.clone().ok_or(ClientError::NoFolder(name))
        };
        let under_home = |relative: &str| Ok(vec![joined(&home()?, relative)]);
        let under_config = |relative: &str| Ok(vec![joined(&config_folder(places)?, relative)]);
        match self {
            Client::ClaudeCode => match &places.claude_config_dir {
                Some(folder) => Ok(vec![folder.join(".claude.json")]),
                None => under_home(".claude.json"),
            },
            Client::ClaudeDesktop => under_config("Claude/claude_desktop_config.json"),
            Client::Codex => match &places.codex_home {
                Some(folder) => Ok(vec![folder.join("config.toml")]),
                None => under_home(".codex/config.toml"),
            },
            Client::Cursor => under_home(".cursor/mcp.json"),
            Client::VsCode => under_config("Code/User/mcp.json"),
            Client::GeminiCli => under_home(".gemini/settings.json"),
            Client::Continue => under_home(".continue/config.yaml"),
            Client::Zed => match places.os {
                Os::Windows => under_config("Zed/settings.json"),
                Os::MacOs => under_home(".config/zed/settings.json"),
                Os::Linux => under_config("zed/settings.json"),
            },
            Client::Cody => under_config("Code/User/settings.json"),
            Client::Antigravity => {
                let home = home()?;
                Ok(vec![
                    joined(&home, ".gemini/config/mcp_config.json"),
                    joined(&home, ".gemini/antigravity/mcp_config.json"),
                ])
            }
            Client::JetBrains => under_home(".junie/mcp/mcp.json"),
        }
    }
}

/// The folder of applications' settings.
fn config_folder(places: &Places) -> Result<PathBuf, ClientError> {
    let home = places.home.as_ref();
    match places.os {
        Os::Windows => places
            .app_data
            .clone()
            .or_else(|| home.map(|home| home.join("AppData").join("Roaming")))
            .ok_or(ClientError::NoFolder("APPDATA")),
        Os::MacOs => home
            .map(|home| home.join("Library").join("Application Support"))
            .ok_or(ClientError::NoFolder("HOME")),
        Os::Linux => places
            .xdg_config_home
            .clone()
            .filter(|folder| folder.is_absolute())
            .or_else(|| home.map(|home| home.join(".config")))
            .ok_or(ClientError::NoFolder("HOME")),
    }
}

fn joined(folder: &std::path::Path, relative: &str) -> PathBuf {
    relative.split('/').fold(folder.to_path_buf(), |path, part| path.join(part))
}

impl fmt::Display for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.title())
    }
}

impl FromStr for Client {
    type Err = UnknownClient;

    fn from_str(text: &str) -> Result<Self, UnknownClient> {
        let name = text.trim().to_ascii_lowercase().replace([' ', '_'], "-");
        let id = match name.as_str() {
            "claude" => "claude-code",
            "vs-code" | "code" | "copilot" => "vscode",
            "gemini" => "gemini-cli",
            "junie" | "intellij" => "jetbrains",
            other => other,
        };
        Client::ALL
            .into_iter()
            .find(|client| client.id() == id)
            .ok_or_else(|| UnknownClient { name: text.to_string() })
    }
}

fn known_names() -> String {
    Client::ALL.map(Client::id).join(", ")
}

#[cfg(test)]
mod tests;
