//! PHP: types by namespace, functions there or without namespace.

use super::packaged::Packaged;

pub(crate) static PHP: Packaged = Packaged {
    language: "php",
    separator: "\\",
    members_in_scope: false,
    has_functions: true,
    sees_parents: false,
    falls_back: true,
    has_parts: false,
    has_extensions: false,
    std_packages: &[],
};
