//! Code between fences: examples, each a region of its own.

use clew_model::SymbolFlags;
use clew_text::TextRange;

use crate::LanguageDefinition;
use crate::builder::FactsBuilder;
use crate::regions::{Mixed, Pieces, Region, Sharing, code_language};

/// An open fence.
struct Fence<'text> {
    mark: char,
    length: usize,
    indent: usize,
    language: Option<&'static LanguageDefinition>,
    code: Pieces<'text>,
}

pub(super) fn split<'text>(builder: &mut FactsBuilder<'text>) -> Mixed<'text> {
    let text = builder.text();
    let mut regions = Vec::new();
    let mut open: Option<Fence<'text>> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        match &mut open {
            Some(fence) if fence.is_closed_by(line) => {
                regions.extend(open.take().and_then(Fence::region));
            }
            Some(fence) => fence.add(line, at),
            None => open = Fence::opened_by(text, line),
        }
        at += line.len();
    }
    regions.extend(open.and_then(Fence::region));
    Mixed { regions, ..Mixed::default() }
}

/// The mark of a fence, how often it stands there, and what follows.
fn fence_of(line: &str) -> Option<(char, usize, &str)> {
    let rest = line.trim_start_matches([' ', '\t']);
    let mark = rest.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let info = rest.trim_start_matches(mark);
    let length = rest.len() - info.len();
    (length >= 3).then(|| (mark, length, info.trim()))
}

impl<'text> Fence<'text> {
    fn opened_by(text: &'text str, line: &str) -> Option<Self> {
        let (mark, length, info) = fence_of(line)?;
        if mark == '`' && info.contains('`') {
            return None;
        }
        let info = info.trim_start_matches(['{', '.', ' ']);
        let word = info.split(|c: char| !(c.is_alphanumeric() || "+#-_".contains(c))).next();
        // Lines for a shell say nothing that words do not.
        let language = word
            .filter(|word| !word.is_empty())
            .and_then(code_language)
            .filter(|language| language.id != "bash");
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        Some(Fence { mark, length, indent, language, code: Pieces::new(text) })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        fence_of(line).is_some_and(|(mark, length, info)| {
            mark == self.mark && length >= self.length && info.is_empty()
        })
    }

    /// A line of code, without the indent of the fence.
    fn add(&mut self, line: &str, at: usize) {
        if self.language.is_none() {
            return;
        }
        let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
        let start = at + blank.min(self.indent);
        self.code.source(TextRange::new(start, at + line.len()));
    }

    fn region(self) -> Option<Region<'text>> {
        let definition = self.language.filter(|_| !self.code.is_empty())?;
        let region = Region::new(definition, self.code);
        Some(Region { sharing: Sharing::Own, flags: SymbolFlags::EXAMPLE, ..region })
    }
}
