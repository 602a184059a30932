//! Markdown: headings with their sections as an outline.

#[cfg(test)]
mod tests;

use clew_model::{SymbolId, SymbolKind};
use clew_text::TextRange;
use tree_sitter::Node;

use crate::builder::{Declaration, FactsBuilder, Visible};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["md"],
    extensions: &["md", "markdown", "mdx", "mkd"],
    depth: Depth::Outline,
    grammar: Some(|| tree_sitter_md::LANGUAGE.into()),
    walk: Some(walk),
    ..LanguageDefinition::words("markdown", "Markdown")
};

/// Declares every heading with the text up to the next one of its level or above.
fn walk(root: Node<'_>, builder: &mut FactsBuilder<'_>) {
    let mut headings = Vec::new();
    collect(root, &mut headings);
    let mut open: Vec<u8> = Vec::new();
    // Where the section of each heading ends: one pass from behind, keeping the
    // nearest start for every level.
    let mut next_start = [root.end_byte(); 7];
    let mut ends = vec![0; headings.len()];
    for (index, (level, heading)) in headings.iter().enumerate().rev() {
        ends[index] = next_start[usize::from(*level)];
        next_start[usize::from(*level)..].fill(heading.start_byte());
    }
    for ((level, heading), end) in headings.into_iter().zip(ends) {
        while open.pop_if(|above| *above >= level).is_some() {
            builder.leave();
        }
        if let Some(symbol) = declare(heading, end, builder) {
            builder.enter(symbol);
            open.push(level);
        }
    }
    for _ in open {
        builder.leave();
    }
}

/// The headings of a document with their levels, without those inside quotes and lists.
fn collect<'tree>(root: Node<'tree>, headings: &mut Vec<(u8, Node<'tree>)>) {
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
fn level(heading: Node<'_>) -> u8 {
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

fn declare(heading: Node<'_>, end: usize, builder: &mut FactsBuilder<'_>) -> Option<SymbolId> {
    let content = heading.child_by_field_name("heading_content")?;
    let raw = builder.node_text(content);
    let name = title(raw);
    if name.is_empty() {
        return None;
    }
    let start = content.start_byte() + (raw.len() - raw.trim_start().len());
    let mut declaration = Declaration::new(builder, SymbolKind::Heading, content, heading);
    declaration.name = name;
    declaration.name_range = TextRange::new(start, start + name.len());
    let section = builder.text().get(heading.start_byte()..end).unwrap_or("");
    let length = section.trim_end().len();
    declaration.range = TextRange::new(heading.start_byte(), heading.start_byte() + length);
    declaration.visible = Visible::MemberOnly;
    Some(builder.declare(declaration))
}

/// A heading's text without the closing row of marks.
fn title(raw: &str) -> &str {
    let text = raw.trim();
    let open = text.trim_end_matches('#');
    if open.ends_with([' ', '\t']) || open.is_empty() { open.trim_end() } else { text }
}
