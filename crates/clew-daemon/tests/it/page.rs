//! The page of methods says what the types say.
//!
//! It is written from the declarations of what goes over the wire: names, what `serde`
//! makes of them, and their comments. `UPDATE_EXPECT=1 cargo test -p clew-daemon page`
//! writes it anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use clew_protocol::Question;
use serde_json::{Value, json};

use crate::held::Held;
use crate::stage::Stage;

const HEAD: &str = "# Methods of the daemon's wire\n\n\
    Every method of our own with the fields of its request and of its result. [The wire](wire.md) \
    says what accompanies a `request`, and has the methods of the older contract. Fields with `?` \
    may be absent. Under [Types](#types): `Call`, the params around a `request`; \
    `ProgressReport`, those of `$/progress`; `ToolError`, the `data` of an error. A test holds this page to the types; `UPDATE_EXPECT=1 cargo test -p \
    clew-daemon page` writes it.\n\n";

/// One of the methods: what its request and its result are, by their types.
struct Method {
    name: String,
    request: Option<&'static str>,
    /// Whether the request stands in the field `request`, with what accompanies it.
    is_wrapped: bool,
    result: Told,
}

/// What a method is answered with.
enum Told {
    /// A value of this type.
    Type(String),
    /// Always this.
    Text(&'static str),
}

fn methods() -> Vec<Method> {
    let own = [
        ("hello", Some("Hello"), false, Told::Type("DaemonInfo".into())),
        ("$/cancel", Some("Cancel"), false, Told::Text("{\"cancelled\": bool}")),
        ("$/ping", None, false, Told::Text("{}")),
        ("clew/daemon", None, false, Told::Type("DaemonState".into())),
        ("clew/workspaces", None, true, Told::Type("WorkspacesAnswer".into())),
        ("clew/record_usage", Some("UsageRecord"), true, Told::Text("null")),
        ("clew/close_client", None, true, Told::Text("null")),
        ("document/open", Some("DocumentRequest"), true, Told::Type("DocumentAnswer".into())),
        ("document/change", Some("DocumentRequest"), true, Told::Type("DocumentAnswer".into())),
        ("document/close", Some("CloseDocumentRequest"), true, Told::Type("DocumentAnswer".into())),
    ];
    let own = own.map(|(name, request, is_wrapped, result)| Method {
        name: name.into(),
        request,
        is_wrapped,
        result,
    });
    own.into_iter().chain(Question::ALL.map(of_question)).collect()
}

fn of_question(question: Question) -> Method {
    let camel: String = question.as_str().split('_').map(capital).collect();
    let result = match question {
        Question::Setup => "SetupStatusAnswer".to_string(),
        _ => format!("{camel}Answer"),
    };
    let request = match question {
        Question::Stats | Question::Languages => None,
        _ => Some(&*format!("{camel}Request").leak()),
    };
    Method {
        name: format!("clew/{}", question.as_str()),
        request,
        is_wrapped: true,
        result: Told::Type(result),
    }
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_ascii_uppercase() + rest
}

/// A declaration that `serde` writes by its fields or variants.
#[derive(Debug, Default)]
struct Declared {
    is_enum: bool,
    attributes: String,
    members: Vec<Member>,
}

#[derive(Debug, Default)]
struct Member {
    name: String,
    of: String,
    about: String,
    attributes: String,
}

impl Member {
    fn optional(&self, all: &str, is_request: bool) -> &'static str {
        let has = |what: &str| self.attributes.contains(what);
        let by_default = has("default") || all.contains("serde(default");
        let is_missing = match is_request {
            true => by_default || self.of.starts_with("Option<"),
            false => has("skip_serializing_if"),
        };
        if is_missing { "?" } else { "" }
    }

    /// The name in JSON.
    fn shown(&self, all: &str) -> String {
        let renamed = self
            .attributes
            .split_once("rename = \"")
            .and_then(|(_, rest)| rest.split_once('"').map(|(name, _)| name.to_string()));
        let snake = all.contains("rename_all = \"snake_case\"");
        let lower = all.contains("rename_all = \"lowercase\"");
        renamed.unwrap_or_else(|| match (snake, lower) {
            (true, _) => snake_case(&self.name),
            (_, true) => self.name.to_lowercase(),
            _ => self.name.clone(),
        })
    }
}

fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for (index, letter) in name.char_indices() {
        if letter.is_uppercase() && index > 0 {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

/// The declarations in the files of a folder, by their names.
fn declarations(folder: &Path, into: &mut BTreeMap<String, Declared>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            read(&std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n"), into);
        }
    }
}

fn read(text: &str, into: &mut BTreeMap<String, Declared>) {
    let (mut open, mut attributes, mut about) = (None::<(String, Declared)>, vec![], vec![]);
    for line in text.lines() {
        let word = line.trim();
        if let Some(comment) = word.strip_prefix("///") {
            about.push(comment.trim());
        } else if word.starts_with("#[") {
            attributes.push(word);
        } else if line == "}" {
            into.extend(open.take());
            (attributes, about) = (vec![], vec![]);
        } else {
            let name =
                word.strip_prefix("pub(crate) ").or(word.strip_prefix("pub ")).unwrap_or(word);
            match &mut open {
                None => open = opened(name, &attributes),
                Some((_, declared)) => declared.members.extend(member(name, &attributes, &about)),
            }
            (attributes, about) = (vec![], vec![]);
        }
    }
}

fn opened(line: &str, attributes: &[&str]) -> Option<(String, Declared)> {
    let attributes = attributes.join(" ");
    let (kind, rest) = line.strip_suffix('{')?.trim().split_once(' ')?;
    let is_known = matches!(kind, "struct" | "enum") && attributes.contains("Serialize");
    let name: String = rest.chars().take_while(|letter| letter.is_alphanumeric()).collect();
    let declared = Declared { is_enum: kind == "enum", attributes, members: vec![] };
    is_known.then_some((name, declared))
}

fn member(line: &str, attributes: &[&str], about: &[&str]) -> Option<Member> {
    let line = line.trim_end_matches(',');
    let (name, of) = line.split_once(": ").unwrap_or((line, ""));
    let name: String = name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let about = about.join(" ");
    let end = about.find(". ").map_or(about.len(), |end| end + 1);
    let about = about[..end].replace("[`crate::", "[`").replace("[`", "`").replace("`]", "`");
    (!name.is_empty()).then(|| Member {
        name,
        of: of.to_string(),
        about,
        attributes: attributes.join(" "),
    })
}

/// The names in a type, as `Vec` and `Hit` in `Vec<Hit>`.
fn names(of: &str) -> impl Iterator<Item = &str> {
    of.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| !name.is_empty())
}

/// Writes the page.
struct Page {
    declared: BTreeMap<String, Declared>,
    /// Types that are named and not shown yet.
    wanted: BTreeSet<(bool, String)>,
    shown: BTreeSet<String>,
    text: String,
}

impl Page {
    fn fields(&mut self, name: &str, is_request: bool) {
        self.shown.insert(name.to_string());
        let declared =
            self.declared.get(name).unwrap_or_else(|| panic!("no declaration of {name}"));
        for one in &declared.members {
            if one.attributes.contains("flatten") {
                writeln!(self.text, "- the fields of {}", one.of).unwrap();
                self.wanted.insert((is_request, one.of.clone()));
                continue;
            }
            let optional = match declared.is_enum {
                true if one.attributes.contains("#[default]") => " (the default)",
                true => "",
                false => one.optional(&declared.attributes, is_request),
            };
            let inner: Vec<&str> =
                names(&one.of).filter(|name| self.declared.contains_key(*name)).collect();
            let list = if one.of.contains("Vec<") { "list of " } else { "" };
            let of = match inner.as_slice() {
                [] => String::new(),
                inner => format!(" ({list}{})", inner.join(", ")),
            };
            for name in inner {
                self.wanted.insert((is_request, name.to_string()));
            }
            let shown = one.shown(if declared.is_enum { &declared.attributes } else { "" });
            writeln!(self.text, "- `{shown}`{optional}{of}: {}", one.about).unwrap();
        }
        self.text.push('\n');
    }

    fn method(&mut self, method: &Method) {
        writeln!(self.text, "## {}\n", method.name).unwrap();
        match (method.request, method.is_wrapped) {
            (None, true) => self.text.push_str("`request` is null.\n\n"),
            (None, false) => self.text.push_str("No params.\n\n"),
            (Some(name), is_wrapped) => {
                let place = if is_wrapped { "`request`" } else { "Params" };
                writeln!(self.text, "{place}:\n").unwrap();
                self.fields(name, true);
            }
        }
        match &method.result {
            Told::Text(result) => writeln!(self.text, "Result: `{result}`.\n").unwrap(),
            Told::Type(name) => {
                self.text.push_str("Result:\n\n");
                self.fields(name, false);
            }
        }
    }

    /// The types that were named, and those that they name.
    fn others(&mut self) {
        self.text.push_str("## Types\n\n");
        while let Some((is_request, name)) = self.wanted.pop_first() {
            if !self.shown.contains(&name) {
                writeln!(self.text, "### {name}\n").unwrap();
                self.fields(&name, is_request);
            }
        }
    }
}

fn page() -> String {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut declared = BTreeMap::new();
    for folder in ["clew-model/src", "clew-protocol/src", "clew-daemon/src/wire"] {
        declarations(&crates.join(folder), &mut declared);
    }
    let around = ["Call", "ProgressReport", "ToolError"].map(|name| (name == "Call", name.into()));
    let (wanted, shown) = (BTreeSet::from(around), BTreeSet::new());
    let mut page = Page { declared, wanted, shown, text: HEAD.to_string() };
    methods().iter().for_each(|method| page.method(method));
    page.others();
    page.text.trim_end().to_string() + "\n"
}

#[test]
fn the_page_is_that_of_the_types() {
    expect_test::expect_file!["../../../../docs/wire-methods.md"].assert_eq(&page());
}

/// Those that a daemon tells of are on the pages, each with its fields as they are read.
#[test]
fn every_method_is_on_a_page() {
    let stage = Stage::new();
    let _running = stage.serve(Arc::new(Held::default()));
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let wire = std::fs::read_to_string(docs.join("wire.md")).unwrap();
    let info = stage.talker().good("info", json!({}));
    let named: Vec<&str> =
        info["methods"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let own: BTreeSet<String> = methods().into_iter().map(|method| method.name).collect();
    for name in &named {
        assert!(own.contains(*name) || wire.contains(&format!("`{name}`")), "{name}");
    }
    assert!(own.iter().all(|name| named.contains(&name.as_str())), "{named:?}");
}
