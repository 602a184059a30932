//! The file side of the engine: which files a workspace has, and their text.
//!
//! The crate finds the project root ([`project_root`]), keeps path arguments
//! inside it ([`contain`]), walks it as version control would ([`walk`]),
//! turns bytes into text ([`content`]), classifies paths ([`classify`]) and
//! knows which repository a folder belongs to ([`repository`]).
//!
//! It parses no programming language, runs no program, prints nothing and
//! reads no environment variable: what depends on the environment takes an
//! [`Environment`] that the caller fills. All of it is synchronous.

#![deny(missing_docs)]

pub mod classify;
pub mod config;
pub mod contain;
pub mod content;
pub mod content_hash;
pub mod fs;
pub mod left_out;
pub mod mounts;
pub mod project_root;
pub mod relative_path;
pub mod repository;
pub mod user_dirs;
pub mod walk;
pub mod watch;
pub mod workspace_dir;

pub use classify::{PathRole, is_generated, is_minified, role_of_path};
pub use contain::{ContainedPath, PathError, PathGuard, resolve_inside};
pub use content::{
    Encoding, Fidelity, LineEnding, Loaded, ReadError, SourceText, read_source, read_text,
};
pub use content_hash::{ContentHash, content_hash};
pub use fs::{FileSystem, MemoryFs, RealFs};
pub use left_out::{LeftOut, LeftOutReason};
pub use project_root::{ProjectRoot, RootError, RootRule, RootSource, find_root};
pub use relative_path::{RelativePath, RelativePathError};
pub use repository::{
    ComparedFiles, RepositoryFamily, control_files, dirty_files, exclude_file, head_revision,
    identify,
};
pub use user_dirs::{Environment, config_dir, data_dir, make_private};
pub use walk::{FileEntry, WalkOptions, WalkOutcome, admits, walk, walk_some};
pub use watch::{Trouble, Watch, WatchError};
