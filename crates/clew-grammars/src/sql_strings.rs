//! Tables named by SQL in string literals, where it is unmistakable: a statement in one
//! case of letters, with the words that only SQL puts in that order.
//!
//! What is found is offered by its name: which database a string is for, no file says.

use clew_model::{Binding, FileFacts, Occurrence, Role, SymbolId};
use clew_text::TextRange;

/// Longest statement that is read, in bytes.
const MAX_STATEMENT: usize = 8_000;

/// Most blanks between a quote and the first word.
const MAX_LEAD: usize = 200;

/// Languages in whose strings SQL is looked for.
pub(crate) fn has_sql_strings(language: &str) -> bool {
    matches!(
        language,
        "python"
            | "javascript"
            | "javascriptreact"
            | "typescript"
            | "typescriptreact"
            | "java"
            | "kotlin"
            | "scala"
            | "csharp"
            | "go"
            | "rust"
            | "php"
            | "ruby"
            | "c"
            | "cpp"
            | "swift"
            | "dart"
    )
}

/// Reports the tables that statements in strings name.
pub(crate) fn declare(text: &str, facts: &mut FileFacts) {
    let tables = tables(text);
    if tables.is_empty() {
        return;
    }
    for (range, role) in tables {
        let name = range.slice(text);
        let name = facts.names.find(name).unwrap_or_else(|| facts.names.push(name));
        let enclosing = enclosing(facts, range);
        let binding = Binding::Unsure;
        facts.occurrences.push(Occurrence { name, range, role, enclosing, binding });
    }
    crate::regions::sort_facts(facts);
}

/// The innermost symbol around a place that is not local.
pub(crate) fn enclosing(facts: &FileFacts, place: TextRange) -> Option<SymbolId> {
    let around = facts
        .symbols
        .iter()
        .enumerate()
        .filter(|(_, symbol)| !symbol.is_local() && symbol.range.contains_range(place));
    let least = around.min_by_key(|(_, symbol)| symbol.range.len());
    least.map(|(index, _)| SymbolId(index as u32))
}

fn tables(text: &str) -> Vec<(TextRange, Role)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut behind = 0;
    for quote in memchr::memchr3_iter(b'"', b'\'', b'`', bytes) {
        if quote < behind {
            continue;
        }
        let lead = bytes[quote + 1..].iter().take(MAX_LEAD);
        let lead = lead.take_while(|byte| byte.is_ascii_whitespace()).count();
        let start = quote + 1 + lead;
        let may_begin = |byte: &u8| matches!(byte | 0x20, b's' | b'i' | b'u' | b'd' | b'w');
        if !bytes.get(start).is_some_and(may_begin) || !begins_statement(&bytes[start..]) {
            continue;
        }
        let end = statement_end(bytes, quote, start);
        if let Some(statement) = text.get(start..end) {
            read(statement, start, &mut found);
        }
        behind = end;
    }
    found
}

fn begins_statement(bytes: &[u8]) -> bool {
    const WORDS: &[&[u8]] = &[b"select", b"insert", b"update", b"delete", b"with"];
    WORDS.iter().any(|word| {
        let is_word = bytes.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
        is_word && bytes.get(word.len()).is_some_and(u8::is_ascii_whitespace)
    })
}

/// Where the string that a statement begins ends.
fn statement_end(bytes: &[u8], quote: usize, start: usize) -> usize {
    let mark = bytes[quote];
    let is_long = quote >= 2 && bytes[quote - 2..quote] == [mark, mark];
    let limit = bytes.len().min(start + MAX_STATEMENT);
    let mut at = start;
    while at < limit {
        match bytes[at] {
            b'\\' => at += 1,
            byte if byte == mark && !is_long => return at,
            _ if is_long && bytes[at..].starts_with(&[mark, mark, mark]) => return at,
            _ => {}
        }
        at += 1;
    }
    limit.min(bytes.len())
}

/// A word of a statement, or one other character.
struct Word<'text> {
    text: &'text str,
    start: usize,
}

fn words(statement: &str) -> Vec<Word<'_>> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut words = Vec::new();
    let mut chars = statement.char_indices().peekable();
    while let Some((start, first)) = chars.next() {
        let mut end = start + first.len_utf8();
        if is_part(first) {
            while let Some((at, c)) = chars.next_if(|(_, c)| is_part(*c)) {
                end = at + c.len_utf8();
            }
        } else if first.is_whitespace() || matches!(first, '"' | '`' | '[' | ']' | '\\') {
            continue;
        }
        words.push(Word { text: &statement[start..end], start });
    }
    words
}

fn read(statement: &str, offset: usize, found: &mut Vec<(TextRange, Role)>) {
    let words = words(statement);
    let Some(first) = words.first() else { return };
    let upper = first.text.chars().all(|c| c.is_ascii_uppercase());
    let lower = first.text.chars().all(|c| c.is_ascii_lowercase());
    let is = |index: usize, wanted: &str| {
        words.get(index).is_some_and(|word| {
            if upper { word.text == wanted } else { word.text == wanted.to_ascii_lowercase() }
        })
    };
    if !(upper || lower) || !is_sql(&words, upper, is) {
        return;
    }
    let common: Vec<&str> = (0..words.len())
        .filter(|index| is(index + 1, "AS"))
        .filter(|index| words.get(index + 2).is_some_and(|word| word.text == "("))
        .map(|index| words[index].text)
        .collect();
    for index in 0..words.len() {
        let (at, role) = match index {
            _ if is(index, "FROM") && index > 0 && is(index - 1, "DELETE") => {
                (index + 1, Role::Write)
            }
            _ if is(index, "FROM") || is(index, "JOIN") => (index + 1, Role::Read),
            _ if is(index, "INTO") && index > 0 && is(index - 1, "INSERT") => {
                (index + 1, Role::Write)
            }
            0 if is(0, "UPDATE") => (1, Role::Write),
            _ => continue,
        };
        if let Some(word) = table_at(&words, at).filter(|word| !common.contains(&word.text)) {
            let start = offset + word.start;
            found.push((TextRange::new(start, start + word.text.len()), role));
        }
    }
}

/// Whether words that only SQL has in this order are there.
fn is_sql(words: &[Word<'_>], upper: bool, is: impl Fn(usize, &str) -> bool) -> bool {
    let has = |wanted: &str| (1..words.len()).any(|index| is(index, wanted));
    let mark = |wanted: &str| words.iter().any(|word| word.text == wanted);
    // In lower case the words are those of English too.
    let is_plain = upper || mark("*") || mark("=") || mark("(") || mark("?");
    match () {
        () if is(0, "SELECT") => has("FROM") && is_plain,
        () if is(0, "INSERT") => is(1, "INTO") && (mark("(") || has("SELECT")),
        () if is(0, "UPDATE") => has("SET") && mark("="),
        () if is(0, "DELETE") => is(1, "FROM") && (upper || has("WHERE")),
        () => is(0, "WITH") && has("AS") && has("SELECT") && mark("("),
    }
}

/// The table named at a word: the last part of `schema.table`, and no function.
fn table_at<'words, 'text>(words: &'words [Word<'text>], at: usize) -> Option<&'words Word<'text>> {
    let mut index = at;
    while words.get(index + 1).is_some_and(|word| word.text == ".") {
        index += 2;
    }
    let word = words.get(index)?;
    let is_name = word.text.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let is_word_of_sql = matches!(
        word.text.to_ascii_uppercase().as_str(),
        "SELECT" | "LATERAL" | "UNNEST" | "VALUES" | "ONLY" | "DUAL" | "WHERE" | "SET" | "TABLE"
    );
    let is_insert = at > 0 && words[at - 1].text.eq_ignore_ascii_case("into");
    let is_call = words.get(index + 1).is_some_and(|word| word.text == "(") && !is_insert;
    (is_name && !is_word_of_sql && !is_call).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_tables(text: &str, expected: &[&str]) {
        let found: Vec<String> = tables(text)
            .into_iter()
            .map(|(range, role)| format!("{} {}", role.as_str(), range.slice(text)))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn tables_of_statements_are_found() {
        check_tables(
            "q(\"SELECT a FROM users u JOIN shop.orders o ON u.id = o.user\")",
            &["read users", "read orders"],
        );
        check_tables("'''\n  INSERT INTO log (a)\n  VALUES (%s)'''", &["write log"]);
        check_tables("`UPDATE \"users\" SET name = ${x}`", &["write users"]);
        check_tables("'DELETE FROM sessions'", &["write sessions"]);
        check_tables("'select * from users where id = ?'", &["read users"]);
        check_tables(
            "\"WITH recent AS (SELECT id FROM visits) SELECT * FROM recent\"",
            &["read visits"],
        );
        check_tables("'SELECT x FROM generate_series(1, 2)'", &[]);
    }

    #[test]
    fn prose_is_no_statement() {
        check_tables("'select an item from the list'", &[]);
        check_tables("'Select one FROM it'", &[]);
        check_tables("\"update the set of things\" \"with care as told, select\"", &[]);
        check_tables("// don't SELECT a FROM b", &[]);
        check_tables("'SELECT", &[]);
        check_tables("\"😀 SELECT a FROM b\"", &[]);
    }
}
