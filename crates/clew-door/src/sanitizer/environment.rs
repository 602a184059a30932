//! Statements that print the whole environment.

use std::sync::LazyLock;

use regex::Regex;

use super::found::{Found, Rank};
use super::kind::SecretKind;
use super::rules::compile;

/// The expressions that stand for the whole environment, by language.
const WHOLE_ENVIRONMENT: &str = concat!(
    r"(?:dict\(\s*)?\bos\.environ\b(?:\.items\(\)|\.copy\(\))?",
    r"|\bprocess\.env\b",
    r"|\bDeno\.env\.toObject\(\)",
    r"|\bSystem\.getenv\(\s*\)",
    r"|\bos\.Environ\(\)",
    r"|\b(?:std::)?env::vars(?:_os)?\(\)",
    r"|\bEnvironment\.GetEnvironmentVariables\(\)",
    r"|\bgetenv\(\s*\)",
    r"|\$_ENV\b|\$_SERVER\b",
    r"|\bENV\.(?:to_h|inspect|to_a|each)\b",
    r"|\$ENV\b",
);

/// A statement of a program that shows or sends the whole environment.
static PRINTED: LazyLock<Regex> = LazyLock::new(|| {
    compile(&format!(
        r"(?m)[ \t]*\b(?:print(?:ln|f|_r)?|pprint|console\.(?:log|info|debug|error|dir|table)|puts|p|pp|echo|var_dump|var_export|dbg|fmt\.Print(?:ln|f)?|log(?:ger|ging)?\.\w+|System\.out\.print(?:ln)?|Console\.Write(?:Line)?|JSON\.stringify|json\.dumps|eprintln|(?:util\.)?inspect)(?:!|\b)[ \t]*\(?[^\n;]*?(?:{WHOLE_ENVIRONMENT})(?:[ \t]*[),}}\]].*|[ \t]*;?[ \t]*)$"
    ))
});

/// A line of a shell script or a transcript that dumps the environment.
static COMMAND: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?m)^[ \t]*(?:[$#>][ \t]+)?(?:sudo[ \t]+)?(?:printenv|/usr/bin/env|env|export[ \t]+-p|declare[ \t]+-[xp]+|Get-ChildItem[ \t]+Env:|(?:dir|gci|ls)[ \t]+env:)(?:[ \t]*(?:\||>|2>|&)[^\n]*)?[ \t]*;?[ \t]*$",
    )
});

/// Finds statements that dump the environment. What follows the statement on its line
/// goes too: it may be a part of it.
pub(super) fn find(text: &str, found: &mut Vec<Found>) {
    for pattern in [&PRINTED, &COMMAND] {
        for dump in pattern.find_iter(text) {
            let statement = dump.as_str();
            let start = dump.start() + (statement.len() - statement.trim_start().len());
            let end = dump.start() + statement.trim_end().len();
            found.push(Found {
                range: start..end,
                kind: SecretKind::Environment,
                rank: Rank::Block,
            });
        }
    }
}
