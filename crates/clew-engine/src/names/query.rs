//! Qualified names as people and agents type them.

use clew_grammars::RouteName;

/// A name with what is written before it: `Type.method`, `Type::method`,
/// `module.func`, `src/a.py::Type.method`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NamePath {
    /// The file before `::` or `#`, if one is named.
    pub(crate) file: Option<String>,
    /// Qualifiers, outermost first.
    pub(crate) qualifiers: Vec<String>,
    /// The name itself.
    pub(crate) name: String,
    /// The HTTP route that it may be.
    pub(crate) route: Option<RouteName>,
    /// The query as it was written: names may hold what separates names elsewhere.
    pub(crate) written: String,
}

impl NamePath {
    /// Reads a query. Never fails; an empty query gives an empty name.
    pub(crate) fn parse(query: &str) -> NamePath {
        let query = &*clew_text::composed(query);
        let written = query.trim().to_string();
        let query = query.trim().trim_end_matches("()").trim_matches(['`', '"', '\'']);
        let route = RouteName::parse(query);
        let (file, rest) = match route {
            Some(_) => (None, query),
            None => split_file(query),
        };
        let route = route.or_else(|| RouteName::parse(rest));
        if let Some(route) = route.as_ref().filter(|route| route.method.is_some()) {
            let (name, route) = (route.text(), Some(route.clone()));
            return NamePath { file, name, route, written, ..NamePath::default() };
        }
        let mut parts: Vec<String> = rest
            .split(['#', '/'])
            .flat_map(|part| part.split("->"))
            .flat_map(parts_of_name)
            .map(without_arguments)
            .filter(|part| !part.is_empty())
            .map(str::to_string)
            .collect();
        let name = parts.pop().unwrap_or_default();
        NamePath { file, qualifiers: parts, name, route, written }
    }

    /// Whether it is a name without file or qualifiers.
    pub(crate) fn is_bare(&self) -> bool {
        self.file.is_none() && self.qualifiers.is_empty()
    }

    /// The splits of `FILE::QUALIFIED` as answers give it, whatever the file is called.
    pub(crate) fn full_names(&self) -> impl Iterator<Item = (&str, &str)> {
        let at = |(index, mark): (usize, &str)| {
            (&self.written[..index], &self.written[index + mark.len()..])
        };
        self.written
            .match_indices("::")
            .map(at)
            .filter(|(file, name)| !file.is_empty() && !name.is_empty())
    }
}

impl NamePath {
    /// The same name with fewer qualifiers: without the outermost, one after another.
    pub(crate) fn shorter(&self) -> impl Iterator<Item = NamePath> + '_ {
        (1..=self.qualifiers.len()).map(|left_out| NamePath {
            file: self.file.clone(),
            qualifiers: self.qualifiers[left_out..].to_vec(),
            name: self.name.clone(),
            ..NamePath::default()
        })
    }
}

impl NamePath {
    /// The name with its colons read as what separates names (`Table:method` in Lua);
    /// `None` where there are none between words.
    pub(super) fn by_colons(&self) -> Option<NamePath> {
        let mut parts: Vec<String> = self.name.split(':').map(str::to_string).collect();
        let are_words = parts.iter().all(|part| part.starts_with(|c: char| !c.is_ascii_digit()));
        let name = parts.pop().filter(|_| are_words && !parts.is_empty())?;
        let qualifiers = self.qualifiers.iter().cloned().chain(parts).collect();
        Some(NamePath { file: self.file.clone(), qualifiers, name, ..NamePath::default() })
    }
}

/// What joins the parts of names that are declared whole.
const JOINTS: [&str; 3] = [".", "::", "\\"];

impl NamePath {
    /// The same name as it is called where its declaration writes several parts as one
    /// name: modules `A.B`, packages `A::B`, namespaces `A\B`, functions `as.text`.
    pub(crate) fn joined(&self) -> impl Iterator<Item = NamePath> + '_ {
        let places = (0..self.qualifiers.len()).rev();
        places.flat_map(|at| JOINTS.map(|joint| (at, joint))).map(|(at, joint)| NamePath {
            file: self.file.clone(),
            qualifiers: self.qualifiers[..at].to_vec(),
            name: format!("{}{joint}{}", self.qualifiers[at..].join(joint), self.name),
            ..NamePath::default()
        })
    }
}

/// The parts of a name that a declaration may write as one: `A.B`, `A::B`, `A\B`.
pub(super) fn parts_of_name(name: &str) -> impl Iterator<Item = &str> {
    name.split(['.', '\\']).flat_map(|part| part.split("::")).filter(|part| !part.is_empty())
}

/// Whether a path says the whole qualified name, no more and no less.
pub(super) fn is_whole(path: &NamePath, qualified: &str) -> bool {
    let asked = path.qualifiers.iter().chain([&path.name]).flat_map(|part| parts_of_name(part));
    asked.eq(parts_of_name(qualified))
}

/// Splits `path/to/file.ext::rest`; a name with `::` but no file extension before
/// it is no file.
fn split_file(query: &str) -> (Option<String>, &str) {
    for separator in ["::", "#", ":"] {
        if let Some((file, rest)) = query.split_once(separator) {
            let last = file.rsplit('/').next().unwrap_or(file);
            let has_extension = last
                .rsplit_once('.')
                .is_some_and(|(stem, extension)| !stem.is_empty() && is_extension(extension));
            let is_file = has_extension && (file.contains('/') || is_known_extension(last));
            if is_file && !rest.is_empty() {
                return (Some(file.trim_start_matches("./").to_string()), rest);
            }
        }
    }
    (None, query)
}

fn is_extension(text: &str) -> bool {
    (1..=5).contains(&text.len()) && text.chars().all(|c| c.is_ascii_alphanumeric())
}

fn is_known_extension(file_name: &str) -> bool {
    clew_grammars::detect_language(file_name, "").is_some()
}

/// `Vec<T>` as `Vec`, `(*Type)` as `Type`.
fn without_arguments(part: &str) -> &str {
    let part = part.split(['<', '(', '[']).find(|part| !part.is_empty()).unwrap_or("");
    part.trim_matches(|c: char| c.is_whitespace() || "*&()".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(query: &str, file: Option<&str>, qualifiers: &[&str], name: &str) {
        let path = NamePath::parse(query);
        assert_eq!(path.file.as_deref(), file, "{query}");
        assert_eq!(path.qualifiers, qualifiers, "{query}");
        assert_eq!(path.name, name, "{query}");
    }

    #[test]
    fn parts_are_joined_as_declarations_write_them() {
        let path = NamePath::parse("a.b.C");
        let joined: Vec<String> = path.joined().map(|one| one.name).collect();
        assert_eq!(joined, ["b.C", "b::C", "b\\C", "a.b.C", "a::b::C", "a\\b\\C"]);
        assert!(is_whole(&path, "a::b.C") && !is_whole(&path, "x.a.b.C"));
    }

    #[test]
    fn every_way_to_qualify_is_read() {
        check("save", None, &[], "save");
        check("Model.save", None, &["Model"], "save");
        check("Vec<T>::push()", None, &["Vec"], "push");
        check("django.db.models.Model", None, &["django", "db", "models"], "Model");
        check("src/a.py::Shop.pay", Some("src/a.py"), &["Shop"], "pay");
        check("a.py::pay", Some("a.py"), &[], "pay");
        check("(*Server).Serve", None, &["Server"], "Serve");
        check("std::io::Read", None, &["std", "io"], "Read");
        check("", None, &[], "");
        check("...", None, &[], "");
        check("get /users/:id", None, &[], "GET /users/{id}");
        check("src/a.py::GET …/users", Some("src/a.py"), &[], "GET …/users");
        check("/users/me", None, &["users"], "me");
        assert!(NamePath::parse("/users/me").route.is_some());
    }
}
