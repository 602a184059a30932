#!/usr/bin/env python3
"""Lists calls, imports, bases and symbols of files from their words alone, for languages
whose parser is not at hand: a first list, which reading corrects.

    words.py LANGUAGE < FILES

    file line column kind name
"""
import bisect
import re
import sys

import lexical

KINDS = {"C": "call", "I": "import", "H": "inherit"}


def subjects(language, plain):
    """Where each head of a type begins, and the name of the type."""
    heads = lexical.HEADS.get(language, r"(?!)")
    return [(found.start(1), found.group(1).rsplit(".", 1)[-1]) for found in re.finditer(heads, plain)]


def directives(text, plain):
    """Dart names what it imports in texts, which are blank elsewhere."""
    for found in re.finditer(r"(?m)^(?:import|export|part(?: of)?)\s+['\"]([^'\"]+)['\"]", text):
        if plain[found.start()] != " ":
            yield "I", found.start(), found.group(1), ""


def attributes(plain):
    """`@name` applies an attribute or annotation."""
    for found in re.finditer(r"(?<![\w@])@(?:\w+\.)*(\w+)", plain):
        yield "C", found.start(1), found.group(1), ""


def main():
    language = sys.argv[1]
    for path in sys.stdin.read().split("\n"):
        if not path:
            continue
        text = open(path, errors="replace", newline="").read()
        starts = [0] + [found.end() for found in re.finditer("\n", text)]
        plain = lexical.blank(text, language)
        heads = subjects(language, plain)
        found = [*lexical.located(language, text), *attributes(plain)]
        if language == "dart":
            found += directives(text, plain)
        for sort, offset, name, kind in found:
            if sort == "H":
                # A base is named by the last part of its path.
                offset += re.match(r"[\w$.`:]*", plain[offset:]).group().rfind(name)
            line = bisect.bisect_right(starts, offset)
            if sort == "H":
                at = bisect.bisect_right(heads, (offset, "~")) - 1
                name = f"{heads[at][1] if at >= 0 else ''} < {name}"
            sort = KINDS.get(sort) or ("type" if kind == "type" else "method")
            print(path, line, offset - starts[line - 1] + 1, sort, name, sep="\t")


if __name__ == "__main__":
    main()
