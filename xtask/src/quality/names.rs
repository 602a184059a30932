//! Whether a name's definition is the first answer of lookup and of search.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use super::packages::rows;
use crate::shell::{Profile, output, root};

/// Bare names asked for; the qualified ones are those of `references.jsonl`.
const BARE: usize = 200;

/// What was found first.
#[derive(Default)]
pub(super) struct Found {
    /// Names asked for.
    pub(super) asked: usize,
    /// Names whose definition `symbols` gives first.
    pub(super) by_lookup: usize,
    /// Names whose definition `search` gives first.
    pub(super) by_search: usize,
    /// What came first instead.
    pub(super) misses: Vec<String>,
}

/// What one question is to find.
struct Question<'data> {
    package: &'data str,
    query: String,
    name: &'data str,
    /// The file and line that it means, if the name says which.
    place: Option<(&'data str, u64)>,
}

/// Functions, methods and types that the other tool lists.
#[derive(Default)]
struct Listed {
    lines: BTreeMap<(String, String), BTreeSet<(String, u64)>>,
    files: BTreeSet<(String, String)>,
    skipped: Vec<(String, String, u64, u64)>,
}

/// Asks for sampled names of a language, bare ones and qualified ones.
pub(super) fn definitions_first(
    profile: Profile,
    language: &str,
    packages: &BTreeMap<String, PathBuf>,
) -> anyhow::Result<Found> {
    let folder = root().join("quality").join(language);
    let listed = listed(&folder)?;
    let targets = targets(&folder)?;
    let mut questions = bare(&listed);
    questions.extend(targets.iter().map(qualified));
    let scratch = std::env::temp_dir().join(format!("clew-quality-{}", std::process::id()));
    let mut found = Found::default();
    for (package, folder) in packages {
        let asked: Vec<&Question<'_>> =
            questions.iter().flatten().filter(|one| one.package == package).collect();
        if asked.is_empty() {
            continue;
        }
        for (question, answers) in asked.iter().zip(first_hits(profile, folder, &scratch, &asked)?)
        {
            found.asked += 1;
            for verb in ["symbols", "search"] {
                let hit = Hit::read(&answers[verb]);
                let fits = hit.as_ref().is_some_and(|hit| accepts(question, hit, &listed));
                match (fits, verb) {
                    (true, "symbols") => found.by_lookup += 1,
                    (true, _) => found.by_search += 1,
                    (false, _) => found.misses.push(miss(verb, question, hit)),
                }
            }
        }
    }
    if scratch.exists() {
        std::fs::remove_dir_all(&scratch)?;
    }
    Ok(found)
}

fn miss(verb: &str, question: &Question<'_>, hit: Option<Hit>) -> String {
    let hit = hit.map_or("nothing".into(), |hit| {
        format!("{} {} {}:{}", hit.kind, hit.name, hit.file, hit.lines.0)
    });
    format!("{verb} {} {}: {hit}", question.package, question.query)
}

fn listed(folder: &Path) -> anyhow::Result<Listed> {
    let mut listed = Listed::default();
    for row in rows(&folder.join("symbols.tsv"))? {
        let [package, file, line, name, _] = row.as_slice() else { continue };
        listed.files.insert((package.clone(), file.clone()));
        let places = listed.lines.entry((package.clone(), name.clone())).or_default();
        places.insert((file.clone(), line.parse()?));
    }
    let skipped = folder.join("skipped.tsv");
    for row in if skipped.exists() { rows(&skipped)? } else { Vec::new() } {
        let [package, file, first, last] = row.as_slice() else { continue };
        listed.skipped.push((package.clone(), file.clone(), first.parse()?, last.parse()?));
    }
    Ok(listed)
}

fn targets(folder: &Path) -> anyhow::Result<Vec<Value>> {
    let listed = folder.join("references.jsonl");
    let text = if listed.exists() { std::fs::read_to_string(listed)? } else { String::new() };
    text.lines().map(|line| serde_json::from_str(line).context("references.jsonl")).collect()
}

/// Every n-th of the names listed.
fn bare(listed: &Listed) -> Vec<Option<Question<'_>>> {
    let names: Vec<_> = listed.lines.keys().filter(|(_, name)| is_word(name)).collect();
    let wanted = BARE.min(names.len());
    (0..wanted)
        .map(|index| names[index * names.len() / wanted])
        .map(|(package, name)| Some(Question { package, query: name.clone(), name, place: None }))
        .collect()
}

fn is_word(name: &str) -> bool {
    name.chars().all(|character| character.is_alphanumeric() || "_$#".contains(character))
}

fn qualified(target: &Value) -> Option<Question<'_>> {
    let query = without_arguments(target["qualified"].as_str()?);
    let name = target["name"].as_str()?;
    let place = (target["file"].as_str()?, target["line"].as_u64()?);
    let place = (query != name).then_some(place);
    Some(Question { package: target["package"].as_str()?, query, name, place })
}

/// `Vec<T>::push` as `Vec::push`.
fn without_arguments(name: &str) -> String {
    let mut depth = 0usize;
    name.chars()
        .filter(|character| {
            match character {
                '<' => depth += 1,
                '>' => depth = depth.saturating_sub(1),
                _ => return depth == 0,
            }
            false
        })
        .collect()
}

/// The first answer to a question.
struct Hit {
    name: String,
    kind: String,
    file: String,
    lines: (u64, u64),
}

impl Hit {
    fn read(value: &Value) -> Option<Hit> {
        let text = |key: &str| value[key].as_str().map(str::to_string);
        let lines = (value["first"].as_u64()?, value["last"].as_u64()?);
        Some(Hit { name: text("name")?, kind: text("kind")?, file: text("file")?, lines })
    }
}

/// The first answers to all questions about a package, in their order.
fn first_hits(
    profile: Profile,
    folder: &Path,
    data: &Path,
    questions: &[&Question<'_>],
) -> anyhow::Result<Vec<Value>> {
    let queries: String = questions.iter().map(|one| format!("{}\n", one.query)).collect();
    let file = data.join("queries");
    std::fs::create_dir_all(data)?;
    std::fs::write(&file, queries)?;
    let text = output(
        Command::new(profile.artefact("examples/first_hits"))
            .arg(folder)
            .arg(data.join("index"))
            .stdin(std::fs::File::open(&file)?),
    )?;
    let answers: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).context("first_hits"))
        .collect::<anyhow::Result<_>>()?;
    if answers.len() != questions.len() {
        bail!("first_hits answered {} of {} queries", answers.len(), questions.len());
    }
    Ok(answers)
}

/// Whether a hit is what was asked for: at the place meant, or a definition that has
/// the name asked for, as it is, in a namespace around, or (in the file meant) without
/// namespaces that stand in no text. In files that the other tool lists, functions, methods
/// and types must be among what it lists, so that mere declarations do not count.
fn accepts(question: &Question<'_>, hit: &Hit, listed: &Listed) -> bool {
    let last = hit.name.rsplit([':', '.']).next().unwrap_or("");
    let is_called_so = last == question.name || hit.name == question.name;
    if !is_called_so {
        return false;
    }
    let holds = |line: u64| hit.lines.0 <= line && line <= hit.lines.1;
    if let Some((file, line)) = question.place {
        if hit.file == file && holds(line) {
            return true;
        }
        // Beside it in its file the text may lack namespaces that a macro opens.
        let is_beside = hit.file == file && ends_in(&question.query, &hit.name);
        if !is_beside && !ends_in(&hit.name, &question.query) {
            return false;
        }
    }
    let is_listed_kind = matches!(
        hit.kind.as_str(),
        "function" | "method" | "constructor" | "class" | "struct" | "interface" | "enum" | "type"
    );
    let package = question.package.to_string();
    if !is_listed_kind || !listed.files.contains(&(package.clone(), hit.file.clone())) {
        return true;
    }
    let places = listed.lines.get(&(package.clone(), question.name.to_string()));
    let is_left_out = listed.skipped.iter().any(|(of, file, first, last)| {
        *of == package && *file == hit.file && *first <= hit.lines.1 && hit.lines.0 <= *last
    });
    is_left_out
        || places
            .is_some_and(|all| all.iter().any(|(file, line)| *file == hit.file && holds(*line)))
}

/// Whether a qualified name is the other one, or that in a namespace.
fn ends_in(name: &str, inner: &str) -> bool {
    let outer = name.strip_suffix(inner);
    outer.is_some_and(|outer| outer.is_empty() || outer.ends_with(['.', ':']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(name: &str, file: &str, lines: (u64, u64)) -> Hit {
        Hit { name: name.into(), kind: "function".into(), file: file.into(), lines }
    }

    #[test]
    fn a_definition_is_told_from_a_mere_declaration() {
        let mut listed = Listed::default();
        for file in ["a.h", "a.c"] {
            listed.files.insert(("p".into(), file.into()));
        }
        listed.lines.insert(("p".into(), "f".into()), BTreeSet::from([("a.c".into(), 7)]));
        let asked = Question { package: "p", query: "f".into(), name: "f", place: None };
        assert!(accepts(&asked, &hit("f", "a.c", (7, 9)), &listed));
        assert!(!accepts(&asked, &hit("f", "a.h", (3, 3)), &listed));
        assert!(!accepts(&asked, &hit("g", "a.c", (7, 9)), &listed));
        assert!(accepts(&asked, &hit("f", "other.c", (1, 1)), &listed));
        let place = Some(("a.c", 7));
        let asked = Question { package: "p", query: "m::f".into(), name: "f", place };
        assert!(accepts(&asked, &hit("f", "a.c", (6, 9)), &listed));
        assert!(!accepts(&asked, &hit("n::f", "other.c", (1, 1)), &listed));
        assert!(accepts(&asked, &hit("m::f", "other.c", (1, 1)), &listed));
    }

    #[test]
    fn type_arguments_are_no_part_of_a_name() {
        assert_eq!(without_arguments("a::B<C<D>, E>::f"), "a::B::f");
    }
}
