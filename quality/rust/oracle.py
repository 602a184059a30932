#!/usr/bin/env python3
"""Writes what independent tools say of real Rust packages, beside this file.

    oracle.py SYMBOLS_TOOL SCIP_FOLDER

SYMBOLS_TOOL is the built program of `symbols/` (syn). SCIP_FOLDER holds
`<package>-<version>.scip`, made by `rust-analyzer scip` in each package, whose
sources are in ${XDG_CACHE_HOME:-$HOME/.cache}/clew-quality/rust/<package>-<version>.
Gives symbols.tsv, references.jsonl and scopes.tsv.
"""
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"))
SOURCES = CACHE / "clew-quality" / "rust"
SYMBOLS, SCOPES, TARGETS = 3000, 1000, 150
CALL = re.compile(r"\s*(::\s*<[^;{]*?>\s*)?\(")


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


def fields(data):
    """The fields of a protobuf message: (number, value)."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 2:
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
        else:
            raise ValueError("wire type")
        yield key >> 3, value


def documents(path):
    """(file, [(line, start, end, symbol, is_definition)]) of a SCIP index."""
    for number, document in fields(path.read_bytes()):
        if number != 2:
            continue
        name, occurrences = "", []
        for field, value in fields(document):
            if field == 1:
                name = value.decode()
            elif field == 2:
                occurrences.append(occurrence(value))
        yield name, occurrences


def occurrence(data):
    place, symbol, roles = [], "", 0
    for field, value in fields(data):
        if field == 1:
            at = 0
            while at < len(value):
                number, at = varint(value, at)
                place.append(number)
        elif field == 2:
            symbol = value.decode()
        elif field == 3:
            roles = value
    return place[0], place[1], place[-1], symbol, bool(roles & 1)


def column(line, byte):
    return len(line.encode()[:byte].decode(errors="replace")) + 1


def packages():
    for row in (HERE / "packages.tsv").read_text().splitlines()[1:]:
        _, name, version, _, sources = row.split("\t")
        yield name, SOURCES / f"{name}-{version}", sources.split(",")


def syn_symbols(tool):
    rows = []
    for name, root, sources in packages():
        files = [str(f) for s in sources for f in sorted((root / s).rglob("*.rs"))]
        listing = subprocess.run([tool], input="\n".join(files), capture_output=True, text=True)
        sys.stderr.write(listing.stderr)
        for line in listing.stdout.splitlines():
            file, number, symbol, kind = line.split("\t")
            rows.append((name, str(pathlib.Path(file).relative_to(root)), int(number), symbol, kind))
    return rows


def qualified(symbol):
    """The path of a SCIP symbol without package and disambiguators."""
    path = symbol.split(" ", 4)[-1].rstrip(".").rstrip("()")
    path = re.sub(r"impl#(\[[^\]]*\])(\[[^\]]*\])?", lambda m: m[1] + "#", path)
    return re.sub(r"[#/]", "::", path).replace("`", "").replace("[", "").replace("]", "")


def read_scip(folder):
    targets, scopes = [], []
    for name, root, sources in packages():
        definitions, uses = collections.defaultdict(list), collections.defaultdict(list)
        for file, found in documents(folder / f"{root.name}.scip"):
            if not any(file.startswith(source + "/") for source in sources):
                continue
            lines = (root / file).read_text().split("\n")
            local = {}
            for line, start, end, symbol, defines in found:
                place = (file, line + 1, column(lines[line], start))
                text = lines[line].encode()[start:end].decode(errors="replace")
                if symbol.startswith("local "):
                    if re.match(r"\w", text):
                        local.setdefault(symbol, []).append((place, defines))
                elif defines:
                    definitions[symbol].append((place, text))
                elif CALL.match("\n".join([lines[line].encode()[end:].decode()] + lines[line + 1:line + 3])):
                    uses[symbol].append(place)
            for places in local.values():
                defined = [place for place, defines in places if defines]
                if len(defined) == 1:
                    scopes += [(name, place[0], *place[1:], *defined[0][1:])
                               for place, defines in places if not defines]
        for symbol, places in definitions.items():
            # Only functions and methods, and only where the symbol is one thing.
            if len(places) != 1 or not symbol.endswith("().") or not uses[symbol]:
                continue
            (file, line, _), text = places[0]
            path = qualified(symbol)
            kind = "method" if "#" in symbol else "function"
            targets.append({
                "package": name, "file": file, "line": line, "name": text, "qualified": path,
                "kind": kind, "calls": sorted(set(uses[symbol])),
            })
    return targets, scopes


def main():
    tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    random.seed(7)
    symbols = syn_symbols(tool)
    by_file = collections.defaultdict(list)
    for row in symbols:
        by_file[row[:2]].append(row)
    files, kept = sorted(by_file), []
    random.shuffle(files)
    for file in files:
        if len(kept) + len(by_file[file]) <= SYMBOLS:
            kept += by_file[file]
    table("symbols.tsv", "package file line name kind", sorted(kept))
    targets, scopes = read_scip(folder)
    table("scopes.tsv", "package file use_line use_col def_line def_col",
          sorted(random.sample(scopes, min(SCOPES, len(scopes)))))
    chosen = []
    for kind in ("function", "method"):
        of_kind = [target for target in targets if target["kind"] == kind]
        chosen += random.sample(of_kind, min(TARGETS, len(of_kind)))
    chosen.sort(key=lambda target: (target["package"], target["file"], target["line"]))
    with open(HERE / "references.jsonl", "w") as out:
        for target in chosen:
            out.write(json.dumps(target, separators=(",", ":")) + "\n")


def table(name, header, rows):
    with open(HERE / name, "w") as out:
        out.write("\t".join(header.split()) + "\n")
        for row in rows:
            out.write("\t".join(map(str, row)) + "\n")


if __name__ == "__main__":
    main()
