//! The text of chunks as a provider's model is given it.

use clew_model::{FileFacts, FileFlags};

use super::analyse::{Nesting, outside};

/// One text for each chunk of a document: its path and qualified name, then what
/// stands in it, but not in a chunk inside of it. Empty for chunks without a word, and
/// for files of which nothing but the words is kept.
pub(crate) fn passages(path: &str, facts: &FileFacts, text: &str) -> Vec<String> {
    if facts.flags.has(FileFlags::WORDS) {
        return vec![String::new(); facts.chunks.len()];
    }
    let nesting = Nesting::of(facts);
    let passage = |(index, chunk): (usize, &clew_model::Chunk)| {
        let mut body = String::new();
        let mut holes = nesting.inside[index].clone();
        outside(chunk.range.to_usize(), &mut holes, |range| {
            body.push_str(text.get(range).unwrap_or(""));
        });
        if !body.contains(char::is_alphanumeric) {
            return String::new();
        }
        let name = chunk.symbol.map(|symbol| facts.qualified_name(symbol)).unwrap_or_default();
        format!("{path} {name}\n{}", body.trim_end())
    };
    facts.chunks.iter().enumerate().map(passage).collect()
}

#[cfg(test)]
mod tests {
    use clew_model::FileFlags;

    use crate::testing::facts;

    #[test]
    fn nothing_is_told_of_files_that_are_left_out() {
        let text = "def Cart.sum\nuse total\n";
        let mut kept = facts(text);
        kept.flags.set(FileFlags::WORDS);
        assert_eq!(super::passages("shop/cart.x", &kept, text), [""]);
    }

    #[test]
    fn chunks_are_told_with_path_and_name() {
        let text = "# Adds up.\ndef Cart.sum\nuse total\n";
        let found = super::passages("shop/cart.x", &facts(text), text);
        assert_eq!(found, ["shop/cart.x sum\n# Adds up.\ndef Cart.sum\nuse total"]);
        let blank = "\n  \n";
        assert_eq!(super::passages("a.x", &facts(blank), blank), [""]);
    }
}
