//! Paths that a user types, as the engine takes them.

use std::path::{Path, PathBuf};

use crate::cli::GlobalOptions;

/// The file that `typed` means: relative to the given root if it is there,
/// else relative to the current folder if it is there, else as typed.
pub(crate) fn file_argument(typed: &Path, global: &GlobalOptions) -> String {
    let in_root = global.project_root.as_ref().is_some_and(|root| root.join(typed).exists());
    if !typed.is_absolute()
        && !in_root
        && let Some(found) = in_current_folder(typed)
    {
        return found.to_string_lossy().into_owned();
    }
    typed.to_string_lossy().into_owned()
}

fn in_current_folder(typed: &Path) -> Option<PathBuf> {
    let path = std::env::current_dir().ok()?.join(typed);
    if path.exists() {
        return Some(path);
    }
    // What answers print: `path:line`, whose end the engine leaves out.
    let text = path.to_str()?;
    let file = text.trim_end_matches(|c: char| c == ':' || c.is_ascii_digit());
    (file.len() < text.len() && Path::new(file).is_file()).then_some(path)
}
