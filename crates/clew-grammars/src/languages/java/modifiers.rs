//! Modifiers and annotations of a declaration.

use clew_model::{SymbolFlags, Visibility};
use tree_sitter::Node;

use super::{Kind, Walk, kind};

/// What stands before a declaration.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Modifiers {
    /// The visibility that is written, if one is.
    pub(super) visibility: Option<Visibility>,
    pub(super) flags: SymbolFlags,
}

impl Modifiers {
    /// The visibility that holds, given what the place means when none is written.
    pub(super) fn visibility_or(self, default: Visibility) -> Visibility {
        self.visibility.unwrap_or(default)
    }
}

impl Walk<'_, '_> {
    /// Reads the `modifiers` child of a declaration and reports its annotations.
    pub(super) fn modifiers(&mut self, declaration: Node<'_>) -> Modifiers {
        let mut found = Modifiers::default();
        let mut cursor = declaration.walk();
        if !cursor.goto_first_child() {
            return found;
        }
        while kind(cursor.node()) == Kind::Comment {
            if !cursor.goto_next_sibling() {
                return found;
            }
        }
        if kind(cursor.node()) != Kind::Modifiers || !cursor.goto_first_child() {
            return found;
        }
        loop {
            self.modifier(cursor.node(), &mut found);
            if !cursor.goto_next_sibling() {
                return found;
            }
        }
    }

    fn modifier(&mut self, node: Node<'_>, found: &mut Modifiers) {
        if kind(node) == Kind::Annotation {
            match self.annotation(node) {
                "Deprecated" => found.flags.set(SymbolFlags::DEPRECATED),
                "Test" | "ParameterizedTest" | "RepeatedTest" | "TestFactory" => {
                    found.flags.set(SymbolFlags::TEST);
                }
                _ => {}
            }
            return;
        }
        match node.kind() {
            "public" => found.visibility = Some(Visibility::Public),
            "protected" => found.visibility = Some(Visibility::Protected),
            "private" => found.visibility = Some(Visibility::Private),
            "static" => found.flags.set(SymbolFlags::STATIC),
            "abstract" => found.flags.set(SymbolFlags::ABSTRACT),
            _ => {}
        }
    }
}
