//! What a verb prints, and how it gets there.

use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};
use clew_protocol::{Stamp, ToolError, to_structured};
use serde::Serialize;

use crate::cli::Color;
use crate::exit::Exit;
use crate::palette::plain;

/// The result of a verb.
#[derive(Debug)]
pub(crate) struct Report {
    /// For standard output.
    pub(crate) text: String,
    /// Hints for standard error, one sentence each.
    pub(crate) hints: Vec<String>,
    /// How the program ends.
    pub(crate) exit: Exit,
    /// Whether the hints say why there is no text.
    pub(crate) explained: bool,
}

impl Report {
    /// A report without hints.
    pub(crate) fn new(text: String, exit: Exit) -> Self {
        Report { text, hints: Vec::new(), exit, explained: false }
    }

    /// The answer as JSON.
    pub(crate) fn json<T: Serialize>(answer: &T, exit: Exit) -> anyhow::Result<Self> {
        let mut text = serde_json::to_string_pretty(&to_structured(answer))?;
        text.push('\n');
        Ok(Report::new(text, exit))
    }

    /// Adds the hints of an answer's stamp.
    pub(crate) fn with_stamp(mut self, stamp: &Stamp) -> Self {
        if !stamp.nearest.is_empty() {
            self.hints.push(format!("near: {}", stamp.nearest.join(", ")));
        }
        self.hints.extend(stamp.notes.iter().cloned());
        if stamp.freshness.scanning {
            self.hints.push("a scan is running; more may be found later".into());
        }
        if stamp.freshness.pending > 0 {
            let pending = stamp.freshness.pending;
            self.hints.push(format!("{pending} changed files are not yet in the index"));
        }
        self
    }

    /// Adds how to get the rest of a list.
    pub(crate) fn with_rest(mut self, shown: usize, total: u32, cursor: Option<&str>) -> Self {
        if let Some(cursor) = cursor {
            self.hints.push(format!("{shown} of {total}; more with --limit or --cursor {cursor}"));
        }
        self
    }

    /// Adds how to get more of a list whose length is not known.
    pub(crate) fn with_more(mut self, shown: usize, cursor: Option<&str>) -> Self {
        if let Some(cursor) = cursor {
            self.hints.push(format!("{shown} shown; more with --limit or --cursor {cursor}"));
        }
        self
    }

    /// Prints the report. A reader that went away is no error.
    pub(crate) fn print(mut self, color: Color) -> anyhow::Result<Exit> {
        if self.exit == Exit::Nothing && self.text.is_empty() && !self.explained {
            self.hints.insert(0, "nothing found".into());
        }
        let mut output = AutoStream::new(io::stdout().lock(), choice(color));
        let written = output.write_all(self.text.as_bytes()).and_then(|()| output.flush());
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(self.exit),
            other => other?,
        }
        let mut errors = AutoStream::new(io::stderr().lock(), choice(color));
        for hint in &self.hints {
            // Nothing is left to tell when standard error is closed.
            let _ = writeln!(errors, "\u{1b}[2mclew: {}\u{1b}[0m", plain(hint));
        }
        Ok(self.exit)
    }
}

/// Whether the arguments ask for JSON. Asked of the raw ones, since wrong arguments are
/// answered in JSON too.
pub(crate) fn wants_json(arguments: impl Iterator<Item = std::ffi::OsString>) -> bool {
    arguments.take_while(|one| one != "--").any(|one| one == "--json")
}

/// Prints an error as one JSON object on standard output, where a program that asked for
/// JSON reads: `schemaVersion`, `errorCode`, `message`, `next` and, where there are some,
/// `candidates` or `nearest`.
pub(crate) fn print_error_as_json(error: &anyhow::Error) {
    let object = match error.downcast_ref::<ToolError>() {
        Some(error) => to_structured(error),
        None => to_structured(&ToolError {
            message: format!("{error:#}"),
            ..ToolError::new(Exit::of(error).error_code(), "", "run `clew doctor`, or see --help")
        }),
    };
    print_object(&object);
}

/// The same for arguments that were not understood.
pub(crate) fn print_usage_as_json(error: &clap::Error) {
    let said = error.render().to_string();
    let said = said.trim_start_matches("error: ");
    let message = said.split("\n\n").next().unwrap_or(said).trim();
    let error = ToolError::invalid_input(message, "see --help of the verb");
    print_object(&to_structured(&error));
}

fn print_object(object: &serde_json::Map<String, serde_json::Value>) {
    let text = serde_json::to_string_pretty(object).unwrap_or_default();
    // A reader that went away needs no error either.
    let _ = writeln!(io::stdout().lock(), "{text}");
}

/// Prints an error and what to do about it.
pub(crate) fn print_error(error: &anyhow::Error, color: Color) {
    let mut errors = AutoStream::new(io::stderr().lock(), choice(color));
    let mut lines = Vec::new();
    match error.downcast_ref::<ToolError>() {
        Some(error) => {
            lines.push(error.message.clone());
            for (title, names) in [("one of", &error.candidates), ("near", &error.nearest)] {
                if !names.is_empty() {
                    lines.push(format!("{title}: {}", names.join(", ")));
                }
            }
            lines.push(error.next.clone());
        }
        None => lines.push(format!("{error:#}")),
    }
    let mut label = "\u{1b}[31merror\u{1b}[0m: ";
    for line in lines.iter().filter(|line| !line.is_empty()) {
        let _ = writeln!(errors, "clew: {label}{}", plain(line));
        label = "";
    }
}

/// When the streams colour their text.
pub(crate) fn choice(color: Color) -> ColorChoice {
    match color {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    }
}
