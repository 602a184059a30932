//! The text of search results.

use clew_protocol::{CommitHit, Origin, RelatedHit, ScoreReason, SearchAnswer, SearchHit};

use crate::text::{fenced, footer, lines, one_line};

/// One section per hit, then where to go on, hints and freshness.
pub(super) fn hits_text(answer: &SearchAnswer) -> String {
    let mut text = String::new();
    if answer.hits.is_empty() {
        text.push_str("No matching components found.\n");
    }
    for hit in &answer.hits {
        push_hit(&mut text, hit);
    }
    if !answer.hits.is_empty() {
        let bound = if answer.total_is_lower_bound { "at least " } else { "" };
        text.push_str(&format!("Shown: {} of {bound}{}", answer.hits.len(), answer.total));
        if let Some(cursor) = &answer.cursor {
            text.push_str(&format!("; more with cursor `{cursor}`"));
        }
        text.push('\n');
    }
    text.push_str(&footer(&answer.stamp));
    text
}

fn push_hit(text: &mut String, hit: &SearchHit) {
    match &hit.commit {
        Some(commit) => push_commit(text, commit),
        None => push_place(text, hit),
    }
    text.push_str(&format!("Score: {:.2}\n", hit.score));
    if !hit.explanation.is_empty() {
        let part = |reason: &ScoreReason| format!("{} {:+.2}", reason.what, reason.value);
        let parts: Vec<String> = hit.explanation.iter().map(part).collect();
        text.push_str(&format!("Because: {}\n", one_line(&parts.join(", "))));
    }
    if let Some(summary) = &hit.summary {
        text.push_str(&format!("Summary: {}\n", one_line(summary)));
    }
    if let (Some(description), Some(model)) = (&hit.description, &hit.described_by) {
        let (description, model) = (one_line(description), one_line(model));
        text.push_str(&format!("Description (written by {model}): {description}\n"));
    }
    push_related(text, "Callers", &hit.callers);
    push_related(text, "Callees", &hit.callees);
    if let Some(code) = &hit.code {
        text.push_str(&format!("Code:\n{}\n", fenced(code)));
    }
    text.push('\n');
}

fn push_place(text: &mut String, hit: &SearchHit) {
    let place = format!("{}:{}", hit.file, lines(hit.start_line, hit.end_line));
    let docs = if hit.origin == Origin::Docs { "docs " } else { "" };
    let only = if hit.is_declaration { ", declaration only" } else { "" };
    let kind = hit.kind.as_str();
    text.push_str(&format!("Name: {} ({docs}{kind}{only})\n", one_line(&hit.name)));
    text.push_str(&format!("File: {place}"));
    if let Some(passage) = hit.passage {
        let best = lines(passage.start_line, passage.end_line);
        text.push_str(&format!(" (best lines {best})"));
    }
    text.push('\n');
}

fn push_commit(text: &mut String, commit: &CommitHit) {
    let (id, date) = (&commit.id, &commit.date);
    let short = id.get(..12).unwrap_or(id);
    let (author, subject) = (one_line(&commit.author), one_line(&commit.subject));
    text.push_str(&format!("Commit: {short} {date} ({author}): {subject}\n"));
    if !commit.paths.is_empty() {
        let more = if commit.has_more_paths { ", …" } else { "" };
        text.push_str(&format!("Changed: {}{more}\n", one_line(&commit.paths.join(", "))));
    }
}

fn push_related(text: &mut String, title: &str, related: &[RelatedHit]) {
    if related.is_empty() {
        return;
    }
    text.push_str(&format!("{title}:\n"));
    for hit in related {
        let name = one_line(&hit.name);
        if hit.file.is_empty() {
            text.push_str(&format!("  {name} ({})\n", hit.edge_type));
        } else {
            text.push_str(&format!(
                "  {name} {}:{} ({})\n",
                hit.file, hit.start_line, hit.edge_type
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use clew_protocol::{
        CodeRole, EdgeState, Freshness, Passage, Root, RootSource, Stamp, SymbolKind, SymbolType,
    };
    use expect_test::{Expect, expect};

    use super::*;

    fn stamp() -> Stamp {
        let root = Root { path: "/p".into(), source: RootSource::CliFlag };
        Stamp::new(root, Freshness { edges: EdgeState::Complete, ..Freshness::default() })
    }

    fn hit() -> SearchHit {
        SearchHit {
            id: "a.py::Cart.total".into(),
            name: "Cart.total".into(),
            symbol_type: SymbolType::Function,
            kind: SymbolKind::Method,
            role: CodeRole::Generic,
            origin: Origin::Code,
            commit: None,
            is_declaration: false,
            file: "a.py".into(),
            start_line: 3,
            end_line: 5,
            passage: None,
            score: 7.25,
            description: Some("Adds prices up.".into()),
            described_by: Some("small:1b".into()),
            summary: Some("def total(self) -> int\nSums it.".into()),
            code: Some("def total(self):\n    return 1\n".into()),
            explanation: vec![ScoreReason { what: "words".into(), value: 7.25 }],
            callers: vec![RelatedHit {
                name: "buy".into(),
                symbol_type: SymbolType::Function,
                file: "b.py".into(),
                start_line: 9,
                end_line: 12,
                edge_type: "call".into(),
            }],
            callees: vec![],
        }
    }

    fn check_text(answer: SearchAnswer, expected: Expect) {
        expected.assert_eq(&hits_text(&answer));
    }

    #[test]
    fn a_hit_is_a_section() {
        let answer = SearchAnswer {
            hits: vec![hit()],
            total: 4,
            total_is_lower_bound: true,
            cursor: Some("c1".into()),
            stamp: stamp(),
        };
        check_text(
            answer,
            expect![[r#"
                Name: Cart.total (method)
                File: a.py:3-5
                Score: 7.25
                Because: words +7.25
                Summary: def total(self) -> int Sums it.
                Description (written by small:1b): Adds prices up.
                Callers:
                  buy b.py:9 (call)
                Code:
                ```
                def total(self):
                    return 1
                ```

                Shown: 1 of at least 4; more with cursor `c1`
                Freshness: current"#]],
        );
    }

    #[test]
    fn long_definitions_and_prototypes_say_so() {
        let bare = || SearchHit {
            summary: None,
            description: None,
            code: None,
            explanation: vec![],
            callers: vec![],
            ..hit()
        };
        let passage = Some(Passage { start_line: 130, end_line: 170 });
        let long = SearchHit { end_line: 400, passage, ..bare() };
        let declared = SearchHit { is_declaration: true, end_line: 3, ..bare() };
        check_text(
            SearchAnswer {
                hits: vec![long, declared],
                total: 2,
                total_is_lower_bound: false,
                cursor: None,
                stamp: stamp(),
            },
            expect![[r#"
                Name: Cart.total (method)
                File: a.py:3-400 (best lines 130-170)
                Score: 7.25

                Name: Cart.total (method, declaration only)
                File: a.py:3
                Score: 7.25

                Shown: 2 of 2
                Freshness: current"#]],
        );
    }

    #[test]
    fn origins_are_told_apart() {
        let docs = SearchHit {
            name: "Guide.Install".into(),
            kind: SymbolKind::Heading,
            origin: Origin::Docs,
            file: "docs/a.md".into(),
            summary: None,
            description: None,
            described_by: None,
            code: None,
            explanation: vec![],
            callers: vec![],
            ..hit()
        };
        let commit = SearchHit {
            origin: Origin::History,
            commit: Some(CommitHit {
                id: "0123456789abcdef0123456789abcdef01234567".into(),
                date: "2026-11-30".into(),
                author: "Ada".into(),
                subject: "Add\nretries".into(),
                paths: vec!["a.py".into(), "b.py".into()],
                has_more_paths: true,
            }),
            file: String::new(),
            ..docs.clone()
        };
        let hits = vec![docs, commit];
        check_text(
            SearchAnswer {
                hits,
                total: 2,
                total_is_lower_bound: false,
                cursor: None,
                stamp: stamp(),
            },
            expect![[r#"
                Name: Guide.Install (docs heading)
                File: docs/a.md:3-5
                Score: 7.25

                Commit: 0123456789ab 2026-11-30 (Ada): Add retries
                Changed: a.py, b.py, …
                Score: 7.25

                Shown: 2 of 2
                Freshness: current"#]],
        );
    }

    #[test]
    fn nothing_found_says_so_and_offers_names() {
        let mut stamp = stamp();
        stamp.nearest = vec!["total".into(), "totals".into()];
        check_text(
            SearchAnswer {
                hits: vec![],
                total: 0,
                total_is_lower_bound: false,
                cursor: None,
                stamp,
            },
            expect![[r#"
                No matching components found.
                Nearest: total, totals
                Freshness: current"#]],
        );
    }
}
