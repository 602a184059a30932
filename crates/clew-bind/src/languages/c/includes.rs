//! From `#include` to files.

use clew_model::{FileFacts, ImportForm};
use rustc_hash::FxHashSet;

use crate::{Binder, FileId};

/// Most files followed from one file through its includes.
const MAX_INCLUDED: usize = 2_000;

/// The file that an include means, written with its quotes or brackets.
pub(crate) fn included_file(binder: &Binder<'_>, file: FileId, module: &str) -> Option<FileId> {
    let is_system = module.starts_with('<');
    let path = module.trim_matches(['<', '>', '"']).trim_start_matches("./");
    let folder = binder.path(file);
    let folder = folder.rsplit_once('/').map_or("", |(folder, _)| folder);
    if !is_system && let Some(found) = binder.source().file_at(&join(folder, path)) {
        return Some(found);
    }
    let plain = path.trim_start_matches("../");
    let name = plain.rsplit('/').next().unwrap_or(plain);
    if is_system && is_of_the_system(plain) {
        // A C library may hold them itself, at its top.
        return binder.source().file_at(&join("include", plain));
    }
    let suffix = format!("/{plain}");
    let mut candidates: Vec<(usize, FileId)> = binder
        .source()
        .files_called(name)
        .into_iter()
        .filter_map(|candidate| {
            let path = binder.path(candidate);
            let fits = path == plain || path.ends_with(&suffix);
            // The nearest folder wins, then the shorter path.
            fits.then(|| (usize::MAX - shared(&path, folder), candidate))
        })
        .collect();
    candidates.sort();
    candidates.first().map(|(_, file)| *file)
}

/// Whether a header belongs to the C library or the system, so that a file of the same
/// name somewhere in the workspace is another.
fn is_of_the_system(header: &str) -> bool {
    if let Some((folder, _)) = header.split_once('/') {
        return matches!(folder, "sys" | "arpa" | "net" | "netinet" | "linux" | "asm" | "bits");
    }
    let Some(stem) = header.strip_suffix(".h") else { return false };
    matches!(
        stem,
        "assert"
            | "complex"
            | "ctype"
            | "dirent"
            | "dlfcn"
            | "errno"
            | "fcntl"
            | "fenv"
            | "float"
            | "glob"
            | "grp"
            | "iconv"
            | "inttypes"
            | "iso646"
            | "limits"
            | "locale"
            | "malloc"
            | "math"
            | "netdb"
            | "poll"
            | "pthread"
            | "pwd"
            | "regex"
            | "sched"
            | "semaphore"
            | "setjmp"
            | "signal"
            | "stdalign"
            | "stdarg"
            | "stdatomic"
            | "stdbool"
            | "stddef"
            | "stdint"
            | "stdio"
            | "stdlib"
            | "stdnoreturn"
            | "string"
            | "strings"
            | "syslog"
            | "termios"
            | "tgmath"
            | "threads"
            | "time"
            | "uchar"
            | "unistd"
            | "utime"
            | "wchar"
            | "wctype"
            | "windows"
    )
}

/// All files that `file` includes, itself among them.
pub(super) fn closure(binder: &Binder<'_>, file: FileId) -> FxHashSet<FileId> {
    let mut seen = FxHashSet::from_iter([file]);
    let mut pending = vec![file];
    while let Some(next) = pending.pop() {
        let Some(facts) = binder.facts(next) else { continue };
        for module in includes(&facts) {
            if let Some(found) = included_file(binder, next, module)
                && seen.len() < MAX_INCLUDED
                && seen.insert(found)
            {
                pending.push(found);
            }
        }
    }
    seen
}

/// The includes of a file as written.
fn includes(facts: &FileFacts) -> impl Iterator<Item = &str> {
    facts
        .imports
        .iter()
        .filter(|import| import.form == ImportForm::Glob)
        .map(|import| facts.name(import.module))
        .filter(|module| module.starts_with(['<', '"']))
}

/// Whether facts are of C or C++.
pub(crate) fn is_c_family(facts: &FileFacts) -> bool {
    matches!(facts.language.as_str(), "c" | "cpp")
}

/// Whether a file is there to be included.
pub(crate) fn is_header(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    matches!(
        extension,
        "h" | "hh" | "hpp" | "hxx" | "h++" | "ipp" | "inl" | "inc" | "tcc" | "tpp" | "def"
    )
}

/// Number of leading folders that two paths share.
pub(super) fn shared(one: &str, other: &str) -> usize {
    one.split('/').zip(other.split('/')).take_while(|(a, b)| a == b).count()
}

fn join(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}
