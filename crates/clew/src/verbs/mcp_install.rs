//! `clew mcp install`: writes the entry of this server into the configuration
//! of an MCP client, and takes it out again.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use anstream::AutoStream;
use anyhow::Context;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Args, ValueEnum};
use clew_clients::{
    AGENTS_SECTION, Change, Client, ClientError, Os, Outcome, Places, Scope, ServerCommand, Target,
};
use clew_mcp::ToolSet;
use clew_protocol::ToolError;

use crate::cli::{Color, GlobalOptions};
use crate::environment;
use crate::exit::Exit;
use crate::folders;
use crate::palette::{faint, plain};
use crate::report::{self, Report};

/// Set an MCP client up to start clew, or undo that
///
/// Shows what would change in the client's configuration file and asks before
/// it writes. Everything else in the file is kept, comments too. Without a
/// client: lists the clients and their files.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clew mcp install\n  clew mcp install claude-code\n  clew mcp install codex --yes\n  clew mcp install cursor --scope project --dry-run\n  clew mcp install vscode --uninstall"
)]
pub(crate) struct Install {
    /// claude-code, claude-desktop, codex, cursor, vscode, gemini-cli, continue, zed, cody,
    /// antigravity or jetbrains
    #[arg(value_name = "CLIENT", value_parser = ClientName, hide_possible_values = true)]
    client: Option<Client>,
    /// For you in all projects, or for everyone in this one
    #[arg(long, value_enum, default_value_t = ScopeName::User, value_name = "SCOPE")]
    scope: ScopeName,
    /// Take the entry out again, exactly as it was before
    #[arg(long)]
    uninstall: bool,
    /// Show the difference and write nothing
    #[arg(long, conflicts_with = "yes")]
    dry_run: bool,
    /// Write without asking
    #[arg(short, long)]
    yes: bool,
    /// Put the section on clew into AGENTS.md of this project too, without asking
    #[arg(long, conflicts_with = "no_agents_md")]
    agents_md: bool,
    /// Leave AGENTS.md alone, without asking
    #[arg(long)]
    no_agents_md: bool,
    /// Configuration file to edit instead of the client's usual one
    #[arg(long, value_name = "PATH", requires = "client")]
    file: Option<PathBuf>,
    /// Name of the server in the client
    #[arg(long, value_name = "NAME", default_value = "clew", value_parser = server_name)]
    name: String,
    /// Program that the client starts; else this one by its path, or `clew` for a project
    #[arg(long, value_name = "PROGRAM")]
    command: Option<String>,
    /// Tools to offer there: `all`, `core`, or names such as `search,graph` or `core,logs`
    #[arg(long, value_name = "SET")]
    tools: Option<String>,
    #[arg(skip = Color::Auto)]
    color: Color,
}

const KEPT_SECTION: &str = "AGENTS.md keeps its section on clew, which serves all clients; \
     take it out with --uninstall --agents-md";

/// For whom an entry holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScopeName {
    /// For you in all projects.
    User,
    /// For everyone in this project.
    Project,
}

/// Reads the name of a client, by any of its names, and lists the usual ones, by
/// which shells complete it.
#[derive(Clone)]
struct ClientName;

impl TypedValueParser for ClientName {
    type Value = Client;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Client, clap::Error> {
        TypedValueParser::parse_ref(&str::parse::<Client>, command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = Client::ALL.into_iter();
        Some(Box::new(names.map(|client| PossibleValue::new(client.id()).help(client.title()))))
    }
}

fn server_name(text: &str) -> Result<String, String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if text.is_empty() || text.len() > 40 || !text.chars().all(fits) {
        return Err("use up to 40 letters, digits, `-` and `_`".into());
    }
    Ok(text.to_string())
}

/// Whether changes may be written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Consent {
    Given,
    Ask,
    DryRun,
}

impl Install {
    /// Plans, shows, asks and writes.
    pub(crate) fn run(mut self, global: &GlobalOptions) -> anyhow::Result<Report> {
        self.color = global.color;
        let project = folders::project(global)?;
        let places = places(project.clone());
        let scope = match self.scope {
            ScopeName::User => Scope::User,
            ScopeName::Project => Scope::Project,
        };
        let Some(client) = self.client else { return Ok(self.list(scope, &places)) };
        if let Some(tools) = &self.tools {
            tools.parse::<ToolSet>().map_err(|error| {
                ToolError::invalid_input(error.to_string(), "see `clew mcp --help`")
            })?;
        }
        let consent = self.consent()?;
        let receipts = folders::data(global)?.join("clients");
        let mut report = Report::new(String::new(), Exit::Found);
        let change = self.entry(client, scope, &places, &receipts, global)?;
        // Both are planned before either is written.
        let section = self.agents_section(&project, &receipts, consent, &mut report)?;
        self.carry_out(&change, client.title(), consent, &mut report)?;
        if change.outcome() != Outcome::Unchanged && consent != Consent::DryRun && !self.uninstall {
            report.hints.push(format!("{}: {}", client.title(), client.afterwards()));
        }
        if let Some(section) = section {
            let consent =
                if self.agents_md && consent == Consent::Ask { Consent::Given } else { consent };
            self.carry_out(&section, "AGENTS.md", consent, &mut report)?;
        }
        Ok(report)
    }

    fn consent(&self) -> anyhow::Result<Consent> {
        if self.dry_run {
            return Ok(Consent::DryRun);
        }
        if self.yes {
            return Ok(Consent::Given);
        }
        if std::io::stdin().is_terminal() && std::io::stderr().is_terminal() {
            return Ok(Consent::Ask);
        }
        let next = "give --yes to write, or --dry-run to see what would change";
        Err(ToolError::invalid_input("nobody can be asked here", next).into())
    }

    fn entry(
        &self,
        client: Client,
        scope: Scope,
        places: &Places,
        receipts: &Path,
        global: &GlobalOptions,
    ) -> anyhow::Result<Change> {
        let path = match &self.file {
            Some(file) => std::path::absolute(file)?,
            None => usual_file(client, scope, places).map_err(usage)?,
        };
        // What a user names or has at home may be a link to anywhere.
        let of_project = scope == Scope::Project && path.starts_with(&places.project);
        let project = of_project.then(|| places.project.clone());
        let target = Target { path, receipts: receipts.to_path_buf(), project };
        let slot = client.slot(scope, &self.name);
        let planned = if self.uninstall {
            clew_clients::uninstall(&target, &slot)
        } else {
            let server = self.server(client, scope, places, global)?;
            clew_clients::install(&target, &slot, &client.members(&server))
        };
        planned.map_err(usage)
    }

    fn server(
        &self,
        client: Client,
        scope: Scope,
        places: &Places,
        global: &GlobalOptions,
    ) -> anyhow::Result<ServerCommand> {
        let program = match (&self.command, scope) {
            (Some(command), _) => command.clone(),
            // A shared file must work on every machine; a desktop program
            // often has a shorter search path than the user's shell.
            (None, Scope::Project) => "clew".into(),
            (None, Scope::User) => {
                let own = std::env::current_exe().context("the path of clew is not known")?;
                own.to_string_lossy().into_owned()
            }
        };
        let mut arguments = vec!["mcp".to_string()];
        if let Some(tools) = &self.tools {
            arguments.extend(["--tools".to_string(), tools.clone()]);
        }
        let named = global.project_root.is_some() || client.needs_root();
        let project_root = named.then(|| places.project.to_string_lossy().into_owned());
        Ok(ServerCommand { program, arguments, project_root })
    }

    /// Shows the change, asks if need be, and writes.
    fn carry_out(
        &self,
        change: &Change,
        what: &str,
        consent: Consent,
        report: &mut Report,
    ) -> anyhow::Result<()> {
        let path = change.path.display();
        if change.outcome() == Outcome::Unchanged {
            let state = if self.uninstall { "has no entry of clew" } else { "is set up already" };
            report.text.push_str(&format!("{what} {state}: {path}\n"));
            if consent != Consent::DryRun {
                change.apply().map_err(usage)?;
            }
            return Ok(());
        }
        let shown = difference(change);
        if consent == Consent::DryRun {
            report.text.push_str(&shown);
            report.hints.push("dry run; nothing was written".into());
            return Ok(());
        }
        if consent == Consent::Ask && !ask(&shown, &format!("Change {path}?"), self.color)? {
            report.text.push_str(&format!("left alone: {path}\n"));
            return Ok(());
        }
        change.apply().map_err(usage)?;
        let done = match change.outcome() {
            Outcome::Created => "created",
            Outcome::Removed => "removed",
            _ => "changed",
        };
        if consent != Consent::Ask {
            report.text.push_str(&shown);
        }
        report.text.push_str(&format!("{done}: {path}\n"));
        Ok(())
    }

    /// The edit of the project's `AGENTS.md`, if one is wanted.
    fn agents_section(
        &self,
        project: &Path,
        receipts: &Path,
        consent: Consent,
        report: &mut Report,
    ) -> anyhow::Result<Option<Change>> {
        let path = project.join("AGENTS.md");
        // It serves all clients, so one of them alone does not take it away.
        let wanted = self.agents_md || (!self.no_agents_md && consent == Consent::Ask);
        if self.uninstall {
            let text = clew_clients::read_config(&path).ok().flatten();
            if !text.is_some_and(|text| clew_clients::has_block(&text)) {
                return Ok(None);
            }
            if !wanted && !self.no_agents_md {
                report.hints.push(KEPT_SECTION.into());
            }
        }
        if !wanted {
            return Ok(None);
        }
        let project = Some(project.to_path_buf());
        let target = Target { path, receipts: receipts.to_path_buf(), project };
        let change = if self.uninstall {
            clew_clients::uninstall_section(&target)
        } else {
            clew_clients::install_section(&target, AGENTS_SECTION)
        };
        let change = change.map_err(usage)?;
        Ok(Some(change).filter(|change| change.outcome() != Outcome::Unchanged))
    }

    /// One line for each client: its file, and whether clew is in it.
    fn list(&self, scope: Scope, places: &Places) -> Report {
        let mut text = String::new();
        for client in Client::ALL {
            let (file, state) = match usual_file(client, scope, places) {
                Ok(file) => {
                    let state = state(client, scope, &self.name, &file);
                    (file.to_string_lossy().into_owned(), state)
                }
                Err(_) => ("-".into(), format!("no {} configuration", scope.as_str())),
            };
            let file = plain(&file);
            text.push_str(&format!("{:<15} {state:<22} {}\n", client.id(), faint(&file)));
        }
        let mut report = Report::new(text, Exit::Found);
        report.hints.push("set one up with `clew mcp install CLIENT`".into());
        report
    }
}

fn state(client: Client, scope: Scope, name: &str, file: &Path) -> String {
    let text = match clew_clients::read_config(file) {
        Ok(Some(text)) => text,
        Ok(None) => return "no file yet".into(),
        Err(ClientError::NotOrdinary { .. }) => return "no ordinary file".into(),
        Err(_) => return "cannot be read".into(),
    };
    match clew_clients::get_entry(&text, &client.slot(scope, name)) {
        Ok(Some(_)) => "set up".into(),
        Ok(None) => "not set up".into(),
        Err(_) => "cannot be read".into(),
    }
}

/// The first file that is there, else the first.
fn usual_file(client: Client, scope: Scope, places: &Places) -> Result<PathBuf, ClientError> {
    let files = client.files(scope, places)?;
    let found = files.iter().find(|file| file.exists()).or(files.first());
    found.cloned().ok_or(ClientError::NoFolder("HOME"))
}

fn places(project: PathBuf) -> Places {
    let folder = environment::folder;
    Places {
        os: Os::current(),
        home: folder(if cfg!(windows) { "USERPROFILE" } else { "HOME" }),
        xdg_config_home: folder("XDG_CONFIG_HOME"),
        app_data: folder("APPDATA"),
        codex_home: folder("CODEX_HOME"),
        claude_config_dir: folder("CLAUDE_CONFIG_DIR"),
        project,
    }
}

/// A file that cannot be edited is for the user to settle.
fn usage(error: ClientError) -> anyhow::Error {
    let next = match &error {
        ClientError::Edit { path, source } => format!("{}: {source}", path.display()),
        ClientError::Io { source, .. } => {
            let source = source.to_string();
            return anyhow::Error::from(error).context(source);
        }
        _ => String::new(),
    };
    ToolError::invalid_input(error.to_string(), next).into()
}

fn difference(change: &Change) -> String {
    let (before, after) = (change.before.as_deref(), change.after.as_deref());
    let hunks = clew_text::diff_hunks(before.unwrap_or(""), after.unwrap_or(""), 3);
    let mut text = format!("{}\n", faint(&change.path.to_string_lossy()));
    text.extend(hunks.iter().map(super::fmt::hunk_text));
    text
}

/// Shows `text` and asks; anything but yes is no.
fn ask(text: &str, question: &str, color: Color) -> anyhow::Result<bool> {
    let mut errors = AutoStream::new(std::io::stderr().lock(), report::choice(color));
    write!(errors, "{text}{} [y/N] ", plain(question))?;
    errors.flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
}
