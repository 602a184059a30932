//! `clew refs`: finds the uses of a symbol.

use clap::{Args, ValueEnum};
use clew_protocol::{Certainty, FindReferencesRequest, Location, Role, ToolError};

use crate::cli::{OutputOptions, PageOptions};
use crate::exit::Exit;
use crate::palette::{faint, kind, place, plain};
use crate::report::Report;
use crate::session::Session;

/// Find the uses of a symbol, definitions first
///
/// Uses marked `name` share only the name; all others are resolved.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clew refs Cart.total\n  clew refs retry --role call --certainty bound"
)]
pub(crate) struct Refs {
    /// Name, best qualified
    #[arg(value_name = "NAME")]
    query: String,
    /// Only these roles, for example `call,write`
    #[arg(long, value_name = "ROLE", value_delimiter = ',')]
    role: Vec<String>,
    /// Only uses at least this sure
    #[arg(long, value_enum)]
    certainty: Option<Sureness>,
    /// Leave definitions and declarations out
    #[arg(long)]
    no_declarations: bool,
    #[command(flatten)]
    page: PageOptions,
    #[command(flatten)]
    output: OutputOptions,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Sureness {
    Exact,
    Bound,
    Name,
}

impl Refs {
    /// Finds the uses and prints them.
    pub(crate) fn run(self, session: &Session) -> anyhow::Result<Report> {
        let roles: Result<Vec<Role>, ToolError> = self.role.iter().map(|word| role(word)).collect();
        let request = FindReferencesRequest {
            include_declarations: !self.no_declarations,
            roles: roles?,
            certainty: self.certainty.map(|sureness| match sureness {
                Sureness::Exact => Certainty::Exact,
                Sureness::Bound => Certainty::Bound,
                Sureness::Name => Certainty::Name,
            }),
            limit: Some(self.page.limit.unwrap_or(100)),
            cursor: self.page.cursor,
            ..FindReferencesRequest::new(self.query)
        };
        let answer = session.ask(|engine, context| engine.find_references(request, context))?;
        let exit = Exit::by_count(answer.locations.len());
        if self.output.json {
            return Report::json(&answer, exit);
        }
        let text: String = answer.locations.iter().map(location_text).collect();
        let mut report = Report::new(text, exit).with_stamp(&answer.stamp).with_rest(
            answer.locations.len(),
            answer.total,
            answer.cursor.as_deref(),
        );
        if !answer.candidates.is_empty() {
            let candidates = answer.candidates.join(", ");
            report.hints.push(format!("the name means several symbols: {candidates}"));
        }
        Ok(report)
    }
}

fn role(word: &str) -> Result<Role, ToolError> {
    serde_json::from_value(word.to_ascii_lowercase().into()).map_err(|_| {
        ToolError::invalid_input(
            format!("unknown role `{word}`"),
            "use definition, declaration, call, read, write, type, import, inherit",
        )
    })
}

fn location_text(location: &Location) -> String {
    let span = location.span;
    let at = format!("{}:{}:{}", plain(&location.file), span.start_line, span.start_column);
    let sure = match location.certainty {
        Certainty::Name => faint("?"),
        Certainty::Exact | Certainty::Bound => String::new(),
    };
    let inside = match &location.enclosing {
        _ if location.role == Role::Definition => String::new(),
        Some(enclosing) => faint(&format!(" in {}", plain(enclosing))),
        None => String::new(),
    };
    let role = kind(location.role.as_str());
    format!("{}: {role}{sure}{inside}: {}\n", place(&at), plain(location.line_text.trim()))
}
