//! Questions about names.

/// In which ways a document uses a name, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameBits(pub u8);

impl NameBits {
    /// A symbol that is not local has this name.
    pub const DEFINES: NameBits = NameBits(1);
    /// The name occurs in another role (occurrences bound to locals and opaque
    /// words do not count).
    pub const OCCURS: NameBits = NameBits(1 << 1);
    /// One of those occurrences is a call.
    pub const CALLS: NameBits = NameBits(1 << 2);
    /// One of those occurrences names a base type.
    pub const INHERITS: NameBits = NameBits(1 << 3);
    /// The name is imported or is bound by an import.
    pub const IMPORTS: NameBits = NameBits(1 << 4);
    /// The name is in a list of exports.
    pub const EXPORTS: NameBits = NameBits(1 << 5);

    /// Whether all bits of `other` are set.
    pub fn has(self, other: NameBits) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether any bit of `other` is set.
    pub fn any(self, other: NameBits) -> bool {
        self.0 & other.0 != 0
    }

    /// Sets the bits of `other`.
    pub fn set(&mut self, other: NameBits) {
        self.0 |= other.0;
    }
}

/// Which names are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameQuery {
    /// The very name.
    Exact(String),
    /// The name, upper and lower case alike.
    ExactFolded(String),
    /// Names that begin so, upper and lower case alike.
    Prefix(String),
    /// Names that hold these characters in this order, or are one typo away;
    /// upper and lower case alike.
    Fuzzy(String),
}

/// A name that answers a [`NameQuery`].
#[derive(Clone, Debug, PartialEq)]
pub struct NameMatch {
    /// A name that at least one document of the snapshot defines.
    pub name: String,
    /// How well it fits; 1 is the very name.
    pub score: f32,
    /// How many documents define it.
    pub documents: u32,
}
