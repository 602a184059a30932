//! What was found in a text, and which finding wins where several overlap.

use std::ops::Range;

use super::kind::SecretKind;

/// A stretch of text to be replaced.
#[derive(Debug, Clone)]
pub(super) struct Found {
    /// Byte range of what is replaced.
    pub(super) range: Range<usize>,
    pub(super) kind: SecretKind,
    /// How specific the rule is: a known format beats a named assignment, which beats
    /// an address.
    pub(super) rank: Rank,
}

/// How specific a rule is, most specific first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    Block,
    Format,
    Assignment,
    Address,
}

/// Findings in order of their place. Those that overlap become one, which covers them
/// all: an address takes in the secret inside it, else the more specific kind names it.
/// Each covers the rest of its word too: a placeholder ends where the word ends.
pub(super) fn settle(text: &str, mut found: Vec<Found>) -> Vec<Found> {
    found.retain(|secret| !secret.range.is_empty());
    for secret in &mut found {
        let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        secret.range.end += text[secret.range.end..].bytes().take_while(word).count();
    }
    found.sort_by_key(|secret| (secret.range.start, secret.rank));
    let mut settled: Vec<Found> = Vec::new();
    for secret in found {
        match settled.last_mut() {
            Some(last) if secret.range.start < last.range.end => last.take_in(&secret),
            _ => settled.push(secret),
        }
    }
    settled
}

impl Found {
    fn take_in(&mut self, other: &Found) {
        let whole = |one: &Found| (one.rank == Rank::Address, one.rank == Rank::Block);
        let names =
            whole(other) > whole(self) || whole(other) == whole(self) && other.rank < self.rank;
        self.range.end = self.range.end.max(other.range.end);
        if names {
            self.kind = other.kind;
            self.rank = other.rank;
        }
    }
}
