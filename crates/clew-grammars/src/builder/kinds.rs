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

/// The numbers of a walker's fields in each of its grammars.
pub(crate) struct FieldTable {
    grammars: Vec<(Language, Vec<u16>)>,
}

impl FieldTable {
    /// Looks every field up once.
    pub(crate) fn new(grammars: Vec<Language>, names: &[&str]) -> Self {
        let numbers = |language: &Language| {
            names
                .iter()
                .map(|name| language.field_id_for_name(name).map_or(0, |id| id.get()))
                .collect()
        };
        let grammars =
            grammars.into_iter().map(|language| (language.clone(), numbers(&language))).collect();
        FieldTable { grammars }
    }

    /// The child in the field of this index.
    pub(crate) fn child<'tree>(&self, node: Node<'tree>, index: usize) -> Option<Node<'tree>> {
        let numbers = match self.grammars.as_slice() {
            [(_, numbers)] => numbers,
            several => {
                let language = node.language();
                &several.iter().find(|(known, _)| *known == *language)?.1
            }
        };
        let number = *numbers.get(index)?;
        if number == 0 { None } else { node.child_by_field_id(number) }
    }
}

/// Declares `enum Field` of a grammar's fields and `trait FieldAccess` with
/// `node.field(Field::Name)`, which looks them up by number.
macro_rules! fields {
    (for $($grammar:expr),+; $($variant:ident = $text:literal,)*) => {
        /// A field of a node.
        #[allow(clippy::enum_variant_names, reason = "fields keep the names of the grammar")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Field {
            $($variant,)*
        }

        /// Children by field.
        pub(super) trait FieldAccess<'tree> {
            /// The first child in a field.
            fn field(&self, field: Field) -> Option<tree_sitter::Node<'tree>>;
        }

        impl<'tree> FieldAccess<'tree> for tree_sitter::Node<'tree> {
            fn field(&self, field: Field) -> Option<tree_sitter::Node<'tree>> {
                static TABLE: std::sync::OnceLock<$crate::builder::FieldTable> =
                    std::sync::OnceLock::new();
                TABLE
                    .get_or_init(|| {
                        $crate::builder::FieldTable::new(
                            vec![$($grammar.into()),+],
                            &[$($text),*],
                        )
                    })
                    .child(*self, field as usize)
            }
        }
    };
}

pub(crate) use fields;
