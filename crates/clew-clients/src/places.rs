//! The folders that configuration paths are built from, as data.

use std::path::PathBuf;

/// The kind of operating system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Os {
    /// Linux and other Unix systems.
    Linux,
    /// macOS.
    MacOs,
    /// Windows.
    Windows,
}

impl Os {
    /// The system that this program was built for.
    pub fn current() -> Self {
        if cfg!(windows) {
            Os::Windows
        } else if cfg!(target_os = "macos") {
            Os::MacOs
        } else {
            Os::Linux
        }
    }
}

/// The folders of one user and project. Libraries read no environment, so the
/// caller fills it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// The system whose rules hold.
    pub os: Os,
    /// The user's home folder.
    pub home: Option<PathBuf>,
    /// `XDG_CONFIG_HOME`; counts on Linux.
    pub xdg_config_home: Option<PathBuf>,
    /// `APPDATA`; counts on Windows.
    pub app_data: Option<PathBuf>,
    /// `CODEX_HOME`.
    pub codex_home: Option<PathBuf>,
    /// `CLAUDE_CONFIG_DIR`.
    pub claude_config_dir: Option<PathBuf>,
    /// The project's root.
    pub project: PathBuf,
}
