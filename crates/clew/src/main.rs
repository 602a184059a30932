//! The `clew` binary: arguments, wiring, exit codes, progress bars.

mod cli;
mod environment;
mod exit;
mod folders;
mod keys;
mod logging;
mod page;
mod palette;
mod paths;
mod progress;
mod remote;
mod report;
mod session;
mod set_up;
mod source;
mod telemetry;
mod verbs;
mod wiring;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::Cli;
use crate::exit::Exit;

fn main() -> ExitCode {
    let as_json = report::wants_json(std::env::args_os());
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            if as_json && error.use_stderr() {
                report::print_usage_as_json(&error);
            }
            error.exit()
        }
    };
    // Spans that are left are sent when it is dropped, at the end.
    let _exporter = logging::start(cli.log_file().as_deref());
    let color = cli.global.color;
    let outcome = verbs::run(cli);
    match outcome.and_then(|report| report.print(color)) {
        Ok(exit) => exit.into(),
        Err(error) => {
            if as_json {
                report::print_error_as_json(&error);
            }
            report::print_error(&error, color);
            Exit::of(&error).into()
        }
    }
}
