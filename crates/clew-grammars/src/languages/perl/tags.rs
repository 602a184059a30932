//! `%EXPORT_TAGS`: names that modules give together, asked for by `use Module qw(:tag)`.
//!
//! They are exports under the tag's name; what a tag takes from a list is an export under
//! it that is called like the list (`@EXPORT_OK`), whose words are exports under that.

use tree_sitter::Node;

use super::uses::words;
use crate::described::{Walk, child_of_kind};

/// The words of a list, under its name.
pub(super) fn list(walk: &mut Walk<'_, '_>, name: &str, list: Node<'_>) {
    for (word, _) in words(walk, list) {
        walk.builder.export_under(name, word.trim_start_matches('&'));
    }
}

/// `(all => \@EXPORT_OK, some => [qw(a b)], more => [@EXPORT, 'c'])`
pub(super) fn tags(walk: &mut Walk<'_, '_>, pairs: Node<'_>) {
    let mut tag = None;
    let mut pending = vec![pairs];
    while let Some(next) = pending.pop() {
        match next.kind() {
            "parenthesized_expression" | "list_expression" if tag.is_none() => {
                let mut cursor = next.walk();
                let inner: Vec<Node<'_>> = next.named_children(&mut cursor).collect();
                pending.extend(inner.into_iter().rev());
            }
            _ => match tag.take() {
                None => tag = tag_of(walk, next),
                Some(tag) => content(walk, &tag, next),
            },
        }
    }
}

/// `name` or `'name'` before an arrow, with the mark of tags.
fn tag_of(walk: &Walk<'_, '_>, node: Node<'_>) -> Option<String> {
    let name = match node.kind() {
        "autoquoted_bareword" | "bareword" => node,
        _ => child_of_kind(node, "string_content")?,
    };
    Some(format!(":{}", walk.text(name)))
}

fn content(walk: &mut Walk<'_, '_>, tag: &str, value: Node<'_>) {
    for (word, _) in words(walk, value) {
        walk.builder.export_under(tag, word.trim_start_matches('&'));
    }
    let text = walk.text(value);
    for taken in text.split('@').skip(1) {
        let end = taken.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(taken.len());
        if end > 0 {
            walk.builder.export_under(tag, &format!("@{}", &taken[..end]));
        }
    }
}
