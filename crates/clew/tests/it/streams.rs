//! Colours, pipes and what goes where.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::project::{Project, run};

#[test]
fn colours_come_when_asked_for_only() {
    let project = Project::new();
    assert!(!project.run(&["symbols", "retry"]).stdout.contains('\u{1b}'));
    let coloured = project.run(&["symbols", "retry", "--color", "always"]);
    assert!(coloured.stdout.contains("\u{1b}[35mshop/price.py:6"), "{}", coloured.stdout);
    let mut command = project.command(&["symbols", "retry"]);
    command.env("NO_COLOR", "1").env("CLICOLOR_FORCE", "");
    assert!(!run(command).stdout.contains('\u{1b}'));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let project = Project::new();
    let mut command = project.command(&["parse", "shop/cart.py"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::with_capacity(16, child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn code_from_files_cannot_steer_the_terminal() {
    let project = Project::new();
    project.write("evil.py", "def evil():  # \u{1b}[2J\u{7}\n    pass\n");
    let run = project.run(&["search", "evil", "--code"]);
    assert!(run.stdout.contains("def evil()"), "{}", run.stdout);
    assert!(!run.stdout.contains('\u{1b}') && !run.stdout.contains('\u{7}'));
}

#[test]
fn source_comes_from_standard_input() {
    let project = Project::new();
    let source = project.root().join("shop").join("price.py");
    let mut command = project.command(&["parse", "--language", "python", "--json", "-"]);
    command.stdin(std::fs::File::open(source).unwrap());
    let run = run(command);
    assert!(run.stdout.contains("\"ok\": true"), "{}{}", run.stdout, run.stderr);
}
