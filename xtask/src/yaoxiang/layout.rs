//! Whether the formatter keeps meaning and settles, program by program.

use clew_yaoxiang::format::{FormatOptions, layout, same_meaning};
use clew_yaoxiang::parse;

/// What formatting did to one program. The bare layout is judged, without the
/// guard by which `format` gives a text back unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// It does not parse and is not formatted.
    Broken,
    /// Same meaning, and formatting again changes nothing.
    Kept,
    /// Formatting again gives another text.
    Unstable,
    /// The formatted text means something else.
    Changed,
}

/// Formats a program twice and compares.
pub fn judge(source: &str) -> Layout {
    let before = parse(source);
    if !before.is_clean() {
        return Layout::Broken;
    }
    let options = FormatOptions::default();
    let once = layout(&before, &options);
    let after = parse(&once);
    if !same_meaning(&before, &after) {
        return Layout::Changed;
    }
    if layout(&after, &options) == once { Layout::Kept } else { Layout::Unstable }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_judged_by_what_formatting_does() {
        assert_eq!(judge("x=1 // one\n"), Layout::Kept);
        assert_eq!(judge("x = (\n"), Layout::Broken);
    }
}
