//! The section of `AGENTS.md` on when to use which tool.

/// The text; every tool and argument that it names exists, which the tests of
/// the binary check.
pub const AGENTS_SECTION: &str = include_str!("section.md");
