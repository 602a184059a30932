//! What must hold of regions of any text.

use clew_model::FileFacts;
use clew_text::TextRange;
use proptest::prelude::*;

use super::{Manner, Merge, Pieces};
use crate::builder::FactsBuilder;
use crate::regions::component::{camel_case, pascal_case};
use crate::{Extractor, language_by_id, languages};

/// Whatever stands in a region is found inside it, under the name that stands there.
#[track_caller]
fn check_spans(language: &str, text: &str) {
    let definition = language_by_id(language).unwrap_or_else(|| panic!("no language {language}"));
    let Some(split) = definition.mixed else { panic!("{language} is of one language") };
    let mut builder = FactsBuilder::new(text, definition);
    let mixed = split(&mut builder);
    for region in &mixed.regions {
        let inner = Extractor::default().facts(Some(region.definition), region.pieces.text());
        let mut merge = Merge::new(FileFacts::default());
        merge.add(region, inner);
        let facts = merge.finish();
        let Some(extent) = region.pieces.extent() else {
            assert!(facts.symbols.is_empty() && facts.occurrences.is_empty());
            continue;
        };
        for symbol in &facts.symbols {
            for range in [symbol.range, symbol.name_range, symbol.signature_range] {
                assert!(extent.contains_range(range), "{range:?} in {extent:?} of {text:?}");
                assert!(text.get(range.to_usize()).is_some());
            }
        }
        for import in &facts.imports {
            assert!(extent.contains_range(import.range));
        }
        for occurrence in &facts.occurrences {
            assert!(extent.contains_range(occurrence.range));
            let (name, written) = (facts.name(occurrence.name), occurrence.range.slice(text));
            let is_written = name == written
                || [pascal_case(written), camel_case(written)].iter().any(|one| one == name)
                || written.contains(['\\', '&']);
            assert!(is_written, "{name:?} at {written:?} of {text:?}");
        }
    }
}

proptest! {
    #[test]
    fn spans_lie_inside_their_regions(
        pieces in proptest::collection::vec(0..SOUP.len(), 0..50),
        language in 0..8_usize,
    ) {
        let text: String = pieces.into_iter().map(|index| SOUP[index]).collect();
        let mixed: Vec<_> = languages().iter().filter(|one| one.mixed.is_some()).collect();
        check_spans(mixed[language % mixed.len()].id, &text);
    }
}

const SOUP: &[&str] = &[
    "<script>",
    "<script setup lang=\"ts\">",
    "</script>",
    "<template>",
    "</template>",
    "<style>",
    "</style>",
    "<MyCard",
    "<my-card ",
    " v-for=\"(a, i) in b\"",
    " :a=\"a\"",
    " @b='c()'",
    ">",
    "/>",
    "</MyCard>",
    "{{ a }}",
    "{",
    "}",
    "{#each a as b}",
    "{/each}",
    "{@const c = a}",
    "---\n",
    "```python\n",
    "```js\n",
    "```\n",
    "# Title\n",
    "def f(a):\n    return a\n",
    "const a = b;\n",
    "function g(é) { return é }\n",
    "import C from './C.vue'\n",
    "😀",
    "\r\n",
    "\n",
    "\"",
    "'",
    "`",
    "{\"cells\": [{\"cell_type\": \"code\", \"source\": [",
    "\"x = 1\\n\",",
    "\"f(x)\"",
    "]}]}",
    "<% a.each do |b| %>",
    "<%= b %>",
    "<% end %>",
    "{% for a in b %}",
    "{{ a|f }}",
    "{% endfor %}",
    "@foreach($a as $b)",
    "{{ $b->c }}",
    "@endforeach",
    "SELECT a FROM b",
];

#[test]
fn pieces_lead_back_to_their_places() {
    let text = "<a>😀 größe</a> b";
    let mut pieces = Pieces::new(text);
    pieces.glue("let ");
    pieces.source(TextRange::new(8, 15));
    pieces.glue(" = ");
    pieces.renamed("MyB", TextRange::new(20, 21), Manner::Tag);
    assert_eq!(pieces.text(), "let größe = MyB");
    let at = |name: &str| {
        let start = pieces.text().find(name).unwrap_or(0);
        pieces.token(TextRange::new(start, start + name.len()))
    };
    assert_eq!(at("größe"), Some((TextRange::new(8, 15), Manner::Exact)));
    assert_eq!(at("MyB"), Some((TextRange::new(20, 21), Manner::Tag)));
    assert_eq!(at("let"), None);
    assert_eq!(pieces.span(TextRange::new(0, 99)), Some(TextRange::new(8, 21)));
    assert_eq!(pieces.span(TextRange::new(0, 3)), None);
}

#[test]
fn nothing_grows_faster_than_its_text() {
    let count = 50_000;
    let texts = [
        "<a>".repeat(count),
        "<A v-for=\"a in b\">".repeat(count / 10),
        "<template>".to_string() + &"<b ".repeat(count),
        "{#each a as b}".repeat(count / 10),
        "{".repeat(count),
        "<p class=\"{".repeat(count / 10),
        "<!--".repeat(count),
        "<script>".repeat(count / 10),
        "```python\nx = 1\n```\n".repeat(count / 20),
        "```".repeat(count),
        "[".repeat(count),
        "{\"cells\":".repeat(count),
        "{% for a in b %}".repeat(count / 20),
        "<% if a %>".repeat(count / 20),
        "@if(a".repeat(count / 10),
        "<div class=a>x</div>".repeat(count),
    ];
    for definition in languages().iter().filter(|one| one.mixed.is_some()) {
        for text in &texts {
            crate::testing::facts_of(definition.id, text);
        }
    }
}
