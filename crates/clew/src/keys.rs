//! Where this machine keeps keys: a file that a person agreed to.

use std::path::Path;

use clew_setup::{FileKeys, KeyError, KeyRef, KeyStore};

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
    fn read(&self, key: &KeyRef) -> Result<Option<String>, KeyError> {
        self.file.read(key)
    }

    fn write(&self, key: &KeyRef, secret: &str) -> Result<(), KeyError> {
        if !self.file.is_there() {
            return Err(KeyError::NoKeyring("this build has none".into()));
        }
        self.file.write(key, secret)
    }

    fn remove(&self, key: &KeyRef) -> Result<(), KeyError> {
        self.file.remove(key)
    }
}
