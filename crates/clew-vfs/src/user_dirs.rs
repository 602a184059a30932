//! Folders of the user: data, and git's own configuration.

use std::path::{Path, PathBuf};

use crate::fs::FileSystem;

/// Name of Clew's folder inside a folder of the user.
const APPLICATION: &str = "clew";

/// The environment values that decide where the user's folders are.
///
/// Libraries read no environment; the binary fills this in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// `CLEW_DATA_DIR`: the data folder itself; wins over all else.
    pub clew_data_dir: Option<PathBuf>,
    /// `HOME`, or `USERPROFILE` on Windows.
    pub home: Option<PathBuf>,
    /// `XDG_DATA_HOME`.
    pub xdg_data_home: Option<PathBuf>,
    /// `XDG_CONFIG_HOME`.
    pub xdg_config_home: Option<PathBuf>,
    /// `LOCALAPPDATA`, on Windows.
    pub local_app_data: Option<PathBuf>,
}

/// A family of platforms with one habit of placing user data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platform {
    /// Linux, BSD and others that follow the XDG base directory specification.
    Xdg,
    /// macOS.
    Mac,
    /// Windows.
    Windows,
}

impl Platform {
    /// The platform this program was built for.
    pub const fn current() -> Self {
        if cfg!(windows) {
            Self::Windows
        } else if cfg!(target_os = "macos") {
            Self::Mac
        } else {
            Self::Xdg
        }
    }
}

/// Returns the folder for indexes and logs; it need not exist yet. `None` when
/// the environment names neither a home nor a data folder.
///
/// `$XDG_DATA_HOME/clew` or `~/.local/share/clew`; on macOS
/// `~/Library/Application Support/clew`; on Windows `%LOCALAPPDATA%\clew`.
/// Values that are not absolute do not count, as XDG demands.
pub fn data_dir(environment: &Environment) -> Option<PathBuf> {
    data_dir_on(Platform::current(), environment)
}

/// [`data_dir`] for a platform other than the present one.
pub fn data_dir_on(platform: Platform, environment: &Environment) -> Option<PathBuf> {
    if let Some(own) = absolute(platform, &environment.clew_data_dir) {
        return Some(own.to_path_buf());
    }
    let home = || absolute(platform, &environment.home);
    let base = match platform {
        Platform::Xdg => match absolute(platform, &environment.xdg_data_home) {
            Some(data) => data.to_path_buf(),
            None => home()?.join(".local").join("share"),
        },
        Platform::Mac => home()?.join("Library").join("Application Support"),
        Platform::Windows => match absolute(platform, &environment.local_app_data) {
            Some(local) => local.to_path_buf(),
            None => home()?.join("AppData").join("Local"),
        },
    };
    Some(base.join(APPLICATION))
}

/// Returns the folder of the user's configuration, `config` in the data folder, so that
/// a data folder of its own has its own configuration; it need not exist yet.
pub fn config_dir(environment: &Environment) -> Option<PathBuf> {
    data_dir(environment).map(|data| data.join("config"))
}

fn absolute(platform: Platform, value: &Option<PathBuf>) -> Option<&Path> {
    let path = value.as_deref()?;
    let is_absolute = match platform {
        Platform::Windows => path.is_absolute() || has_drive(path),
        Platform::Xdg | Platform::Mac => path.has_root(),
    };
    is_absolute.then_some(path)
}

fn has_drive(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    bytes.len() > 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':'
}

/// The user's global git excludes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GlobalExcludes {
    /// The file, if it is there: `core.excludesFile` of the git configuration, else
    /// `git/ignore` in the configuration folder.
    pub file: Option<PathBuf>,
    /// All files that decide about it, whether they are there or not, itself the last.
    pub decided_by: Vec<PathBuf>,
}

/// Finds the user's global git excludes.
pub fn global_git_excludes(fs: &dyn FileSystem, environment: &Environment) -> GlobalExcludes {
    let home = environment.home.as_deref();
    let config_home = match (&environment.xdg_config_home, home) {
        (Some(config), _) if config.is_absolute() => Some(config.clone()),
        (_, home) => home.map(|home| home.join(".config")),
    };
    let git_config = config_home.map(|config| config.join("git"));
    let configs = [
        home.map(|home| home.join(".gitconfig")),
        git_config.as_ref().map(|git| git.join("config")),
    ];
    let mut decided_by: Vec<PathBuf> = configs.into_iter().flatten().collect();
    let configured = decided_by.iter().find_map(|config| {
        let bytes = fs.read(config).ok()?;
        excludes_file(&String::from_utf8_lossy(&bytes), home)
    });
    let path = configured.or_else(|| git_config.map(|git| git.join("ignore")));
    decided_by.extend(path.iter().cloned());
    GlobalExcludes { file: path.filter(|path| fs.is_file(path)), decided_by }
}

/// Reads `core.excludesFile` out of the text of a git configuration.
fn excludes_file(config: &str, home: Option<&Path>) -> Option<PathBuf> {
    let value = crate::repository::git_config::value(config, "core", None, "excludesfile")?;
    match value.strip_prefix("~/") {
        Some(below) => home.map(|home| home.join(below)),
        None => Some(PathBuf::from(value)),
    }
}

/// Makes a folder of the user's data with all that are missing above it, closed to other
/// users: what is kept of a private folder is as private as that. Folders that are
/// there keep their rights.
pub fn make_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

#[cfg(test)]
mod tests;
