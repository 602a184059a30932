//! Source packages from registries, fetched with the registry's own client.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use crate::shell::{output, run};

/// Where a package comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Registry {
    /// PyPI, by `pip`.
    Python,
    /// npm.
    Node,
    /// Cargo, by `cargo vendor`.
    Rust,
    /// Debian source packages, by `apt-get source`.
    DebianSource,
    /// What Debian source packages are made from, without Debian's own changes.
    DebianRelease,
    /// Debian packages that hold sources, by `apt-get download`.
    DebianPackage,
    /// All files that a Debian package installs, by `apt-get download`.
    DebianFiles,
    /// A commit of a repository at GitHub, by `git clone`.
    GitHub,
}

impl Registry {
    /// The registry by the name that tables give it; the Debian packages of some languages
    /// hold their sources themselves.
    pub(crate) fn named(name: &str, language: &str) -> anyhow::Result<Registry> {
        Ok(match name.to_lowercase().as_str() {
            "pypi" => Registry::Python,
            "npm" => Registry::Node,
            "cargo" => Registry::Rust,
            "debian" if language == "go" => Registry::DebianPackage,
            "debian" if matches!(language, "bash" | "php" | "ruby") => Registry::DebianFiles,
            "debian" if matches!(language, "c" | "cpp") => Registry::DebianRelease,
            "debian" => Registry::DebianSource,
            "github" => Registry::GitHub,
            _ => bail!("unknown registry {name}; known: PyPI, npm, Cargo, Debian, GitHub"),
        })
    }

    /// Fetches and unpacks a package into the new folder `target`.
    pub(crate) fn fetch(self, package: &str, version: &str, target: &Path) -> anyhow::Result<()> {
        let scratch = target.with_extension("fetching");
        if scratch.exists() {
            std::fs::remove_dir_all(&scratch)?;
        }
        std::fs::create_dir_all(&scratch)?;
        let unpacked = match self {
            Registry::Python => python(package, version, &scratch),
            Registry::Node => node(package, version, &scratch),
            Registry::Rust => rust(package, version, &scratch),
            Registry::DebianSource => debian_source(package, version, &scratch, true),
            Registry::DebianRelease => debian_source(package, version, &scratch, false),
            Registry::DebianPackage => debian_package(package, version, &scratch),
            Registry::DebianFiles => debian_files(package, version, &scratch),
            Registry::GitHub => commit(package, version, &scratch),
        }
        .with_context(|| format!("cannot fetch {package} {version}"))?;
        if target.exists() {
            std::fs::remove_dir(target)?;
        }
        std::fs::rename(&unpacked, target)?;
        std::fs::remove_dir_all(&scratch)?;
        Ok(())
    }
}

fn python(package: &str, version: &str, scratch: &Path) -> anyhow::Result<PathBuf> {
    run(Command::new("python3")
        .args(["-m", "pip", "download", "--quiet", "--no-deps"])
        .args(["--no-binary", ":all:", "--dest"])
        .arg(scratch)
        .arg(format!("{package}=={version}")))?;
    unpack(scratch)
}

fn node(package: &str, version: &str, scratch: &Path) -> anyhow::Result<PathBuf> {
    run(Command::new("npm")
        .args(["pack", "--silent", "--pack-destination"])
        .arg(scratch)
        .arg(format!("{package}@{version}")))?;
    unpack(scratch)
}

/// Lets cargo vendor the package, and takes its folder from there.
fn rust(package: &str, version: &str, scratch: &Path) -> anyhow::Result<PathBuf> {
    let project = scratch.join("project");
    std::fs::create_dir_all(project.join("src"))?;
    let manifest = format!(
        "[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\
         [workspace]\n[dependencies]\n{package} = \"={version}\"\n"
    );
    std::fs::write(project.join("Cargo.toml"), manifest)?;
    std::fs::write(project.join("src/lib.rs"), "")?;
    run(Command::new("cargo").current_dir(&project).args(["vendor", "--quiet", "vendored"]))?;
    Ok(project.join("vendored").join(package))
}

/// `apt-get source` with lists of its own, since systems seldom list sources; with
/// Debian's changes or without.
fn debian_source(
    package: &str,
    version: &str,
    scratch: &Path,
    with_changes: bool,
) -> anyhow::Result<PathBuf> {
    let folder = scratch.join("apt");
    std::fs::create_dir_all(folder.join("lists/partial"))?;
    let list = folder.join("sources.list");
    std::fs::write(&list, source_lines()?)?;
    let apt = || {
        let mut command = Command::new("apt-get");
        command.current_dir(scratch).args(["--quiet", "-o", "Dir::Etc::SourceParts=/dev/null"]);
        command.arg("-o").arg(format!("Dir::Etc::SourceList={}", list.display()));
        command.arg("-o").arg(format!("Dir::State::Lists={}", folder.join("lists").display()));
        command
    };
    run(apt().arg("update"))?;
    let source =
        |wanted: &str| run(apt().args(["source", "--only-source", "--download-only"]).arg(wanted));
    let exact = source(&format!("{package}={version}"));
    if let Err(error) = &exact {
        eprintln!(
            "{package} {version} is not there, any revision of its release is taken: {error}"
        );
        source(package)?;
    }
    let is_description = |path: &PathBuf| path.extension().is_some_and(|end| end == "dsc");
    let description = entries(scratch)?.into_iter().find(is_description);
    let mut unpack = Command::new("dpkg-source");
    unpack.current_dir(scratch).arg("--no-check");
    if !with_changes {
        unpack.arg("--skip-patches");
    }
    run(unpack.arg("-x").arg(description.with_context(|| format!("{package} has no sources"))?))?;
    let is_tree = |path: &PathBuf| path.is_dir() && *path != folder;
    let mut folders = entries(scratch)?.into_iter().filter(is_tree);
    let tree = folders.next_back().with_context(|| format!("{package} has no sources"))?;
    let release = release_of(version);
    if !tree.to_string_lossy().ends_with(&format!("-{release}")) {
        bail!("{package} {release} is gone; {} is there", tree.display());
    }
    Ok(tree)
}

/// Says that a version is gone, as old revisions are once Debian has mended something.
fn any_revision(package: &str, version: &str, error: &anyhow::Error) {
    eprintln!("{package} {version} is not there, any revision of its release is taken: {error}");
}

/// The release in a Debian version: without the epoch and Debian's own revision.
fn release_of(version: &str) -> &str {
    let version = version.split_once(':').map_or(version, |(_, rest)| rest);
    version.rsplit_once('-').map_or(version, |(release, _)| release)
}

/// The places of sources that belong to the places of packages that the system knows.
fn source_lines() -> anyhow::Result<String> {
    let format = "$(REPO_URI) $(RELEASE) $(COMPONENT)";
    let known = output(Command::new("apt-get").args([
        "indextargets",
        "--format",
        format,
        "Created-By: Packages",
    ]))?;
    if known.trim().is_empty() {
        bail!("apt-get knows no package lists; run `apt-get update`");
    }
    Ok(known.lines().map(|place| format!("deb-src {place}\n")).collect())
}

/// What a Debian package installs.
fn debian_files(package: &str, version: &str, scratch: &Path) -> anyhow::Result<PathBuf> {
    let fetched = |wanted: &str| {
        run(Command::new("apt-get").current_dir(scratch).arg("download").arg(wanted))
    };
    if let Err(error) = fetched(&format!("{package}={version}")) {
        any_revision(package, version, &error);
        fetched(package)?;
    }
    let archive = entries(scratch)?.into_iter().find(|path| path.extension().is_some());
    let archive = archive.with_context(|| format!("{package} was not downloaded"))?;
    let release = release_of(version);
    let found = archive.file_name().unwrap_or_default().to_string_lossy().replace("%3a", ":");
    if release_of(found.split('_').nth(1).unwrap_or_default()) != release {
        bail!("{package} {release} is gone; {found} is there");
    }
    let tree = scratch.join("tree");
    run(Command::new("dpkg-deb").arg("-x").arg(&archive).arg(&tree))?;
    Ok(tree)
}

/// The files of a commit, which may be given by the first digits of its id.
fn commit(repository: &str, id: &str, scratch: &Path) -> anyhow::Result<PathBuf> {
    let tree = scratch.join("tree");
    run(Command::new("git")
        .args(["clone", "--quiet", "--no-checkout", "--filter=blob:none"])
        .arg(format!("https://github.com/{repository}.git"))
        .arg(&tree))?;
    run(Command::new("git").current_dir(&tree).args(["checkout", "--quiet", "--detach", id]))?;
    std::fs::remove_dir_all(tree.join(".git"))?;
    Ok(tree)
}

/// The folder of a Debian package in which its sources lie, without their tests.
fn debian_package(package: &str, version: &str, scratch: &Path) -> anyhow::Result<PathBuf> {
    let tree = debian_files(package, version, scratch)?;
    remove_tests(&tree)?;
    let mut folder = tree.join("usr/share");
    // Down to the first folder that holds sources or several things.
    loop {
        let inner = entries(&folder)?;
        if folder.join("src/go.mod").is_file() {
            return Ok(folder.join("src"));
        }
        match inner.iter().find(|path| path.is_dir() && !path.ends_with("doc")) {
            Some(next) if !inner.iter().any(|path| path.is_file()) && inner.len() <= 3 => {
                folder.clone_from(next);
            }
            _ => return Ok(folder),
        }
    }
}

fn remove_tests(folder: &Path) -> anyhow::Result<()> {
    for path in entries(folder)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_folder = path.symlink_metadata()?.is_dir();
        if is_folder && name == "testdata" {
            std::fs::remove_dir_all(&path)?;
        } else if is_folder {
            remove_tests(&path)?;
        } else if name.ends_with("_test.go") {
            std::fs::remove_file(&path)?;
        }
    }
    Ok(())
}

fn entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        found.push(entry?.path());
    }
    found.sort();
    Ok(found)
}

/// Unpacks the only archive of a folder.
fn unpack(folder: &Path) -> anyhow::Result<PathBuf> {
    let tree = folder.join("tree");
    std::fs::create_dir_all(&tree)?;
    for path in entries(folder)? {
        let name = path.to_string_lossy().into_owned();
        if name.ends_with(".tar.gz") || name.ends_with(".tgz") {
            run(Command::new("tar")
                .arg("xzf")
                .arg(&path)
                .args(["--strip-components", "1", "-C"])
                .arg(&tree))?;
            return Ok(tree);
        }
    }
    bail!("{} holds no archive", folder.display())
}

#[cfg(test)]
mod tests {
    use super::release_of;

    #[test]
    fn releases_have_neither_epoch_nor_revision() {
        assert_eq!(release_of("5.4.4-3"), "5.4.4");
        assert_eq!(release_of("1:2.0-rc1-1+deb12u1"), "2.0-rc1");
        assert_eq!(release_of("3.1"), "3.1");
    }
}
