//! The process is killed while it writes; whoever comes next is answered right.

use std::path::Path;
use std::process::Stdio;

use crate::project::Project;

/// Files of the workspace; enough for several steps of writing.
const FILES: usize = 400;

fn project() -> Project {
    let project = Project::new();
    for number in 0..FILES {
        let text = format!(
            "from lib.module_{} import function_{0}\n\n\ndef function_{number}(x):\n    \
             return function_{0}(x)\n",
            (number + 1) % FILES
        );
        project.write(&format!("lib/module_{number}.py"), &text);
    }
    project
}

/// Entries below a folder.
fn entries(folder: &Path) -> usize {
    let Ok(listed) = std::fs::read_dir(folder) else { return 0 };
    listed
        .filter_map(Result::ok)
        .map(|entry| 1 + if entry.path().is_dir() { entries(&entry.path()) } else { 0 })
        .sum()
}

/// Kills a scan once its data folder has `wanted` entries; tells whether the scan
/// was still running.
fn kill_at(project: &Project, wanted: usize) -> bool {
    let mut command = project.command(&["scan"]);
    let mut scan = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let data = project.root().with_file_name("data");
    loop {
        if scan.try_wait().unwrap().is_some() {
            return false;
        }
        if entries(&data) >= wanted {
            scan.kill().unwrap();
            scan.wait().unwrap();
            return true;
        }
        std::thread::yield_now();
    }
}

#[track_caller]
fn check_answers(project: &Project, after: &str) {
    let last = format!("function_{}", FILES - 1);
    let symbols = project.json(&["symbols", &last, "--json"]);
    assert_eq!(symbols["symbols"][0]["name"], last.as_str(), "{after}");
    let references = project.json(&["refs", "function_7", "--json"]);
    assert_eq!(references["total"], 3, "{after}: definition, import, call");
    let scan = project.json(&["scan", "--json"]);
    assert_eq!(scan["counts"]["files"], (FILES + 3) as u64, "{after}");
}

#[test]
fn a_killed_scan_loses_nothing() {
    let mut killed = 0;
    for wanted in [0, 1, 2, 3, 4, 5, 6, 8, 10] {
        let project = project();
        killed += usize::from(kill_at(&project, wanted));
        check_answers(&project, &format!("killed at {wanted} entries"));
    }
    assert!(killed >= 3, "only {killed} scans were killed while they ran");
}

#[test]
fn two_scans_at_once_agree() {
    let project = project();
    let scans: Vec<_> = (0..2)
        .map(|_| {
            let mut command = project.command(&["scan"]);
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        })
        .collect();
    for mut scan in scans {
        assert!(scan.wait().unwrap().success());
    }
    check_answers(&project, "two scans");
}

#[test]
fn a_damaged_index_is_built_anew() {
    let project = project();
    check_answers(&project, "fresh");
    let data = project.root().with_file_name("data");
    // Files made anew meanwhile have other names; each round takes the next one
    // that was there at its start.
    for round in 0..files_below(&data).len() {
        let Some(file) = files_below(&data).into_iter().nth(round) else { break };
        let mut damaged = std::fs::read(&file).unwrap();
        let middle = damaged.len() / 2;
        let Some(byte) = damaged.get_mut(middle) else { continue };
        *byte ^= 0x55;
        std::fs::write(&file, &damaged).unwrap();
        check_answers(&project, &format!("{} damaged", file.display()));
    }
}

fn files_below(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}
