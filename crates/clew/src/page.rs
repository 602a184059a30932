//! The page of set-up, shown in the person's browser.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use clew_setup::Page;
use clew_web::Pages;

/// The page for programs that ask for set-up.
pub(crate) fn page() -> Option<Arc<dyn Page>> {
    Some(Arc::new(Pages::new(Arc::new(show))))
}

/// Shows an address in the browser of this system; false where there is none.
pub(crate) fn show(address: &str) -> bool {
    let Some(mut command) = browser() else { return false };
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return false };
    // Most of these programs hand the address on and end at once; some become the browser.
    for _ in 0..PATIENCE {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => std::thread::sleep(Duration::from_millis(50)),
            Err(_) => return false,
        }
    }
    std::thread::spawn(move || child.wait());
    true
}

/// How often it is looked whether the program ended.
const PATIENCE: usize = 40;

#[cfg(target_os = "macos")]
fn browser() -> Option<Command> {
    Some(Command::new("/usr/bin/open"))
}

#[cfg(windows)]
fn browser() -> Option<Command> {
    let mut command = Command::new("rundll32");
    command.arg("url.dll,FileProtocolHandler");
    Some(command)
}

/// Without a display there is no browser that a person could see.
#[cfg(not(any(target_os = "macos", windows)))]
fn browser() -> Option<Command> {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")).then(|| Command::new("xdg-open"))
}
