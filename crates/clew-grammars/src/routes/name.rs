//! Names of routes as people ask for them: `GET /users/{id}`, `get /users/:id`, `/users/42`.

use super::paths::{UNKNOWN, joined};

/// The methods that routes have.
pub const ROUTE_METHODS: &[&str] =
    &["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "ANY", "WS"];

/// What the name of a place begins with that puts a router below a path.
pub const MOUNT: &str = "MOUNT";

/// The name of a route, or what is asked for as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteName {
    /// In capitals; `ANY` for all, `MOUNT` for the place of a router, `None` where a
    /// question names none.
    pub method: Option<String>,
    /// Whether the path begins at the root. Where it does not, the file does not tell
    /// what is before it.
    pub is_whole: bool,
    /// The path, parameters in braces, without the `…` before one that is not whole.
    pub path: String,
}

impl RouteName {
    /// Reads a name: a method in any case and a path, or a path alone; `None` for
    /// anything else.
    pub fn parse(text: &str) -> Option<RouteName> {
        let text = text.trim();
        let (method, path) = match text.split_once(char::is_whitespace) {
            Some((method, path)) => {
                let method = method.to_ascii_uppercase();
                let is_known = ROUTE_METHODS.contains(&method.as_str()) || method == MOUNT;
                (Some(is_known.then_some(method)?), path.trim_start())
            }
            None => (None, text),
        };
        let is_whole = !path.starts_with(UNKNOWN);
        let path = path.trim_start_matches(UNKNOWN);
        let path = path.split(['?', '#']).next().filter(|path| path.starts_with('/'))?;
        if path.starts_with("//") || path.contains(char::is_whitespace) {
            return None;
        }
        Some(RouteName { method, is_whole, path: joined("", path) })
    }

    /// The name in the spelling of facts.
    pub fn text(&self) -> String {
        let start = if self.is_whole { "" } else { UNKNOWN };
        match &self.method {
            Some(method) => format!("{method} {start}{}", self.path),
            None => format!("{start}{}", self.path),
        }
    }

    /// This path below `prefix`, which may begin with `…`.
    pub fn below(&self, prefix: &str) -> RouteName {
        let path = joined(prefix, &self.path);
        let is_whole = !path.starts_with(UNKNOWN);
        let path = path.trim_start_matches(UNKNOWN).to_string();
        RouteName { method: self.method.clone(), is_whole, path }
    }

    /// Whether the whole path of a known route may be this one: its method and the last
    /// part of what is known of it fit.
    pub fn may_be(&self, known: &RouteName) -> bool {
        let (asked, given) = (segments(&self.path), segments(&known.path));
        let ends_so = match (asked.last(), given.last()) {
            (Some(asked), Some(given)) => segment_fit(asked, given).is_some(),
            (None, Some(_)) => false,
            (_, None) => true,
        };
        self.method_fit(known).is_some() && ends_so
    }

    fn method_fit(&self, known: &RouteName) -> Option<u32> {
        match (&self.method, &known.method) {
            (None, _) => Some(0),
            (Some(asked), Some(known)) if asked == known => Some(0),
            (Some(_), Some(known)) if known == "ANY" => Some(1),
            _ => None,
        }
    }

    /// How well a known route answers this question, 0 best: the very path, then
    /// another case, values in place of parameters and a route of all methods; `None`
    /// if it does not. Of a route whose path is not whole, the end of the question's is
    /// compared.
    pub fn fit(&self, known: &RouteName) -> Option<u32> {
        let method = self.method_fit(known)?;
        let (asked, given) = (segments(&self.path), segments(&known.path));
        let ending = match known.is_whole && self.is_whole {
            true => (asked.len() == given.len()).then_some(asked.as_slice())?,
            false => asked.get(asked.len().checked_sub(given.len())?..)?,
        };
        let mut worse = method;
        let mut has_word = known.is_whole || given.len() == asked.len();
        for (asked, given) in ending.iter().zip(&given) {
            worse += segment_fit(asked, given)?;
            has_word |= !is_parameter(given);
        }
        has_word.then_some(worse)
    }
}

fn segments(path: &str) -> Vec<&str> {
    path.split('/').filter(|segment| !segment.is_empty()).collect()
}

fn is_parameter(segment: &str) -> bool {
    segment.contains('{')
}

/// Names of parameters say nothing; a value may stand for one.
fn segment_fit(asked: &str, known: &str) -> Option<u32> {
    match (is_parameter(asked), is_parameter(known)) {
        _ if asked == known => Some(0),
        (true, true) => Some(1),
        (false, true) => Some(10),
        (false, false) if asked.eq_ignore_ascii_case(known) => Some(3),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::RouteName;

    #[track_caller]
    fn check_name(text: &str, expected: Option<&str>) {
        assert_eq!(RouteName::parse(text).map(|name| name.text()).as_deref(), expected, "{text}");
    }

    #[test]
    fn names_are_read_in_every_spelling() {
        check_name("get /users/:id", Some("GET /users/{id}"));
        check_name(" GET  /users/<int:id> ", Some("GET /users/{id}"));
        check_name("/users/{id}?page=2", Some("/users/{id}"));
        check_name("GET …/users", Some("GET …/users"));
        check_name("mount /api", Some("MOUNT /api"));
        check_name("GET users", None);
        check_name("say /users", None);
        check_name("//- a.py", None);
        check_name("a/b.c", None);
        check_name("", None);
    }

    #[track_caller]
    fn check_fit(asked: &str, known: &str, expected: Option<u32>) {
        let (asked, known) = (RouteName::parse(asked).unwrap(), RouteName::parse(known).unwrap());
        assert_eq!(asked.fit(&known), expected);
    }

    #[test]
    fn routes_answer_what_they_serve() {
        check_fit("GET /users/:id", "GET /users/{id}", Some(0));
        check_fit("GET /users/{pk}", "GET /users/{id}/", Some(1));
        check_fit("/users/42", "GET /users/{id}", Some(10));
        check_fit("POST /users", "ANY /users", Some(1));
        check_fit("GET /Users", "GET /users", Some(3));
        check_fit("GET /users", "POST /users", None);
        check_fit("GET /users", "GET /users/{id}", None);
        check_fit("GET /{id}", "GET /users", None);
        check_fit("GET /api/users/7", "GET …/users/{id}", Some(10));
        check_fit("GET /api/users", "GET …/{id}", None);
        check_fit("GET /api/users", "GET …/", None);
        check_fit("GET /", "GET …/", Some(0));
    }
}
