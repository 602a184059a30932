//! What is kept of a model's answer.

/// Longest description, in characters.
const MAX_CHARACTERS: usize = 400;

/// The answer as one line of plain text; `None` if nothing of use is left.
///
/// Thoughts in `<think>` are dropped, and so are fences, quotes around the whole,
/// and characters that could change how a terminal or a reader shows the rest.
pub fn cleaned(answer: &str) -> Option<String> {
    let spoken = match answer.rsplit_once("</think>") {
        Some((_, spoken)) => spoken,
        None if answer.trim_start().starts_with("<think>") => return None,
        None => answer,
    };
    let lines = spoken.lines().filter(|line| !line.trim_start().starts_with("```"));
    let visible = |letter: char| !letter.is_control() && !changes_direction(letter);
    let words = lines
        .flat_map(str::split_whitespace)
        .map(|word| word.chars().filter(|letter| visible(*letter)).collect::<String>());
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    let line = words.join(" ");
    let line = line.trim_matches(['"', '`', '*', '«', '»', '“', '”']).trim();
    if !line.chars().any(char::is_alphanumeric) {
        return None;
    }
    Some(shortened(line))
}

fn shortened(line: &str) -> String {
    if line.chars().count() <= MAX_CHARACTERS {
        return line.to_owned();
    }
    let mut short: String = line.chars().take(MAX_CHARACTERS).collect();
    short.push('…');
    short
}

/// Marks that turn the direction of text around, and invisible ones.
fn changes_direction(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
