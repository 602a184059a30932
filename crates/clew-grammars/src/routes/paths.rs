//! Paths of routes in one spelling.

/// `prefix` and `path` as one path, parameters in braces: `:id`, `<int:id>`, `{id:[0-9]+}`
/// and `*rest` are `{id}` and `{rest}`.
pub(super) fn joined(prefix: &str, path: &str) -> String {
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
    parameters(&all)
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

#[cfg(test)]
mod tests {
    use super::joined;

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
        ] {
            assert_eq!(joined(prefix, path), expected);
        }
    }
}
