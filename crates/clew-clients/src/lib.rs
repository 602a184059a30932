//! The configuration files of MCP clients: where they are, and how the entry
//! of this server is put in and taken out again.
//!
//! Editing is a pure function of the text; comments, order and layout of all
//! that is not ours are kept, and every edit is checked by reading the result
//! back. [`install`] and [`uninstall`] plan a [`Change`], which nothing is
//! written for until [`Change::apply`].

mod block;
mod change;
mod client;
mod config;
mod error;
mod files;
mod json;
mod newline;
mod places;
mod plain;
mod receipt;
mod section;
mod splice;
mod toml;
mod yaml;

pub use block::{has_block, put_block, take_block};
pub use change::{Change, Outcome, Target, install, install_section, uninstall, uninstall_section};
pub use client::{Client, Scope, ServerCommand, UnknownClient};
pub use config::{Format, Slot, get_entry, put_entry, take_entry};
pub use error::{ClientError, EditError};
pub use files::read as read_config;
pub use places::{Os, Places};
pub use plain::Plain;
pub use section::AGENTS_SECTION;
