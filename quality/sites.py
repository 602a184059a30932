#!/usr/bin/env python3
"""Draws the calls, imports and bases that are checked by hand, for one language.

    sites.py files LANGUAGE CACHE            # prints the files that count
    sites.py draw LANGUAGE CACHE TOOL        # reads a listing, writes the sample
    sites.py jsx LANGUAGE CACHE TOOL         # adds windows of .tsx files with 100 elements
    sites.py more LANGUAGE CACHE TOOL        # adds bases from the last package, up to the number
    sites.py read LANGUAGE CACHE KIND        # shows the sample beside its source
    sites.py scopes LANGUAGE CACHE           # shows the sampled uses beside their definitions

A listing is what the `sites` program of the language prints: `file line column kind
name`, `file first last unread -` for lines that it cannot read, and `file 1 1 failed -` for
files that it cannot read. Where it lists the
kinds `type`, `function` and `method` too, and `local` with the place of the definition
as name (`line:column`), `draw` writes the symbols of some files (symbols.tsv) and 100
uses of local names (scopes.tsv) as well. `draw` picks
random windows of lines, none of them chosen by what is in it, until they hold 100 sites
of a kind, and writes windows.tsv and sites.tsv beside the language's other data. What
is found in a window and not listed is wrong; what is listed and not found is missed.
"""
import collections
import pathlib
import random
import sys

WANTED = 100
SYMBOL_FILES, SYMBOLS = 60, 600
HERE = pathlib.Path(__file__).parent
EXTENSIONS = {
    "c": ".c .h", "cpp": ".cc .cpp .h .hpp", "go": ".go", "java": ".java",
    "javascript": ".js .mjs .cjs .jsx", "typescript": ".ts .tsx .mts .cts",
    "python": ".py", "rust": ".rs", "ruby": ".rb", "php": ".php", "csharp": ".cs",
    "kotlin": ".kt", "swift": ".swift", "scala": ".scala", "lua": ".lua", "dart": ".dart",
    "zig": ".zig", "ocaml": ".ml .mli", "haskell": ".hs", "perl": ".pl .pm .t", "elixir": ".ex .exs", "r": ".R .r", "bash": ".sh .bash",
}


def packages(language, cache):
    """(name, folder, sources) of each package."""
    for row in (HERE / language / "packages.tsv").read_text().splitlines()[1:]:
        _, name, version, _, sources, *_ = row.split("\t")
        plain = name.replace("@", "").replace("/", "-")
        folders = [cache / name, cache / f"{plain}-{version}", cache / plain]
        yield name, next(one for one in folders if one.is_dir()), sources.split(",")


def files(language, cache):
    """(package, path in the package, whole path) of every source file."""
    for package, root, sources in packages(language, cache):
        for source in sources:
            found = sorted((root / source).rglob("*")) if (root / source).is_dir() else [root / source]
            for path in found:
                if path.is_file() and (path.suffix in EXTENSIONS[language].split()
                                       or language == "bash" and is_script(path)):
                    yield package, str(path.relative_to(root)), path


def is_script(path):
    """Whether a file without an extension names a shell in its first line."""
    if "." in path.name or path.is_symlink():
        return False
    with path.open("rb") as stream:
        line = stream.readline(80)
    return line.startswith(b"#!") and b"sh" in line


def listing(whole):
    """Sites and unread lines by whole path."""
    sites, unread = collections.defaultdict(list), collections.defaultdict(set)
    for row in sys.stdin:
        path, line, column, kind, name = row.rstrip("\n").split("\t")
        if kind == "failed":
            whole.pop(path, None)
        elif kind == "unread":
            unread[path].update(range(int(line), int(column) + 1))
        elif path in whole:
            sites[path].append((int(line), int(column), kind, name))
    return sites, unread


def draw(language, cache, tool):
    whole = {str(path): (package, file) for package, file, path in files(language, cache)}
    sites, unread = listing(whole)
    if language in ("c", "cpp"):
        whole = {path: place for path, place in whole.items() if path in sites}
    lengths = {path: len(open(path, errors="replace").read().split("\n")) for path in sorted(whole)}
    windows, rows = [], []
    for kind in ("call", "import", "inherit"):
        picked = pick(random.Random(f"{language} {kind}"), kind, lengths, sites, unread)
        for path, first, last in sorted(picked):
            windows.append((*whole[path], first, last, kind))
            rows += [(*whole[path], *site, tool) for site in sorted(set(sites[path]))
                     if site[2] == kind and first <= site[0] <= last]
    table(HERE / language / "windows.tsv", "package file first last kind", windows)
    table(HERE / language / "sites.tsv", "package file line column kind name judged", rows)
    symbols_and_scopes(language, whole, sites, unread)
    print(language, dict(collections.Counter(row[4] for row in rows)), len(windows), "windows")


def symbols_and_scopes(language, whole, sites, unread):
    """Symbols of some files and 100 uses of local names, where the listing has them."""
    chance = random.Random(f"{language} symbols")
    kinds = ("type", "function", "method")
    holding = [path for path in sorted(sites) if any(site[2] in kinds for site in sites[path])]
    if not holding:
        return
    chosen = chance.sample(holding, min(SYMBOL_FILES, len(holding)))
    others = [path for path in holding if path not in chosen]
    for path in random.Random(f"{language} more").sample(others, len(others)):
        if sum(site[2] in kinds for path in chosen for site in set(sites[path])) < SYMBOLS:
            chosen.append(path)
    chosen.sort()
    rows = [(*whole[path], line, name, kind) for path in chosen
            for line, _, kind, name in sorted(set(sites[path])) if kind in kinds]
    table(HERE / language / "symbols.tsv", "package file line name kind", rows)
    skipped = [(*whole[path], first, last) for path in chosen for first, last in runs(unread[path])]
    if skipped:
        table(HERE / language / "skipped.tsv", "package file first_line last_line", skipped)
    uses = sorted({(path, *site) for path in sites for site in sites[path] if site[2] == "local"})
    if uses:
        drawn = sorted(chance.sample(uses, min(WANTED, len(uses))))
        table(HERE / language / "scopes.tsv", "package file use_line use_col def_line def_col",
              [(*whole[path], line, column, *place.split(":")) for path, line, column, _, place in drawn])


def runs(lines):
    """First and last of each run of lines."""
    found = []
    for line in sorted(lines):
        if found and found[-1][1] == line - 1:
            found[-1][1] = line
        else:
            found.append([line, line])
    return found


def scopes(language, cache):
    """Each sampled use of a local name, marked, beside the line that declares it."""
    paths = {(package, file): path for package, file, path in files(language, cache)}
    for number, row in enumerate((HERE / language / "scopes.tsv").read_text().splitlines()[1:], 1):
        package, file, *places = row.split("\t")
        lines = paths[(package, file)].read_text(errors="replace").split("\n")
        use_line, use_column, line, column = map(int, places)
        used, declared = lines[use_line - 1], lines[line - 1]
        print(f"{number} {file}:{use_line} {used[:use_column - 1].lstrip()[-70:]}⟪{used[use_column - 1:][:60]}"
              f"   ← {line} {declared[:column - 1].lstrip()[-50:]}⟪{declared[column - 1:][:50]}")


def add(language, cache, tool, seed, kind, keep, counts, wanted=WANTED):
    """Adds windows of the files that `keep` lets pass to the sample."""
    whole = {str(path): (package, file) for package, file, path in files(language, cache)
             if keep(package, path)}
    sites, unread = listing(whole)
    lengths = {path: len(open(path, errors="replace").read().split("\n"))
               for path in sorted(whole) if path in sites}
    chosen = {path: [one for one in set(found) if counts(path, one)] for path, found in sites.items()}
    picked = pick(random.Random(seed), kind, lengths, collections.defaultdict(list, chosen), unread,
                  wanted)
    windows = [(*whole[path], first, last, kind) for path, first, last in sorted(picked)]
    rows = [(*whole[path], *site, tool) for path, first, last in sorted(picked)
            for site in sorted(set(sites[path])) if site[2] == kind and first <= site[0] <= last]
    for name, added in (("windows.tsv", windows), ("sites.tsv", rows)):
        with (HERE / language / name).open("a") as file:
            file.writelines("\t".join(map(str, row)) + "\n" for row in added)
    print(language, len(rows), "sites in", len(windows), "windows")


def jsx(language, cache, tool):
    def is_element(path, site):
        line = open(path, errors="replace").read().split("\n")[site[0] - 1]
        return site[2] == "call" and line[:site[1] - 1].endswith("<")
    def keep(package, path):
        return path.suffix == ".tsx" and not any(word in path.name for word in ("spec", "stories"))
    add(language, cache, tool, f"{language} jsx", "call", keep, is_element)


def more(language, cache, tool):
    last = list(packages(language, cache))[-1][0]
    known = (HERE / language / "sites.tsv").read_text().splitlines()
    held = sum(row.split("\t")[4] == "inherit" for row in known)
    add(language, cache, tool, f"{language} more", "inherit",
        lambda package, _: package == last, lambda _, site: site[2] == "inherit",
        max(0, WANTED + 10 - held))


def pick(chance, kind, lengths, sites, unread, wanted=WANTED):
    """Windows of lines at random places that hold enough sites together."""
    of_kind = {path: [one for one in set(sites[path]) if one[2] == kind] for path in lengths}
    total = sum(map(len, of_kind.values()))
    lines = sum(lengths.values())
    if total <= wanted * 3 // 2:
        # Random windows would hardly meet the few that there are: whole files then.
        return [(path, 1, length) for path, length in lengths.items()
                if not unread[path]]
    # Lines that were not read break long windows.
    longest = 25 if any(unread.values()) else 400
    size = max(8, min(longest, 4 * lines // max(1, total)))
    paths, weights = list(lengths), list(lengths.values())
    taken, picked, held, refused = collections.defaultdict(set), [], 0, 0
    for _ in range(100_000):
        if held >= min(wanted, total):
            break
        path = chance.choices(paths, weights)[0]
        first = chance.randint(1, lengths[path])
        last = min(first + size - 1, lengths[path])
        window = set(range(first, last + 1))
        if window & (taken[path] | unread[path]):
            # Where large windows no longer fit beside each other, smaller ones may.
            refused += 1
            if refused % 2_000 == 0:
                size = max(8, size // 2)
            continue
        taken[path] |= window
        picked.append((path, first, last))
        held += sum(first <= one[0] <= last for one in of_kind[path])
    return picked


def table(path, header, rows):
    lines = ["\t".join(header.split())] + ["\t".join(map(str, row)) for row in rows]
    path.write_text("\n".join(lines) + "\n")


def read(language, cache, kind):
    paths = {(package, file): path for package, file, path in files(language, cache)}
    rows = [row.split("\t") for row in (HERE / language / "sites.tsv").read_text().splitlines()[1:]]
    windows = [row.split("\t") for row in (HERE / language / "windows.tsv").read_text().splitlines()[1:]]
    for package, file, first, last, window_kind in windows:
        if window_kind != kind:
            continue
        lines = paths[(package, file)].read_text(errors="replace").split("\n")
        inside = [row for row in rows if row[:2] == [package, file] and row[4] == kind
                  and int(first) <= int(row[2]) <= int(last)]
        print(f"== {package} {file}:{first}")
        for number in range(int(first), int(last) + 1):
            names = [row[5] for row in inside if int(row[2]) == number]
            text = lines[number - 1].strip()
            if names or kind == "call" and text:
                print(f"{text[:150]}   ⟪{'; '.join(names)}⟫")


def main():
    verb, language, cache = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]).resolve() / sys.argv[2]
    if verb == "files":
        for _, _, path in files(language, cache):
            print(path)
    elif verb in ("draw", "jsx", "more"):
        {"draw": draw, "jsx": jsx, "more": more}[verb](language, cache, sys.argv[4])
    elif verb == "scopes":
        scopes(language, cache)
    else:
        read(language, cache, sys.argv[4])


if __name__ == "__main__":
    main()
