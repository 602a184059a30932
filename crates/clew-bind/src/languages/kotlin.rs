//! Kotlin: functions and values stand in packages, extensions add members.

use super::packaged::Packaged;

pub(crate) static KOTLIN: Packaged = Packaged {
    language: "kotlin",
    separator: ".",
    members_in_scope: true,
    has_functions: true,
    sees_parents: false,
    falls_back: false,
    has_parts: false,
    has_extensions: true,
    std_packages: &["kotlin", "kotlinx", "java", "javax"],
};
