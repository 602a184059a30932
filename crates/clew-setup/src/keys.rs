//! Keys by reference, and where they are kept.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use clew_config::Provider;
use clew_door::Endpoint;

use crate::places;

/// Names a key in the keyring: `clew-keyring://<provider>/<profile>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct KeyRef {
    /// What kind of provider.
    pub provider: String,
    /// Which one: host and port, unless a person named it.
    pub profile: String,
}

/// A reference that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no reference to a key; write clew-keyring://provider/profile")]
pub struct KeyRefError(String);

impl KeyRef {
    /// The reference for the key of an address. Another address has another one.
    pub fn of(provider: Provider, endpoint: &Endpoint) -> Self {
        let provider = match provider {
            Provider::None => "none",
            Provider::Ollama => "ollama",
            Provider::Openapi => "openapi",
        };
        let rest = endpoint.as_str().split_once("://").map_or("", |(_, rest)| rest);
        let authority = rest.split('/').next().unwrap_or_default();
        let legal = |letter: char| letter.is_ascii_alphanumeric() || ".-".contains(letter);
        let profile = authority
            .to_ascii_lowercase()
            .chars()
            .map(|letter| if legal(letter) { letter } else { '_' })
            .collect();
        KeyRef { provider: provider.into(), profile }
    }
}

impl FromStr for KeyRef {
    type Err = KeyRefError;

    fn from_str(text: &str) -> Result<Self, KeyRefError> {
        let wrong = || KeyRefError(text.chars().take(100).collect());
        let rest = text
            .strip_prefix("clew-keyring://")
            .or_else(|| text.strip_prefix("znt-keyring://"))
            .ok_or_else(wrong)?;
        let (provider, profile) = rest.split_once('/').ok_or_else(wrong)?;
        let legal = |part: &str| {
            let fits = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
            !part.is_empty() && part.len() <= 128 && part.chars().all(fits)
        };
        if !legal(provider) || !legal(profile) {
            return Err(wrong());
        }
        Ok(KeyRef { provider: provider.into(), profile: profile.into() })
    }
}

impl fmt::Display for KeyRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "clew-keyring://{}/{}", self.provider, self.profile)
    }
}

/// A key cannot be kept or found.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// There is no keyring, or it is locked.
    #[error("the keyring of this system cannot be used: {0}")]
    NoKeyring(String),
    /// The reference is wrong.
    #[error(transparent)]
    Reference(#[from] KeyRefError),
    /// The file that stands in for a keyring.
    #[error("the key file cannot be used")]
    File(#[from] places::StoreError),
}

impl KeyError {
    pub(crate) fn next(&self) -> &'static str {
        match self {
            KeyError::NoKeyring(_) => {
                "unlock it, use token_env, or let `clew setup --key --key-file` keep the key in a \
                 file that only you can read"
            }
            KeyError::Reference(_) => "correct llm.token_ref",
            KeyError::File(_) => "check the configuration folder and its permissions",
        }
    }
}

/// Where keys are kept.
pub trait KeyStore: Send + Sync {
    /// The key of a reference; nothing where none is kept.
    ///
    /// # Errors
    ///
    /// When the store cannot be used.
    fn read(&self, key: &KeyRef) -> Result<Option<String>, KeyError>;

    /// Keeps a key, in the place of an older one.
    ///
    /// # Errors
    ///
    /// When the store cannot be used.
    fn write(&self, key: &KeyRef, secret: &str) -> Result<(), KeyError>;

    /// Forgets a key; none is no error.
    ///
    /// # Errors
    ///
    /// When the store cannot be used.
    fn remove(&self, key: &KeyRef) -> Result<(), KeyError>;
}

/// No store at all.
#[derive(Debug, Clone, Copy)]
pub struct NoKeys;

impl KeyStore for NoKeys {
    fn read(&self, _key: &KeyRef) -> Result<Option<String>, KeyError> {
        Ok(None)
    }

    fn write(&self, _key: &KeyRef, _secret: &str) -> Result<(), KeyError> {
        Err(KeyError::NoKeyring("there is none".into()))
    }

    fn remove(&self, _key: &KeyRef) -> Result<(), KeyError> {
        Ok(())
    }
}

/// A file of mode 0600, for machines without a keyring and on explicit consent only.
///
/// One key a line: reference, blank, key.
#[derive(Debug)]
pub struct FileKeys {
    path: PathBuf,
    turn: Mutex<()>,
}

impl FileKeys {
    /// Keys in `keys` of the configuration folder.
    pub fn new(folder: &std::path::Path) -> Self {
        FileKeys { path: folder.join("keys"), turn: Mutex::default() }
    }

    /// Whether a person once agreed to keep keys there.
    pub fn is_there(&self) -> bool {
        self.path.is_file()
    }

    fn all(&self) -> Result<BTreeMap<String, String>, KeyError> {
        let text = places::read(&self.path)?.unwrap_or_default();
        let pairs = text.lines().filter_map(|line| line.split_once(' '));
        Ok(pairs.map(|(name, secret)| (name.to_owned(), secret.to_owned())).collect())
    }

    fn change(&self, change: impl FnOnce(&mut BTreeMap<String, String>)) -> Result<(), KeyError> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = self.all()?;
        change(&mut all);
        let lines: Vec<String> = all.iter().map(|(name, key)| format!("{name} {key}\n")).collect();
        Ok(places::write(&self.path, &lines.concat())?)
    }
}

impl KeyStore for FileKeys {
    fn read(&self, key: &KeyRef) -> Result<Option<String>, KeyError> {
        Ok(self.all()?.remove(&key.to_string()))
    }

    fn write(&self, key: &KeyRef, secret: &str) -> Result<(), KeyError> {
        self.change(|all| {
            all.insert(key.to_string(), secret.trim().replace(['\n', '\r'], ""));
        })
    }

    fn remove(&self, key: &KeyRef) -> Result<(), KeyError> {
        if !self.is_there() {
            return Ok(());
        }
        self.change(|all| {
            all.remove(&key.to_string());
        })
    }
}
