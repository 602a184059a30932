//! A disk that is full: what was acknowledged stays readable, answers stay right,
//! and the message says what is wrong.
//!
//! The disk is a small file system in memory, mounted in a name space of its own.
//! Where the system allows none, the tests of the store with a failing disk stand
//! for this one.
#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};

use crate::project::{Project, Run, run};

/// Rounds, each with another amount of free space; more by `CLEW_DISK_ROUNDS`.
const ROUNDS: u64 = 6;

const SCRIPT: &str = r#"
# Asks again as long as the answer says that files are still being looked at.
ask() {
  for round in $(seq 60); do
    said=$("$CLEW" "$@" 2>&1); rc=$?
    case "$said" in *"scan is running"*) ;; *) break ;; esac
  done
  echo "$said"; echo "rc $rc"
}
mount -t tmpfs -o size=1m none "$CLEW_DATA_DIR" || exit 99
"$CLEW" scan >/dev/null 2>&1 || exit 98
free=$(df -k --output=avail "$CLEW_DATA_DIR" | tail -1)
fill=$((free - LEFT)); [ $fill -gt 0 ] || fill=0
dd if=/dev/zero of="$CLEW_DATA_DIR/filler" bs=1024 count=$fill 2>/dev/null
printf 'def fresh_one(): pass\n%s\n' "$PADDING" > fresh.py
printf 'def retry(action): pass\n' > shop/price.py
echo "== scan"; "$CLEW" scan 2>&1; echo "rc $?"
echo "== old"; ask symbols Cart.total
echo "== gone"; ask symbols price_of
echo "== new"; ask symbols fresh_one
rm "$CLEW_DATA_DIR/filler"
echo "== again"; "$CLEW" scan 2>&1; echo "rc $?"
echo "== after"; ask symbols fresh_one
"#;

/// One round with so many KiB free; `None` where no such disk can be had.
fn full_disk(left: u64) -> Option<(Project, Run)> {
    let project = Project::new();
    let template = project.command(&[]);
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", SCRIPT]).current_dir(project.root()).stdin(Stdio::null());
    for (name, value) in template.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let data = project.root().join("../data");
    std::fs::create_dir_all(&data).unwrap();
    command.env("CLEW_DATA_DIR", data.canonicalize().unwrap());
    command.env("CLEW", env!("CARGO_BIN_EXE_clew")).env("LEFT", left.to_string());
    let padding: String = (0..400).map(|number| format!("# line {number}\n")).collect();
    command.env("PADDING", padding);
    let can_run = Command::new("unshare").args(["-rm", "true"]).output();
    if !can_run.is_ok_and(|output| output.status.success()) {
        return None;
    }
    let run = run(command);
    (run.code != Some(99)).then_some((project, run))
}

/// What the script said in one of its parts.
fn part<'run>(run: &'run Run, title: &str) -> &'run str {
    let start = run.stdout.find(&format!("== {title}\n")).unwrap_or_else(|| {
        panic!("no {title} in {}{}", run.stdout, run.stderr);
    });
    let rest = &run.stdout[start + title.len() + 4..];
    &rest[..rest.find("== ").unwrap_or(rest.len())]
}

#[test]
fn a_full_disk_loses_nothing_and_answers_right() {
    let rounds = std::env::var("CLEW_DISK_ROUNDS").ok().and_then(|text| text.parse().ok());
    let rounds: u64 = rounds.unwrap_or(ROUNDS);
    let mut held = 0;
    for round in 0..rounds {
        // Spread over what a commit of these files needs.
        let left = round * 7919 % 48;
        let Some((_project, run)) = full_disk(left) else { return };
        let said = part(&run, "scan");
        if said.contains("cannot be written") {
            held += 1;
            assert!(said.contains("No space left") || said.contains("full"), "{left}: {said}");
            assert!(said.contains("in memory"), "{left}: {said}");
        }
        let code = if said.contains("cannot be written") { "rc 5" } else { "rc 0" };
        assert!(said.contains(code), "{left}: {said}");
        assert!(part(&run, "old").contains("shop/cart.py"), "{left}: {}", run.stdout);
        assert!(part(&run, "gone").contains("rc 1"), "{left}: {}", run.stdout);
        assert!(part(&run, "new").contains("fresh.py:1"), "{left}: {}", run.stdout);
        assert!(part(&run, "again").contains("up to date"), "{left}: {}", run.stdout);
        assert!(part(&run, "after").contains("fresh.py:1"), "{left}: {}", run.stdout);
    }
    assert!(held > 0, "no round met a full disk");
}
