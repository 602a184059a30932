//! The name index of a pack: which documents use which names.
//!
//! All names are keys of an fst whose values are places in the postings. Names
//! that are defined also stand one after the other with a set of their letters
//! each, which lets fuzzy questions skip almost all of them without a look.

use tantivy::directory::OwnedBytes;

use crate::NameBits;
use crate::bytes::{push_varint, take_varint, u32_at, u64_at};
use crate::tokens::Strings;

/// Names between two looks at whether a pack is still wanted.
const NAMES_PER_LOOK: usize = 1_024;

/// Collects the names of a pack.
#[derive(Debug, Default)]
pub(crate) struct NamesBuilder {
    names: Strings,
    uses: Vec<(u32, u32, NameBits)>,
}

/// The three sections of a name index.
pub(crate) struct NameSections {
    /// The fst.
    pub(crate) names: Vec<u8>,
    /// The postings.
    pub(crate) postings: Vec<u8>,
    /// The defined names.
    pub(crate) defined: Vec<u8>,
}

impl NamesBuilder {
    /// Records that a document uses a name.
    pub(crate) fn add(&mut self, name: &str, document: u32, bits: NameBits) {
        self.uses.push((self.names.number(name), document, bits));
    }

    /// Bytes of memory in use, about.
    pub(crate) fn memory(&self) -> usize {
        self.names.memory() + self.uses.capacity() * 12
    }

    /// Lays the index out; none as soon as `cancel` says so.
    pub(crate) fn finish(
        self,
        cancel: &dyn Fn() -> bool,
    ) -> Result<Option<NameSections>, fst::Error> {
        let Some(order) = self.names.sorted(cancel) else { return Ok(None) };
        let (ends, mut uses) = by_name(&self.uses, self.names.len());
        let mut builder = fst::MapBuilder::memory();
        let mut postings = Vec::new();
        let mut defined = DefinedBuilder::default();
        for (index, number) in order.into_iter().enumerate() {
            if index.is_multiple_of(NAMES_PER_LOOK) && cancel() {
                return Ok(None);
            }
            let start = number.checked_sub(1).map_or(0, |before| ends[before as usize]);
            let uses = &mut uses[start..ends[number as usize]];
            // They come in order but where packs are put together.
            if !uses.is_sorted_by_key(|(document, _)| *document) {
                uses.sort_unstable_by_key(|(document, _)| *document);
            }
            let name = self.names.text(number);
            builder.insert(name, postings.len() as u64)?;
            write_uses(&mut postings, uses);
            if uses.iter().any(|(_, bits)| bits.has(NameBits::DEFINES)) {
                defined.add(name);
            }
        }
        let sections =
            NameSections { names: builder.into_inner()?, postings, defined: defined.finish() };
        Ok(Some(sections))
    }
}

/// Uses name by name, each name's in the order in which they came, and where
/// those of each name end.
fn by_name(uses: &[(u32, u32, NameBits)], names: usize) -> (Vec<usize>, Vec<(u32, NameBits)>) {
    let mut ends = vec![0; names + 1];
    for (number, ..) in uses {
        ends[*number as usize + 1] += 1;
    }
    for index in 1..ends.len() {
        ends[index] += ends[index - 1];
    }
    // Each start moves to its end while its uses are put down.
    let mut ordered = vec![(0, NameBits(0)); uses.len()];
    for (number, document, bits) in uses {
        let place = &mut ends[*number as usize];
        ordered[*place] = (*document, *bits);
        *place += 1;
    }
    (ends, ordered)
}

fn write_uses(postings: &mut Vec<u8>, uses: &[(u32, NameBits)]) {
    push_varint(postings, uses.len() as u64);
    let mut previous = 0;
    for (document, bits) in uses {
        push_varint(postings, u64::from(document - previous) << 6 | u64::from(bits.0 & 63));
        previous = *document;
    }
}

#[derive(Default)]
struct DefinedBuilder {
    letters: Vec<u64>,
    ends: Vec<u32>,
    text: Vec<u8>,
}

impl DefinedBuilder {
    fn add(&mut self, name: &str) {
        self.letters.push(letters(name));
        self.text.extend(name.as_bytes());
        self.ends.push(self.text.len() as u32);
    }

    fn finish(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(4 + self.letters.len() * 12 + self.text.len());
        bytes.extend((self.letters.len() as u32).to_le_bytes());
        self.letters.iter().for_each(|set| bytes.extend(set.to_le_bytes()));
        self.ends.iter().for_each(|end| bytes.extend(end.to_le_bytes()));
        bytes.extend(self.text);
        bytes
    }
}

/// The set of letters of a name, upper and lower case alike.
pub(crate) fn letters(name: &str) -> u64 {
    name.chars().flat_map(char::to_lowercase).fold(0, |set, letter| {
        let bit = match letter {
            'a'..='z' => u32::from(letter) - u32::from('a'),
            '0'..='9' => 26 + u32::from(letter) - u32::from('0'),
            '_' => 36,
            _ => 37 + u32::from(letter) % 26,
        };
        set | 1 << bit
    })
}

/// The name index of an open pack.
#[derive(Debug)]
pub(crate) struct NameIndex {
    names: fst::Map<OwnedBytes>,
    postings: OwnedBytes,
    defined: OwnedBytes,
}

impl NameIndex {
    /// Opens sections whose checksums are right.
    pub(crate) fn open(
        names: OwnedBytes,
        postings: OwnedBytes,
        defined: OwnedBytes,
    ) -> Result<Self, String> {
        let names = fst::Map::new(names).map_err(|error| error.to_string())?;
        Ok(NameIndex { names, postings, defined })
    }

    /// The documents that use `name`, in order.
    pub(crate) fn uses(&self, name: &str) -> impl Iterator<Item = (u32, NameBits)> + '_ {
        self.names.get(name).into_iter().flat_map(|place| self.uses_at(place))
    }

    fn uses_at(&self, place: u64) -> impl Iterator<Item = (u32, NameBits)> + '_ {
        let mut rest = self.postings.get(place as usize..).unwrap_or_default();
        let count = take_varint(&mut rest).unwrap_or(0);
        let mut document = 0;
        (0..count).map_while(move |_| {
            let value = take_varint(&mut rest)?;
            document += (value >> 6) as u32;
            Some((document, NameBits((value & 63) as u8)))
        })
    }

    /// All names with the documents that use them, in byte order.
    pub(crate) fn for_each(&self, mut found: impl FnMut(&str, u32, NameBits)) {
        use fst::Streamer;
        let mut stream = self.names.stream();
        while let Some((name, place)) = stream.next() {
            let Ok(name) = std::str::from_utf8(name) else { continue };
            self.uses_at(place).for_each(|(document, bits)| found(name, document, bits));
        }
    }

    /// The defined names whose set of letters passes, in byte order.
    pub(crate) fn defined(&self, passes: impl Fn(u64) -> bool) -> impl Iterator<Item = &str> {
        let bytes = self.defined.as_slice();
        let count = u32_at(bytes, 0) as usize;
        let letters = bytes.get(4..4 + count * 8).unwrap_or_default();
        let ends = bytes.get(4 + count * 8..4 + count * 12).unwrap_or_default();
        let text = bytes.get(4 + count * 12..).unwrap_or_default();
        let sets = letters.chunks_exact(8).enumerate();
        sets.filter(move |(_, set)| passes(u64_at(set, 0))).map(move |(index, _)| {
            let start = if index == 0 { 0 } else { u32_at(ends, index * 4 - 4) as usize };
            let name = text.get(start..u32_at(ends, index * 4) as usize).unwrap_or_default();
            std::str::from_utf8(name).unwrap_or("")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(uses: &[(&str, u32, NameBits)]) -> NameIndex {
        let mut builder = NamesBuilder::default();
        uses.iter().for_each(|(name, document, bits)| builder.add(name, *document, *bits));
        let sections = builder.finish(&|| false).unwrap().unwrap();
        NameIndex::open(
            OwnedBytes::new(sections.names),
            OwnedBytes::new(sections.postings),
            OwnedBytes::new(sections.defined),
        )
        .unwrap()
    }

    #[test]
    fn uses_come_back() {
        let both = NameBits(NameBits::DEFINES.0 | NameBits::CALLS.0);
        let index = open(&[
            ("run", 3, NameBits::OCCURS),
            ("stop", 1, both),
            ("run", 700, NameBits::DEFINES),
            ("Größe", 2, NameBits::DEFINES),
        ]);
        let uses = |name| index.uses(name).collect::<Vec<_>>();
        assert_eq!(uses("run"), [(3, NameBits::OCCURS), (700, NameBits::DEFINES)]);
        assert_eq!(uses("stop"), [(1, both)]);
        assert_eq!(uses("ru"), []);
        let defined: Vec<&str> = index.defined(|_| true).collect();
        assert_eq!(defined, ["Größe", "run", "stop"]);
        let mut count = 0;
        index.for_each(|_, _, _| count += 1);
        assert_eq!(count, 4);
    }

    #[test]
    fn an_empty_index_answers() {
        let index = open(&[]);
        assert_eq!(index.uses("x").count() + index.defined(|_| true).count(), 0);
    }
}
