//! Prototypes among the hits of words: what they announce comes before them.
//!
//! Headers hold the comments, other files the work. Who asks for the place where
//! something is done gets the definition where a prototype was found, and the
//! prototype after it.

use std::sync::Arc;

use clew_model::SymbolFlags;

use super::candidate::Candidate;
use super::definitions::{Definition, definitions};
use super::filter::Filter;
use crate::text::chunk_flags;
use crate::{PathRole, Snapshot, StoreError};

/// Candidates whose definitions are looked for; each costs a look into some files.
const MOST_LOOKED_AT: usize = 20;

impl Snapshot {
    /// Puts definitions before the prototypes among the best candidates that announce
    /// them. `candidates` are ordered, and stay so.
    pub(super) fn put_definitions_first(
        &self,
        filter: &Filter<'_>,
        candidates: &mut Vec<Candidate>,
        wanted: usize,
    ) -> Result<(), StoreError> {
        let what: Arc<str> = "announced elsewhere".into();
        let mut at = 0;
        while at < candidates.len().min(wanted.min(MOST_LOOKED_AT)) && !filter.is_over() {
            if let Some(definition) = self.announced(&candidates[at], filter)? {
                let key = (self.rank_of(definition.location), definition.chunk);
                let known = candidates.iter().position(|one| (one.rank, one.chunk) == key);
                let found = match known {
                    Some(index) if index <= at => None,
                    Some(index) => Some(candidates.remove(index)),
                    None => self.bare_candidate(&definition)?,
                };
                if let Some(mut found) = found {
                    let more = candidates[at].score - found.score;
                    found.add(&what, more);
                    candidates.insert(at, found);
                    at += 1;
                }
            }
            at += 1;
        }
        Ok(())
    }

    /// The definition of what a candidate only announces.
    fn announced(
        &self,
        candidate: &Candidate,
        filter: &Filter<'_>,
    ) -> Result<Option<Definition>, StoreError> {
        let announces = candidate.record.flags & chunk_flags::DECLARATION != 0;
        let Some(id) = candidate.symbol.filter(|_| announces && !candidate.is_definition) else {
            return Ok(None);
        };
        let facts = self.facts(self.id_of(candidate.location))?;
        let Some(symbol) = facts.symbol(id) else { return Ok(None) };
        let parts = facts.qualified_parts(id).into_iter().map(str::to_owned).collect::<Vec<_>>();
        let found = definitions(self, &parts, filter)?;
        let is_declaration = symbol.flags.has(SymbolFlags::DECLARATION);
        Ok(found.into_iter().find(|definition| {
            let role = self.role_of(definition.location);
            is_declaration
                && definition.is_whole
                && definition.defines_kind(symbol.kind)
                && (role == PathRole::Product || role == candidate.role)
        }))
    }
}
