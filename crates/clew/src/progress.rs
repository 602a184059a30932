//! A progress bar on the terminal.

use std::time::Duration;

use clew_engine::{Progress, ProgressSink};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on standard error; invisible where that is no terminal.
#[derive(Debug)]
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// A bar that shows itself at the first report.
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        Bar(bar)
    }

    /// Removes the bar from the terminal.
    pub(crate) fn clear(&self) {
        self.0.finish_and_clear();
    }

    fn show(&self, total: Option<u64>) {
        let template = match total {
            Some(_) => "{spinner} {wide_msg} [{bar:30}] {pos}/{len}",
            None => "{spinner} {wide_msg} {pos}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.0.set_style(style.progress_chars("=> "));
        }
        if self.0.is_hidden() {
            self.0.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
            self.0.enable_steady_tick(Duration::from_millis(100));
        }
    }
}

impl ProgressSink for Bar {
    fn report(&self, progress: &Progress) {
        if self.0.length() != progress.total || self.0.is_hidden() {
            self.show(progress.total);
            if let Some(total) = progress.total {
                self.0.set_length(total);
            }
        }
        self.0.set_position(progress.done);
        self.0.set_message(progress.message.clone());
    }
}
