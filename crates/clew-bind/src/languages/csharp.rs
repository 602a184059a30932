//! C#: namespaces see their parents, types may have several parts.

use super::packaged::Packaged;

pub(crate) static CSHARP: Packaged = Packaged {
    language: "csharp",
    separator: ".",
    members_in_scope: true,
    has_functions: false,
    sees_parents: true,
    falls_back: false,
    has_parts: true,
    has_extensions: true,
    std_packages: &["System", "Microsoft"],
};
