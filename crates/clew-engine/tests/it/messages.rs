//! What programs print, pasted as a query: messages with values, lines of logs, traces.

use clew_engine::Engine;
use clew_protocol::{SearchHit, SearchRequest};

use crate::support::Stage;

const APP: &str = r#"
//- app/users.py
def find(name):
    raise LookupError(f"no user named {name!r} found")


def rename(old, new):
    """Gives a user another name."""
    user = find(old)
    user.name = new
    return user
//- app/reader.go
package app

func Read(path string) error {
	return fmt.Errorf("failed to read header of %s: %w", path, err)
}

func Write(path string) error {
	return fmt.Errorf("failed to write %s: %w", path, err)
}
//- app/views/row.py
def get(request):
    row = load(request)
    return row


def post(request):
    row = load(request)
    row.save(
        request.body,
    )
    return row
//- other/views/row.py
def get(request):
    return None
//- docs/users.md
# Users
A user named jane was found in the header of a file that failed to load.
//- tests/test_users.py
def test_find():
    expect("no user named 'jane' found")
    expect("user jane: no header, failed to read jane")
"#;

fn hits(query: &str) -> Vec<SearchHit> {
    let asker = Stage::new(APP).engine();
    let request = SearchRequest { query: query.into(), ..Default::default() };
    asker.engine.search(request, &asker.context).unwrap().hits
}

fn check_first(query: &str, file: &str, name: &str) {
    let hits = hits(query);
    let found: Vec<_> = hits.iter().map(|hit| (hit.file.as_str(), hit.name.as_str())).collect();
    assert_eq!(found.first(), Some(&(file, name)), "{query}: {found:?}");
}

#[test]
fn messages_find_their_source_whatever_was_filled_in() {
    check_first("no user named \"jane\" found", "app/users.py", "find");
    check_first("error: no user named 'bob' found", "app/users.py", "find");
    check_first(
        "failed to read header of /tmp/x: dial tcp 10.0.0.1:443: connect: connection refused",
        "app/reader.go",
        "Read",
    );
    check_first("failed to write \"out.bin\": no space left on device", "app/reader.go", "Write");
}

#[test]
fn lines_of_logs_are_taken_apart() {
    for line in [
        r#"level=error msg="failed to read header of \"a\": EOF""#,
        r#"time=2024-05-01T10:00:00Z level=ERROR msg="failed to read header of a" err=EOF"#,
        r#"{"time":"2024","level":"ERROR","msg":"failed to read header of a","err":"EOF"}"#,
        "2024-05-01 10:00:00,123 ERROR app.reader: failed to read header of a: EOF",
    ] {
        check_first(line, "app/reader.go", "Read");
    }
}

#[test]
fn traces_give_their_places_innermost_first() {
    let trace = "Traceback (most recent call last):\n  File \"/venv/lib/app/users.py\", line 8, in rename\n    user = find(old)\n  File \"/venv/lib/app/views/row.py\", line 8, in post\n    row.save(\nKeyError: 'x'";
    let hits = hits(trace);
    let places: Vec<_> = hits.iter().take(2).map(|hit| (&*hit.file, &*hit.name)).collect();
    assert_eq!(places, [("app/views/row.py", "post"), ("app/users.py", "rename")]);
}

#[test]
fn a_place_that_moved_is_found_by_its_name() {
    let trace =
        "Error: x\n    at get (/srv/other/views/row.py:2)\n    at post (app/views/row.py:1)";
    let hits = hits(trace);
    let places: Vec<_> = hits.iter().take(2).map(|hit| (&*hit.file, &*hit.name)).collect();
    assert_eq!(places, [("other/views/row.py", "get"), ("app/views/row.py", "post")]);
}

#[test]
fn frames_of_other_projects_are_left_out() {
    let trace =
        "Error: x\n    at dump (/usr/lib/elsewhere/views/row.py:2)\n    at find (app/users.py:2)";
    check_first(trace, "app/users.py", "find");
}

#[test]
fn a_path_with_a_line_means_the_symbol_there() {
    check_first("app/views/row.py:9", "app/views/row.py", "post");
    check_first("app/views/row.py:2", "app/views/row.py", "get");
}

#[test]
fn quotes_that_nothing_holds_are_told() {
    let asker = Stage::new(APP).engine();
    let ask = |query: &str| {
        let request = SearchRequest { query: query.into(), ..Default::default() };
        asker.engine.search(request, &asker.context).unwrap()
    };
    let answer = ask("\"another zebra name\" user");
    assert_eq!(answer.hits[0].name, "rename");
    assert!(answer.stamp.notes.iter().any(|note| note.contains("in quotes")), "{answer:?}");
    let answer = ask("\"another name\" user");
    assert_eq!(answer.hits[0].name, "rename");
    assert!(answer.stamp.notes.iter().all(|note| !note.contains("in quotes")), "{answer:?}");
}

/// A long function that says `text` where it fails.
fn limits(text: &str) -> String {
    let checks: String = ["port", "host", "name", "user", "path", "size", "time", "mode"]
        .map(|field| {
            format!("    if not config.{field}:\n        config.{field} = default_{field}()\n")
        })
        .concat();
    format!("def check_limits(config):\n{checks}    # {text}\n    return config\n")
}

/// Of copies the one with the words of the query in their order is shown, wherever it is,
/// and the others are told of.
#[test]
fn the_copy_that_holds_the_phrase_is_kept_and_others_are_told_of() {
    let stage = Stage::new("//- src/other.py\ndef other(): pass\n");
    stage.write("src/limits.py", &limits("keeps the range above the port of hosts"));
    stage.write("examples/limits.py", &limits("keeps the port above the range of hosts"));
    stage.write("src/deep.py", &limits("keeps the port below the range of hosts"));
    let asker = stage.engine();
    asker.scan();
    let ask = |query: &str| {
        let request = clew_protocol::SearchRequest { query: query.into(), ..Default::default() };
        let answer = asker.engine.search(request, &asker.context).unwrap();
        let files: Vec<String> = answer.hits.iter().map(|hit| hit.file.clone()).collect();
        (files, answer.stamp.notes.join("\n"))
    };
    let (files, said) = ask("keeps the port above the range of hosts");
    assert_eq!(files[0], "examples/limits.py", "{files:?}");
    assert!(said.contains("2 similar places are left out"), "{said}");
    let (files, said) = ask("check limits below");
    assert_eq!(files[0], "src/deep.py", "{files:?}");
    assert!(said.contains("similar places are left out"), "{said}");
    let (files, said) = ask("\"keeps the port above\"");
    assert_eq!(files.len(), 2, "{files:?} {said}");
    assert_eq!(files[0], "examples/limits.py");
    let (files, said) = ask("\"of hosts\"");
    assert_eq!(files.len(), 3, "{files:?} {said}");
    assert!(!said.contains("similar"), "{said}");
}
