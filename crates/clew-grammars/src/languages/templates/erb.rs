//! `<% code %>` and `<%= expression %>`: what stands in them is one Ruby program.

use clew_model::FileFlags;
use clew_text::TextRange;

use super::page_outline;
use crate::builder::FactsBuilder;
use crate::regions::{Mixed, Pieces, Region, code_language};

pub(super) fn split<'text>(builder: &mut FactsBuilder<'text>) -> Mixed<'text> {
    page_outline(builder);
    let text = builder.text();
    let mut pieces = Pieces::new(text);
    pieces.glue("def _\n");
    let mut at = 0;
    while let Some(found) = text[at..].find("<%") {
        let start = at + found + 2;
        if text[start..].starts_with('%') {
            at = start + 1;
            continue;
        }
        let Some(length) = text[start..].find("%>") else {
            builder.flag(FileFlags::CUT);
            break;
        };
        at = start + length + 2;
        let inside = &text[start..start + length];
        if inside.starts_with('#') {
            continue;
        }
        let lead = inside.len() - inside.trim_start_matches(['=', '-']).len();
        let code = inside[lead..].trim_end_matches('-');
        pieces.source(TextRange::new(start + lead, start + lead + code.len()));
        pieces.glue("\n");
    }
    pieces.glue("end\n");
    let region = code_language("ruby").map(|ruby| Region::new(ruby, pieces));
    Mixed { regions: region.into_iter().collect(), ..Mixed::default() }
}
