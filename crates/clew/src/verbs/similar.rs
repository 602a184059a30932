//! `clew similar`: finds code that is like other code.

use clap::Args;
use clew_protocol::{CodeRole, FindSimilarRequest, SimilarHit, SymbolType, ToolError};

use crate::cli::OutputOptions;
use crate::exit::Exit;
use crate::palette::{faint, file_line, kind, name, plain};
use crate::report::Report;
use crate::session::Session;

/// Find code that is similar to a symbol's, or to a snippet
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  clew similar Cart.total\n  \
    clew similar --snippet 'for item in items: total += item.price' --type function")]
pub(crate) struct Similar {
    /// Name of the symbol, best qualified
    #[arg(value_name = "NAME", required_unless_present = "snippet")]
    target: Option<String>,
    /// Code or words instead of a name
    #[arg(long, value_name = "TEXT", conflicts_with = "target")]
    snippet: Option<String>,
    /// Most hits to print
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10)]
    limit: u32,
    /// Only this type, for example `function` or `class`
    #[arg(long = "type", value_name = "TYPE")]
    symbol_type: Option<String>,
    /// Only this role, for example `service` or `test`
    #[arg(long, value_name = "ROLE")]
    role: Option<String>,
    /// Only files that fit this glob
    #[arg(long = "file", value_name = "GLOB")]
    file_pattern: Option<String>,
    /// Show the source of each hit
    #[arg(long)]
    code: bool,
    /// Go on where an earlier answer ended
    #[arg(long, value_name = "CURSOR")]
    cursor: Option<String>,
    #[command(flatten)]
    output: OutputOptions,
}

impl Similar {
    /// Looks and prints the hits, most similar first.
    pub(crate) fn run(self, session: &Session) -> anyhow::Result<Report> {
        let json = self.output.json;
        let request = self.request()?;
        let answer = session.ask(|engine, context| engine.find_similar(request, context))?;
        let exit = Exit::by_count(answer.hits.len());
        if json {
            return Report::json(&answer, exit);
        }
        let text: String = answer.hits.iter().map(hit_text).collect();
        let mut report = Report::new(text, exit)
            .with_stamp(&answer.stamp)
            .with_more(answer.hits.len(), answer.cursor.as_deref());
        if !answer.candidates.is_empty() {
            let candidates = answer.candidates.join(", ");
            report.hints.push(format!("the first of these was taken: {candidates}"));
        }
        Ok(report)
    }

    fn request(self) -> Result<FindSimilarRequest, ToolError> {
        let unknown = |what: &str, known: String| {
            ToolError::invalid_input(format!("unknown {what}"), format!("use {known}"))
        };
        let role = self.role.map(|text| {
            CodeRole::parse(&text)
                .ok_or_else(|| unknown("role", CodeRole::ALL.map(CodeRole::as_str).join(", ")))
        });
        let symbol_type = self.symbol_type.map(|text| {
            SymbolType::parse(&text)
                .ok_or_else(|| unknown("type", SymbolType::ALL.map(SymbolType::as_str).join(", ")))
        });
        Ok(FindSimilarRequest {
            target: self.target,
            query: self.snippet,
            root: None,
            limit: Some(self.limit),
            symbol_type: symbol_type.transpose()?,
            role: role.transpose()?,
            file_pattern: self.file_pattern,
            include_code: self.code,
            max_code_lines: None,
            cursor: self.cursor,
        })
    }
}

fn hit_text(hit: &SimilarHit) -> String {
    let mut text = format!(
        "{}: {} {} {}\n",
        file_line(&plain(&hit.file), hit.start_line),
        kind(hit.kind.as_str()),
        name(&plain(&hit.name)),
        faint(&format!("{:.2}, {}", hit.score, plain(&hit.similarity_reason))),
    );
    if let Some(passage) = hit.passage {
        let place = file_line(&plain(&hit.file), passage.start_line);
        let (first, last) = (hit.start_line, hit.end_line);
        text.push_str(&format!("    fits best at {place} (of lines {first}-{last})\n"));
    }
    for line in hit.code.iter().flat_map(|code| code.lines()) {
        text.push_str(&format!("    | {}\n", plain(line)));
    }
    text
}
