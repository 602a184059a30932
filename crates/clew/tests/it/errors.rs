//! Exit codes and what is said with them.

use crate::project::{Project, run};

fn check(arguments: &[&str], code: i32, said: &str) {
    let run = Project::new().run(arguments);
    assert_eq!(run.code, Some(code), "{arguments:?}: {}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains(said), "{arguments:?}: `{said}` is not in {}", run.stderr);
    assert!(run.stdout.is_empty(), "{}", run.stdout);
}

#[test]
fn nothing_found_is_1() {
    check(&["symbols", "zzqqxx"], 1, "");
    check(&["search", "zzqqxx"], 1, "");
    check(&["refs", "zzqqxx"], 1, "");
    check(&["graph", "zzqqxx"], 1, "zzqqxx");
    check(&["outline", "shop/crat.py"], 1, "shop/crat.py");
    check(&["imports", "none.py"], 1, "none.py");
    check(&["parse", "none.py"], 1, "none.py");
}

#[test]
fn misspelled_names_are_led_back() {
    check(&["graph", "Cart.totl"], 1, "total");
    let run = Project::new().run(&["refs", "price_off"]);
    assert!(run.stderr.contains("price_of"), "{}", run.stderr);
}

#[test]
fn wrong_use_is_2() {
    check(&["search"], 2, "QUERY");
    check(&["nonsense"], 2, "nonsense");
    check(&["graph", "a", "--depth", "0"], 2, "depth");
    check(&["symbols", "a", "--kind", "king"], 2, "king");
    check(&["refs", "a", "--role", "king"], 2, "king");
    check(&["search", "a", "--role", "king"], 2, "king");
    check(&["logs", "--after-id", "1"], 2, "stream-id");
    check(&["mcp", "--tools", "grep"], 2, "grep");
    check(&["mcp", "--tools", "core,grep"], 2, "core,logs");
    check(&["mcp", "--tools", ""], 2, "no tool is named");
    check(&["parse", "shop/cart.py", "--language", "klingon"], 2, "klingon");
}

#[test]
fn projects_and_paths_that_are_not_there_are_3() {
    check(&["search", "a", "--project-root", "no/such/folder"], 3, "no/such/folder");
    check(&["search", "a", "--project-root", "README.md"], 3, "README.md");
    check(&["scan", "no/such/folder"], 3, "no/such/folder");
    check(&["outline", "../../etc/passwd"], 3, "outside");
}

/// Every verb with a file holds it inside the project, by whatever way it is named.
#[test]
fn files_outside_the_project_are_3_for_every_verb() {
    let project = Project::new();
    let outside = project.root().parent().unwrap().join("outside.yx");
    std::fs::write(&outside, "x = 1\n").unwrap();
    let absolute = outside.to_str().unwrap();
    let mut ways = vec!["../outside.yx", absolute];
    if link(&outside, &project.root().join("link.yx")) {
        ways.push("link.yx");
    }
    for way in ways {
        for arguments in [
            &["outline", way][..],
            &["imports", way],
            &["parse", way],
            &["check", way],
            &["fmt", way],
            &["rename", "x", "y", way],
            &["map", way],
        ] {
            let run = project.run(arguments);
            assert_eq!(run.code, Some(3), "{arguments:?}: {}{}", run.stdout, run.stderr);
            assert!(!run.stdout.contains("x = 1"), "{arguments:?}: {}", run.stdout);
        }
    }
}

#[cfg(unix)]
fn link(to: &std::path::Path, at: &std::path::Path) -> bool {
    std::os::unix::fs::symlink(to, at).is_ok()
}

/// Windows lets only some users make links.
#[cfg(windows)]
fn link(to: &std::path::Path, at: &std::path::Path) -> bool {
    std::os::windows::fs::symlink_file(to, at).is_ok()
}

#[test]
fn names_of_several_symbols_are_0_where_all_are_listed() {
    let project = Project::new();
    project.write("a.py", "def twice():\n    pass\n");
    project.write("b.py", "def twice():\n    pass\n");
    for verb in ["refs", "symbols", "similar"] {
        let run = project.run(&[verb, "twice"]);
        assert_eq!(run.code, Some(0), "{verb}: {}{}", run.stdout, run.stderr);
    }
    let help = project.run(&["--help"]).stdout;
    assert!(help.contains("for `graph` a name that means several symbols"), "{help}");
}

#[test]
fn names_of_several_symbols_are_2_where_one_is_needed() {
    let project = Project::new();
    project.write("a.py", "def twice():\n    pass\n");
    project.write("b.py", "def twice():\n    pass\n");
    let run = project.run(&["graph", "twice"]);
    assert_eq!(run.code, Some(2), "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("one of: "), "{}", run.stderr);
}

#[test]
fn the_environment_names_the_root() {
    let project = Project::new();
    let home = tempfile::TempDir::new().unwrap();
    for name in ["CLEW_PROJECT_ROOT", "ZNT_PROJECT_ROOT"] {
        let mut command = project.command(&["symbols", "retry"]);
        command.current_dir(home.path()).env(name, project.root());
        let run = run(command);
        assert!(run.stdout.starts_with("shop/price.py:6:"), "{name}: {}", run.stderr);
    }
}

#[test]
fn hints_name_all_that_is_accepted() {
    check(&["outline", "."], 2, "`.` is a folder");
    check(&["parse", "."], 2, "`.` is a folder");
    check(&["parse", "-l", "klingon", "shop/cart.py"], 2, "yaoxiang");
    check(&["symbols", "total", "--kind", "king"], 2, "interface (trait, protocol)");
    check(&["search", "total", "--type", "king"], 2, "declaration (class, struct");
}

#[test]
fn what_is_named_and_does_not_exist_is_1() {
    for arguments in [
        &["outline", "none.py"][..],
        &["imports", "none.py"],
        &["parse", "none.py"],
        &["check", "none.yx"],
        &["fmt", "none.yx"],
        &["rename", "a", "b", "none.yx"],
        &["map", "none"],
    ] {
        check(arguments, 1, "none");
    }
    check(&["similar", "none.py"], 1, "no symbol or file");
    check(&["similar", "shop/cart.py"], 2, "is a file");
}

/// The object on standard output and the exit code.
#[track_caller]
fn check_json(arguments: &[&str], code: i32, error_code: &str, message: &str) {
    let run = Project::new().run(arguments);
    assert_eq!(run.code, Some(code), "{arguments:?}: {}{}", run.stdout, run.stderr);
    let object: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(object["schemaVersion"], "1.0");
    assert_eq!(object["errorCode"], error_code);
    assert!(object["message"].as_str().unwrap().contains(message), "{}", run.stdout);
    assert!(!object["next"].as_str().unwrap().is_empty(), "{}", run.stdout);
    assert!(run.stderr.contains(message), "{}", run.stderr);
}

#[test]
fn errors_are_json_where_json_is_asked_for() {
    check_json(&["outline", "none.py", "--json"], 1, "MCP-NOT-FOUND", "none.py");
    check_json(&["graph", "--json", "zzqqxx"], 1, "MCP-NOT-FOUND", "zzqqxx");
    check_json(&["check", "none.yx", "--json"], 1, "MCP-NOT-FOUND", "none.yx");
    check_json(&["search", "", "--json"], 2, "MCP-INVALID-INPUT", "empty");
    check_json(&["search", "--json"], 2, "MCP-INVALID-INPUT", "QUERY");
    check_json(&["search", "a", "--json", "--limit", "x"], 2, "MCP-INVALID-INPUT", "x");
    check_json(&["scan", "no/such", "--json"], 3, "MCP-PROJECT-NOT-FOUND", "no/such");
    check_json(
        &["outline", "../../etc/passwd", "--json"],
        3,
        "MCP-PATH-OUTSIDE-PROJECT",
        "outside",
    );
}
