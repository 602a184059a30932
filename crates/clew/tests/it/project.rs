//! A small workspace, and the binary to ask about it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const CART: &str = r#""""A cart."""
import json
from shop.price import price_of


class Cart:
    """Things to buy."""

    def __init__(self):
        self.items = []

    def total(self):
        """Sums the prices."""
        return sum(price_of(item) for item in self.items)


def checkout(cart: Cart):
    return json.dumps(cart.total())
"#;

const PRICE: &str = r#"def price_of(item):
    """Looks the price up."""
    return retry(lambda: item)


def retry(action, times=3):
    """Retries a failed action."""
    for _ in range(times):
        try:
            return action()
        except OSError:
            continue
"#;

/// A workspace with a space in its path, and a data folder beside it.
pub(crate) struct Project {
    folder: TempDir,
}

/// What a run of the binary did.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Project {
    /// The workspace of all tests.
    pub(crate) fn new() -> Self {
        let project = Project { folder: TempDir::new().unwrap() };
        project.write("shop/cart.py", CART);
        project.write("shop/price.py", PRICE);
        project.write("README.md", "# Shop\n\nSells things.\n");
        project
    }

    /// The workspace's root.
    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().join("my project")
    }

    /// Writes a file of the workspace.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.root().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// The binary with these arguments, run in the root, untouched by the
    /// user's own folders and settings.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_clew"));
        command.args(arguments).current_dir(self.root()).stdin(Stdio::null());
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy();
            if name.starts_with("CLEW_") || name.starts_with("ZNT_") || name == "NO_COLOR" {
                command.env_remove(&*name);
            }
        }
        command.env("CLEW_DATA_DIR", self.folder.path().join("data"));
        command.env("HOME", self.folder.path().join("home"));
        command.env("CLEW_STANDALONE", "1");
        command
    }

    /// The same, but asking the daemon of the data folder, which is started if
    /// need be and ends soon after its last client.
    pub(crate) fn shared(&self, arguments: &[&str]) -> Command {
        let mut command = self.command(arguments);
        command.env_remove("CLEW_STANDALONE").env("CLEW_DAEMON_IDLE_EXIT", "20");
        command
    }

    /// The data folder.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Runs the binary to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        run(self.command(arguments))
    }

    /// Runs the binary, which must answer with JSON.
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        let run = self.run(arguments);
        assert_eq!(run.code, Some(0), "{arguments:?}: {}{}", run.stdout, run.stderr);
        let answer: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(answer["schemaVersion"], "1.0");
        answer
    }
}

/// Runs `command` to its end.
pub(crate) fn run(mut command: Command) -> Run {
    let Output { status, stdout, stderr } = command.output().unwrap();
    Run {
        code: status.code(),
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
    }
}
