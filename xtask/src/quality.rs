//! `cargo xtask quality [LANGUAGE…] [--write]`: every quality figure of the README.
//!
//! Packages come from registries and are kept in the user's cache folder. The data of
//! `quality/` says what independent tools found in them; the `quality` example of
//! `clew-bind` compares facts and references, and the engine is asked for
//! sampled names. `--write` puts the table into the README, `--dev` asks programs that
//! are built quickly and run slowly.

mod names;
pub(crate) mod packages;
mod table;

use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::shell::{Profile, cargo, output, root, run};
use names::Found;

/// The languages that have data, with the tools that it comes from.
const LANGUAGES: &[(&str, &str, &str)] = &[
    ("python", "Python", "ast, symtable, basedpyright"),
    ("typescript", "TypeScript", "TypeScript compiler"),
    ("javascript", "JavaScript", "TypeScript compiler"),
    ("rust", "Rust", "syn, rust-analyzer"),
    ("go", "Go", "go/parser, go/types"),
    ("java", "Java", "javac"),
    ("c", "C", "libclang"),
    ("cpp", "C++", "libclang"),
    ("ruby", "Ruby", "Prism"),
    ("php", "PHP", "PHP-Parser"),
    ("csharp", "C#", "Roslyn"),
    ("kotlin", "Kotlin", "Kotlin compiler"),
    ("swift", "Swift", "words, read"),
    ("bash", "Bash", "shfmt"),
    ("dart", "Dart", "words, read"),
    ("scala", "Scala", "Scalameta"),
    ("lua", "Lua", "luaparse"),
    ("elixir", "Elixir", "Elixir's parser"),
    ("r", "R", "R's parser"),
    ("ocaml", "OCaml", "OCaml's parser"),
    ("haskell", "Haskell", "GHC's parser"),
    ("perl", "Perl", "PPI"),
    ("zig", "Zig", "Zig's parser"),
];

/// The figures of one language.
pub(crate) struct Figures {
    /// Its name for readers.
    title: &'static str,
    /// The tools it was compared with.
    tools: &'static str,
    /// What the example printed.
    facts: Value,
    /// Definitions found first.
    found: Found,
}

/// Measures the languages named in `arguments`, or all of them.
pub(crate) fn quality(arguments: &[String]) -> anyhow::Result<()> {
    let (options, wanted): (Vec<&String>, Vec<&String>) =
        arguments.iter().partition(|argument| argument.starts_with("--"));
    if let Some(unknown) =
        options.iter().find(|option| !matches!(option.as_str(), "--write" | "--misses" | "--dev"))
    {
        bail!("unknown option {unknown}; options: --write, --misses, --dev");
    }
    let has = |option: &str| options.iter().any(|known| *known == option);
    if let Some(unknown) = wanted.iter().find(|name| !LANGUAGES.iter().any(|(id, ..)| id == *name))
    {
        let known: Vec<&str> = LANGUAGES.iter().map(|(id, ..)| *id).collect();
        bail!("no data for {unknown}; languages: {}", known.join(", "));
    }
    if has("--write") && !wanted.is_empty() {
        bail!("--write needs all languages; name none");
    }
    let profile = if has("--dev") { Profile::Dev } else { Profile::Release };
    let examples = ["--example", "first_hits", "--example", "quality"];
    // All languages, though the tests of `clew-bind` build a part of them.
    let packages = ["-p", "clew-engine", "-p", "clew-bind", "--features", "clew-engine/languages"];
    run(cargo().args(["build", "--profile", profile.name()]).args(packages).args(examples))?;
    let mut rows = Vec::new();
    for (id, title, tools) in LANGUAGES {
        if wanted.is_empty() || wanted.iter().any(|name| name == id) {
            eprintln!("== {title}");
            let figures = measure(profile, id, title, tools)?;
            if has("--misses") {
                figures.found.misses.iter().for_each(|miss| eprintln!("  {miss}"));
            }
            rows.push(figures);
        }
    }
    let text = table::tables(&rows);
    println!("{text}");
    if has("--write") {
        let readme = root().join("README.md");
        let old = std::fs::read_to_string(&readme)?;
        std::fs::write(&readme, table::replaced(&old, &text)?)?;
    }
    Ok(())
}

fn measure(
    profile: Profile,
    id: &str,
    title: &'static str,
    tools: &'static str,
) -> anyhow::Result<Figures> {
    let packages = packages::fetched(id)?;
    let program = profile.artefact("examples/quality");
    let text = output(Command::new(program).current_dir(root()).args([id, "--json"]))?;
    let facts = serde_json::from_str(&text).with_context(|| format!("figures of {id}"))?;
    let found = names::definitions_first(profile, id, &packages)?;
    Ok(Figures { title, tools, facts, found })
}
