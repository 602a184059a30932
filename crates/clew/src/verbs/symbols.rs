//! `clew symbols`: finds definitions by name.

use clap::Args;
use clew_protocol::{LookupSymbolRequest, Symbol, SymbolKind, ToolError};

use crate::cli::{OutputOptions, PageOptions};
use crate::exit::Exit;
use crate::palette::{declaration, faint, file_line, kind, name, plain};
use crate::report::Report;
use crate::session::Session;

/// Find definitions by name: exact, then prefix, then fuzzy
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clew symbols Cart.total\n  clew symbols parse_ --kind function"
)]
pub(crate) struct Symbols {
    /// Name, part of a name, or qualified name
    #[arg(value_name = "NAME")]
    query: String,
    /// Only this kind, for example `class` or `method` (repeatable)
    #[arg(long, value_name = "KIND", value_delimiter = ',')]
    kind: Vec<String>,
    #[command(flatten)]
    page: PageOptions,
    #[command(flatten)]
    output: OutputOptions,
}

impl Symbols {
    /// Looks the name up and prints the definitions.
    pub(crate) fn run(self, session: &Session) -> anyhow::Result<Report> {
        let kinds: Result<Vec<SymbolKind>, ToolError> =
            self.kind.iter().map(|word| symbol_kind(word)).collect();
        let request = LookupSymbolRequest {
            query: self.query,
            root: None,
            kind: kinds?,
            limit: self.page.limit,
            cursor: self.page.cursor,
        };
        let answer = session.ask(|engine, context| engine.lookup_symbol(request, context))?;
        let exit = Exit::by_count(answer.symbols.len());
        if self.output.json {
            return Report::json(&answer, exit);
        }
        let text: String = answer.symbols.iter().map(symbol_text).collect();
        Ok(Report::new(text, exit).with_stamp(&answer.stamp).with_rest(
            answer.symbols.len(),
            answer.total,
            answer.cursor.as_deref(),
        ))
    }
}

fn symbol_kind(word: &str) -> Result<SymbolKind, ToolError> {
    clew_protocol::parse_symbol_kind(word).ok_or_else(|| {
        ToolError::invalid_input(format!("unknown kind `{word}`"), clew_protocol::SYMBOL_KIND_HINT)
    })
}

fn symbol_text(symbol: &Symbol) -> String {
    let mut text = format!(
        "{}: {} {}{}\n",
        file_line(&plain(&symbol.file), symbol.line),
        kind(symbol.kind.as_str()),
        name(&plain(&symbol.qualified_name)),
        declaration(symbol.is_declaration),
    );
    for line in symbol.signature.iter().chain(&symbol.doc) {
        text.push_str(&format!("    {}\n", faint(&plain(line))));
    }
    text
}
