//! `clew setup`: a provider of models, chosen by a person.

use std::io::{BufRead, IsTerminal, Write};
use std::sync::Arc;

use clap::Args;
use clew_protocol::{CredentialSource, SetupMode, SetupRequest, SetupStatusAnswer, ToolError};
use clew_setup::{Asker, Desk, FileKeys, KeyRef, KeyStore, Outcome, Pending};

use crate::cli::{GlobalOptions, OutputOptions};
use crate::exit::Exit;
use crate::palette::plain;
use crate::report::Report;
use crate::set_up;

/// Choose a provider of models for vectors and descriptions
///
/// Nothing requires it: search works offline without. What would send code or a key to
/// a new place is shown and written only after a person said yes in this terminal;
/// without a terminal it is set aside until `clew setup --confirm`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clew setup\n  clew setup --mode ollama --embed-model nomic-embed-text\n  clew setup --mode openapi --provider-url https://openrouter.ai/api/v1 --model MODEL\n  clew setup --confirm\n  clew setup --status"
)]
pub(crate) struct Setup {
    /// bm25 (no provider), ollama, or openapi (any OpenAI-compatible service)
    #[arg(long, value_name = "MODE", value_parser = mode)]
    mode: Option<SetupMode>,
    /// Base address of the provider
    #[arg(long, value_name = "URL")]
    provider_url: Option<String>,
    /// Model that writes descriptions
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Model for vectors; `none` for no vectors, `built-in` for the one inside clew
    #[arg(long, value_name = "NAME")]
    embed_model: Option<String>,
    /// fast (from structure and comments) or llm (written by the model)
    #[arg(long, value_name = "MODE")]
    semantic_mode: Option<String>,
    /// Language of written descriptions, such as en, ru or zh
    #[arg(long, value_name = "TAG")]
    description_language: Option<String>,
    /// Name of the environment variable that holds the key
    #[arg(long, value_name = "NAME")]
    token_env: Option<String>,
    /// Glob that is left out of every index (repeatable)
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Do not ask the provider for its models
    #[arg(long)]
    no_check_provider: bool,
    /// Show what waits for a person and ask whether to use it
    #[arg(long, conflicts_with_all = ["mode", "status", "key"])]
    confirm: bool,
    /// Read the provider's key from the terminal, or a line of stdin, into the keyring
    #[arg(long, conflicts_with_all = ["mode", "status"])]
    key: bool,
    /// Keep the key in a file that only you can read, where there is no keyring
    #[arg(long, requires = "key")]
    key_file: bool,
    /// Show what is configured
    #[arg(long)]
    status: bool,
    #[command(flatten)]
    output: OutputOptions,
}

fn mode(text: &str) -> Result<SetupMode, String> {
    match text {
        "bm25" | "none" => Ok(SetupMode::Bm25),
        "ollama" => Ok(SetupMode::Ollama),
        "openapi" | "openai" => Ok(SetupMode::Openapi),
        _ => Err("use bm25, ollama or openapi".into()),
    }
}

impl Setup {
    /// Shows, asks and writes.
    pub(crate) fn run(self, global: &GlobalOptions) -> anyhow::Result<Report> {
        let desk = set_up::desk(global)?;
        if self.status {
            return self.told(&desk, Vec::new());
        }
        if self.confirm {
            return self.confirmed(&desk);
        }
        if self.key {
            return self.keep_key(&desk);
        }
        let mut request = self.request();
        if !self.has_choice() {
            if !is_terminal() {
                let next = "give --mode, or --status to see what is configured";
                return Err(ToolError::invalid_input("nobody can be asked here", next).into());
            }
            if let Some(report) = self.on_the_page(&desk)? {
                return Ok(report);
            }
            ask_all(&mut request)?;
        }
        self.change(&desk, &request)
    }

    /// The page in the browser; nothing where there is none.
    fn on_the_page(&self, desk: &Arc<Desk>) -> anyhow::Result<Option<Report>> {
        let page = clew_web::open(desk, clew_web::Rights::Person)?;
        if !crate::page::show(&page.url) {
            return Ok(None);
        }
        writeln!(std::io::stderr(), "clew: go on in the browser; Ctrl+C ends the page")?;
        page.wait();
        self.told(desk, Vec::new()).map(Some)
    }

    fn has_choice(&self) -> bool {
        let texts = [
            &self.provider_url,
            &self.model,
            &self.embed_model,
            &self.semantic_mode,
            &self.description_language,
            &self.token_env,
        ];
        self.mode.is_some() || !self.exclude.is_empty() || texts.iter().any(|text| text.is_some())
    }

    fn request(&self) -> SetupRequest {
        SetupRequest {
            confirm: true,
            interactive: false,
            mode: self.mode,
            provider_url: self.provider_url.clone(),
            model: self.model.clone(),
            embed_model: self.embed_model.clone(),
            semantic_mode: self.semantic_mode.clone(),
            description_language: self.description_language.clone(),
            token_env: self.token_env.clone(),
            credential_source: None,
            exclude: self.exclude.clone(),
            check_provider: !self.no_check_provider,
        }
    }

    /// In a terminal a person says yes; elsewhere the caller counts as a program.
    fn change(&self, desk: &Desk, request: &SetupRequest) -> anyhow::Result<Report> {
        let preview = desk.preview(request).map_err(ToolError::from)?;
        let needs_person = !preview.reasons.is_empty();
        let mut asker = if is_terminal() { Asker::Person } else { Asker::Program };
        if needs_person && asker == Asker::Person && !said_yes(&preview)? {
            return Ok(Report::new("nothing was changed\n".into(), Exit::Found));
        }
        if !needs_person {
            asker = Asker::Person;
        }
        let outcome = desk.change(request, asker).map_err(ToolError::from)?;
        let mut hints = Vec::new();
        match outcome {
            Outcome::Written => hints.push("written and in use".to_owned()),
            Outcome::Unchanged => hints.push("this is what is in use already".to_owned()),
            Outcome::Waits => hints.push(
                "not in use: a person confirms it with `clew setup --confirm` in a terminal".into(),
            ),
        }
        let is_in_use = outcome != Outcome::Waits;
        if is_in_use { self.tried(desk, hints) } else { self.told(desk, hints) }
    }

    fn confirmed(&self, desk: &Desk) -> anyhow::Result<Report> {
        let Some(pending) = desk.pending() else {
            return Ok(Report::new("nothing waits for you\n".into(), Exit::Found));
        };
        if !is_terminal() {
            let next = "run it in a terminal: it asks whether to send code there";
            return Err(ToolError::invalid_input("only a person confirms", next).into());
        }
        if said_yes(&pending)? {
            desk.confirm(&pending.digest).map_err(ToolError::from)?;
            return self.tried(desk, vec!["written and in use".into()]);
        }
        desk.reject().map_err(ToolError::from)?;
        Ok(Report::new("set aside for good; nothing was changed\n".into(), Exit::Found))
    }

    fn keep_key(&self, desk: &Desk) -> anyhow::Result<Report> {
        let settings = desk.in_use().settings;
        let reference = match (&settings.llm.token_ref, &settings.llm.url) {
            (Some(reference), _) => reference.parse::<KeyRef>()?,
            (None, Some(url)) => {
                KeyRef::of(settings.llm.provider, &clew_door::Endpoint::parse(url)?)
            }
            (None, None) => {
                let next = "choose one with `clew setup --mode … --provider-url …`";
                return Err(ToolError::invalid_input("no provider is configured", next).into());
            }
        };
        let secret = read_secret(&format!("Key for {reference}: "))?;
        if clew_door::Key::new(&secret).is_none() {
            let next = "paste the key as the provider shows it, on one line";
            return Err(ToolError::invalid_input("that is no key", next).into());
        }
        let kept = match self.key_file {
            true => FileKeys::new(&desk.places().folder).write(&reference, &secret),
            false => desk.keys().write(&reference, &secret),
        };
        kept.map_err(|error| ToolError::from(clew_setup::SetupError::from(error)))?;
        let mut hints = vec![format!("the key is kept as {reference}")];
        if settings.llm.token.is_some() || desk.places().external.is_some() {
            hints.push(format!("write `token_ref: {reference}` in the file, in place of token"));
        } else if settings.llm.token_ref.is_none() {
            let source = Some(CredentialSource::Keyring);
            let request =
                SetupRequest { credential_source: source, interactive: false, ..self.request() };
            desk.change(&request, Asker::Person).map_err(ToolError::from)?;
        }
        self.told(desk, hints)
    }

    fn told(&self, desk: &Desk, hints: Vec<String>) -> anyhow::Result<Report> {
        self.shown(&desk.status(!self.no_check_provider, &|| false), hints)
    }

    /// As [`Setup::told`], but it is a failure if the provider cannot be used.
    fn tried(&self, desk: &Desk, mut hints: Vec<String>) -> anyhow::Result<Report> {
        let answer = desk.status(!self.no_check_provider, &|| false);
        let check = answer.provider_check.as_ref();
        let refusal = check.filter(|check| !check.reachable || !check.models_present);
        let reason = refusal.map(|check| check.message.as_deref().unwrap_or("it does not answer"));
        hints.extend(reason.map(|reason| {
            format!("the provider cannot be used: {reason}; `clew setup --status` asks it again")
        }));
        let mut report = self.shown(&answer, hints)?;
        if reason.is_some() {
            report.exit = Exit::Nothing;
        }
        Ok(report)
    }

    fn shown(&self, answer: &SetupStatusAnswer, hints: Vec<String>) -> anyhow::Result<Report> {
        let mut report = match self.output.json {
            true => Report::json(answer, Exit::Found)?,
            false => Report::new(text(answer), Exit::Found),
        };
        report.hints = hints;
        Ok(report)
    }
}

fn is_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Shows a change and asks; only the whole word counts.
fn said_yes(change: &Pending) -> anyhow::Result<bool> {
    let mut errors = std::io::stderr().lock();
    for line in &change.changes {
        writeln!(errors, "  {}", plain(line))?;
    }
    for reason in &change.reasons {
        writeln!(errors, "! {}", plain(&reason.to_string()))?;
    }
    drop(errors);
    Ok(ask("Use this? Write yes or no", Some("no"))?.eq_ignore_ascii_case("yes"))
}

fn ask(question: &str, default: Option<&str>) -> anyhow::Result<String> {
    let mut errors = std::io::stderr().lock();
    match default {
        Some(default) => write!(errors, "{question} [{default}]: ")?,
        None => write!(errors, "{question}: ")?,
    }
    errors.flush()?;
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    let line = line.trim();
    Ok(if line.is_empty() { default.unwrap_or_default() } else { line }.to_owned())
}

/// Asks for what the arguments leave open.
fn ask_all(request: &mut SetupRequest) -> anyhow::Result<()> {
    let filled = |text: String| (!text.is_empty()).then_some(text);
    let chosen = ask("Provider: bm25 (none), ollama or openapi", Some("bm25"))?;
    let chosen =
        mode(&chosen).map_err(|next| ToolError::invalid_input("no such provider", next))?;
    request.mode = Some(chosen);
    if chosen == SetupMode::Bm25 {
        return Ok(());
    }
    let default = (chosen == SetupMode::Ollama).then_some("http://127.0.0.1:11434");
    request.provider_url = filled(ask("Address", default)?);
    request.embed_model = filled(ask("Model for vectors", Some("built-in"))?);
    let written = ask("Descriptions: fast, or llm (written by a model)", Some("fast"))?;
    if written == "llm" {
        request.model = filled(ask("Model for descriptions", None)?);
        request.description_language = filled(ask("Their language", Some("en"))?);
    }
    request.semantic_mode = Some(written);
    Ok(())
}

/// A secret from the terminal, unseen, or from one line of standard input.
fn read_secret(prompt: &str) -> anyhow::Result<String> {
    if is_terminal() {
        return Ok(rpassword::prompt_password(prompt)?);
    }
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    Ok(line.trim().to_owned())
}

fn text(answer: &SetupStatusAnswer) -> String {
    let mut lines = vec![
        format!("state         {}", state(answer)),
        format!("provider      {}", answer.provider),
    ];
    let url = answer.provider_url.as_deref();
    lines.extend(url.map(|url| format!("address       {url}")));
    lines.push(format!("model         {}", answer.model));
    lines.push(format!("vectors       {}", answer.embed_model));
    lines.push(format!("descriptions  {} ({})", answer.semantic_mode, answer.description_language));
    let found = if answer.credential_present { "found" } else { "not found" };
    if answer.credential_source != "none" {
        lines.push(format!("key           {} ({found})", answer.credential_source));
    }
    if !answer.exclude.is_empty() {
        lines.push(format!("left out      {}", answer.exclude.join(", ")));
    }
    if let Some(check) = &answer.provider_check {
        let said = check.message.as_deref().unwrap_or("answers and has the models");
        lines.push(format!("provider says {said}"));
    }
    lines.push(format!("file          {}", answer.config_path));
    lines.extend(answer.problems.iter().map(|problem| format!("problem       {problem}")));
    if let Some(pending) = &answer.pending {
        lines.extend(pending.changes.iter().map(|change| format!("waits         {change}")));
        lines.push(format!("confirm       {}", pending.confirm_with));
    }
    lines.iter().map(|line| plain(line) + "\n").collect()
}

fn state(answer: &SetupStatusAnswer) -> &'static str {
    use clew_protocol::SetupState;
    match answer.state {
        SetupState::Default => "default (nothing is configured, and nothing needs to be)",
        SetupState::Ready => "ready",
        SetupState::Pending => "pending (a change waits for you)",
        SetupState::Incomplete => "incomplete",
    }
}
