//! Scala: packages see what their parents declare, extensions add members, a class and
//! the object of its name are one.

use super::packaged::Packaged;

pub(crate) static SCALA: Packaged = Packaged {
    language: "scala",
    separator: ".",
    members_in_scope: true,
    has_functions: true,
    sees_parents: false,
    falls_back: false,
    has_parts: true,
    has_extensions: true,
    std_packages: &["scala", "java", "javax"],
};
