//! Pieces of text that several tools print.

use clew_protocol::{EdgeState, Freshness, Stamp};

/// Fences `code` so that nothing in it can end the fence.
pub(crate) fn fenced(code: &str) -> String {
    let mut longest = 0;
    let mut run = 0;
    for character in code.chars() {
        run = if character == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(usize::max(3, longest + 1));
    format!("{fence}\n{}\n{fence}", code.trim_end_matches('\n'))
}

/// `12-20`, or `12` for one line.
pub(crate) fn lines(start: u32, end: u32) -> String {
    if end > start { format!("{start}-{end}") } else { start.to_string() }
}

/// Puts `text` on one line, so that it cannot look like a heading.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Hints and freshness at the end of a text answer.
pub(crate) fn footer(stamp: &Stamp) -> String {
    let mut text = String::new();
    if !stamp.nearest.is_empty() {
        text.push_str(&format!("Nearest: {}\n", stamp.nearest.join(", ")));
    }
    for note in &stamp.notes {
        text.push_str(&format!("Note: {}\n", one_line(note)));
    }
    text.push_str(&freshness(&stamp.freshness));
    text
}

fn freshness(freshness: &Freshness) -> String {
    let mut parts = Vec::new();
    if let Some(revision) = &freshness.revision {
        parts.push(format!("revision {}", revision.chars().take(12).collect::<String>()));
    }
    let counts = [
        (freshness.dirty_files, "changed files"),
        (freshness.pending, "files pending"),
        (freshness.overlays, "unsaved buffers"),
    ];
    for (count, what) in counts {
        if count > 0 {
            parts.push(format!("{count} {what}"));
        }
    }
    if freshness.edges == EdgeState::Names {
        parts.push("edges by name only".to_string());
    }
    if freshness.scanning {
        parts.push("a scan is running".to_string());
    }
    if parts.is_empty() {
        "Freshness: current".into()
    } else {
        format!("Freshness: {}", parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_cannot_end_its_fence() {
        assert_eq!(fenced("a\n"), "```\na\n```");
        assert_eq!(fenced("```\nrm"), "````\n```\nrm\n````");
    }

    #[test]
    fn freshness_names_only_what_matters() {
        let mut stamp = Freshness { edges: EdgeState::Complete, ..Freshness::default() };
        assert_eq!(freshness(&stamp), "Freshness: current");
        stamp.pending = 3;
        stamp.scanning = true;
        assert_eq!(freshness(&stamp), "Freshness: 3 files pending, a scan is running");
    }
}
