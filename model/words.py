"""How text becomes tokens: the same rule as `clew-embed`'s `split` in Rust.

A run of letters or of digits is a word; camelCase is split; all is lower case.
A word outside the vocabulary is read as the longest pieces that are in it.
"""

import re

WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
LONGEST_WORD = 40
LONGEST_PIECE = 14
MOST_TOKENS = 320


def words(text):
    """The words of a text, ASCII only, in order."""
    return [word.lower() for word in WORD.findall(text) if len(word) <= LONGEST_WORD]


def pieces(word, vocabulary):
    """Rows of a word: its own, or those of its longest known pieces."""
    row = vocabulary.get(word)
    if row is not None:
        return [row]
    found, at = [], 0
    while at < len(word) - 1:
        for end in range(min(len(word), at + LONGEST_PIECE), at + 1, -1):
            row = vocabulary.get(word[at:end])
            if row is not None:
                found.append(row)
                at = end
                break
        else:
            at += 1
    return found


def rows(text, vocabulary, memo):
    """The distinct rows of a text, in order of appearance."""
    seen = {}
    for word in words(text):
        found = memo.get(word)
        if found is None:
            found = memo[word] = pieces(word, vocabulary)
        for row in found:
            seen[row] = None
        if len(seen) >= MOST_TOKENS:
            break
    return list(seen)[:MOST_TOKENS]
