//! Serves the page of set-up over a folder, for looking at it in a browser:
//! `cargo run -p clew-web --example page -- FOLDER`.

use std::io::Write;
use std::sync::Arc;

use clew_setup::{Desk, NoKeys, Places};
use clew_web::{Rights, open};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("give a folder for the configuration")?;
    let places = Places { folder: folder.into(), external: None, workspace: None };
    let desk = Arc::new(Desk::new(places, Arc::new(NoKeys), Arc::new(|_| None)));
    let page = open(&desk, Rights::Person)?;
    writeln!(std::io::stdout(), "{}", page.url)?;
    page.wait();
    Ok(())
}
