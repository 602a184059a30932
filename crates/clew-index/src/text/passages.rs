//! The text of chunks as a provider's model is given it.

use clew_model::FileFacts;

use super::analyse::{Nesting, outside};

/// One text for each chunk of a document: its path and qualified name, then what
/// stands in it, but not in a chunk inside of it. Empty for chunks without a word.
pub(crate) fn passages(path: &str, facts: &FileFacts, text: &str) -> Vec<String> {
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
    use crate::testing::facts;

    #[test]
    fn chunks_are_told_with_path_and_name() {
        let text = "# Adds up.\ndef Cart.sum\nuse total\n";
        let found = super::passages("shop/cart.x", &facts(text), text);
        assert_eq!(found, ["shop/cart.x sum\n# Adds up.\ndef Cart.sum\nuse total"]);
        let blank = "\n  \n";
        assert_eq!(super::passages("a.x", &facts(blank), blank), [""]);
    }
}
