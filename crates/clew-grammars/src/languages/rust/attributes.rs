//! Doc comments and attributes in front of an item.

use clew_model::{Role, SymbolFlags};
use clew_text::TextRange;
use tree_sitter::Node;

use super::{Kind, Walk, kind};
use crate::builder::{Namespace, named_children, range_of};

use super::fields::{Field, FieldAccess};

/// Attributes of the language itself; they name nothing in any crate.
const BUILTIN: &[&str] = &[
    "allow",
    "automatically_derived",
    "bench",
    "cfg",
    "cfg_attr",
    "cold",
    "deny",
    "deprecated",
    "derive",
    "diagnostic",
    "doc",
    "expect",
    "export_name",
    "feature",
    "forbid",
    "global_allocator",
    "ignore",
    "inline",
    "link",
    "link_name",
    "link_section",
    "macro_export",
    "macro_use",
    "must_use",
    "no_main",
    "no_mangle",
    "no_std",
    "non_exhaustive",
    "panic_handler",
    "path",
    "proc_macro",
    "proc_macro_attribute",
    "proc_macro_derive",
    "recursion_limit",
    "repr",
    "rustfmt",
    "should_panic",
    "target_feature",
    "test",
    "track_caller",
    "type_length_limit",
    "unsafe",
    "used",
    "warn",
    "clippy",
    "serde",
    "rustversion",
];

/// What stands before an item.
#[derive(Default)]
pub(super) struct Leading<'tree> {
    doc: Option<(usize, usize)>,
    attributes: Vec<Node<'tree>>,
    pub(super) flags: SymbolFlags,
    /// Built for tests only (`#[cfg(test)]`).
    pub(super) test_only: bool,
    /// The file named by `#[path = "…"]`, with its quotes.
    pub(super) path: Option<TextRange>,
    pub(super) macro_export: bool,
}

impl Leading<'_> {
    /// Where the declaration starts: at its first attribute.
    pub(super) fn start(&self, node: Node<'_>) -> usize {
        self.attributes.first().map_or(node.start_byte(), |first| first.start_byte())
    }

    /// The doc comment's text.
    pub(super) fn doc_range(&self) -> Option<TextRange> {
        self.doc.map(|(start, end)| TextRange::new(start, end))
    }
}

impl<'text> Walk<'_, 'text> {
    /// Adds a comment to what stands before the next item, if it documents it.
    pub(super) fn comment<'tree>(&mut self, node: Node<'tree>, leading: &mut Leading<'tree>) {
        let text = self.builder.node_text(node);
        let documents = (text.starts_with("///") && !text.starts_with("////"))
            || (text.starts_with("/**") && !text.starts_with("/***") && text.len() > 4);
        if !documents {
            return;
        }
        let end = node.start_byte() + text.trim_end().len();
        let start = leading.doc.map_or(node.start_byte(), |(start, _)| start);
        leading.doc = Some((start, end));
    }

    /// The `//!` comments at the head of a body.
    pub(super) fn inner_doc(&self, body: Node<'_>) -> Option<TextRange> {
        let mut doc: Option<(usize, usize)> = None;
        let mut cursor = body.walk();
        for child in body.named_children(&mut cursor) {
            if kind(child) == Kind::InnerAttribute {
                continue;
            }
            let text = self.builder.node_text(child);
            if !(text.starts_with("//!") || text.starts_with("/*!")) {
                break;
            }
            let end = child.start_byte() + text.trim_end().len();
            doc = Some((doc.map_or(child.start_byte(), |(start, _)| start), end));
        }
        doc.map(|(start, end)| TextRange::new(start, end))
    }

    /// Reads an attribute: derives and attribute macros are applied names.
    pub(super) fn attribute<'tree>(&mut self, node: Node<'tree>, leading: &mut Leading<'tree>) {
        leading.attributes.push(node);
        let Some(attribute) = node.named_child(0) else { return };
        let Some(path) = attribute.named_child(0) else { return };
        let name = self.builder.node_text(path);
        let arguments = attribute.field(Field::Arguments);
        let arguments_text = arguments.map_or("", |node| self.builder.node_text(node));
        match name {
            "test" | "bench" => leading.flags.set(SymbolFlags::TEST),
            "deprecated" => leading.flags.set(SymbolFlags::DEPRECATED),
            "macro_export" => leading.macro_export = true,
            "cfg" => leading.test_only |= is_test_condition(arguments_text),
            "path" => leading.path = attribute.field(Field::Value).map(range_of),
            "doc" if leading.doc.is_none() => {
                leading.doc = attribute
                    .field(Field::Value)
                    .map(|value| (value.start_byte(), value.end_byte()));
            }
            "derive" => {
                if let Some(arguments) = arguments {
                    self.derives(arguments);
                }
            }
            _ => {}
        }
        let last = name.rsplit("::").next().unwrap_or(name).trim();
        if matches!(last, "test" | "rstest" | "test_case" | "quickcheck") {
            leading.flags.set(SymbolFlags::TEST);
        }
        let head = name.split("::").next().unwrap_or(name).trim();
        if !BUILTIN.contains(&head) {
            self.path(path, Role::Call, Namespace::Macro);
        }
    }

    /// `derive(A, b::C)`: tokens, since the grammar does not read paths there.
    fn derives(&mut self, arguments: Node<'_>) {
        let mut base = None;
        let names = named_children(arguments);
        for (index, name) in names.iter().enumerate() {
            let rest = &self.builder.text()[name.end_byte()..];
            let is_prefix = rest.trim_start().starts_with("::") && index + 1 < names.len();
            let role = if is_prefix { Role::Read } else { Role::Call };
            let occurrence = match base {
                Some(base) => self.builder.member(base, *name, role),
                None => self.builder.reference_in(*name, role, Namespace::Path),
            };
            base = is_prefix.then(|| self.builder.occurrence_expression(occurrence));
        }
    }
}

/// Whether the condition of a `cfg` holds only in tests.
fn is_test_condition(arguments: &str) -> bool {
    let condition: String = arguments.chars().filter(|c| !c.is_whitespace()).collect();
    condition == "(test)" || condition.starts_with("(all(test,")
}
