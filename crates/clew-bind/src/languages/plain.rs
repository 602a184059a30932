//! Rules for languages without rules of their own: names are bound inside their
//! file, everything else stays a match of names.

use super::{ModuleTarget, Rules};
use crate::{Binder, FileId};

pub(crate) struct Plain;

impl Rules for Plain {
    fn module(&self, _binder: &Binder<'_>, _file: FileId, _module: &str) -> Vec<ModuleTarget> {
        vec![ModuleTarget::Unknown]
    }
}
