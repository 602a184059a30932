//! The rules for path arguments on Windows, as functions on text that run and
//! are tested everywhere.

use super::PathError;

/// Names that mean a device in every folder, whatever the extension.
const DEVICES: [&str; 7] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"];

/// Checks the form of an argument by the rules of Windows: no share, no device
/// path or name, no stream, no drive without a root, and no name that Windows
/// would store under another one.
pub fn check_windows_argument(argument: &str) -> Result<(), PathError> {
    let path: String = argument.chars().map(|c| if c == '/' { '\\' } else { c }).collect();
    let text = || argument.to_owned();
    if path.starts_with(r"\\?\") || path.starts_with(r"\\.\") || path.starts_with(r"\??\") {
        return Err(PathError::Device(text()));
    }
    if path.starts_with(r"\\") {
        return Err(PathError::Share(text()));
    }
    let below = match drive(&path) {
        Some(below) if below.starts_with('\\') => below,
        Some(_) => return Err(PathError::Outside(text())),
        None if path.starts_with('\\') => return Err(PathError::Outside(text())),
        None => path.as_str(),
    };
    below.split('\\').try_for_each(|name| check_name(name, argument))
}

/// What follows `C:`, if the path starts so.
fn drive(path: &str) -> Option<&str> {
    let mut chars = path.chars();
    let is_drive = chars.next()?.is_ascii_alphabetic() && chars.next()? == ':';
    is_drive.then_some(chars.as_str())
}

fn check_name(name: &str, argument: &str) -> Result<(), PathError> {
    let text = || argument.to_owned();
    if matches!(name, "" | "." | "..") {
        return Ok(());
    }
    if is_device(name) {
        return Err(PathError::Device(text()));
    }
    if name.contains(':') {
        return Err(PathError::Stream(text()));
    }
    let is_odd = |c: char| c.is_control() || matches!(c, '<' | '>' | '"' | '|' | '?' | '*');
    if name.ends_with(['.', ' ']) || name.chars().any(is_odd) {
        return Err(PathError::InvalidName(text()));
    }
    Ok(())
}

/// Whether a name means a device: `nul`, `NUL.txt`, `com1 .log`, `COM¹:`.
pub(crate) fn is_device(name: &str) -> bool {
    let stem = name.split(['.', ':']).next().unwrap_or("").trim_end_matches(' ');
    let stem = stem.to_uppercase();
    if DEVICES.contains(&stem.as_str()) {
        return true;
    }
    let port = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
    let mut digits = port.unwrap_or("").chars();
    let digit = digits.next();
    digits.next().is_none() && matches!(digit, Some('0'..='9' | '¹' | '²' | '³'))
}

/// Turns `\\?\C:\a` into `C:\a` and `\\?\UNC\host\share` into `\\host\share`
/// where the plain form means the same; `None` where it does not or the path
/// is plain already.
#[cfg_attr(not(any(windows, test)), expect(dead_code, reason = "used on Windows"))]
pub(crate) fn plain_form(path: &str) -> Option<String> {
    let below = path.strip_prefix(r"\\?\")?;
    if let Some(share) = below.strip_prefix(r"UNC\") {
        return Some(format!(r"\\{share}"));
    }
    let names = drive(below)?.strip_prefix('\\')?;
    let is_plain = |name: &str| check_name(name, "").is_ok() && !matches!(name, "." | "..");
    (below.len() < 250 && names.split('\\').all(is_plain)).then(|| below.to_owned())
}
