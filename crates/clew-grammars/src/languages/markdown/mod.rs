//! Markdown: headings with their sections as an outline, code between fences as examples.

mod fences;
#[cfg(test)]
mod tests;

use tree_sitter::Node;

use super::sections::{Heading, declare_sections};
use crate::builder::FactsBuilder;
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["md"],
    extensions: &["md", "markdown", "mdx", "mkd"],
    depth: Depth::Outline,
    extractor_version: 2,
    grammar: Some(|| tree_sitter_md::LANGUAGE.into()),
    walk: Some(walk),
    mixed: Some(fences::split),
    ..LanguageDefinition::words("markdown", "Markdown")
};

/// Declares every heading with its section.
fn walk(root: Node<'_>, builder: &mut FactsBuilder<'_>) {
    let mut found = Vec::new();
    collect(root, &mut found);
    let headings: Vec<Heading> =
        found.iter().map(|(level, node)| heading(*level, *node, builder)).collect();
    declare_sections(&headings, root.end_byte(), builder);
}

/// The headings of a document with their levels, without those inside quotes and lists.
fn collect<'tree>(root: Node<'tree>, headings: &mut Vec<(usize, Node<'tree>)>) {
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        match node.kind() {
            "atx_heading" | "setext_heading" => headings.push((level(node), node)),
            "document" | "section" if cursor.goto_first_child() => continue,
            _ => {}
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}

/// 1 to 6, by the heading's marker.
fn level(heading: Node<'_>) -> usize {
    let mut cursor = heading.walk();
    heading
        .children(&mut cursor)
        .find_map(|child| match child.kind() {
            "atx_h1_marker" | "setext_h1_underline" => Some(1),
            "atx_h2_marker" | "setext_h2_underline" => Some(2),
            "atx_h3_marker" => Some(3),
            "atx_h4_marker" => Some(4),
            "atx_h5_marker" => Some(5),
            _ => None,
        })
        .unwrap_or(6)
}

fn heading(level: usize, node: Node<'_>, builder: &FactsBuilder<'_>) -> Heading {
    let start = node.start_byte();
    let Some(content) = node.child_by_field_name("heading_content") else {
        return Heading { level, start, title: (start, start) };
    };
    let raw = builder.node_text(content);
    let first = content.start_byte() + (raw.len() - raw.trim_start().len());
    Heading { level, start, title: (first, first + title(raw).len()) }
}

/// A heading's text without the closing row of marks.
fn title(raw: &str) -> &str {
    let text = raw.trim();
    let open = text.trim_end_matches('#');
    if open.ends_with([' ', '\t']) || open.is_empty() { open.trim_end() } else { text }
}
