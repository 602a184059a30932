//! A description by number: node kinds and fields looked up once per grammar.

use std::num::NonZeroU16;

use clew_model::Visibility;
use tree_sitter::{Language, Node};

use super::Walk;
use super::lead::Lead;
use super::rule::{Assigning, Modifier, Part, Rule};
use crate::builder::FactsBuilder;

/// A language told as data. `rules` names what each node kind is; kinds that it
/// does not name are [`Rule::Each`].
pub(crate) struct Description {
    /// Node kinds (several with one rule separated by spaces) and what they are.
    pub(crate) rules: &'static [(&'static str, Rule)],
    /// What children in a field are, whatever their parent.
    pub(crate) fields: &'static [(&'static str, Part)],
    /// What children in a field of a parent are: `parent.field`. Wins over `fields`.
    pub(crate) parent_fields: &'static [(&'static str, &'static str, Part)],
    /// What children of a kind are that stand in no field.
    pub(crate) children: &'static [(&'static str, Part)],
    /// What children of a kind are in any field that `parent_fields` does not name.
    pub(crate) always: &'static [(&'static str, Part)],
    /// What the other children of a parent are.
    pub(crate) rest: &'static [(&'static str, Part)],
    /// Words before declarations.
    pub(crate) modifiers: &'static [(&'static str, Modifier)],
    /// Whether a comment documents what follows, by its beginning.
    pub(crate) doc_marks: &'static [&'static str],
    /// What a declaration without word for it is.
    pub(crate) visibility: fn(&FactsBuilder<'_>, &str) -> Visibility,
    /// What assignments to unknown names do.
    pub(crate) assigning: Assigning,
    /// Whether calls of plain names mean functions alone.
    pub(crate) functions_apart: bool,
    /// Whether the last value of a body is what the function returns.
    pub(crate) last_is_result: bool,
    /// Whether a function without name gives the last value in it.
    pub(crate) lambda_gives_last: bool,
    /// Whether a type before the declared name is not the type of what is declared.
    pub(crate) types_follow: bool,
    /// How parameters and arguments are counted, where that tells overloads apart.
    pub(crate) counting: Option<super::Counting>,
    /// How types of names are tested, where that says what they are.
    pub(crate) narrowing: Option<super::Narrowing>,
    /// What is done with a name in value position before anything else.
    pub(crate) name: Option<NameHook>,
    /// What stands before declarations and was blanked for the grammar: finds it in a
    /// text, and reports the names in it.
    pub(crate) leads: Option<(FindLeads, ReadLead)>,
    /// Visits the whole tree, whose root is an error where the text is broken.
    pub(crate) root: Option<super::rule::Hook>,
}

/// Looks at a plain name; `true` if it was dealt with.
pub(crate) type NameHook =
    fn(&mut Walk<'_, '_>, Node<'_>, super::rule::Position) -> Option<clew_model::ExpressionId>;

/// Finds what stands before declarations, in source order.
pub(crate) type FindLeads = fn(&str) -> Vec<Lead>;

/// Reports the names in what stands before a declaration.
pub(crate) type ReadLead = fn(&mut Walk<'_, '_>, clew_text::TextRange);

impl Description {
    /// A description that knows nothing, for languages to fill.
    pub(crate) const EMPTY: Description = Description {
        rules: &[],
        fields: &[],
        parent_fields: &[],
        children: &[],
        always: &[],
        rest: &[],
        types_follow: false,
        modifiers: &[],
        doc_marks: &["/**", "///"],
        visibility: |_, _| Visibility::Public,
        assigning: Assigning::Writes,
        functions_apart: false,
        last_is_result: false,
        lambda_gives_last: false,
        counting: None,
        narrowing: None,
        name: None,
        leads: None,
        root: None,
    };
}

/// A [`Description`] compiled for its grammar.
pub(crate) struct Table {
    pub(super) description: &'static Description,
    rules: Vec<Rule>,
    /// Whether nodes of a kind are visited: named ones, and tokens with a rule.
    visited: Vec<bool>,
    child_parts: Vec<Option<Part>>,
    always_parts: Vec<Option<Part>>,
    field_parts: Vec<Option<Part>>,
    /// By parent kind, then field; empty where the parent has nothing of its own.
    parent_parts: Vec<Vec<(u16, Part)>>,
    rest_parts: Vec<Option<Part>>,
}

impl Table {
    /// Looks all names up.
    pub(crate) fn new(language: &Language, description: &'static Description) -> Table {
        let kinds = language.node_kind_count();
        let mut table = Table {
            description,
            rules: vec![Rule::Each; kinds],
            visited: (0..kinds as u16).map(|id| language.node_kind_is_named(id)).collect(),
            rest_parts: vec![None; kinds],
            child_parts: vec![None; kinds],
            always_parts: vec![None; kinds],
            field_parts: vec![None; language.field_count() + 1],
            parent_parts: vec![Vec::new(); kinds],
        };
        for (names, rule) in description.rules {
            for name in names.split(' ') {
                each_kind(language, name, |id| {
                    table.rules[id] = *rule;
                    table.visited[id] = true;
                });
            }
        }
        for (names, part) in description.children {
            for name in names.split(' ') {
                each_kind(language, name, |id| table.child_parts[id] = Some(*part));
            }
        }
        for (names, part) in description.always {
            for name in names.split(' ') {
                each_kind(language, name, |id| table.always_parts[id] = Some(*part));
            }
        }
        for (names, part) in description.rest {
            for name in names.split(' ') {
                each_kind(language, name, |id| table.rest_parts[id] = Some(*part));
            }
        }
        for (name, part) in description.fields {
            if let Some(id) = language.field_id_for_name(name) {
                table.field_parts[id.get() as usize] = Some(*part);
            }
        }
        for (parents, field, part) in description.parent_fields {
            let Some(field) = language.field_id_for_name(field) else { continue };
            for parent in parents.split(' ') {
                each_kind(language, parent, |id| table.parent_parts[id].push((field.get(), *part)));
            }
        }
        table
    }

    /// What a node is.
    pub(super) fn rule(&self, node: Node<'_>) -> Rule {
        self.rules.get(node.kind_id() as usize).copied().unwrap_or(Rule::Each)
    }

    /// What a child is to its parent.
    pub(super) fn part(
        &self,
        parent: Node<'_>,
        child: Node<'_>,
        field: Option<NonZeroU16>,
    ) -> Part {
        self.part_or_none(parent, child, field).unwrap_or_default()
    }

    pub(super) fn part_or_none(
        &self,
        parent: Node<'_>,
        child: Node<'_>,
        field: Option<NonZeroU16>,
    ) -> Option<Part> {
        if let Some(field) = field {
            let own = self.parent_parts.get(parent.kind_id() as usize);
            let own = own.and_then(|own| own.iter().find(|(id, _)| *id == field.get()));
            if let Some((_, part)) = own {
                return Some(*part);
            }
            if let Some(Some(part)) = self.always_parts.get(child.kind_id() as usize) {
                return Some(*part);
            }
            if let Some(Some(part)) = self.field_parts.get(field.get() as usize) {
                return Some(*part);
            }
        }
        if let Some(Some(part)) = self.always_parts.get(child.kind_id() as usize) {
            return Some(*part);
        }
        let by_kind = self.child_parts.get(child.kind_id() as usize).copied().flatten();
        by_kind.or_else(|| {
            let own = self.rest_parts.get(parent.kind_id() as usize).copied().flatten();
            own.filter(|_| child.is_named())
        })
    }

    /// Whether a node is visited: it is named, or a token with a rule.
    pub(super) fn is_visited(&self, node: Node<'_>) -> bool {
        self.visited.get(node.kind_id() as usize).copied().unwrap_or_else(|| node.is_named())
    }

    /// What a word before a declaration says.
    pub(super) fn modifier(&self, word: &str) -> Option<Modifier> {
        self.description.modifiers.iter().find(|(known, _)| *known == word).map(|(_, says)| *says)
    }
}

fn each_kind(language: &Language, name: &str, mut with: impl FnMut(usize)) {
    for id in 0..language.node_kind_count() as u16 {
        if language.node_kind_for_id(id) == Some(name) {
            with(id as usize);
        }
    }
}

/// The names of a description that its grammar does not have.
#[cfg(test)]
pub(crate) fn unknown_names(language: &Language, description: &Description) -> Vec<String> {
    let mut unknown = Vec::new();
    let kinds = description.rules.iter().map(|(names, _)| *names);
    let kinds = kinds.chain(description.children.iter().map(|(names, _)| *names));
    let kinds = kinds.chain(description.always.iter().map(|(names, _)| *names));
    let kinds = kinds.chain(description.rest.iter().map(|(names, _)| *names));
    let kinds = kinds.chain(description.parent_fields.iter().map(|(names, _, _)| *names));
    for name in kinds.flat_map(|names| names.split(' ')) {
        let mut known = false;
        each_kind(language, name, |_| known = true);
        if !known {
            unknown.push(name.to_string());
        }
    }
    let fields = description.fields.iter().map(|(name, _)| *name);
    for field in fields.chain(description.parent_fields.iter().map(|(_, name, _)| *name)) {
        if language.field_id_for_name(field).is_none() {
            unknown.push(format!("field {field}"));
        }
    }
    unknown
}
