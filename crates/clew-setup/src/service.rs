//! Set-up as programs may ask for it.

use std::fmt;
use std::sync::Arc;

use clew_protocol::{SetupRequest, SetupState, SetupStatusAnswer};

use crate::choice::{Asker, choose};
use crate::desk::{Desk, Outcome};
use crate::error::SetupError;
use crate::guard::reasons;

/// Opens the page where a person sets up.
pub trait Page: Send + Sync {
    /// Opens it, or tells of the one that is open.
    ///
    /// # Errors
    ///
    /// Why there can be no page, in one sentence.
    fn open(&self, desk: &Arc<Desk>) -> Result<OpenPage, String>;
}

/// A page that is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenPage {
    /// Its address, for the caller to pass on.
    pub url: String,
    /// Whether it was shown in the person's browser.
    pub is_shown: bool,
}

/// Answers `setup` and `setup_status`; every caller counts as a program.
#[derive(Clone)]
pub struct SetupService {
    desk: Arc<Desk>,
    page: Option<Arc<dyn Page>>,
}

impl fmt::Debug for SetupService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SetupService").field("places", self.desk.places()).finish_non_exhaustive()
    }
}

impl SetupService {
    /// A service over a desk, with or without a page.
    pub fn new(desk: Arc<Desk>, page: Option<Arc<dyn Page>>) -> Self {
        SetupService { desk, page }
    }

    /// The desk behind it.
    pub fn desk(&self) -> &Arc<Desk> {
        &self.desk
    }

    /// What is configured.
    pub fn status(&self, check: bool, cancelled: &dyn Fn() -> bool) -> SetupStatusAnswer {
        self.desk.status(check, cancelled)
    }

    /// Changes the configuration, or opens the page where a person does.
    ///
    /// # Errors
    ///
    /// When a value does not fit, or something cannot be written or opened.
    pub fn ask(
        &self,
        request: &SetupRequest,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<SetupStatusAnswer, SetupError> {
        let before = self.desk.status(false, cancelled);
        let works = matches!(before.state, SetupState::Ready | SetupState::Pending);
        if works && before.yaml_present && !request.confirm {
            let note = "set-up is done and nothing was changed; confirm: true changes it";
            return Ok(noted(before, note));
        }
        if request.interactive && self.desk.places().external.is_none() {
            let mut answer = self.open_page(before)?;
            if request.mode.is_some() || request.provider_url.is_some() {
                let note = "the person chooses on the page; the other arguments count with \
                    interactive: false";
                answer.notes.push(note.into());
            }
            return Ok(answer);
        }
        if self.desk.places().external.is_some() {
            let note = "CLEW_CONFIG names this file; it was checked and not written";
            return Ok(noted(self.desk.status(request.check_provider, cancelled), note));
        }
        let found = self.checked(request, cancelled)?;
        let outcome = self.desk.change(request, Asker::Program)?;
        let mut answer = self.desk.status(false, cancelled);
        answer.provider_check = found;
        Ok(noted(
            answer,
            match outcome {
                Outcome::Written => "written and in use",
                Outcome::Unchanged => "this is what is in use already",
                Outcome::Waits => {
                    "not in use: this waits for a person, who runs `clew setup --confirm` in a \
                     terminal; nothing was sent"
                }
            },
        ))
    }

    /// What the wanted provider says; it is asked only where the caller may use it.
    fn checked(
        &self,
        request: &SetupRequest,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Option<clew_protocol::ProviderCheck>, SetupError> {
        let current = self.desk.in_use().settings;
        let new = choose(request, &current, Asker::Program)?;
        let may = reasons(&current, &new).is_empty();
        let has_provider = new.llm.provider != clew_config::Provider::None;
        let check = request.check_provider && may && has_provider;
        Ok(check.then(|| self.desk.check(&new, cancelled)))
    }

    fn open_page(&self, answer: SetupStatusAnswer) -> Result<SetupStatusAnswer, SetupError> {
        let page =
            self.page.as_ref().ok_or_else(|| SetupError::Page("this process has none".into()))?;
        let open = page.open(&self.desk).map_err(SetupError::Page)?;
        let note = if open.is_shown {
            "a person goes on in the browser; the page closes after saving or 15 minutes"
        } else {
            "ask the person to open setup_url; what would send code out is then confirmed with \
             `clew setup --confirm` in a terminal"
        };
        Ok(SetupStatusAnswer { setup_url: Some(open.url), ..noted(answer, note) })
    }
}

fn noted(mut answer: SetupStatusAnswer, note: &str) -> SetupStatusAnswer {
    answer.notes.push(note.to_owned());
    answer
}
