//! The address a repository was cloned from.

use std::path::{Path, PathBuf};

use super::{MAX_CONFIG_BYTES, git_config};
use crate::fs::FileSystem;

/// Reads the address of the remote `origin`.
pub(super) fn origin_url(fs: &dyn FileSystem, common_dir: &Path) -> Option<String> {
    let bytes = fs.read_prefix(&common_dir.join("config"), MAX_CONFIG_BYTES).ok()?;
    let config = String::from_utf8_lossy(&bytes);
    git_config::value(&config, "remote", Some("origin"), "url").filter(|url| !url.is_empty())
}

/// Brings the forms of a network address to one: `host/path`, without scheme,
/// user, password, default port, `.git` and trailing `/`, the host in lower
/// case. `None` for a path on this disk.
///
/// `https://me:secret@Host/a/b.git` and `git@host:a/b` both give `host/a/b`.
pub fn normalize_remote(url: &str) -> Option<String> {
    let url = url.trim();
    let (authority, path) = match url.split_once("://") {
        Some((scheme, _)) if scheme.eq_ignore_ascii_case("file") => return None,
        Some((_, rest)) => rest.split_once('/').unwrap_or((rest, "")),
        None => scp_parts(url)?,
    };
    let host = authority.rsplit('@').next().unwrap_or(authority).to_lowercase();
    let host = [":22", ":80", ":443", ":9418"]
        .iter()
        .find_map(|port| host.strip_suffix(port))
        .unwrap_or(&host);
    let path = path.split(['?', '#']).next().unwrap_or(path).trim_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path).trim_end_matches('/');
    (!host.is_empty()).then(|| format!("{host}/{path}"))
}

/// Splits `user@host:path`; a `/` before the `:` or a drive letter means a path
/// on this disk.
fn scp_parts(url: &str) -> Option<(&str, &str)> {
    let (host, path) = url.split_once(':')?;
    (host.len() > 1 && !host.contains(['/', '\\'])).then_some((host, path))
}

/// The path on this disk that an address names; a relative one counts from the
/// folder that holds the git folder.
pub(super) fn local_path(url: &str, common_dir: &Path) -> Option<PathBuf> {
    let path = url.strip_prefix("file://").unwrap_or(url);
    let top = if common_dir.ends_with(".git") { common_dir.parent()? } else { common_dir };
    Some(top.join(path))
}
