//! Parsing texts and extracting their facts.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clew_model::FileFacts;
use clew_model::{FileFlags, Role};
use rustc_hash::FxHashMap;
use tree_sitter::{ParseOptions, Parser, Tree};

use crate::LanguageDefinition;
use crate::builder::FactsBuilder;
use crate::definition::Prepared;
use crate::depth::{MAX_TREE_DEPTH, depth_within, with_room};
use crate::halves;
use crate::probe::cost_of_report;
use crate::regions::{MAX_REGIONS, Merge, Mixed};
use crate::release::{Heavy, release};
use crate::syntax::error_bytes;

/// Bounds on the work for one file. They count steps, never time, so that equal
/// text gives equal facts on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Texts longer than this many bytes are read by their words only.
    pub max_bytes: usize,
    /// Parser progress reports allowed per KiB of text (each is about 100 parse
    /// operations); a parse that needs more is given up. Ordinary code needs
    /// fewer than 20.
    pub reports_per_kib: usize,
    /// Parser progress reports allowed for a whole text. What a parse keeps in
    /// memory grows with its operations, so that this bounds the memory too.
    pub max_reports: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { max_bytes: 4 * 1024 * 1024, reports_per_kib: 400, max_reports: MAX_REPORTS }
    }
}

/// Reports that no parse goes beyond: see `docs/decisions/bounds-of-parsing.md`.
const MAX_REPORTS: usize = 32_000;

/// What a report counts for while no reading of the text fits: the search for one that does
/// takes several times as long for each operation, and keeps more.
const REPORTS_IN_RECOVERY: usize = 4;

/// Bytes that a parser is given at once. Looks ahead within a piece are not counted.
const PIECE: usize = 2_048;

/// How often a parser may read a text as a whole. Some grammars look ahead to the end
/// of the text at a word, which no report tells.
const READS_PER_BYTE: usize = 64;

/// Bytes that a parser may read of any text, a few seconds' work. Python's grammar looks
/// behind the comments that follow at each of them, so thousands in a row are plain text.
const LEAST_READ: usize = 512 * 1024 * 1024;

/// Progress reports of the parser between two looks at whether the tree is still
/// wanted.
const REPORTS_PER_LOOK: usize = 64;

/// Extracts facts. Keeps one parser per grammar; use one extractor per thread.
#[derive(Default)]
pub struct Extractor {
    parsers: FxHashMap<&'static str, Parser>,
    limits: Limits,
    reports: usize,
    /// Once it is set no work is wanted any more.
    stop: Option<Arc<AtomicBool>>,
}

impl Extractor {
    /// An extractor with the given bounds.
    pub fn with_limits(limits: Limits) -> Self {
        Extractor { limits, ..Extractor::default() }
    }

    /// Progress reports of all parses so far, each of about 100 operations.
    pub fn reports(&self) -> usize {
        self.reports
    }

    /// The same, giving up as soon as `stop` is set: what it gives from then on is
    /// incomplete and must not be kept.
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Self {
        Extractor { stop: Some(stop), ..self }
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// The facts of `text`, read as `language`; plain text when `None`.
    ///
    /// Never fails: broken code gives partial facts ([`FileFlags::BROKEN`]), a
    /// text beyond the bounds gives words only ([`FileFlags::CUT`]).
    pub fn facts(
        &mut self,
        language: Option<&'static LanguageDefinition>,
        text: &str,
    ) -> FileFacts {
        let definition = language.unwrap_or(&PLAIN_TEXT);
        let mut builder = FactsBuilder::new(text, definition).stopped_by(self.stop.clone());
        self.walk(definition, text, &mut builder);
        match definition.mixed {
            Some(_) if text.len() > self.limits.max_bytes => {
                builder.flag(FileFlags::CUT);
                builder.finish()
            }
            Some(split) => {
                let mixed = split(&mut builder);
                self.merged(builder.finish(), text, definition, mixed)
            }
            None => builder.finish(),
        }
    }

    /// The facts of a file with those of its regions.
    fn merged(
        &mut self,
        outline: FileFacts,
        text: &str,
        definition: &'static LanguageDefinition,
        mixed: Mixed<'_>,
    ) -> FileFacts {
        let mut merge = Merge::new(outline);
        let mut bytes = 0;
        for region in mixed.regions.iter().take(MAX_REGIONS) {
            let code = region.pieces.text();
            bytes += code.len();
            if bytes > self.limits.max_bytes || self.is_stopped() {
                merge.flag(FileFlags::CUT);
                break;
            }
            let mut builder = FactsBuilder::new(code, region.definition);
            builder = builder.stopped_by(self.stop.clone());
            self.walk(region.definition, code, &mut builder);
            merge.add(region, builder.finish_unranked());
        }
        if mixed.regions.len() > MAX_REGIONS {
            merge.flag(FileFlags::CUT);
        }
        let mut facts = merge.finish();
        if let Some(join) = mixed.join {
            join(&mut facts, text);
        }
        let rest = crate::chunks::kind_of_rest(definition.depth);
        facts.chunks = match mixed.ranked {
            Some(parts) => crate::chunks::chunks_of(text, &facts, rest, &parts),
            None => crate::chunks::chunks(text, &facts, rest),
        };
        facts
    }

    /// Parses a text and reports what its tree says.
    fn walk(
        &mut self,
        definition: &'static LanguageDefinition,
        text: &str,
        builder: &mut FactsBuilder<'_>,
    ) {
        if let (Some(_), Some(walk)) = (definition.grammar, definition.walk) {
            let prepared = self.prepare(definition, text);
            let parsed = prepared.as_ref().map_or(text, |prepared| prepared.text.as_str());
            match self.parse(definition, parsed) {
                Some(tree) => {
                    // A missing separator without a node of its own is no error to show.
                    if error_bytes(tree.walk()) > 0 {
                        builder.flag(FileFlags::BROKEN);
                    }
                    let tree = self.read_as_meant(definition, parsed, tree);
                    for range in prepared.iter().flat_map(|prepared| &prepared.macros) {
                        let behind = &text[range.end.to_usize()..];
                        let is_called = behind.trim_start_matches([' ', '\t']).starts_with('(');
                        let role = if is_called { Role::Call } else { Role::Read };
                        builder.reference_at(*range, role);
                    }
                    match depth_within(&mut tree.walk(), MAX_TREE_DEPTH) {
                        Some(depth) => with_room(depth, || walk(tree.root_node(), builder)),
                        None => builder.flag(FileFlags::CUT),
                    }
                }
                None => builder.flag(FileFlags::CUT),
            }
        }
        if let Some(outline) = definition.outline {
            match text.len() <= self.limits.max_bytes {
                true => outline(builder),
                false => builder.flag(FileFlags::CUT),
            }
        }
    }

    /// The tree of a text, or that of a reading of it in which more fits.
    fn read_as_meant(
        &mut self,
        definition: &'static LanguageDefinition,
        text: &str,
        mut tree: Tree,
    ) -> Tree {
        if !tree.root_node().has_error() {
            return tree;
        }
        for reading in halves::readings(text) {
            debug_assert_eq!(reading.len(), text.len(), "a reading keeps all places");
            let Some(other) = self.parse_as_written(definition, &reading, &|| false) else {
                continue;
            };
            let worse = match is_better(&other, &tree) {
                true => std::mem::replace(&mut tree, other),
                false => other,
            };
            release(Heavy::Tree(worse), text.len());
            if !tree.root_node().has_error() {
                break;
            }
        }
        tree
    }

    /// What is parsed instead of `text`, where the language needs that.
    pub(crate) fn prepare(&self, definition: &LanguageDefinition, text: &str) -> Option<Prepared> {
        let prepare = definition.prepare?;
        if text.len() > self.limits.max_bytes { None } else { prepare(text) }
    }

    /// Parses `text` and drops the tree: the floor that extraction is measured
    /// against. `false` if there is no tree.
    pub fn bare_parse(&mut self, definition: &'static LanguageDefinition, text: &str) -> bool {
        self.parse(definition, text).is_some()
    }

    /// The syntax tree of `text`, or `None` if it is beyond the bounds or the
    /// language has no grammar.
    pub(crate) fn parse(
        &mut self,
        definition: &'static LanguageDefinition,
        text: &str,
    ) -> Option<Tree> {
        let stop = self.stop.clone();
        let stop = move || stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        self.parse_unless(definition, text, &stop)
    }

    /// The same, or `None` as soon as `stop` says so.
    pub(crate) fn parse_unless(
        &mut self,
        definition: &'static LanguageDefinition,
        text: &str,
        stop: &dyn Fn() -> bool,
    ) -> Option<Tree> {
        if text.len() > self.limits.max_bytes
            || definition.is_too_deep.is_some_and(|is_too_deep| is_too_deep(text))
        {
            return None;
        }
        let tree = self.parse_as_written(definition, text, stop)?;
        if !tree.root_node().has_error() {
            return Some(tree);
        }
        let Some(mended) = definition.mend.and_then(|mend| mend(text)) else { return Some(tree) };
        debug_assert_eq!(mended.len(), text.len(), "a mended text keeps all places");
        match self.parse_as_written(definition, &mended, stop) {
            Some(other) if is_better(&other, &tree) => {
                release(Heavy::Tree(tree), text.len());
                Some(other)
            }
            Some(other) => {
                release(Heavy::Tree(other), text.len());
                Some(tree)
            }
            None => Some(tree),
        }
    }

    fn parse_as_written(
        &mut self,
        definition: &'static LanguageDefinition,
        text: &str,
        stop: &dyn Fn() -> bool,
    ) -> Option<Tree> {
        let grammar = definition.grammar?;
        let parser = match self.parsers.entry(definition.id) {
            std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::hash_map::Entry::Vacant(entry) => {
                let mut parser = Parser::new();
                parser.set_language(&grammar()).ok()?;
                entry.insert(parser)
            }
        };
        let by_size = 2_000 + text.len() / 1024 * self.limits.reports_per_kib;
        let granted = by_size.min(self.limits.max_reports);
        let mut allowed = granted;
        let kinds = grammar().node_kind_count();
        let least_cost = cost_of_report(parser, kinds, text);
        let left_to_read = Cell::new(LEAST_READ + text.len() * READS_PER_BYTE);
        let mut progress = |state: &tree_sitter::ParseState| {
            let is_lost = state.has_error();
            let cost = if is_lost { least_cost.max(REPORTS_IN_RECOVERY) } else { least_cost };
            allowed = allowed.saturating_sub(cost);
            let is_over = allowed == 0
                || left_to_read.get() == 0
                || allowed.is_multiple_of(REPORTS_PER_LOOK) && stop();
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let bytes = text.as_bytes();
        let tree = parser.parse_with_options(
            &mut |offset, _| piece_at(bytes, offset, &left_to_read),
            None,
            Some(options),
        );
        // A parser that ends before it reports has met an end that is none.
        let tree = tree.filter(|_| left_to_read.get() > 0);
        // What was parsed until then stands in the parser.
        if tree.is_none()
            && let Some(parser) = self.parsers.remove(definition.id)
        {
            release(Heavy::Parser(parser), text.len());
        }
        self.reports += granted - allowed;
        tree
    }
}

/// The piece of a text that a parser reads from `offset` on; none once it has read all
/// that it may.
fn piece_at<'text>(bytes: &'text [u8], offset: usize, left_to_read: &Cell<usize>) -> &'text [u8] {
    let end = bytes.len().min(offset.saturating_add(PIECE));
    let piece = bytes.get(offset..end).unwrap_or(&[]);
    left_to_read.set(left_to_read.get().saturating_sub(piece.len()));
    if left_to_read.get() == 0 { &[] } else { piece }
}

/// What text of no known language is read as.
pub(crate) static PLAIN_TEXT: LanguageDefinition =
    LanguageDefinition::words("plaintext", "Plain text");

/// Whether a mended text's tree has less that fits no rule than the tree of the text as
/// written.
fn is_better(mended: &Tree, written: &Tree) -> bool {
    !mended.root_node().has_error() || error_bytes(mended.walk()) < error_bytes(written.walk())
}
