#!/usr/bin/env python3
"""Compares the facts of one language with what another tool lists, file by file.

    listed.py LANGUAGE CACHE_FOLDER DUMP_FACTS [--show N] [--sample N]

CACHE_FOLDER holds one folder per package of quality/LANGUAGE/packages.tsv and
DUMP_FACTS is the built example of that name of clew-grammars. The other tool is the
language's own lexer or parser where quality/LANGUAGE has an oracle (PHP, Ruby),
else universal-ctags for symbols, and the words of the file (lexical.py) for calls
and imports, and for symbols where ctags does not know the language. Prints precision and recall of functions, methods and types by
line and name; of calls, imports and bases where the oracle lists them.
"""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

import lexical

EXTENSIONS = {
    "csharp": ["cs"], "php": ["php"], "ruby": ["rb"], "kotlin": ["kt"], "bash": ["sh", "bash"],
    "lua": ["lua"], "swift": ["swift"], "scala": ["scala"], "dart": ["dart"], "zig": ["zig"],
    "elixir": ["ex", "exs"], "haskell": ["hs"], "ocaml": ["ml", "mli"], "r": ["R", "r"],
    "objective-c": ["m"], "perl": ["pl", "pm"], "julia": ["jl"],
}
CTAGS = {
    "csharp": ("C#", {"class": "type", "struct": "type", "interface": "type", "enum": "type",
                      "method": "callable"}),
    "kotlin": ("Kotlin", {"class": "type", "interface": "type", "object": "type",
                          "method": "callable", "typealias": "type"}),
    "bash": ("Sh", {"function": "callable"}),
    "lua": ("Lua", {"function": "callable"}),
    "elixir": ("Elixir", {"function": "callable", "macro": "callable", "module": "type",
                          "protocol": "type"}),
    "perl": ("Perl", {"subroutine": "callable"}),
    "r": ("R", {"function": "callable"}),
    "julia": ("Julia", {"function": "callable", "macro": "callable", "struct": "type",
                        "type": "type"}),
    "ocaml": ("OCaml", {"function": "callable", "class": "type", "type": "type",
                        "method": "callable"}),
    "haskell": ("Haskell", {"function": "callable", "type": "type"}),
    "objective-c": ("ObjectiveC", {"method": "callable", "class": "type", "interface": "type",
                                   "protocol": "type", "function": "callable"}),
}
# Programs that list with the language's own parser, and what runs them.
ORACLES = {"oracle.php": ["php"], "oracle.rb": ["ruby"], "oracle.pl": ["perl"]}
# The same, where they are compiled first: the compiler's words, and what it reads.
COMPILED = {
    "ocaml": (["ocamlc", "-w", "-a", "-I", "+compiler-libs", "ocamlcommon.cma"], "oracle.ml"),
    "haskell": (["ghc", "-v0", "-package", "ghc"], "oracle.hs"),
}
# Files that the other tool does not parse: they are left out.
UNREAD = set()
# Languages that ctags does not read, or reads badly: their words are listed instead.
LEXICAL = {"swift", "scala", "dart", "csharp", "kotlin"}
OURS = {
    "function": "callable", "method": "callable", "constructor": "callable",
    "operator": "callable", "macro": "callable", "class": "type", "struct": "type",
    "interface": "type", "enum": "type", "type": "type",
}


def files_of(language, cache, sample):
    found = []
    for extension in EXTENSIONS[language]:
        found += [p for p in cache.rglob(f"*.{extension}") if p.is_file() and p.stat().st_size < 1_000_000]
    if language == "bash":
        for path in cache.rglob("*"):
            if path.is_file() and "." not in path.name and path.stat().st_size < 1_000_000:
                with path.open("rb") as stream:
                    line = stream.readline(80)
                if line.startswith(b"#!") and b"sh" in line:
                    found.append(path)
    found = sorted(set(found))
    step = max(1, len(found) // sample)
    return [str(path) for path in found[::step]][:sample]


def oracle(language, files):
    here = pathlib.Path(__file__).parent / language
    command = next((prefix + [str(here / name), *files] for name, prefix in ORACLES.items()
                    if (here / name).exists()), None)
    if language in COMPILED:
        command = [*compiled(here, *COMPILED[language]), *files]
    if command is None:
        for file in files:
            with open(file, encoding="utf-8", errors="replace") as stream:
                for sort, line, name, kind in lexical.rows(language, stream.read()):
                    if sort != "S" or language in LEXICAL:
                        yield sort, file, str(line), name, kind
        if language in LEXICAL:
            return
        name, kinds = CTAGS[language]
        output = subprocess.run(
            ["ctags", f"--languages={name}", "--fields=+nKz", "--output-format=json",
             f"--language-force={name}", "-f", "-", *files],
            capture_output=True, text=True, check=False).stdout
        import json
        for line in output.splitlines():
            tag = json.loads(line)
            kind = kinds.get(tag.get("kind"))
            if tag.get("_type") == "tag" and kind and not tag["name"].startswith("<") and \
                    not tag["name"].endswith("="):
                yield "S", tag["path"], str(tag["line"]), tag["name"] if language == "bash" else tag["name"].rsplit(".", 1)[-1].rsplit(":", 1)[-1], kind
        return
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    sorts = {"call": "C", "import": "I", "inherit": "H"}
    for line in run.stdout.splitlines():
        cells = line.split("\t")
        if cells[0] == "S":
            yield "S", cells[1], cells[2], cells[3], "type" if cells[4] == "type" else "callable"
        elif len(cells[0]) == 1:
            yield cells[0], cells[1], cells[2], cells[3], ""
        elif cells[3] == "failed":
            UNREAD.add(cells[0])
        elif cells[3] in sorts:
            yield sorts[cells[3]], cells[0], cells[1], cells[4].split(" < ")[-1], ""
        elif cells[3] != "local":
            yield "S", cells[0], cells[1], cells[4], "type" if cells[3] == "type" else "callable"


def compiled(here, compiler, source):
    """Compiles an oracle into a folder of its own; gives how it is run."""
    folder = pathlib.Path(tempfile.mkdtemp())
    copy = folder / source
    copy.write_text((here / source).read_text(encoding="utf-8"), encoding="utf-8")
    program = folder / "oracle"
    subprocess.run([*compiler, str(copy), "-o", str(program)], cwd=folder, check=True)
    return [str(program)]


def ours(language, tool, files):
    output = subprocess.run([tool], input="\n".join(files) + "\n", capture_output=True, text=True, check=True)
    modules = {"ruby"}
    declared = set()
    for line in output.stdout.splitlines():
        cells = line.split("\t")
        if cells[0] == "S":
            _, file, number, name, kind, _, flags = cells
            flags = flags.split(",")
            if kind == "module" and language in modules | {"elixir", "julia"}:
                kind = "class"
            if language == "haskell" and kind == "variable" and "local" not in flags:
                kind = "function"
            if "anonymous" in flags or kind not in OURS:
                continue
            if language == "lua" and kind == "class":
                continue
            if language == "kotlin" and kind == "constructor":
                continue
            name = name.strip("`")
            if language in ("csharp", "dart") and (kind == "operator" or name.startswith("~")):
                continue
            declared.add((file, name))
            yield "S", file, number, name, OURS[kind]
        elif cells[0] == "C":
            if language == "bash":
                if (cells[1], cells[4]) not in declared:
                    continue
            elif language in lexical.LINE and not is_applied(language, cells):
                continue
            yield "C", cells[1], cells[2], cells[4], ""
        elif cells[0] == "I":
            name = cells[4] or cells[3]
            if language == "haskell":
                name = ".".join(part for part in (cells[3], cells[4]) if part)
            elif language in ("lua", "bash", "perl"):
                name = cells[3]
            elif language in lexical.LINE:
                name = ".".join(part for part in (cells[3], cells[4]) if part)
            yield "I", cells[1], cells[2], name.removeprefix("./") if language == "ruby" else name, ""
        elif cells[0] == "H":
            if cells[3].startswith("<") and language in lexical.LINE:
                continue
            yield "H", cells[1], cells[2], cells[4], ""


LINES = {}


def is_applied(language, cells):
    """Whether a call is written with parentheses right behind the name."""
    file, line, column, name = cells[1], int(cells[2]), int(cells[3]), cells[4]
    if file not in LINES:
        with open(file, encoding="utf-8", errors="replace") as stream:
            LINES[file] = stream.read().split("\n")
    rest = LINES[file][line - 1][column - 1 + len(name):]
    before = LINES[file][line - 1][:column - 1]
    if language in ("csharp", "dart"):
        rest = re.sub(r"^<[\w\s,.?<>\[\]]*>(?=\()", "", rest)
    return rest.lstrip("?!").startswith("(") and not before.rstrip().endswith(("@", "#"))


def report(what, wanted, found, show):
    both = sum((wanted & found).values())
    print(f"{what}: precision {both / max(1, sum(found.values())):.4f}, "
          f"recall {both / max(1, sum(wanted.values())):.4f}, {sum(wanted.values())} listed")
    for title, rest in (("missed", wanted - found), ("extra", found - wanted)):
        print(f"  {title} {sum(rest.values())}")
        for row in sorted(rest)[:show]:
            print("    ", *row)


def main():
    language, cache, tool = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    options = dict(zip(sys.argv[4::2], sys.argv[5::2]))
    show, sample = int(options.get("--show", 10)), int(options.get("--sample", 200))
    files = files_of(language, cache, sample)
    wanted = collections.defaultdict(collections.Counter)
    found = collections.defaultdict(collections.Counter)
    prefix = len(str(cache)) + 1
    rows_of_oracle = list(oracle(language, files))
    files = [file for file in files if file not in UNREAD]
    for into, rows in ((wanted, rows_of_oracle), (found, ours(language, tool, files))):
        for sort, file, line, name, kind in rows:
            row = (file[prefix:], line, name, kind)
            # PPI's lines name a module once, however many of its names are taken.
            into[sort][row] = 1 if (language, sort) == ("perl", "I") else into[sort][row] + 1
    print(f"{language}: {len(files)} files")
    for sort, title in (("S", "symbols"), ("C", "calls"), ("I", "imports"), ("H", "bases")):
        if wanted[sort]:
            report(title, wanted[sort], found[sort], show)


if __name__ == "__main__":
    main()
