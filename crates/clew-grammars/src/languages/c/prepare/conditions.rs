//! `#if` groups whose branches are not whole declarations or statements.

use clew_text::TextRange;

use super::super::kinds::Dialect;
use super::tokens::{Shape, Token};

/// Groups nested deeper than this are left as they are.
const MAX_NESTING: usize = 32;

/// A conditional group that has been opened.
struct Group {
    /// Indexes of the directives: `#if`, each `#elif` and `#else`, then `#endif`.
    directives: Vec<usize>,
    in_enum: bool,
}

/// What a branch holds, seen from outside.
#[derive(Clone, Copy, Default)]
struct Branch {
    is_empty: bool,
    is_dead: bool,
    is_whole: bool,
    ends_with_comma: bool,
}

/// Finds what is to be blanked and marks its tokens as dead.
pub(super) fn blank(
    text: &str,
    dialect: Dialect,
    tokens: &mut [Token],
    blanks: &mut Vec<TextRange>,
) {
    let mut open: Vec<Group> = Vec::new();
    let mut enums: Vec<bool> = Vec::new();
    let mut saw_enum = false;
    for index in 0..tokens.len() {
        let token = tokens[index];
        match token.shape {
            Shape::Directive => match directive(token.text(text)) {
                "if" | "ifdef" | "ifndef" => open.push(Group {
                    directives: vec![index],
                    in_enum: enums.last().copied().unwrap_or(false),
                }),
                "elif" | "else" | "elifdef" | "elifndef" => {
                    if let Some(group) = open.last_mut() {
                        group.directives.push(index);
                    }
                }
                "endif" => {
                    let nesting = open.len();
                    if let Some(mut group) = open.pop()
                        && nesting <= MAX_NESTING
                    {
                        group.directives.push(index);
                        close(text, dialect, &group, tokens, blanks);
                    }
                }
                _ => {}
            },
            Shape::Word if token.text(text) == "enum" => saw_enum = true,
            Shape::Mark(b'{') => {
                enums.push(saw_enum);
                saw_enum = false;
            }
            Shape::Mark(b'}') => {
                enums.pop();
            }
            Shape::Mark(b';' | b')') => saw_enum = false,
            _ => {}
        }
    }
}

/// The word after `#`.
fn directive(line: &str) -> &str {
    let rest = line.trim_start_matches('#').trim_start();
    let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    &rest[..end]
}

fn close(
    text: &str,
    dialect: Dialect,
    group: &Group,
    tokens: &mut [Token],
    blanks: &mut Vec<TextRange>,
) {
    let first = group.directives[0];
    let before = before(tokens, first);
    let mut branches = Vec::new();
    for pair in group.directives.windows(2) {
        let mut branch = survey(text, &tokens[pair[0] + 1..pair[1]], before, group.in_enum);
        branch.is_dead = is_dead(text, dialect, group, tokens, pair[0]);
        branches.push(branch);
    }
    let is_whole = branches.iter().all(|branch| branch.is_whole || branch.is_dead);
    let is_list = matches!(before, Some(b',' | b'{' | b'('))
        && branches.iter().all(|branch| branch.ends_with_comma || branch.is_empty);
    let chosen = branches
        .iter()
        .position(|branch| !branch.is_dead && !branch.is_empty)
        .unwrap_or(usize::MAX);
    for (index, branch) in branches.iter().enumerate() {
        let keeps = !branch.is_dead && (is_whole || is_list || index == chosen);
        if !keeps && !branch.is_empty {
            blank_branch(tokens, group.directives[index], group.directives[index + 1], blanks);
        }
    }
    if !is_whole {
        for index in &group.directives {
            let token = &mut tokens[*index];
            blanks.push(TextRange::new(token.start as usize, token.end as usize));
            token.shape = Shape::Dead;
        }
    }
}

fn blank_branch(tokens: &mut [Token], from: usize, to: usize, blanks: &mut Vec<TextRange>) {
    blanks.push(TextRange::new(tokens[from].end as usize, tokens[to].start as usize));
    for token in &mut tokens[from + 1..to] {
        token.shape = Shape::Dead;
    }
}

/// The mark (or `a` for a word) before a group; `None` at the start of the file.
fn before(tokens: &[Token], index: usize) -> Option<u8> {
    tokens[..index].iter().rev().take(512).find_map(|token| match token.shape {
        Shape::Mark(mark) => Some(mark),
        Shape::Word | Shape::Quoted => Some(b'a'),
        Shape::Directive | Shape::Dead => None,
    })
}

fn survey(text: &str, tokens: &[Token], before: Option<u8>, in_enum: bool) -> Branch {
    let (mut braces, mut others) = (0i32, 0i32);
    let mut is_balanced = true;
    let (mut first, mut last): (Option<Token>, Option<Token>) = (None, None);
    for token in tokens {
        match token.shape {
            Shape::Directive | Shape::Dead => continue,
            Shape::Mark(b'{') => braces += 1,
            Shape::Mark(b'}') => braces -= 1,
            Shape::Mark(b'(' | b'[') => others += 1,
            Shape::Mark(b')' | b']') => others -= 1,
            _ => {}
        }
        is_balanced &= braces >= 0 && others >= 0;
        first.get_or_insert(*token);
        last = Some(*token);
    }
    let (Some(first), Some(last)) = (first, last) else {
        return Branch { is_empty: true, is_whole: true, ..Branch::default() };
    };
    is_balanced &= braces == 0 && others == 0;
    let starts = matches!(before, None | Some(b';' | b'}' | b'{' | b':'))
        || (in_enum && before == Some(b','));
    let ends = matches!(last.shape, Shape::Mark(b';' | b'}' | b':')) || (in_enum && last.is(b','));
    let continues = matches!(first.shape, Shape::Mark(b',' | b':' | b')' | b'.' | b'='))
        || first.text(text) == "else";
    // A last call without semicolon is a macro that stands for a declaration.
    let ends_in_call = last.is(b')') && starts && is_shouted(first.text(text));
    Branch {
        is_empty: false,
        is_dead: false,
        is_whole: is_balanced && starts && (ends || ends_in_call) && !continues,
        ends_with_comma: last.is(b',') && is_balanced,
    }
}

fn is_shouted(word: &str) -> bool {
    word.len() >= 3 && word.bytes().all(|byte| !byte.is_ascii_lowercase())
}

/// Whether no compiler of this language reads the branch behind a directive.
fn is_dead(text: &str, dialect: Dialect, group: &Group, tokens: &[Token], index: usize) -> bool {
    let line = tokens[index].text(text);
    let word = directive(line);
    let condition = line.trim_start_matches('#').trim_start()[word.len()..].trim();
    let head = tokens[group.directives[0]].text(text);
    let head_word = directive(head);
    match word {
        "if" if condition == "0" || condition.starts_with("0 ") => true,
        "if" | "ifdef" if dialect == Dialect::C => {
            condition.contains("__cplusplus")
                && !condition.contains('!')
                && !condition.contains("||")
                && !condition.contains('<')
        }
        "ifndef" if dialect == Dialect::Cpp => condition == "__cplusplus",
        "else" if dialect == Dialect::C => {
            head_word == "ifndef" && head.trim_end().ends_with("__cplusplus")
        }
        "else" => head_word == "ifdef" && head.trim_end().ends_with("__cplusplus"),
        _ => false,
    }
}
