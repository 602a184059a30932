//! Paths of routes in one spelling.

/// What stands for the beginning of a path that a file does not tell.
pub(crate) const UNKNOWN: &str = "…";

/// The same where no other file tells it either: the file gives a path, but one that is
/// made at run time or by a constant of another file.
pub(super) const LOST: &str = "……";

/// `prefix` and `path` as one path, parameters in braces: `:id`, `<int:id>`, `{id:[0-9]+}`
/// and `*rest` are `{id}` and `{rest}`. What is before `…` in either counts for nothing.
pub(super) fn joined(prefix: &str, path: &str) -> String {
    let is_lost = prefix.contains(LOST) || path.contains(LOST);
    let (start, prefix, path) = match (path.rsplit_once(UNKNOWN), prefix.rsplit_once(UNKNOWN)) {
        (Some((_, path)), _) => (UNKNOWN, "", path),
        (None, Some((_, prefix))) => (UNKNOWN, prefix, path),
        (None, None) => ("", prefix, path),
    };
    let start = if is_lost { LOST } else { start };
    let mut all = String::new();
    for part in [prefix, path] {
        let part = part.trim_matches('/');
        if !part.is_empty() {
            all.push('/');
            all.push_str(part);
        }
    }
    if all.is_empty() || path.len() > 1 && path.ends_with('/') {
        all.push('/');
    }
    start.to_string() + &parameters(&all)
}

/// As [`joined`], with the slash at the end where one is written there, also where the path
/// is that slash alone or empty behind a prefix with one.
pub(super) fn joined_as_written(prefix: &str, path: &str) -> String {
    let whole = joined(prefix, path);
    let last = if path.is_empty() { prefix } else { path };
    match last.ends_with('/') && !whole.ends_with('/') {
        true => whole + "/",
        false => whole,
    }
}

fn parameters(path: &str) -> String {
    let mut segments: Vec<String> = Vec::new();
    for segment in path.split('/') {
        segments.push(segment_of(segment));
    }
    segments.join("/")
}

fn segment_of(segment: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if let Some(name) = segment.strip_prefix([':', '*']) {
        let name = name.trim_start_matches('*');
        let end = name.find(|c: char| !is_word(c)).unwrap_or(name.len());
        let rest = name[end..].trim_end_matches('?');
        let rest = match rest.strip_prefix('(') {
            Some(rest) => rest.split_once(')').map_or("", |(_, behind)| behind),
            None => rest,
        };
        return if end == 0 { "{*}".into() } else { format!("{{{}}}{rest}", &name[..end]) };
    }
    // `~:name`, `@:name`, `a.:format`; in `book:cancel` the colon is part of a word.
    if let Some((before, _)) = segment.split_once(':')
        && before.ends_with(|c: char| !is_word(c) && !"<{".contains(c))
        && !before.contains(['<', '{'])
    {
        return before.to_string() + &segment_of(&segment[before.len()..]);
    }
    let mut out = String::new();
    let mut rest = segment;
    while let Some(at) = rest.find(['<', '{']) {
        let close = if rest[at..].starts_with('<') { '>' } else { '}' };
        let Some(length) = rest[at..].find(close) else { break };
        out.push_str(&rest[..at]);
        let inside = &rest[at + 1..at + length];
        // `int:id` of Flask and Django, `id:regex` of others.
        let name = match (close, inside.split_once(':')) {
            ('>', Some((_, name))) | (_, Some((name, _))) => name,
            (_, None) => inside,
        };
        let name = name.trim_start_matches(['*', '.']).trim_end_matches(['?', '.']);
        out.push('{');
        out.push_str(name.split(['=', '(']).next().unwrap_or(name));
        out.push('}');
        rest = &rest[at + length + 1..];
    }
    out + rest
}

/// A regular expression of a path as a path: named groups as parameters, anchors left out.
pub(super) fn of_regex(pattern: &str) -> String {
    let mut out = String::new();
    let mut rest = pattern.trim_start_matches('^').trim_end_matches('$').trim_end_matches("\\Z");
    while let Some(at) = rest.find('(') {
        out.push_str(&rest[..at]);
        let end = group_end(rest, at);
        let group = &rest[at + 1..end.saturating_sub(1).max(at + 1)];
        match group.strip_prefix("?P<").and_then(|named| named.split_once('>')) {
            Some((name, _)) => out.push_str(&format!("{{{name}}}")),
            None => out.push_str("{*}"),
        }
        rest = &rest[end..];
    }
    (out + rest).replace('\\', "")
}

/// Behind the bracket that closes the one at `open`.
fn group_end(pattern: &str, open: usize) -> usize {
    let (mut depth, mut is_escaped) = (0_usize, false);
    for (at, c) in pattern[open..].char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                if depth == 0 {
                    return open + at + 1;
                }
            }
            _ => {}
        }
    }
    pattern.len()
}

#[cfg(test)]
mod tests {
    use super::{joined, joined_as_written, of_regex};

    #[test]
    fn paths_have_one_spelling() {
        for (prefix, path, expected) in [
            ("", "/users/:id", "/users/{id}"),
            ("", "users/<int:id>/", "/users/{id}/"),
            ("/api/", "/users/{id:[0-9]+}", "/api/users/{id}"),
            ("api/v1", "", "/api/v1"),
            ("", "/", "/"),
            ("", "/files/*path", "/files/{path}"),
            ("", "/a/{*rest}", "/a/{rest}"),
            ("", "/a/:id(\\d+).json", "/a/{id}.json"),
            ("", "*", "/{*}"),
            ("", "/~:name", "/~{name}"),
            ("", "/book:cancel", "/book:cancel"),
            ("…/shop", "/:id", "…/shop/{id}"),
            ("/api", "…/items", "…/items"),
            ("…", "/", "…/"),
            ("……", "/a", "……/a"),
            ("/api", "……/a", "……/a"),
        ] {
            assert_eq!(joined(prefix, path), expected);
        }
    }

    #[test]
    fn slashes_at_the_end_stay_where_they_are_told() {
        for (prefix, path, expected) in [
            ("/items", "/", "/items/"),
            ("/items", "", "/items"),
            ("items/", "", "/items/"),
            ("items/", "<int:id>", "/items/{id}"),
            ("", "/", "/"),
            ("…/items", "/", "…/items/"),
        ] {
            assert_eq!(joined_as_written(prefix, path), expected);
        }
    }

    #[test]
    fn regular_expressions_become_paths() {
        for (pattern, expected) in [
            (r"^old/$", "old/"),
            (r"^users/(?P<pk>\d+)/(?P<slug>[\w-]+(a|b))/$", "users/{pk}/{slug}/"),
            (r"^a/(\d+)\.json$", "a/{*}.json"),
            ("^broken/(?P<pk", "broken/{*}"),
            ("", ""),
        ] {
            assert_eq!(of_regex(pattern), expected);
        }
    }
}
