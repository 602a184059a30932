//! Which language a file or fragment is written in.

use crate::LanguageDefinition;
use crate::languages::templates::is_jinja;
use crate::languages::{LANGUAGES, looks_like_objc};

/// All languages, in a fixed order.
pub fn languages() -> &'static [&'static LanguageDefinition] {
    LANGUAGES
}

/// The language with this identifier, alias or file extension, in any case.
pub fn language_by_id(id: &str) -> Option<&'static LanguageDefinition> {
    let wanted = id.trim().trim_start_matches('.').to_ascii_lowercase();
    let by = |test: &dyn Fn(&LanguageDefinition) -> bool| {
        LANGUAGES.iter().copied().find(|language| test(language))
    };
    by(&|language| language.id == wanted)
        .or_else(|| by(&|language| language.aliases.contains(&wanted.as_str())))
        .or_else(|| by(&|language| language.extensions.contains(&wanted.as_str())))
}

/// The language of the file at `path` (separators `/`), by whole name, then
/// extension, then the interpreter of a `#!` line; `None` for unknown text.
///
/// `text` is only read where the path alone does not decide.
pub fn detect_language(path: &str, text: &str) -> Option<&'static LanguageDefinition> {
    let file_name = path.rsplit('/').next().unwrap_or(path);
    let has_name = |language: &&LanguageDefinition| {
        language.file_names.contains(&file_name)
            || language.file_prefixes.iter().any(|prefix| file_name.starts_with(prefix))
    };
    let by_name = LANGUAGES.iter().copied().find(has_name);
    if by_name.is_some() {
        return by_name;
    }
    if is_environment_file(file_name) {
        return language_by_id("dotenv");
    }
    if is_list_for_a_tool(file_name) {
        return None;
    }
    if file_name.ends_with(".blade.php") {
        return language_by_id("blade");
    }
    if let Some((_, extension)) = file_name.rsplit_once('.') {
        let extension = extension.to_ascii_lowercase();
        if extension == "h" && looks_like_objc(text) {
            return language_by_id("objective-c");
        }
        if extension == "m" && !text.is_empty() && !looks_like_objc(text) {
            return None;
        }
        if extension == "h" {
            return language_by_id(if looks_like_cpp(text) { "cpp" } else { "c" });
        }
        if matches!(extension.as_str(), "def" | "inc") && looks_like_x_macros(text) {
            return language_by_id("c");
        }
        if matches!(extension.as_str(), "html" | "htm") && is_jinja(text) {
            return language_by_id("jinja");
        }
        let by_extension = LANGUAGES
            .iter()
            .copied()
            .find(|language| language.extensions.contains(&extension.as_str()));
        if by_extension.is_some() {
            return by_extension;
        }
    }
    interpreter(text).and_then(|name| {
        LANGUAGES.iter().copied().find(|language| language.interpreters.contains(&name.as_str()))
    })
}

/// What may be kept and shown of the text of the file at `path`: equal in length, with
/// the values of environment files blanked out. Everything that stores a text or
/// answers from it takes it through here.
pub fn kept_text(path: &str, text: String) -> String {
    match detect_language(path, "") {
        Some(language) => language.kept_text(text),
        None => text,
    }
}

/// The language of a fragment: the one given by `id`, else a guess from its text.
pub fn language_for_fragment(id: Option<&str>, text: &str) -> Option<&'static LanguageDefinition> {
    match id {
        Some(id) => language_by_id(id),
        None => interpreter(text)
            .and_then(|name| {
                LANGUAGES
                    .iter()
                    .copied()
                    .find(|language| language.interpreters.contains(&name.as_str()))
            })
            .or_else(|| crate::syntax::guess_language(text)),
    }
}

/// Whether a name is that of an environment file or a copy of one, in any case:
/// `.Env.Staging`, `.env-prod`, `.env~`, `prod.env.old`, but not `vite.env.ts`.
fn is_environment_file(file_name: &str) -> bool {
    let lower = file_name.to_ascii_lowercase();
    let begins = lower
        .strip_prefix(".env")
        .is_some_and(|rest| rest.chars().next().is_none_or(|next| !next.is_ascii_alphanumeric()));
    let last = lower.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is_code = LANGUAGES.iter().any(|language| language.extensions.contains(&last));
    begins || lower.trim_end_matches('~').ends_with(".env") || (lower.contains(".env.") && !is_code)
}

/// Whether a file ends in `.txt` and is read by a tool all the same.
fn is_list_for_a_tool(file_name: &str) -> bool {
    let Some(name) = file_name.strip_suffix(".txt") else { return false };
    matches!(name, "CMakeLists" | "robots" | "sources" | "manifest")
        || name.starts_with("requirements")
        || name.starts_with("constraints")
}

/// The program named by a `#!` line, without folder, `env` and version digits.
fn interpreter(text: &str) -> Option<String> {
    let line = text.lines().next()?.strip_prefix("#!")?;
    let mut words = line.split_whitespace();
    let mut program = words.next()?.rsplit('/').next()?;
    if program == "env" {
        program = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
        program = program.rsplit('/').next()?;
    }
    let name = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    Some(name.to_ascii_lowercase())
}

/// Whether the text of a `.h` file uses words that only C++ has.
fn looks_like_cpp(text: &str) -> bool {
    text.lines().take(2_000).any(|line| {
        let line = line.trim_start();
        let line = line.strip_prefix("export ").unwrap_or(line);
        ["class ", "namespace ", "template<", "template <", "using ", "public:", "private:"]
            .iter()
            .any(|word| line.starts_with(word))
            || line.starts_with("protected:")
            || (line.contains("std::") && !line.starts_with(['/', '*']))
            || line.starts_with("constexpr ")
    })
}

/// Whether a text is a list of calls of macros, to be included where each of them is
/// defined: `OPCODE(LOAD, "load")` on most lines that hold anything.
fn looks_like_x_macros(text: &str) -> bool {
    let is_call = |line: &str| {
        let word = line.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        let length = word.clone().count();
        let is_name = word.into_iter().all(|byte| !byte.is_ascii_lowercase());
        length > 1 && is_name && line[length..].trim_start().starts_with('(')
    };
    let code = text.lines().map(str::trim).filter(|line| {
        !line.is_empty() && !line.starts_with(['#', '/', '*']) && !line.starts_with("EXPORTS")
    });
    let (mut calls, mut others) = (0, 0);
    for line in code.take(400) {
        if is_call(line) { calls += 1 } else { others += 1 }
    }
    calls > 0 && calls >= others
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_language(path: &str, text: &str, expected: Option<&str>) {
        assert_eq!(detect_language(path, text).map(|language| language.id), expected);
    }

    #[test]
    fn names_extensions_and_interpreters_decide() {
        check_language("a/b.py", "", Some("python"));
        check_language("B.PY", "", Some("python"));
        check_language("bin/tool", "#!/usr/bin/env -S python3.11 -u\n", Some("python"));
        check_language("bin/tool", "#! /usr/local/bin/python\n", Some("python"));
        check_language("unknown.zzz", "words", None);
    }

    #[test]
    fn lists_of_macro_calls_are_c() {
        let opcodes = "// all of them\n#ifndef OP\n#define OP(a, b)\n#endif\nOP(LOAD, load)\nOP(STORE, store)\n#undef OP\n";
        check_language("src/opcodes.def", opcodes, Some("c"));
        check_language("lib/table.inc", "ENTRY (1, f)\n", Some("c"));
        check_language("win/library.def", "LIBRARY x\nEXPORTS\n f @1\n g @2\n", None);
        let page = detect_language("page.inc", "<?php echo F(1); ?>\n");
        assert_ne!(page.map(|language| language.id), Some("c"));
        check_language("empty.def", "", None);
    }

    #[test]
    fn identifiers_aliases_and_extensions_are_accepted() {
        for id in ["python", "Python", "py", ".py", "pyi"] {
            assert_eq!(language_by_id(id).map(|language| language.id), Some("python"), "{id}");
        }
        assert!(language_by_id("klingon").is_none());
    }

    #[test]
    fn fragments_are_not_taken_for_languages_that_read_anything() {
        let id = |text| language_for_fragment(None, text).map(|language| language.id);
        assert_eq!(id("for a in xs:\n    print(a)\n"), Some("python"));
        assert_ne!(id("some words of prose, nothing more"), Some("bash"));
        #[cfg(feature = "scripts")]
        assert_eq!(id("<?php echo 1;\n"), Some("php"));
        #[cfg(feature = "scripts")]
        assert_eq!(id("#!/bin/bash\nls\n"), Some("bash"));
    }
}
