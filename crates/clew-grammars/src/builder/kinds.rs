//! Node kinds as enums, looked up by number instead of by text.

use tree_sitter::{Language, Node};

/// Maps a grammar's numeric node kinds to a walker's own enum.
pub(crate) struct KindTable<Kind> {
    kinds: Vec<Kind>,
}

impl<Kind: Copy + Default> KindTable<Kind> {
    /// Reads every named kind of the grammar once.
    pub(crate) fn new(language: &Language, named: &[(&str, Kind)]) -> Self {
        let count = language.node_kind_count();
        let kinds = (0..count as u16)
            .map(|id| {
                let name = language.node_kind_for_id(id).unwrap_or("");
                let known = language.node_kind_is_named(id);
                named
                    .iter()
                    .find(|(wanted, _)| known && *wanted == name)
                    .map_or_else(Kind::default, |(_, kind)| *kind)
            })
            .collect();
        KindTable { kinds }
    }

    /// The kind of a node; the default for kinds that the walker does not name.
    pub(crate) fn of(&self, node: Node<'_>) -> Kind {
        self.kinds.get(node.kind_id() as usize).copied().unwrap_or_default()
    }
}

/// Declares `enum $kind` of node kinds and `fn kind(node) -> $kind` for a grammar.
/// Kinds that are not listed become `Other`.
macro_rules! kinds {
    ($kind:ident for $grammar:expr; $($variant:ident = $($text:literal)|+,)*) => {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        enum $kind {
            #[default]
            Other,
            $($variant,)*
        }

        fn kind(node: tree_sitter::Node<'_>) -> $kind {
            static TABLE: std::sync::OnceLock<$crate::builder::KindTable<$kind>> =
                std::sync::OnceLock::new();
            TABLE
                .get_or_init(|| {
                    $crate::builder::KindTable::new(
                        &$grammar.into(),
                        &[$($(($text, $kind::$variant),)+)*],
                    )
                })
                .of(node)
        }
    };
}

pub(crate) use kinds;
