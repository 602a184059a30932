//! Which files count is asked for anew by every question: rules and settings that changed
//! a moment ago are followed by the very next answer.

use std::path::PathBuf;

use clew_engine::Engine;
use clew_protocol::LookupSymbolRequest;
use proptest::prelude::*;

use crate::support::{Asker, Stage};

/// Files that say which files count, and what each may say.
const PLACES: [(Place, [&str; 4]); 8] = [
    (Place::Root(".gitignore"), ["a/\n", "*.py\n!f0.py\n", "/a/b\n", "f1.py\n"]),
    (Place::Root("a/.gitignore"), ["b\n", "*\n", "!f0.py\n", "/f1.py\n"]),
    (Place::Root(".clewignore"), ["/b/\n", "!a/\n", "f0.py\n", "a/b/f1.py\n"]),
    (
        Place::Root("clew.yaml"),
        ["exclude: [a/**]\n", "exclude: [b/**]\n", "exclude: [\"f1.py\"]\n", "{}\n"],
    ),
    (Place::Root(".clew/config.yaml"), ["exclude: [b/**]\n", "exclude: [a/b]\n", "{}\n", "{}\n"]),
    (Place::Root(".git/info/exclude"), ["a/\n", "b/\n", "f0.py\n", "#\n"]),
    (Place::Home(".config/git/ignore"), ["f1.py\n", "b\n", "/a/b/\n", "f0.py\n"]),
    (
        Place::Home(".gitconfig"),
        ["[core]\nexcludesFile = ~/mine\n", "[core]\nexcludesFile = ~/none\n", "#\n", "#\n"],
    ),
];

#[derive(Clone, Copy)]
enum Place {
    Root(&'static str),
    Home(&'static str),
}

/// A change of one of the places: another text, or none; or of a file of code.
#[derive(Clone, Debug)]
enum Edit {
    Write(usize, usize),
    Remove(usize),
    Code(u8),
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        4 => (0..PLACES.len(), 0..4usize).prop_map(|(place, text)| Edit::Write(place, text)),
        3 => (0..PLACES.len()).prop_map(Edit::Remove),
        1 => any::<u8>().prop_map(Edit::Code),
    ]
}

fn path(stage: &Stage, place: usize) -> PathBuf {
    match PLACES[place].0 {
        Place::Root(name) => stage.root.join(name),
        Place::Home(name) => stage.home().join(name),
    }
}

fn apply(stage: &Stage, edit: &Edit) {
    match edit {
        Edit::Write(place, text) => {
            let file = path(stage, *place);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, PLACES[*place].1[*text]).unwrap();
        }
        // What is not there stays so.
        Edit::Remove(place) => drop(std::fs::remove_file(path(stage, *place))),
        Edit::Code(number) => stage.write("a/more.py", &format!("def name_x{number}(): pass\n")),
    }
}

/// Where the symbols are that the next answer shows which calls itself up to date.
fn shown(asker: &Asker) -> Vec<String> {
    loop {
        let request =
            LookupSymbolRequest { query: "name_".into(), limit: Some(100), ..Default::default() };
        let answer = asker.engine.lookup_symbol(request, &asker.context).unwrap();
        let freshness = &answer.stamp.freshness;
        if freshness.scanning || freshness.pending > 0 {
            continue;
        }
        let places = answer.symbols.iter().map(|one| format!("{} {}", one.file, one.name));
        let mut places: Vec<String> = places.collect();
        places.sort();
        return places;
    }
}

fn stage() -> Stage {
    let stage = Stage::new("");
    for folder in ["", "a/", "a/b/", "b/"] {
        for file in ["f0", "f1"] {
            let name = format!("name_{}{file}", folder.replace('/', "_"));
            stage.write(&format!("{folder}{file}.py"), &format!("def {name}(): pass\n"));
        }
    }
    stage.write(".git/HEAD", "ref: refs/heads/main\n");
    stage.write(".git/objects/x", "");
    std::fs::create_dir_all(stage.home()).unwrap();
    std::fs::write(stage.home().join("mine"), "/b/\n").unwrap();
    stage
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]
    #[test]
    fn every_answer_equals_that_of_a_fresh_process(
        edits in proptest::collection::vec(edit(), 1..16),
    ) {
        let stage = stage();
        let asker = stage.live_engine();
        shown(&asker);
        for (number, edit) in edits.iter().enumerate() {
            apply(&stage, edit);
            let answer = shown(&asker);
            let expected = shown(&stage.fresh_engine());
            prop_assert_eq!(answer, expected, "after {:?}", &edits[..=number]);
        }
    }
}

#[test]
fn settings_that_come_when_a_rule_file_goes_are_followed_at_once() {
    let stage =
        Stage::new("//- pkg1/n.py\ndef name_one(): pass\n//- pkg2/n.py\ndef name_two(): pass\n");
    let asker = stage.live_engine();
    for _ in 0..20 {
        stage.write(".gitignore", "pkg2/\n");
        assert_eq!(shown(&asker), ["pkg1/n.py name_one"]);
        std::fs::remove_file(stage.root.join(".gitignore")).unwrap();
        assert_eq!(shown(&asker), ["pkg1/n.py name_one", "pkg2/n.py name_two"]);
        stage.write("clew.yaml", "exclude: [\"pkg2/**\"]\n");
        assert_eq!(shown(&asker), ["pkg1/n.py name_one"]);
        std::fs::remove_file(stage.root.join("clew.yaml")).unwrap();
        assert_eq!(shown(&asker), ["pkg1/n.py name_one", "pkg2/n.py name_two"]);
    }
}

#[test]
fn what_another_process_writes_by_other_settings_is_not_taken_over() {
    let stage = stage();
    stage.write("clew.yaml", "exclude: [b/**]\n");
    let asker = stage.live_engine();
    let expected = shown(&asker);
    for round in 0..10 {
        // It indexes `b` while the other indexes a file of its own.
        std::thread::scope(|scope| {
            scope.spawn(|| {
                stage.write("clew.yaml", "{}\n");
                stage.engine().scan();
                stage.write("clew.yaml", "exclude: [b/**]\n");
            });
            apply(&stage, &Edit::Code(round));
            shown(&asker);
        });
        std::fs::remove_file(stage.root.join("a/more.py")).unwrap();
        assert_eq!(shown(&asker), expected);
    }
}
