//! Swift: all files of a module see each other, extensions add members.

use super::packaged::Packaged;

pub(crate) static SWIFT: Packaged = Packaged {
    language: "swift",
    separator: ".",
    members_in_scope: true,
    has_functions: true,
    sees_parents: false,
    falls_back: false,
    has_parts: false,
    has_extensions: true,
    std_packages: &["Swift", "Foundation", "UIKit", "SwiftUI", "Combine"],
};
