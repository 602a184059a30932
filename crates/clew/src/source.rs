//! Source text from a file or from standard input.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use clew_protocol::{ErrorCode, MAX_SOURCE_BYTES, ToolError};

use crate::cli::GlobalOptions;
use crate::paths::file_argument;
use crate::wiring;

/// Where a fragment comes from and what language it is.
#[derive(Debug, Args)]
pub(crate) struct SourceOptions {
    /// File of the project to read; stdin when absent or `-`
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Language id or file extension; else by the file's name and text
    #[arg(short, long, value_name = "LANGUAGE")]
    language: Option<String>,
}

/// A fragment to work on.
pub(crate) struct Source {
    /// Name to print.
    pub(crate) name: String,
    /// The text.
    pub(crate) text: String,
    /// Language as given, or the file's extension.
    pub(crate) language: Option<String>,
    /// The file; `None` for stdin.
    pub(crate) file: Option<PathBuf>,
    /// Where the first byte stands that is no UTF-8; the text has U+FFFD there.
    pub(crate) broken_at: Option<usize>,
}

impl Source {
    /// The source, if it may be printed changed: nothing of it would be lost,
    /// and a file's language is told by its name or its reader, never guessed.
    ///
    /// Fails where bytes are no UTF-8 or a file has no language.
    pub(crate) fn exact(self) -> anyhow::Result<Source> {
        if self.file.is_some() && self.language.is_none() {
            return Err(ToolError::invalid_input(
                format!("the name of {} tells no language", self.name),
                "give it with --language",
            )
            .into());
        }
        let Some(at) = self.broken_at else { return Ok(self) };
        let line = self.text[..at].matches('\n').count() + 1;
        Err(ToolError::invalid_input(
            format!(
                "{}:{line}: the bytes are no UTF-8, so a changed copy would lose them",
                self.name
            ),
            "convert the file to UTF-8",
        )
        .into())
    }

    /// Puts `text` in the place of the file that was read, whole or not at all.
    ///
    /// Fails for stdin, for files that are no UTF-8 or changed since they were
    /// read, and where the folder cannot be written.
    pub(crate) fn replace(&self, text: &str) -> anyhow::Result<()> {
        let Some(file) = &self.file else {
            return Err(ToolError::invalid_input(
                "standard input cannot be written back",
                "name a file, or leave --write out",
            )
            .into());
        };
        // Links are followed, so that the file is replaced and not the link.
        let target = std::fs::canonicalize(file)?;
        let now = std::fs::read(&target)?;
        if now != self.text.as_bytes() {
            return Err(ToolError::invalid_input(
                format!("{} is no UTF-8, or changed meanwhile; it was left alone", self.name),
                "check the file and try again",
            )
            .into());
        }
        let folder = target.parent().context("the file has no folder")?;
        let mut new = tempfile::NamedTempFile::new_in(folder)
            .with_context(|| format!("cannot write beside {}", self.name))?;
        std::io::Write::write_all(&mut new, text.as_bytes())?;
        new.as_file().sync_all()?;
        std::fs::set_permissions(new.path(), std::fs::metadata(&target)?.permissions())?;
        new.persist(&target).with_context(|| format!("cannot replace {}", self.name))?;
        Ok(())
    }
}

impl SourceOptions {
    /// Reads the fragment.
    ///
    /// Fails if it cannot be read, is over 4 MiB or lies outside the project; bytes
    /// that are no UTF-8 become U+FFFD.
    pub(crate) fn read(self, global: &GlobalOptions) -> anyhow::Result<Source> {
        let file = self.file.filter(|file| file != Path::new("-"));
        if let Some(file) = &file {
            check_inside(file, global)?;
        }
        let name = match &file {
            Some(file) => file.to_string_lossy().into_owned(),
            None => "<stdin>".to_string(),
        };
        let language = file.as_deref().and_then(language_word);
        let bytes = read(file.as_deref())?;
        let broken_at = std::str::from_utf8(&bytes).err().map(|error| error.valid_up_to());
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Source { name, text, language: self.language.or(language), file, broken_at })
    }
}

/// The word by which the name of a file tells its language: its extension, or the whole of
/// a name like `.env`.
fn language_word(file: &Path) -> Option<String> {
    let word = match file.extension() {
        Some(extension) => extension.to_str()?,
        None => file.file_name()?.to_str()?.strip_prefix('.')?,
    };
    Some(word.to_owned())
}

/// Refuses a file outside the project, by whatever way it is named: each verb that takes
/// a file does.
fn check_inside(file: &Path, global: &GlobalOptions) -> anyhow::Result<()> {
    let guard = wiring::path_guard(global)?;
    let Err(error) = guard.resolve(&file_argument(file, global)) else { return Ok(()) };
    if error.is_invalid_input() {
        // Reading it tells what is wrong.
        return Ok(());
    }
    let next =
        "give its text on standard input with --language, or its project with --project-root";
    Err(ToolError::new(ErrorCode::PathOutsideProject, error.to_string(), next).into())
}

fn read(file: Option<&Path>) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more than allowed shows that there is too much.
    let limit = MAX_SOURCE_BYTES as u64 + 1;
    match file {
        Some(file) if file.is_dir() => {
            return Err(ToolError::invalid_input(
                format!("`{}` is a folder, and this is about one file", file.display()),
                "name a file inside it, or - for stdin; `clew check` takes folders",
            )
            .into());
        }
        Some(file) if std::fs::metadata(file).is_ok_and(|found| !found.is_file()) => {
            return Err(ToolError::invalid_input(
                format!("{} is no ordinary file", file.display()),
                "name a file, or - for stdin",
            )
            .into());
        }
        Some(file) => {
            let input = std::fs::File::open(file).map_err(|error| {
                let (message, next) = match error.kind() {
                    std::io::ErrorKind::NotFound => (
                        format!("there is no file {}", file.display()),
                        "name an existing file, or - for stdin",
                    ),
                    _ => (
                        format!("cannot read {}: {error}", file.display()),
                        "name a file that you may read, or - for stdin",
                    ),
                };
                ToolError::not_found(message, next, Vec::new())
            })?;
            input.take(limit).read_to_end(&mut bytes)
        }
        None => std::io::stdin().lock().take(limit).read_to_end(&mut bytes),
    }
    .context("cannot read the source")?;
    if bytes.len() > MAX_SOURCE_BYTES {
        let limit = MAX_SOURCE_BYTES / 1024 / 1024;
        let message = format!("the source is over {limit} MiB");
        return Err(ToolError::invalid_input(message, "use a smaller file").into());
    }
    Ok(bytes)
}
