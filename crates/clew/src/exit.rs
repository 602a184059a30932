//! The exit codes, in one table.

use std::process::ExitCode;

use clew_mcp::{HttpError, TokenError};
use clew_protocol::{ErrorCode, ToolError};

/// How a run of the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// It answered.
    Found = 0,
    /// Nothing was found, or the code has errors.
    Nothing = 1,
    /// Wrong arguments.
    Usage = 2,
    /// The project is missing or a path lies outside it.
    Project = 3,
    /// Busy, or out of time.
    Later = 4,
    /// A fault of the program or the machine.
    Fault = 5,
}

/// The table of `--help` and the manual page.
pub(crate) const TABLE: &str = "\
Exit codes:
  0  answered; `refs`, `symbols` and `similar` answer for a name of several symbols, too,
     and list them
  1  nothing found, a file, symbol or code that does not exist, or errors in the code
     that was read
  2  wrong arguments, or for `graph` a name that means several symbols, which it lists
  3  no such project, or a path outside the project
  4  busy, a port in use, or out of time; try again
  5  a fault of clew or of the machine, or a `scan` whose result could not be saved";

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

impl Exit {
    /// `Found` if anything was found, else `Nothing`.
    pub(crate) fn by_count(count: usize) -> Self {
        if count == 0 { Exit::Nothing } else { Exit::Found }
    }

    /// The code that an error of no tool goes by in JSON.
    pub(crate) fn error_code(self) -> ErrorCode {
        match self {
            Exit::Usage => ErrorCode::InvalidInput,
            Exit::Project => ErrorCode::ProjectNotFound,
            Exit::Later => ErrorCode::Busy,
            Exit::Nothing => ErrorCode::NotFound,
            Exit::Found | Exit::Fault => ErrorCode::Internal,
        }
    }

    /// The code of a failed run.
    pub(crate) fn of(error: &anyhow::Error) -> Self {
        if let Some(error) = error.downcast_ref::<HttpError>() {
            return match error {
                HttpError::NotLoopback(_) => Exit::Usage,
                HttpError::InUse(..) => Exit::Later,
                HttpError::Bind(..) | HttpError::Start(_) => Exit::Fault,
            };
        }
        if error.downcast_ref::<TokenError>().is_some() {
            return Exit::Usage;
        }
        let Some(error) = error.downcast_ref::<ToolError>() else { return Exit::Fault };
        match error.code {
            ErrorCode::NotFound => Exit::Nothing,
            ErrorCode::InvalidInput | ErrorCode::Ambiguous => Exit::Usage,
            ErrorCode::ProjectNotFound | ErrorCode::PathOutsideProject => Exit::Project,
            ErrorCode::Busy | ErrorCode::Timeout => Exit::Later,
            ErrorCode::Internal => Exit::Fault,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tool_errors_have_their_codes() {
        let check = |code, expected| {
            let error = anyhow::Error::new(ToolError::new(code, "", ""));
            assert_eq!(Exit::of(&error), expected);
        };
        check(ErrorCode::NotFound, Exit::Nothing);
        check(ErrorCode::Ambiguous, Exit::Usage);
        check(ErrorCode::ProjectNotFound, Exit::Project);
        check(ErrorCode::Timeout, Exit::Later);
        assert_eq!(Exit::of(&anyhow::anyhow!("disk")), Exit::Fault);
    }
}
