//! Values of any configuration format, to be written and compared.

/// A value without its layout.
#[derive(Clone, Debug, PartialEq)]
pub enum Plain {
    /// Nothing.
    Null,
    /// True or false.
    Flag(bool),
    /// A number, date or time as it is written.
    Other(String),
    /// A text.
    Text(String),
    /// Values in order.
    List(Vec<Plain>),
    /// Named values in order.
    Map(Vec<(String, Plain)>),
}

impl Plain {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Plain::Text(text.into())
    }

    /// A list of texts.
    pub fn texts(texts: &[String]) -> Self {
        Plain::List(texts.iter().map(Plain::text).collect())
    }

    /// The value of `key`; the last one, where it stands twice.
    pub fn get(&self, key: &str) -> Option<&Plain> {
        match self {
            Plain::Map(members) => {
                members.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// Whether both hold the same, without regard to the order of names.
    pub(crate) fn same(&self, other: &Plain) -> bool {
        match (self, other) {
            (Plain::Map(left), Plain::Map(right)) => {
                let mut left: Vec<_> = left.iter().collect();
                let mut right: Vec<_> = right.iter().collect();
                left.sort_by(|a, b| a.0.cmp(&b.0));
                right.sort_by(|a, b| a.0.cmp(&b.0));
                left.len() == right.len()
                    && left.iter().zip(&right).all(|(a, b)| a.0 == b.0 && a.1.same(&b.1))
            }
            (Plain::List(left), Plain::List(right)) => {
                left.len() == right.len() && left.iter().zip(right).all(|(a, b)| a.same(b))
            }
            (left, right) => left == right,
        }
    }

    /// Sets `key` of a map; `None` removes it.
    pub(crate) fn set(&mut self, key: &str, value: Option<Plain>) {
        let Plain::Map(members) = self else { return };
        match (members.iter().position(|(name, _)| name == key), value) {
            (Some(at), Some(value)) => members[at].1 = value,
            (Some(at), None) => {
                members.remove(at);
            }
            (None, Some(value)) => members.push((key.to_string(), value)),
            (None, None) => {}
        }
    }
}
