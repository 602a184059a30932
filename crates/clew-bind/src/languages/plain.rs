//! Rules for languages without rules of their own: names are bound inside their
//! file, everything else stays a match of names.

use clew_model::{FileFacts, Occurrence};

use super::{ModuleTarget, Rules};
use crate::{Binder, FileId, Resolution};

pub(crate) struct Plain;

impl Rules for Plain {
    fn module(&self, _binder: &Binder<'_>, _file: FileId, _module: &str) -> Vec<ModuleTarget> {
        vec![ModuleTarget::Unknown]
    }

    fn free_name(
        &self,
        _binder: &Binder<'_>,
        _file: FileId,
        _facts: &FileFacts,
        _name: &str,
        _occurrence: &Occurrence,
    ) -> Resolution {
        Resolution::Unknown
    }
}
