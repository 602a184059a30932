//! What a client may do, by the way it came.

use clew_engine::WorkspaceRight;

use crate::tools::Effect;

/// What a client may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// It runs as the same user and started the server: everything.
    Local,
    /// It showed the token: every tool, in the roots that were allowed.
    Token,
    /// Any program of this machine, perhaps another user's: reading the
    /// allowed roots.
    Open,
}

impl Access {
    /// The workspaces that arguments may name.
    pub(crate) fn workspaces(self) -> WorkspaceRight {
        match self {
            Access::Local => WorkspaceRight::AnyFolder,
            Access::Token | Access::Open => WorkspaceRight::AllowedOnly,
        }
    }

    /// Whether tools with this effect are offered.
    pub(crate) fn allows(self, effect: Effect) -> bool {
        match self {
            Access::Local | Access::Token => true,
            Access::Open => effect == Effect::ReadOnly,
        }
    }
}
