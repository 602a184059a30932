//! Source trees from package registries, kept in the user's cache folder.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use crate::shell::run;

/// Where a tree comes from.
enum Registry {
    Python,
    Node,
    Rust,
}

/// A source tree to measure on.
pub(super) struct Corpus {
    pub(super) name: &'static str,
    registry: Registry,
    package: &'static str,
    version: &'static str,
}

/// The trees: different languages and sizes, one of 500,000 lines.
pub(super) const ALL: &[Corpus] = &[
    Corpus { name: "django", registry: Registry::Python, package: "django", version: "5.2.9" },
    Corpus { name: "three", registry: Registry::Node, package: "three", version: "0.181.0" },
    Corpus {
        name: "cranelift",
        registry: Registry::Rust,
        package: "cranelift-codegen",
        version: "0.126.0",
    },
];

impl Corpus {
    /// The folder of the unpacked package; downloads it once.
    pub(super) fn fetch(&self) -> anyhow::Result<PathBuf> {
        let folder = cache()?.join(format!("{}-{}", self.package, self.version));
        if folder.join(".complete").exists() {
            return Ok(folder.join("tree"));
        }
        std::fs::create_dir_all(folder.join("tree"))?;
        match self.registry {
            Registry::Python => self.fetch_python(&folder)?,
            Registry::Node => self.fetch_node(&folder)?,
            Registry::Rust => self.fetch_rust(&folder)?,
        }
        std::fs::write(folder.join(".complete"), "")?;
        Ok(folder.join("tree"))
    }

    fn fetch_python(&self, folder: &Path) -> anyhow::Result<()> {
        run(Command::new("python3")
            .args(["-m", "pip", "download", "--quiet", "--no-deps"])
            .args(["--no-binary", ":all:", "--dest"])
            .arg(folder)
            .arg(format!("{}=={}", self.package, self.version)))?;
        unpack(folder)
    }

    fn fetch_node(&self, folder: &Path) -> anyhow::Result<()> {
        run(Command::new("npm")
            .args(["pack", "--silent", "--pack-destination"])
            .arg(folder)
            .arg(format!("{}@{}", self.package, self.version)))?;
        unpack(folder)
    }

    /// Lets cargo vendor the package, and takes its folder from there.
    fn fetch_rust(&self, folder: &Path) -> anyhow::Result<()> {
        let project = folder.join("project");
        std::fs::create_dir_all(project.join("src"))?;
        let manifest = format!(
            "[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\
             [workspace]\n[dependencies]\n{} = \"={}\"\n",
            self.package, self.version
        );
        std::fs::write(project.join("Cargo.toml"), manifest)?;
        std::fs::write(project.join("src/lib.rs"), "")?;
        run(Command::new("cargo").current_dir(&project).args(["vendor", "--quiet", "vendored"]))?;
        std::fs::remove_dir(folder.join("tree"))?;
        std::fs::rename(project.join("vendored").join(self.package), folder.join("tree"))?;
        std::fs::remove_dir_all(&project)?;
        Ok(())
    }
}

/// Unpacks the only archive of a folder into `tree`.
fn unpack(folder: &Path) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.to_string_lossy().into_owned();
        if name.ends_with(".tar.gz") || name.ends_with(".tgz") {
            return run(Command::new("tar")
                .arg("xzf")
                .arg(&path)
                .args(["--strip-components", "1", "-C"])
                .arg(folder.join("tree")));
        }
    }
    bail!("{} holds no archive", folder.display())
}

/// The cache folder for trees.
pub(super) fn cache() -> anyhow::Result<PathBuf> {
    let base = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")))
        .context("neither XDG_CACHE_HOME nor HOME is set")?;
    Ok(base.join("clew-bench"))
}
