//! `clew scan`: brings the index up to date.

use clap::Args;
use clew_protocol::{LeftOut, ScanAnswer, ScanRequest, ScanWait};

use crate::cli::OutputOptions;
use crate::exit::Exit;
use crate::palette::{faint, name, plain};
use crate::report::Report;
use crate::session::Session;

/// Bring the index up to date
///
/// Not needed before questions, which do it by themselves. Shows what was
/// left out and why.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  clew scan\n  clew scan ../shop --restart")]
pub(crate) struct Scan {
    /// Folder to scan; else the project root
    #[arg(value_name = "DIR")]
    project_path: Option<String>,
    /// Drop the index first and build it anew
    #[arg(long)]
    restart: bool,
    /// Leave the vectors out
    #[arg(long)]
    no_vectors: bool,
    #[command(flatten)]
    output: OutputOptions,
}

impl Scan {
    /// Scans and waits for the end.
    pub(crate) fn run(self, session: &Session) -> anyhow::Result<Report> {
        let request = ScanRequest {
            project_path: self.project_path,
            restart: self.restart,
            no_vectors: self.no_vectors,
            wait: ScanWait::UntilDone,
        };
        let answer = session.ask(|engine, context| engine.scan(request, context))?;
        let exit = if answer.unsaved { Exit::Fault } else { Exit::Found };
        if self.output.json {
            return Report::json(&answer, exit);
        }
        Ok(Report::new(text(&answer), exit).with_stamp(&answer.stamp))
    }
}

fn text(answer: &ScanAnswer) -> String {
    let mut text = format!("{} {}\n", name(&plain(&answer.path)), answer.message);
    if let Some(counts) = &answer.counts {
        text.push_str(&format!(
            "{} files ({} added, {} changed, {} deleted), {} symbols, {} ms\n",
            counts.files,
            counts.added,
            counts.changed,
            counts.deleted,
            counts.symbols,
            counts.elapsed_ms
        ));
    }
    text.push_str(&left_out(&answer.left_out));
    text
}

/// The lines about what was not indexed.
pub(super) fn left_out(groups: &[LeftOut]) -> String {
    let mut text = String::new();
    for group in groups {
        text.push_str(&format!("left out: {} {}", group.count, group.reason));
        if !group.examples.is_empty() {
            text.push_str(&faint(&format!(" ({})", plain(&group.examples.join(", ")))));
        }
        text.push('\n');
    }
    text
}
