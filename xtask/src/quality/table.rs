//! The tables of the README.

use anyhow::Context;
use serde_json::Value;

use super::Figures;

const BEGIN: &str = "<!-- quality: begin -->";
const END: &str = "<!-- quality: end -->";

/// The tables as Markdown.
pub(super) fn tables(rows: &[Figures]) -> String {
    let mut text = String::from(
        "| language | tool | symbols, precision / recall | locals bound right | calls of \
         functions: bound right / covered | calls of methods: bound right / covered |\n\
         | --- | --- | --- | --- | --- | --- |\n",
    );
    for row in rows {
        let calls = |kind: &str| match &row.facts["calls"][kind] {
            Value::Null => String::new(),
            calls => format!("{} / {}", figure(&calls["right"]), figure(&calls["covering"])),
        };
        text.push_str(&format!(
            "| {} | {} | {} | {} | {} | {} |\n",
            row.title,
            row.tools,
            agreement(&row.facts["symbols"]),
            figure(&row.facts["scopes"]),
            calls("function"),
            calls("method"),
        ));
    }
    text.push_str(
        "\n| language | sites of calls, precision / recall | imports | inheritance | names \
         asked for | definition first: lookup / search |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for row in rows {
        let sites = &row.facts["sites"];
        let found = &row.found;
        text.push_str(&format!(
            "| {} | {} | {} | {} | {} | {} / {} |\n",
            row.title,
            agreement(&sites["call"]),
            agreement(&sites["import"]),
            agreement(&sites["inherit"]),
            found.asked,
            share(found.by_lookup, found.asked),
            share(found.by_search, found.asked),
        ));
    }
    text.push_str(
        "\n| language | MB read | MB a second | nodes | errors among a million nodes |\n\
         | --- | --- | --- | --- | --- |\n",
    );
    for row in rows {
        let reading = &row.facts["reading"];
        let number = |key: &str, digits: usize| {
            reading[key].as_f64().map_or(String::new(), |value| format!("{value:.digits$}"))
        };
        text.push_str(&format!(
            "| {} | {} | {} | {} | {} |\n",
            row.title,
            number("megabytes", 1),
            number("speed", 1),
            number("nodes", 0),
            number("errors", 0),
        ));
    }
    text
}

/// Precision, recall and how many there are; nothing where nothing was wanted.
fn agreement(value: &Value) -> String {
    match value["wanted"].as_u64() {
        None | Some(0) => String::new(),
        Some(_) => format!("{} / {}", figure(&value["precision"]), figure(&value["recall"])),
    }
}

fn figure(value: &Value) -> String {
    value.as_f64().map_or(String::new(), rounded)
}

fn share(part: usize, whole: usize) -> String {
    rounded(part as f64 / whole.max(1) as f64)
}

/// Three digits, never rounded up to a full one.
fn rounded(value: f64) -> String {
    format!("{:.3}", (value * 1000.0 + 1e-9).floor() / 1000.0)
}

/// The README with new tables between its marks.
pub(super) fn replaced(readme: &str, tables: &str) -> anyhow::Result<String> {
    let missing = || format!("README.md lacks the lines {BEGIN} and {END}; put them back");
    let (before, rest) = readme.split_once(BEGIN).with_context(missing)?;
    let (_, after) = rest.split_once(END).with_context(missing)?;
    Ok(format!("{before}{BEGIN}\n{}\n{END}{after}", tables.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_not_rounded_up() {
        assert_eq!(rounded(0.9999), "0.999");
        assert_eq!(rounded(1.0), "1.000");
        assert_eq!(rounded(0.97), "0.970");
    }

    #[test]
    fn only_what_is_between_the_marks_changes() {
        let old = format!("a\n{BEGIN}\nold\n{END}\nb\n");
        assert_eq!(replaced(&old, "new\n").ok(), Some(format!("a\n{BEGIN}\nnew\n{END}\nb\n")));
        assert!(replaced("none", "new").is_err());
    }
}
