//! Where this machine keeps keys: its keyring, or a file that a person agreed to.

use std::path::Path;

use clew_setup::{FileKeys, KeyError, KeyRef, KeyStore};
use keyring::{Entry, Error};

/// Under which name the keyring lists the keys.
const SERVICE: &str = "clew";

/// The keys of this user.
pub(crate) struct Keys {
    file: FileKeys,
}

impl Keys {
    /// Keys of this user; the file is in the configuration folder.
    pub(crate) fn new(folder: &Path) -> Self {
        Keys { file: FileKeys::new(folder) }
    }
}

impl KeyStore for Keys {
    /// What is in the file counts only where the keyring has nothing.
    fn read(&self, key: &KeyRef) -> Result<Option<String>, KeyError> {
        let kept = entry(key).and_then(|entry| match entry.get_password() {
            Ok(secret) => Ok(Some(secret)),
            Err(Error::NoEntry) => Ok(None),
            Err(error) => Err(unusable(&error)),
        });
        match kept {
            Ok(Some(secret)) => Ok(Some(secret)),
            Ok(None) => self.file.read(key),
            Err(_) if self.file.is_there() => self.file.read(key),
            Err(error) => Err(error),
        }
    }

    fn write(&self, key: &KeyRef, secret: &str) -> Result<(), KeyError> {
        entry(key)?.set_password(secret.trim()).map_err(|error| unusable(&error))
    }

    fn remove(&self, key: &KeyRef) -> Result<(), KeyError> {
        self.file.remove(key)?;
        match entry(key)?.delete_credential() {
            Ok(()) | Err(Error::NoEntry) => Ok(()),
            Err(error) => Err(unusable(&error)),
        }
    }
}

fn entry(key: &KeyRef) -> Result<Entry, KeyError> {
    Entry::new(SERVICE, &format!("{}/{}", key.provider, key.profile))
        .map_err(|error| unusable(&error))
}

/// What is wrong, without what the keyring may have put into its message.
fn unusable(error: &Error) -> KeyError {
    let told = match error {
        Error::NoDefaultStore => "there is none",
        Error::NoStorageAccess(_) => "it is locked or cannot be reached",
        Error::NoEntry => "it has no such key",
        _ => "it refused",
    };
    KeyError::NoKeyring(told.into())
}
