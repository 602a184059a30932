//! Code that is like other code.

use clew_embed::{Embedding, Encoder, ModelId};
use clew_model::SymbolId;
use rustc_hash::FxHashSet;

use super::filter::Filter;
use super::{SymbolRole, SymbolType};
use crate::snapshot::Location;
use crate::text::innermost_chunk;
use crate::vectors::{NO_VECTOR, Near, Wide, nearest, nearest_provided};
use crate::{DocumentId, ProvidedVector, Snapshot, StoreError, TextQuery};

/// Chunks looked at for each wanted hit: several may show one symbol.
const WIDTH: usize = 8;

/// Less similar chunks are no answer.
const LEAST: f32 = 0.3;

/// The same for a provider's model, as a part of the way from the mean of all chunks
/// to what is equal: unrelated texts are seldom far apart for it.
const LEAST_PROVIDED: f32 = 0.05;

/// What something is to be similar to.
#[derive(Clone, Debug, PartialEq)]
pub enum SimilarTo {
    /// A symbol of a document; it is not an answer itself.
    Symbol(DocumentId, SymbolId),
    /// Code or words.
    Text(String),
}

/// Asks for chunks that are similar to something.
#[derive(Clone, Debug, PartialEq)]
pub struct SimilarQuery {
    /// To what.
    pub to: SimilarTo,
    /// Most hits to return.
    pub limit: usize,
    /// Only hits of this type.
    pub symbol_type: Option<SymbolType>,
    /// Only hits of this role.
    pub role: Option<SymbolRole>,
    /// Only files whose path matches this glob; `**/` is put in front if missing.
    pub file_pattern: Option<String>,
    /// A provider's model to compare by, where a symbol's chunk has a vector of it.
    pub model: Option<ModelId>,
    /// The vector of a text by a provider's model.
    pub vector: Option<ProvidedVector>,
}

/// A chunk that answers a [`SimilarQuery`].
#[derive(Clone, Debug, PartialEq)]
pub struct SimilarHit {
    /// Its document.
    pub document: DocumentId,
    /// Index into the chunks of the document's facts.
    pub chunk: u32,
    /// The symbol that it shows.
    pub symbol: Option<SymbolId>,
    /// Cosine of both vectors, 0 to 1.
    pub score: f32,
}

impl Snapshot {
    /// The chunks most similar to something, best first; none where there are no
    /// vectors.
    pub fn similar(&self, query: &SimilarQuery) -> Result<Vec<SimilarHit>, StoreError> {
        let own = match &query.to {
            SimilarTo::Text(_) => None,
            SimilarTo::Symbol(document, symbol) => Some((*document, *symbol)),
        };
        let (near, least) = self.nearest_to(query)?;
        let mut seen: FxHashSet<(DocumentId, Option<SymbolId>)> = FxHashSet::default();
        let mut hits = Vec::new();
        for near in near.into_iter().take_while(|near| near.similarity >= least) {
            let Some(hit) = self.similar_hit(near, query)? else { continue };
            let is_own = hit.symbol.is_some_and(|symbol| own == Some((hit.document, symbol)));
            if !is_own && seen.insert((hit.document, hit.symbol)) {
                hits.push(hit);
            }
            if hits.len() >= query.limit {
                break;
            }
        }
        Ok(hits)
    }

    /// The chunks nearest to what is asked, and how near they have to be.
    fn nearest_to(&self, query: &SimilarQuery) -> Result<(Vec<Near>, f32), StoreError> {
        let filter = TextQuery { file_pattern: query.file_pattern.clone(), ..TextQuery::new("") };
        let never = || false;
        let filter = Filter::new(self, &filter, &never);
        let lets = |location| filter.lets(location);
        let most = query.limit.saturating_mul(WIDTH).clamp(50, 2_000);
        if let Some((model, wide)) = self.provided_target(query)? {
            let (near, spread) = nearest_provided(self, (model, &wide), most, &lets);
            return Ok((near, spread.mean + LEAST_PROVIDED * (1.0 - spread.mean)));
        }
        let embedding = match &query.to {
            SimilarTo::Text(text) => Encoder::default().encode(text),
            SimilarTo::Symbol(document, symbol) => self.embedding_of(*document, *symbol)?,
        };
        if embedding == Embedding::NONE {
            return Ok((Vec::new(), LEAST));
        }
        Ok((nearest(self, &embedding, most, &lets)?, LEAST))
    }

    /// What is asked by a provider's model, if there is a vector.
    fn provided_target(&self, query: &SimilarQuery) -> Result<Option<(ModelId, Wide)>, StoreError> {
        let (document, symbol) = match (&query.to, &query.vector) {
            (SimilarTo::Symbol(document, symbol), _) => (*document, *symbol),
            (SimilarTo::Text(_), Some(vector)) => {
                let wide = Wide::of(&vector.numbers);
                return Ok((wide.scale > 0.0).then_some((vector.model, wide)));
            }
            (SimilarTo::Text(_), None) => return Ok(None),
        };
        let Some(model) = query.model else { return Ok(None) };
        let (Some(chunk), Some(Location::Committed(place))) =
            (self.chunk_of(document, symbol)?, self.locate(document))
        else {
            return Ok(None);
        };
        let Some((pack, record)) = self.generation_ref().record(place) else { return Ok(None) };
        Ok(pack.vectors_of(model).and_then(|vectors| {
            let (scale, values) = vectors.row(record.chunks.0 as usize + chunk);
            let wide = Wide { scale, values: values.to_vec() };
            (scale > NO_VECTOR).then_some((model, wide))
        }))
    }

    /// The chunk that shows a symbol, or else is around it.
    fn chunk_of(
        &self,
        document: DocumentId,
        symbol: SymbolId,
    ) -> Result<Option<usize>, StoreError> {
        let facts = self.facts(document)?;
        let own = facts.chunks.iter().position(|chunk| chunk.symbol == Some(symbol));
        let around = || {
            let name = facts.symbol(symbol)?.name_range;
            innermost_chunk(&facts, name.start.to_usize())
        };
        Ok(own.or_else(around))
    }

    fn similar_hit(
        &self,
        near: Near,
        query: &SimilarQuery,
    ) -> Result<Option<SimilarHit>, StoreError> {
        let Some((location, chunk, record)) = self.chunk_at(near.source, near.row)? else {
            return Ok(None);
        };
        let wanted_type = query.symbol_type;
        let type_fits =
            wanted_type.is_none() || SymbolType::from_number(record.symbol_type) == wanted_type;
        let role_fits = query.role.is_none_or(|role| SymbolRole::from_number(record.role) == role);
        Ok((type_fits && role_fits).then(|| SimilarHit {
            document: self.id_of(location),
            chunk,
            symbol: record.symbol,
            score: near.similarity.clamp(0.0, 1.0),
        }))
    }

    /// The vector of the chunk that shows a symbol, or else is around it.
    fn embedding_of(
        &self,
        document: DocumentId,
        symbol: SymbolId,
    ) -> Result<Embedding, StoreError> {
        let Some(chunk) = self.chunk_of(document, symbol)? else { return Ok(Embedding::NONE) };
        let embedding = match self.locate(document) {
            Some(Location::Committed(place)) => {
                self.generation_ref().record(place).and_then(|(pack, record)| {
                    Some(pack.vectors()?.coarse(record.chunks.0 as usize + chunk).widened())
                })
            }
            Some(Location::Overlay(index)) => self
                .overlay()
                .get(index)
                .and_then(|document| Some(document.analysed().vectors.get(chunk)?.widened())),
            None => None,
        };
        Ok(embedding.unwrap_or(Embedding::NONE))
    }
}
