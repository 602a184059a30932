//! What kind of file a path is by the conventions of the languages: test,
//! documentation, example, vendored, generated; and which texts were made by
//! machines.

mod binary;
mod generated;
mod role;

pub use binary::{has_binary_extension, holds_keys, is_data_file};
pub use generated::{is_generated, is_minified};
pub use role::{PathRole, role_of_path};

/// Splits a `/`-separated path into lower-case folders and file name.
fn lower_parts(path: &str) -> (Vec<String>, String) {
    let mut folders: Vec<String> = path.split('/').map(str::to_lowercase).collect();
    let name = folders.pop().unwrap_or_default();
    (folders, name)
}

#[cfg(test)]
mod tests;
