//! Installing and uninstalling on real files.

use std::fs;

use proptest::prelude::*;

use super::*;
#[cfg(unix)]
use crate::read_config;

struct Folder {
    folder: tempfile::TempDir,
}

impl Folder {
    fn new() -> Self {
        Folder { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn target(&self, name: &str) -> Target {
        Target { path: self.path(name), receipts: self.path("receipts"), project: None }
    }
}

fn slot(format: Format) -> Slot {
    let container = if format == Format::Toml { "mcp_servers" } else { "mcpServers" };
    Slot { format, container, name: "clew".into(), preamble: "" }
}

fn members(program: &str) -> Vec<(&'static str, Plain)> {
    vec![("command", Plain::text(program)), ("args", Plain::texts(&["mcp".into()]))]
}

fn put(target: &Target, program: &str) -> Outcome {
    let change = install(target, &slot(Format::Json), &members(program)).unwrap();
    change.apply().unwrap();
    change.outcome()
}

fn take(target: &Target) -> Outcome {
    let change = uninstall(target, &slot(Format::Json)).unwrap();
    change.apply().unwrap();
    change.outcome()
}

#[test]
fn a_made_file_goes_with_its_folders() {
    let folder = Folder::new();
    let target = folder.target("a/b/c.json");
    assert_eq!(put(&target, "clew"), Outcome::Created);
    assert_eq!(put(&target, "clew"), Outcome::Unchanged);
    assert_eq!(put(&target, "other"), Outcome::Edited);
    assert_eq!(take(&target), Outcome::Removed);
    assert!(!folder.path("a").exists());
    assert_eq!(take(&target), Outcome::Unchanged);
    assert_eq!(fs::read_dir(folder.path("receipts")).unwrap().count(), 0);
}

#[test]
fn a_person_s_own_entry_comes_back() {
    let folder = Folder::new();
    let target = folder.target("c.json");
    let own = "{ \"mcpServers\": { \"clew\": { \"command\": \"mine\" } } }";
    fs::write(&target.path, own).unwrap();
    assert_eq!(put(&target, "clew"), Outcome::Edited);
    assert_eq!(put(&target, "clew2"), Outcome::Edited);
    assert_eq!(take(&target), Outcome::Edited);
    assert_eq!(fs::read_to_string(&target.path).unwrap(), own);
}

#[test]
fn later_edits_of_others_survive() {
    let folder = Folder::new();
    let target = folder.target("c.json");
    fs::write(&target.path, "{\n  \"a\": 1\n}\n").unwrap();
    put(&target, "clew");
    let text = fs::read_to_string(&target.path).unwrap();
    fs::write(&target.path, text.replace("\"a\": 1", "\"a\": 22")).unwrap();
    take(&target);
    assert_eq!(fs::read_to_string(&target.path).unwrap(), "{\n  \"a\": 22\n}\n");

    put(&target, "clew");
    fs::write(&target.path, "{\"a\":1,\"mcpServers\":{\"clew\":{\"command\":\"clew\"},\"b\":{}}}")
        .unwrap();
    take(&target);
    assert_eq!(fs::read_to_string(&target.path).unwrap(), "{\"a\":1,\"mcpServers\":{\"b\":{}}}");
}

#[test]
fn an_entry_without_a_receipt_is_taken_out() {
    let folder = Folder::new();
    let target = folder.target("c.json");
    fs::write(&target.path, "{\"mcpServers\": {\"clew\": {}}}").unwrap();
    assert_eq!(take(&target), Outcome::Edited);
    assert_eq!(fs::read_to_string(&target.path).unwrap(), "{\"mcpServers\": {}}");
}

#[test]
fn a_plan_is_void_once_the_file_changed() {
    let folder = Folder::new();
    let target = folder.target("c.json");
    fs::write(&target.path, "{}").unwrap();
    let change = install(&target, &slot(Format::Json), &members("clew")).unwrap();
    fs::write(&target.path, "{ }").unwrap();
    assert!(matches!(change.apply(), Err(ClientError::Changed { .. })));
    assert_eq!(fs::read_to_string(&target.path).unwrap(), "{ }");
}

#[test]
fn broken_and_foreign_files_are_left_alone() {
    let folder = Folder::new();
    let target = folder.target("c.json");
    fs::write(&target.path, "{\n oops").unwrap();
    let error = install(&target, &slot(Format::Json), &members("clew")).unwrap_err();
    assert!(matches!(error, ClientError::Edit { source: EditError::Syntax { line: 2, .. }, .. }));
    assert!(uninstall(&target, &slot(Format::Json)).is_err());
    fs::write(&target.path, b"\xff\xfe{\0}\0").unwrap();
    let error = install(&target, &slot(Format::Json), &members("clew")).unwrap_err();
    assert!(matches!(error, ClientError::NotText { .. }));
}

#[cfg(unix)]
#[test]
fn an_entry_at_an_address_is_left_alone() {
    for (format, text) in [
        (Format::Json, "{\"mcpServers\": {\"clew\": {\"url\": \"http://127.0.0.1:7325/mcp\"}}}"),
        (Format::Toml, "[mcp_servers.clew]\nurl = \"http://127.0.0.1:7325/mcp\"\n"),
        (Format::Yaml, "mcpServers:\n  - name: clew\n    url: http://127.0.0.1:7325/mcp\n"),
    ] {
        let folder = Folder::new();
        let target = folder.target("config");
        std::fs::write(&target.path, text).unwrap();
        for error in [
            install(&target, &slot(format), &members("/bin/clew")).unwrap_err(),
            uninstall(&target, &slot(format)).unwrap_err(),
        ] {
            let why = std::error::Error::source(&error).unwrap().to_string();
            assert!(why.contains("`url`") && why.contains("--name"), "{why}");
        }
        assert_eq!(std::fs::read_to_string(&target.path).unwrap(), text);
    }
}

#[test]
fn links_and_rights_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new();
    fs::create_dir(folder.path("dotfiles")).unwrap();
    let real = folder.path("dotfiles/c.json");
    fs::write(&real, "{}").unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("dotfiles/c.json", folder.path("link.json")).unwrap();
    put(&folder.target("link.json"), "clew");
    assert!(fs::symlink_metadata(folder.path("link.json")).unwrap().is_symlink());
    assert!(fs::read_to_string(&real).unwrap().contains("clew"));
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    take(&folder.target("link.json"));
    assert_eq!(fs::read_to_string(&real).unwrap(), "{}");
    let receipts = folder.path("receipts");
    put(&folder.target("link.json"), "clew");
    let receipt = fs::read_dir(&receipts).unwrap().next().unwrap().unwrap().path();
    assert_eq!(fs::metadata(receipt).unwrap().permissions().mode() & 0o777, 0o600);

    symlink("loop", folder.path("loop")).unwrap();
    assert!(install(&folder.target("loop"), &slot(Format::Json), &members("x")).is_err());
    symlink("new.json", folder.path("dangling")).unwrap();
    put(&folder.target("dangling"), "clew");
    assert!(folder.path("new.json").is_file());
}

#[test]
fn the_section_comes_and_goes() {
    let folder = Folder::new();
    let target = folder.target("AGENTS.md");
    fs::write(&target.path, "# Rules\nBe kind.").unwrap();
    install_section(&target, "one").unwrap().apply().unwrap();
    install_section(&target, "two").unwrap().apply().unwrap();
    let text = fs::read_to_string(&target.path).unwrap();
    assert!(text.contains("two") && !text.contains("one"), "{text}");
    uninstall_section(&target).unwrap().apply().unwrap();
    assert_eq!(fs::read_to_string(&target.path).unwrap(), "# Rules\nBe kind.");
}

#[test]
fn each_entry_goes_by_itself() {
    let named = |name: &str| Slot { name: name.into(), ..slot(Format::Json) };
    for (before, first, last) in [
        ("{\"mcpServers\":{}}", "clew", "two"),
        ("{\"mcpServers\":{}}", "two", "clew"),
        ("{\n  \"a\": 1 // b\n}\n", "clew", "two"),
        ("{}", "two", "clew"),
    ] {
        let folder = Folder::new();
        let target = folder.target("c.json");
        fs::write(&target.path, before).unwrap();
        let text = || fs::read_to_string(&target.path).unwrap();
        for name in ["clew", "two"] {
            install(&target, &named(name), &members(name)).unwrap().apply().unwrap();
        }
        uninstall(&target, &named(first)).unwrap().apply().unwrap();
        assert_eq!(get_entry(&text(), &named(first)), Ok(None));
        assert!(get_entry(&text(), &named(last)).unwrap().is_some(), "{}", text());
        uninstall(&target, &named(last)).unwrap().apply().unwrap();
        assert_eq!(text(), before);
        assert_eq!(fs::read_dir(folder.path("receipts")).unwrap().count(), 0);
    }
}

#[test]
fn one_of_two_entries_goes_after_edits_of_others() {
    let named = |name: &str| Slot { name: name.into(), ..slot(Format::Json) };
    let folder = Folder::new();
    let target = folder.target("c.json");
    fs::write(&target.path, "{\n  \"a\": 1\n}\n").unwrap();
    for name in ["clew", "two"] {
        install(&target, &named(name), &members(name)).unwrap().apply().unwrap();
    }
    let text = fs::read_to_string(&target.path).unwrap();
    fs::write(&target.path, text.replace("\"a\": 1", "\"a\": 22")).unwrap();
    uninstall(&target, &named("two")).unwrap().apply().unwrap();
    let text = fs::read_to_string(&target.path).unwrap();
    assert!(get_entry(&text, &named("clew")).unwrap().is_some(), "{text}");
    assert_eq!(get_entry(&text, &named("two")), Ok(None));
    uninstall(&target, &named("clew")).unwrap().apply().unwrap();
    let text = fs::read_to_string(&target.path).unwrap();
    assert!(text.contains("22") && !text.contains("command"), "{text}");
}

#[cfg(unix)]
#[test]
fn files_of_a_project_stay_in_it() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    let project = folder.path("project");
    fs::create_dir_all(project.join("own")).unwrap();
    fs::create_dir(folder.path("outside")).unwrap();
    fs::write(folder.path("outside.txt"), "{}").unwrap();
    symlink("../outside.txt", project.join("linked.json")).unwrap();
    symlink("../missing.txt", project.join("dangling.json")).unwrap();
    symlink("x/../../missing.txt", project.join("climbing.json")).unwrap();
    symlink("../outside", project.join("folder")).unwrap();
    symlink("own", project.join("fine")).unwrap();
    let target = |name: &str| Target {
        project: Some(project.clone()),
        ..folder.target(&format!("project/{name}"))
    };
    for name in ["linked.json", "dangling.json", "climbing.json", "folder/c.json", "folder/a/b"] {
        let target = target(name);
        let error = install(&target, &slot(Format::Json), &members("clew")).unwrap_err();
        assert!(matches!(error, ClientError::Outside { .. }), "{name}: {error}");
        assert!(install_section(&target, "x").is_err() && uninstall_section(&target).is_err());
        assert!(uninstall(&target, &slot(Format::Json)).is_err());
    }
    for name in ["fine/c.json", "a/b/c.json"] {
        assert_eq!(put(&target(name), "clew"), Outcome::Created);
    }
    assert!(project.join("own/c.json").is_file());
}

#[test]
fn what_is_no_ordinary_file_is_not_opened() {
    let folder = Folder::new();
    fs::create_dir(folder.path("c.json")).unwrap();
    let error = install(&folder.target("c.json"), &slot(Format::Json), &members("x")).unwrap_err();
    assert!(matches!(error, ClientError::NotOrdinary { .. }));
    #[cfg(unix)]
    {
        let pipe = folder.path("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        assert!(matches!(read_config(&pipe), Err(ClientError::NotOrdinary { .. })));
    }
}

fn texts() -> impl Strategy<Value = (Format, String)> {
    let json = prop::collection::vec(
        prop_oneof![
            Just("\"a\": [1, 2], // x\n"),
            Just("'b': {\"c\": null,},"),
            Just("\n\t\"mcpServers\": { \"d\": {} } /* y */ ,"),
            Just("\n  e: 1e3,\r\n"),
        ],
        0..4,
    )
    .prop_map(|members| (Format::Json, format!("{{{}}}", members.concat())));
    let toml = "(a|b|c) = [0-9] ?(# x)?\n{0,3}".prop_map(|text| (Format::Toml, text));
    let yaml = "(a: 1\n)?(# x\n)?(mcpServers:\n  - name: d\n)?(b: [1, 2])?"
        .prop_map(|text| (Format::Yaml, text));
    prop_oneof![json, toml, yaml, ".{0,20}".prop_map(|text| (Format::Json, text))]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn uninstalling_undoes_installing((format, text) in texts()) {
        let folder = Folder::new();
        let target = folder.target("config");
        fs::write(&target.path, &text).unwrap();
        let slot = slot(format);
        if let Ok(change) = install(&target, &slot, &members("clew")) {
            change.apply().unwrap();
            install(&target, &slot, &members("again")).unwrap().apply().unwrap();
            uninstall(&target, &slot).unwrap().apply().unwrap();
        }
        prop_assert_eq!(fs::read_to_string(&target.path).unwrap(), text);
    }
}
