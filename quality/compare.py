#!/usr/bin/env python3
"""Compares the facts of one language with what its oracle wrote.

    compare.py LANGUAGE CACHE_FOLDER DUMP_FACTS [--show N]

CACHE_FOLDER holds one folder per package of quality/LANGUAGE/packages.tsv and
DUMP_FACTS is the built example of that name of clew-grammars. Prints precision
and recall of symbols and the share of local names bound as the oracle says,
with up to N disagreements of each sort.
"""
import collections
import pathlib
import subprocess
import sys

KINDS = {
    "function": "callable", "method": "callable", "constructor": "callable",
    "operator": "callable", "class": "type", "struct": "type", "interface": "type",
    "enum": "type", "type": "type",
}


def rows(path):
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    return [line.split("\t") for line in lines]


def dump(tool, cache, files):
    names = "\n".join(f"{cache}/{package}/{file}" for package, file in files) + "\n"
    output = subprocess.run([tool], input=names, capture_output=True, text=True, check=True)
    prefix = len(str(cache)) + 1
    for line in output.stdout.splitlines():
        kind, path, *cells = line.split("\t")
        package, _, file = path[prefix:].partition("/")
        yield kind, package, file, cells


def is_conversion(name):
    """C++ conversions, whose types the tools spell differently."""
    return name.startswith("operator ") and name[9:10].isalpha()


def oracle_kind(kind):
    return "type" if kind == "type" else "callable"


def main():
    language, cache, tool = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    show = int(sys.argv[5]) if len(sys.argv) > 5 else 10
    folder = pathlib.Path(__file__).parent / language
    symbols = rows(folder / "symbols.tsv")
    scopes = rows(folder / "scopes.tsv")
    files = sorted({(row[0], row[1]) for row in symbols})
    used = sorted({(row[0], row[1]) for row in scopes})
    wanted = collections.Counter(
        (package, file, line, name, oracle_kind(kind))
        for package, file, line, name, kind in symbols if not is_conversion(name))
    skipped = set()
    if (folder / "skipped.tsv").exists():
        for package, file, first, last in rows(folder / "skipped.tsv"):
            skipped.update((package, file, str(line)) for line in range(int(first), int(last) + 1))
    found = collections.Counter()
    for kind, package, file, cells in dump(tool, cache, files):
        if kind != "S":
            continue
        line, name, symbol_kind, _, flags = cells
        flags = flags.split(",")
        if symbol_kind in KINDS and not is_conversion(name) and "anonymous" not in flags and "declaration" not in flags and \
                "abstract" not in (flags if language == "cpp" else ()) and \
                (package, file, line) not in skipped:
            found[(package, file, line, name, KINDS[symbol_kind])] += 1
    report("symbols", wanted, found, show)
    bound = {}
    for kind, package, file, cells in dump(tool, cache, used):
        if kind == "B":
            bound[(package, file, cells[0], cells[1])] = (cells[2], cells[3])
    wrong = [row for row in scopes if bound.get(tuple(row[:4])) != tuple(row[4:6])]
    print(f"local names: {len(scopes) - len(wrong)} of {len(scopes)} right "
          f"({1 - len(wrong) / max(1, len(scopes)):.4f})")
    for row in wrong[:show]:
        print("  ", *row, "ours", bound.get(tuple(row[:4])))


def report(what, wanted, found, show):
    both = sum((wanted & found).values())
    print(f"{what}: precision {both / max(1, sum(found.values())):.4f}, "
          f"recall {both / max(1, sum(wanted.values())):.4f}, "
          f"{sum(wanted.values())} expected")
    for title, rest in (("missed", wanted - found), ("extra", found - wanted)):
        print(f"  {title} {sum(rest.values())}")
        for row in sorted(rest)[:show]:
            print("    ", *row)


if __name__ == "__main__":
    main()
