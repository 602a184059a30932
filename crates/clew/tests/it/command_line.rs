//! Every verb with an answer.

use expect_test::{Expect, expect};

use crate::project::Project;

fn check_text(arguments: &[&str], expected: Expect) {
    let run = Project::new().run(arguments);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    expected.assert_eq(&run.stdout);
}

#[test]
fn the_first_search_needs_no_set_up() {
    let project = Project::new();
    let run = project.run(&["search", "retry a failed action"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.starts_with("shop/price.py:6: function retry\n"), "{}", run.stdout);
}

#[test]
fn search_as_json() {
    let project = Project::new();
    let answer = project.json(&["search", "Cart.total", "--json", "--code", "--callers", "1"]);
    let hit = &answer["hits"][0];
    assert_eq!(hit["name"], "Cart.total");
    assert_eq!(hit["type"], "function");
    assert_eq!(hit["kind"], "method");
    assert_eq!(hit["file"], "shop/cart.py");
    assert_eq!(hit["start_line"], 12);
    assert!(hit["code"].as_str().unwrap().contains("Sums the prices"));
    assert_eq!(hit["callers"][0]["name"], "checkout");
    assert_eq!(answer["root"]["source"], "fallback_cwd");
    assert_eq!(answer["freshness"]["pending"], 0);
}

#[test]
fn symbols_by_name() {
    check_text(
        &["symbols", "Cart.total"],
        expect![[r#"
            shop/cart.py:12: method Cart.total
                def total(self)
                Sums the prices.
        "#]],
    );
}

#[test]
fn references_with_their_roles() {
    check_text(
        &["refs", "price_of"],
        expect![[r#"
            shop/price.py:1:5: definition: def price_of(item):
            shop/cart.py:3:24: import: from shop.price import price_of
            shop/cart.py:14:20: call in Cart.total: return sum(price_of(item) for item in self.items)
        "#]],
    );
}

#[test]
fn references_as_json() {
    let project = Project::new();
    let answer = project.json(&["refs", "price_of", "--role", "call", "--json"]);
    assert_eq!(answer["locations"].as_array().unwrap().len(), 1);
    assert_eq!(answer["locations"][0]["certainty"], "bound");
    assert_eq!(answer["locations"][0]["span"], serde_json::json!([14, 20, 14, 28]));
}

#[test]
fn callers_and_paths() {
    let project = Project::new();
    let up = project.run(&["graph", "price_of", "--direction", "up"]);
    assert!(up.stdout.contains("Cart.total"), "{}{}", up.stdout, up.stderr);
    let path = project.json(&["graph", "checkout", "--to", "retry", "--json"]);
    let names: Vec<_> =
        path["nodes"].as_array().unwrap().iter().map(|node| node["name"].clone()).collect();
    assert!(names.contains(&"price_of".into()), "{path}");
    let drawn = project.run(&["graph", "checkout", "--format", "mermaid"]);
    assert!(drawn.stdout.starts_with("flowchart"), "{}", drawn.stdout);
}

#[test]
fn outline_of_a_file() {
    check_text(
        &["outline", "shop/cart.py"],
        expect![[r#"
            shop/cart.py:6: class Cart  class Cart
            shop/cart.py:9:   constructor __init__  def __init__(self)
            shop/cart.py:10:   field items  self.items = []
            shop/cart.py:12:   method total  def total(self)
            shop/cart.py:17: function checkout  def checkout(cart: Cart)
        "#]],
    );
}

#[test]
fn files_are_named_from_the_current_folder_too() {
    let project = Project::new();
    let mut command = project.command(&["outline", "price.py", "--project-root", ".."]);
    command.current_dir(project.root().join("shop"));
    let run = crate::project::run(command);
    assert!(run.stdout.contains("shop/price.py:6: function retry"), "{}{}", run.stdout, run.stderr);
}

#[test]
fn imports_of_a_file() {
    check_text(
        &["imports", "shop/cart.py"],
        expect![[r#"
            shop/cart.py:2: std json
            shop/cart.py:3: file shop.price {price_of} -> shop/price.py
        "#]],
    );
}

#[test]
fn trees_and_syntax_errors() {
    let project = Project::new();
    let run = project.run(&["parse", "shop/price.py"]);
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.starts_with("module 1:1-"), "{}", run.stdout);
    project.write("broken.py", "def f(:\n");
    let run = project.run(&["parse", "broken.py", "--errors"]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.starts_with("broken.py:1:"), "{}", run.stdout);
}

#[test]
fn fragments_of_yaoxiang() {
    let project = Project::new();
    project.write("main.yx", "main = () => {\n  total=1\n  print(totl)\n}\n");
    let run = project.run(&["check", "main.yx"]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.starts_with("main.yx:3:"), "{}", run.stdout);
    let run = project.run(&["fmt", "--check", "--diff", "main.yx"]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("-  total=1"), "{}", run.stdout);
    let run = project.run(&["rename", "total", "sum", "main.yx"]);
    assert!(run.stdout.contains("sum=1"), "{}{}", run.stdout, run.stderr);
    assert!(project.run(&["explain", "E1001"]).stdout.contains("E1001 "));
    assert_eq!(project.run(&["explain", "E9999"]).code, Some(1));
}

#[test]
fn check_tells_findings_from_wrong_use() {
    let project = Project::new();
    project.write("good.yx", "main = {\n    y = 1\n}\n");
    project.write("broken.yx", "x = (\n");
    project.write("wrong.yx", "main = {\n    x: Int = \"a\"\n}\n");
    assert_eq!(project.run(&["check", "good.yx"]).code, Some(0));
    let all = project.run(&["check", "."]);
    assert_eq!(all.code, Some(1));
    assert!(all.stdout.contains("broken.yx:") && all.stdout.contains("wrong.yx:2:"));
    let chinese = project.run(&["check", "--lang", "zh", "wrong.yx"]);
    assert!(chinese.stdout.contains("需要"), "{}", chinese.stdout);
    assert_eq!(project.run(&["check", "README.md"]).code, Some(2));
}

#[test]
fn fmt_writes_only_when_asked_and_only_what_parses() {
    let project = Project::new();
    let file = project.root().join("a.yx");
    let read = || std::fs::read_to_string(&file).unwrap();
    project.write("a.yx", "x=1\n");
    assert_eq!(project.run(&["fmt", "a.yx"]).stdout, "x = 1\n");
    assert_eq!(read(), "x=1\n");
    let run = project.run(&["fmt", "--write", "a.yx"]);
    assert_eq!((run.code, run.stdout.as_str(), read().as_str()), (Some(0), "", "x = 1\n"));
    project.write("a.yx", "x = (\n");
    assert_eq!(project.run(&["fmt", "--write", "a.yx"]).code, Some(1));
    assert_eq!(read(), "x = (\n");
    std::fs::write(&file, b"# caf\xe9\nx=1\n").unwrap();
    let run = project.run(&["fmt", "--write", "a.yx"]);
    assert_ne!(run.code, Some(0));
    assert_eq!(std::fs::read(&file).unwrap(), b"# caf\xe9\nx=1\n");
    for verb in [&["fmt", "a.yx"][..], &["rename", "x", "y", "a.yx"]] {
        let run = project.run(verb);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{}", run.stderr);
        assert!(run.stderr.contains("a.yx:1: the bytes are no UTF-8"), "{}", run.stderr);
    }
    for name in [".env", ".envrc", "conf"] {
        project.write(name, "A=secret\n");
        let run = project.run(&["fmt", "--write", name]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{}", run.stderr);
        assert_eq!(std::fs::read_to_string(project.root().join(name)).unwrap(), "A=secret\n");
    }
    project.write("a.yx", "x=1\n");
    let run = project.run(&["fmt", "--check", "a.yx"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(run.stderr.contains("a.yx: the layout differs"), "{}", run.stderr);
    assert!(!run.stderr.contains("nothing found"), "{}", run.stderr);
}

#[test]
fn the_map_names_what_others_lean_on() {
    let project = Project::new();
    let run = project.run(&["map"]);
    assert!(run.stdout.contains("shop/price.py"), "{}{}", run.stdout, run.stderr);
    let answer = project.json(&["map", "shop/", "--json"]);
    assert!(answer["total_symbols"].as_u64().unwrap() >= 5);
}

#[test]
fn scan_counts_what_changed() {
    let project = Project::new();
    let counts = |project: &Project| project.json(&["scan", "--json"])["counts"].clone();
    assert_eq!(counts(&project)["added"], 3);
    assert_eq!(counts(&project)["added"], 0);
    project.write("shop/price.py", "def price_of(item):\n    return 1\n");
    project.write("shop/new.py", "def fresh():\n    pass\n");
    let again = counts(&project);
    assert_eq!((&again["added"], &again["changed"]), (&1.into(), &1.into()), "{again}");
    let run = project.run(&["symbols", "fresh"]);
    assert!(run.stdout.starts_with("shop/new.py:1:"), "{}", run.stdout);
}

#[test]
fn questions_see_edits_at_once() {
    let project = Project::new();
    project.run(&["symbols", "retry"]);
    project.write("shop/price.py", "\n\ndef retry_all():\n    pass\n");
    let run = project.run(&["symbols", "retry_all"]);
    assert!(run.stdout.starts_with("shop/price.py:3:"), "{}{}", run.stdout, run.stderr);
    assert_eq!(project.run(&["symbols", "price_of", "--kind", "function"]).code, Some(1));
}

#[test]
fn status_says_what_is_indexed() {
    let project = Project::new();
    let run = project.run(&["status"]);
    assert_eq!(run.code, Some(1), "no index yet: {}", run.stdout);
    project.run(&["scan"]);
    let answer = project.json(&["status", "--json"]);
    assert_eq!(answer["stats"]["files"], 3);
    assert_eq!(answer["coverage"], "exact");
}

#[test]
fn the_quiet_verbs() {
    let project = Project::new();
    assert!(project.run(&["stats"]).stdout.contains("calls"));
    assert_eq!(project.run(&["logs"]).code, Some(0));
    assert!(project.json(&["logs", "--json"])["stream_id"].is_string());
    let languages = project.run(&["languages"]).stdout;
    assert!(languages.contains("python          deep"), "{languages}");
}

#[test]
fn scripts_and_manuals() {
    let project = Project::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(project.run(&["completions", shell]).stdout.contains("clew"), "{shell}");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = project.run(&["completions", shell]).stdout;
        for value in ["claude-code", "gemini-cli", "jetbrains", "powershell"] {
            assert!(script.contains(value), "{shell} completes no {value}");
        }
    }
    let fish = project.run(&["completions", "fish"]).stdout;
    let place = "__fish_clew_using_subcommand mcp; and __fish_seen_subcommand_from install";
    let line = format!("complete -c clew -n \"{place}\" -f -a \"zed\" -d 'Zed'\n");
    assert!(fish.contains(&line), "{fish}");
    let elvish = project.run(&["completions", "elvish"]).stdout;
    let install = elvish.split("&'clew;mcp;install'= {").nth(1).unwrap();
    assert!(install.split('}').next().unwrap().contains("cand vscode "), "{install}");
    assert!(project.run(&["--help"]).stdout.contains("Exit codes"));
    assert!(project.run(&["--version"]).stdout.starts_with("clew "));
}

/// A page of the manual as it is read.
fn read(page: &str) -> String {
    page.replace("\\-", "-").replace("\\fB", "").replace("\\fI", "").replace("\\fR", "")
}

#[test]
fn manuals_show_options_and_exit_codes_of_every_verb() {
    let project = Project::new();
    assert_eq!(project.run(&["man", "--dir", "pages"]).code, Some(0));
    let whole = read(&project.run(&["man"]).stdout);
    for (verb, options) in [
        ("search", &["--mode", "--scope", "--limit", "--json"][..]),
        ("refs", &["--role", "--certainty"]),
        ("daemon stop", &["--force"]),
        ("mcp", &["--http", "--tools", "--token-file"]),
        ("mcp install", &["--uninstall", "--dry-run", "claude-code"]),
        ("config validate", &[]),
    ] {
        let path = format!("pages/clew-{}.1", verb.replace(' ', "-"));
        let page = read(&std::fs::read_to_string(project.root().join(path)).unwrap());
        let title = format!(".SH \"CLEW {}\"", verb.to_uppercase());
        let own = whole.split(&title).nth(1).unwrap_or_else(|| panic!("no section of {verb}"));
        let own = own.split("\n.SH ").next().unwrap();
        for option in options {
            assert!(page.contains(option), "{verb}: {option} is not in {page}");
            assert!(own.contains(option), "{verb}: {option} is not in {own}");
        }
        let of_every_verb = "Project root; else found upwards";
        assert!(page.contains(of_every_verb), "{verb}: {page}");
        assert!(!own.contains(of_every_verb), "{verb}: they are told once: {own}");
        assert!(!own.trim_end().ends_with(".SS EXTRA"), "{verb}: an empty section: {own}");
        assert!(page.contains("EXIT STATUS") && page.contains("4  busy"), "{page}");
    }
    assert!(whole.contains("EXIT STATUS") && whole.contains("CLEW_DATA_DIR"), "{whole}");
    assert!(whole.contains("--project-root"), "{whole}");
}

#[test]
fn decorated_symbols_are_shown_at_their_name() {
    let project = Project::new();
    project.write("deco.py", "@wrap\n@wrap\ndef decorated():\n    pass\n");
    let shown = |verb: &str, what: &str| {
        let run = project.run(&[verb, what]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stdout.lines().next().unwrap().to_string()
    };
    assert_eq!(shown("symbols", "decorated"), "deco.py:3: function decorated");
    assert!(shown("refs", "decorated").starts_with("deco.py:3:5: definition"));
    assert!(shown("outline", "deco.py").starts_with("deco.py:3: function decorated"));
    assert_eq!(project.json(&["symbols", "decorated", "--json"])["symbols"][0]["line"], 3);
}
