//! Whether what is written before a name says where a symbol stands.

use clew_model::FileFacts;

/// Whether the qualifiers stand, in order, among module path and containers: the
/// last of them next to the name, the others without gaps before it except
/// between module and containers.
pub(super) fn fits_qualifiers(
    qualifiers: &[String],
    path: &str,
    facts: &FileFacts,
    (packages, containers): (&[&str], &[&str]),
) -> bool {
    let qualifiers = &written_qualifiers(qualifiers, facts, containers);
    if qualifiers.is_empty() {
        return true;
    }
    let module = module_parts(path, facts, packages, qualifiers);
    let all: Vec<&str> =
        module.iter().map(String::as_str).chain(containers.iter().copied()).collect();
    if ends_with(&all, qualifiers) {
        return true;
    }
    // `package.func` where the module between is left out, `Type.method` where
    // the method sits in a nested scope: qualifiers as a subsequence that ends
    // in the containers, or in the module for a top-level name.
    if containers.is_empty() {
        return is_subsequence(&all, qualifiers);
    }
    let last = qualifiers.last().map_or("", String::as_str);
    containers.last() == Some(&last) && is_subsequence(&all, qualifiers)
}

/// Qualifiers without those that declarations of the language leave unwritten: members
/// of Kotlin's companions without name stand in the class around.
fn written_qualifiers(
    qualifiers: &[String],
    facts: &FileFacts,
    containers: &[&str],
) -> Vec<String> {
    let is_unwritten = |part: &String| {
        facts.language.as_str() == "kotlin"
            && part == "Companion"
            && !containers.contains(&"Companion")
    };
    qualifiers.iter().filter(|part| !is_unwritten(part)).cloned().collect()
}

/// Folders and stem of a path, and the packages around, as qualifiers; in languages whose
/// modules are files with a capital letter (OCaml) as the question writes the stem.
fn module_parts(path: &str, facts: &FileFacts, packages: &[&str], asked: &[String]) -> Vec<String> {
    let mut parts: Vec<String> = path.split('/').map(str::to_string).collect();
    if let Some(file) = parts.pop() {
        let mut stem = file.split('.').next().unwrap_or("").to_string();
        if facts.language.as_str().starts_with("ocaml") {
            let first = stem.get(..1).map(str::to_uppercase).unwrap_or_default();
            let module = format!("{first}{}", stem.get(1..).unwrap_or(""));
            if asked.contains(&module) {
                stem = module;
            }
        }
        if !matches!(stem.as_str(), "__init__" | "mod" | "index" | "lib" | "main" | "") {
            parts.push(stem);
        }
    }
    let named = packages.iter().flat_map(|package| package.split(['.', ':', '/', '\\']));
    parts.extend(named.filter(|part| !part.is_empty()).map(str::to_string));
    parts
}

pub(super) fn ends_with(all: &[&str], wanted: &[String]) -> bool {
    all.len() >= wanted.len()
        && all[all.len() - wanted.len()..].iter().zip(wanted).all(|(a, b)| a == b)
}

pub(super) fn is_subsequence(all: &[&str], wanted: &[String]) -> bool {
    let mut rest = all.iter();
    wanted.iter().all(|part| rest.any(|known| known == part))
}

#[cfg(test)]
mod tests {
    use clew_grammars::{Extractor, detect_language};

    use super::fits_qualifiers;

    #[track_caller]
    fn check(path: &str, containers: &[&str], asked: &[&str], fits: bool) {
        let facts = Extractor::default().facts(detect_language(path, ""), "");
        let asked: Vec<String> = asked.iter().map(|part| part.to_string()).collect();
        assert_eq!(fits_qualifiers(&asked, path, &facts, (&[], containers)), fits, "{asked:?}");
    }

    #[test]
    fn modules_of_ocaml_are_files_with_a_capital_letter() {
        check("src/lwt_io.ml", &[], &["Lwt_io"], true);
        check("src/lwt_io.mli", &["Inner"], &["Lwt_io", "Inner"], true);
        check("src/lwt_io.ml", &[], &["lwt_io"], true);
        check("src/lwt_io.ml", &[], &["Lwt"], false);
        check("src/größe.ml", &[], &["Größe"], true);
        check("src/shop.py", &[], &["Shop"], false);
    }

    #[test]
    fn companions_of_kotlin_go_without_saying() {
        check("a.kt", &["K"], &["K", "Companion"], true);
        check("a.kt", &["K"], &["Companion"], true);
        check("a.kt", &["K", "Companion"], &["K", "Companion"], true);
        check("a.java", &["K"], &["K", "Companion"], false);
    }
}
