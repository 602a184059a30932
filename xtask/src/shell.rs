//! Running other programs.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// `cargo` as this process was started by, in the workspace root.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// How a program was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Quickly.
    Dev,
    /// With all optimisations.
    Release,
}

impl Profile {
    /// Its name for cargo.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Profile::Dev => "dev",
            Profile::Release => "release",
        }
    }

    /// What cargo built under that name.
    pub(crate) fn artefact(self, name: &str) -> PathBuf {
        let target = std::env::var_os("CARGO_TARGET_DIR");
        let target = target.map_or_else(|| root().join("target"), PathBuf::from);
        let folder = match self {
            Profile::Dev => "debug",
            Profile::Release => "release",
        };
        target.join(folder).join(name)
    }
}

/// `cargo build` by a profile. Own crates are optimised either way, for measuring.
pub(crate) fn build(profile: Profile) -> Command {
    let mut command = cargo();
    command.args(["build", "--profile", profile.name()]);
    if profile == Profile::Dev {
        command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "2");
    }
    command
}

/// A release artefact.
pub(crate) fn release(name: &str) -> PathBuf {
    Profile::Release.artefact(name)
}

/// Runs a command to its end; fails unless it exits with 0.
pub(crate) fn run(command: &mut Command) -> anyhow::Result<()> {
    let shown = show(command);
    eprintln!("+ {shown}");
    let status = command.status().with_context(|| format!("cannot start {shown}"))?;
    if !status.success() {
        bail!("{shown} failed ({status})");
    }
    Ok(())
}

/// Runs a command and gives what it printed; fails unless it exits with 0.
pub(crate) fn output(command: &mut Command) -> anyhow::Result<String> {
    let shown = show(command);
    let output = command.output().with_context(|| format!("cannot start {shown}"))?;
    if !output.status.success() {
        bail!("{shown} failed ({}): {}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn show(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|arg| arg.to_string_lossy().into_owned()));
    words.join(" ")
}
