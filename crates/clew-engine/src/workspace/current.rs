//! The view that a question is answered from, and how it agrees with the files.

use std::ops::Deref;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clew_protocol::{Stamp, ToolError, WatchMode};

use super::following::Known;
use super::{View, Workspace};
use crate::api::RequestContext;

/// A view, brought up to date as far as was possible.
pub(crate) struct Current {
    pub(super) view: Arc<View>,
    pub(super) looked: Looked,
}

/// When the files behind a view were looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Looked {
    /// For the question, or all changes are known without.
    Now,
    /// Not since then: a look takes so long that not every question has one.
    At(Instant),
}

impl Deref for Current {
    type Target = View;

    fn deref(&self) -> &View {
        &self.view
    }
}

impl Workspace {
    /// The view brought up to date with the files, as far as time allows: an
    /// index that is there answers after [`WAIT_FOR_CHANGES`] at the latest, the
    /// first index is waited for until the deadline.
    pub(crate) fn current(
        self: &Arc<Self>,
        context: &RequestContext,
    ) -> Result<Current, ToolError> {
        let looked = self.shared_whole().bring_up_to_date(context)?;
        Ok(Current { view: self.view(), looked })
    }

    fn bring_up_to_date(self: &Arc<Self>, context: &RequestContext) -> Result<Looked, ToolError> {
        self.follow();
        let limit = self.limit(context);
        match self.following.known(&self.root) {
            Known::Nothing => return self.refresh.bring_up_to_date(self, context, limit),
            Known::Fresh if !self.refresh.is_in_doubt() => context.check()?,
            Known::Fresh | Known::Changed => self.refresh.settle(self, context, limit)?,
            Known::Unsure => {
                self.following.doubt();
                self.refresh.settle(self, context, limit)?;
            }
        }
        Ok(Looked::Now)
    }

    /// The stamp of an answer from `current`.
    pub(crate) fn stamp_of(&self, current: &Current) -> Stamp {
        let mut stamp = self.stamp(&current.view);
        if let Looked::At(when) = current.looked {
            stamp.notes.push(self.unlooked_note(when.elapsed()));
        }
        stamp
    }

    /// What an answer from a view says that is of this age.
    fn unlooked_note(&self, age: Duration) -> String {
        let watch = self.watch_state();
        let every = match (watch.mode, watch.interval_ms) {
            (WatchMode::Polling, Some(interval)) => {
                format!("; they are looked at every {interval} ms")
            }
            _ => String::new(),
        };
        let age = age.as_millis();
        format!("changes of files in the last {age} ms may be missing{every}")
    }
}
