//! The desk where set-up is asked for: what is in use, what waits, what is written.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use clew_config::{Credential, Parsed, Provider, Settings, parse, parse_workspace, to_yaml};
use clew_door::{Endpoint, Key};
use clew_protocol::SetupRequest;

use crate::choice::{Asker, choose};
use crate::error::SetupError;
use crate::guard::{Reason, differences, reasons};
use crate::keys::{KeyRef, KeyStore};
use crate::places::{self, Places, StoreError};
use crate::variables::{Variables, is_key_variable};

/// Keeps the user's configuration.
pub struct Desk {
    places: Places,
    keys: Arc<dyn KeyStore>,
    variables: Variables,
    turn: Mutex<()>,
}

/// The configuration in use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effective {
    /// The settings; defaults where nothing valid was written.
    pub settings: Settings,
    /// What is wrong, one line each.
    pub problems: Vec<String>,
    /// Whether there is a file.
    pub is_written: bool,
}

/// A change that waits for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// What would then be in use.
    pub settings: Settings,
    /// Names exactly this change on top of exactly what is in use now.
    pub digest: String,
    /// What would change, one line each.
    pub changes: Vec<String>,
    /// Why a person is asked.
    pub reasons: Vec<Reason>,
}

/// What became of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is in use.
    Written,
    /// It is what was in use.
    Unchanged,
    /// It waits for a person.
    Waits,
}

impl Desk {
    /// A desk over these files and keys.
    pub fn new(places: Places, keys: Arc<dyn KeyStore>, variables: Variables) -> Self {
        Desk { places, keys, variables, turn: Mutex::default() }
    }

    /// Where the configuration is.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// Where keys are kept.
    pub fn keys(&self) -> &dyn KeyStore {
        self.keys.as_ref()
    }

    /// The configuration in use. What cannot be read counts as not written.
    pub fn in_use(&self) -> Effective {
        let (text, failure) = match places::read(&self.places.config()) {
            Ok(text) => (text, None),
            Err(error) => (None, Some(described(&error))),
        };
        let Parsed { mut settings, problems } = parse(text.as_deref().unwrap_or_default());
        let mut problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        problems.extend(failure);
        if text.is_some() && self.places.is_of_the_workspace() {
            let (default, path) = (Settings::default(), self.places.config());
            if (&settings.llm, &settings.semantic) != (&default.llm, &default.semantic) {
                problems.push(format!(
                    "{}: a file of the workspace cannot set llm or semantic; both were ignored",
                    path.display()
                ));
            }
            (settings.llm, settings.semantic) = (default.llm, default.semantic);
        }
        problems.extend(lacks(&settings));
        Effective { settings, problems, is_written: text.is_some() }
    }

    /// Takes a change and writes it, or sets it aside for a person.
    ///
    /// # Errors
    ///
    /// When a value does not fit, the file is not ours, or cannot be written.
    pub fn change(&self, request: &SetupRequest, asker: Asker) -> Result<Outcome, SetupError> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        self.writable()?;
        let current = self.in_use();
        let new = choose(request, &current.settings, asker)?;
        if new == current.settings && current.is_written {
            return Ok(Outcome::Unchanged);
        }
        if asker == Asker::Program && !reasons(&current.settings, &new).is_empty() {
            places::write(&self.places.pending(), &to_yaml(&new))?;
            return Ok(Outcome::Waits);
        }
        self.put(&new)?;
        Ok(Outcome::Written)
    }

    /// What a change would be, without making it; for a person who is to see it.
    ///
    /// # Errors
    ///
    /// When a value does not fit.
    pub fn preview(&self, request: &SetupRequest) -> Result<Pending, SetupError> {
        let current = self.in_use().settings;
        let new = choose(request, &current, Asker::Person)?;
        Ok(pending(&current, new))
    }

    /// What waits for a person. What can no longer be read does not count.
    pub fn pending(&self) -> Option<Pending> {
        let text = places::read(&self.places.pending()).ok()??;
        let Parsed { settings, problems } = parse(&text);
        let current = self.in_use().settings;
        let usable = problems.is_empty() && lacks(&settings).is_empty();
        (usable && settings != current).then(|| pending(&current, settings))
    }

    /// Puts into use what waits, if it still is what the person was shown.
    ///
    /// # Errors
    ///
    /// When something else waits, or nothing, or it cannot be written.
    pub fn confirm(&self, digest: &str) -> Result<(), SetupError> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        self.writable()?;
        let pending = self.pending().filter(|pending| pending.digest == digest);
        self.put(&pending.ok_or(SetupError::Changed)?.settings)
    }

    /// Forgets what waits.
    ///
    /// # Errors
    ///
    /// When the file cannot be removed.
    pub fn reject(&self) -> Result<(), SetupError> {
        Ok(places::remove(&self.places.pending())?)
    }

    /// The key for the provider in use; nothing where none is set or found.
    ///
    /// # Errors
    ///
    /// When the keyring cannot be used, or a variable is not one for keys.
    pub fn key(&self, settings: &Settings) -> Result<Option<Key>, SetupError> {
        let secret = match settings.llm.credential() {
            None => None,
            Some(Credential::Plain(key)) => Some(key.to_owned()),
            Some(Credential::Variable(name)) if !is_key_variable(name) => {
                return Err(SetupError::Variable(crate::words::shown(name)));
            }
            Some(Credential::Variable(name)) => (self.variables)(name),
            Some(Credential::Keyring(reference)) => {
                let reference: KeyRef =
                    reference.parse().map_err(crate::keys::KeyError::Reference)?;
                self.keys.read(&reference)?
            }
        };
        Ok(secret.as_deref().and_then(Key::new))
    }

    fn writable(&self) -> Result<(), SetupError> {
        match &self.places.external {
            Some(path) => Err(SetupError::External(path.clone())),
            None if self.in_use().settings.llm.token.is_some() => {
                Err(SetupError::PlainKey(self.places.config()))
            }
            None => Ok(()),
        }
    }

    /// Writes a configuration; the one before it is kept, and nothing waits any more.
    fn put(&self, settings: &Settings) -> Result<(), SetupError> {
        let path = self.places.config();
        if let Some(before) = places::read(&path)? {
            places::write(&self.places.before(), &before)?;
        }
        places::write(&path, &to_yaml(settings))?;
        Ok(places::remove(&self.places.pending())?)
    }
}

fn pending(current: &Settings, new: Settings) -> Pending {
    let both = format!("{}\0{}", to_yaml(current), to_yaml(&new));
    Pending {
        digest: blake3::hash(both.as_bytes()).to_hex().to_string(),
        changes: differences(current, &new),
        reasons: reasons(current, &new),
        settings: new,
    }
}

/// What a configuration lacks to be used, one line each.
fn lacks(settings: &Settings) -> Vec<String> {
    let llm = &settings.llm;
    let mut lacks = Vec::new();
    if let Some(name) = llm.token_env.as_deref().filter(|name| !is_key_variable(name)) {
        lacks.push(SetupError::Variable(crate::words::shown(name)).to_string());
    }
    if let Some(Err(error)) = llm.token_ref.as_deref().map(str::parse::<KeyRef>) {
        lacks.push(format!("llm.token_ref: {error}"));
    }
    if llm.provider == Provider::None {
        return lacks;
    }
    match llm.url.as_deref().map(Endpoint::parse) {
        None => lacks.push("llm.url is missing; the provider needs an address".into()),
        Some(Err(error)) => lacks.push(format!("llm.url: {error}")),
        Some(Ok(_)) => {}
    }
    lacks
}

fn described(error: &StoreError) -> String {
    let cause = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
    format!("{error}: {cause}")
}

/// Whose settings a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingsOf {
    /// The user's.
    User,
    /// Those that a workspace brings along; they say nothing about providers.
    Workspace,
}

/// Judges a file as it would be judged where it counts.
///
/// # Errors
///
/// When it cannot be read.
pub fn judge(path: &Path, whose: SettingsOf) -> Result<Vec<String>, StoreError> {
    let Some(text) = places::read(path)? else {
        let source = std::io::Error::from(std::io::ErrorKind::NotFound);
        return Err(StoreError { what: "read", path: path.to_owned(), source });
    };
    let Parsed { settings, problems } = match whose {
        SettingsOf::User => parse(&text),
        SettingsOf::Workspace => parse_workspace(&text),
    };
    let mut lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    lines.extend(lacks(&settings));
    Ok(lines)
}
