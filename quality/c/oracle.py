#!/usr/bin/env python3
"""Asks clang what C or C++ packages declare and what their calls and local names mean.

    oracle.py CACHE_FOLDER OUTPUT_FOLDER

Needs the Python package `libclang` and the C compiler's own headers. CACHE_FOLDER
holds one folder per package of OUTPUT_FOLDER/packages.tsv: `sources` lists the files and
folders that count as the package, `units` its translation units, `flags` how to compile
them. Units whose includes are missing are left out.
Writes symbols.tsv, references.jsonl, scopes.tsv and skipped.tsv (lines that the
preprocessor left out everywhere): names, files and places only, never source text.
"""
import collections
import ctypes
import glob
import json
import pathlib
import re
import sys

from clang import cindex
from clang.cindex import CursorKind as K

SYMBOL_ROWS = 1000
SCOPE_ROWS = 1000
SAMPLE = 150
COMPILER = [f"-I{path}" for path in sorted(glob.glob("/usr/lib/gcc/*/*/include"))]

CALLABLES = {
    K.FUNCTION_DECL: "function", K.FUNCTION_TEMPLATE: "function", K.CXX_METHOD: "method",
    K.CONSTRUCTOR: "method", K.DESTRUCTOR: "method", K.CONVERSION_FUNCTION: "method",
}
TYPES = {
    K.STRUCT_DECL, K.UNION_DECL, K.CLASS_DECL, K.ENUM_DECL, K.TYPEDEF_DECL,
    K.TYPE_ALIAS_DECL, K.CLASS_TEMPLATE, K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION,
    K.TYPE_ALIAS_TEMPLATE_DECL,
}
SCOPES = {K.NAMESPACE} | TYPES


class Ranges(ctypes.Structure):
    _fields_ = [("count", ctypes.c_uint), ("ranges", ctypes.POINTER(cindex.SourceRange))]


def prepare_library():
    library = cindex.conf.lib
    library.clang_getAllSkippedRanges.restype = ctypes.POINTER(Ranges)
    library.clang_getAllSkippedRanges.argtypes = [ctypes.c_void_p]
    library.clang_getFileLocation.restype = None
    return library


LIBRARY = prepare_library()


def file_location(location):
    """Where a token is written, also inside the arguments of a macro."""
    file, line, column = ctypes.c_void_p(), ctypes.c_uint(), ctypes.c_uint()
    offset = ctypes.c_uint()
    LIBRARY.clang_getFileLocation(
        location, ctypes.byref(file), ctypes.byref(line), ctypes.byref(column),
        ctypes.byref(offset))
    name = LIBRARY.clang_getFileName(file) if file.value else None
    return name, line.value, column.value


LIBRARY.clang_getFileName.argtypes = [ctypes.c_void_p]


class Package:
    def __init__(self, cache, row):
        self.name, self.flags = row["package"], row["flags"].split()
        self.root = (cache / self.name).resolve()
        self.sources = row["units"].split()
        self.counted = row["sources"].split(",")
        self.texts = {}
        self.symbols = {}
        self.functions = {}
        self.calls = collections.defaultdict(set)
        self.known_sites = set()
        self.scopes = set()
        self.skipped = {}
        self.relatives = {None: None}

    def relative(self, path):
        if path not in self.relatives:
            whole = pathlib.Path(path).resolve()
            inside = whole.is_relative_to(self.root)
            self.relatives[path] = str(whole.relative_to(self.root)) if inside else None
        return self.relatives[path]

    def lines(self, file):
        if file not in self.texts:
            text = (self.root / file).read_bytes()
            self.texts[file] = text.split(b"\n")
        return self.texts[file]

    def place(self, location, word):
        """File, line and column in characters of `word`, if it is written there."""
        path, line, column = file_location(location)
        file = self.relative(path)
        if file is None:
            return None
        raw = self.lines(file)[line - 1]
        if not raw[column - 1:].startswith(word.encode()):
            return None
        return file, line, len(raw[:column - 1].decode("utf-8", "replace")) + 1

    def read(self):
        index = cindex.Index.create()
        units = []
        for pattern in self.sources:
            units += sorted(glob.glob(str(self.root / pattern), recursive=True))
        for path in units:
            flags = [flag.replace("ROOT", str(self.root)) for flag in self.flags]
            unit = index.parse(path, flags + COMPILER, options=1)
            errors = [d for d in unit.diagnostics if d.severity >= 4]
            if errors:
                print(self.relative(path), errors[0].spelling, file=sys.stderr)
                continue
            self.note_skipped(unit)
            for cursor in unit.cursor.get_children():
                if cursor.location.file and self.relative(cursor.location.file.name):
                    self.visit(cursor)

    def note_skipped(self, unit):
        seen = set()
        for include in unit.get_includes():
            seen.add(self.relative(include.include.name))
        seen.add(self.relative(unit.spelling))
        lines = collections.defaultdict(set)
        ranges = LIBRARY.clang_getAllSkippedRanges(unit)
        for index in range(ranges.contents.count):
            span = ranges.contents.ranges[index]
            file = span.start.file and self.relative(span.start.file.name)
            if file:
                lines[file].update(range(span.start.line, span.end.line + 1))
        for file in filter(None, seen):
            known = self.skipped.get(file)
            self.skipped[file] = lines[file] if known is None else known & lines[file]

    def visit(self, top):
        pending = [(top, None)]
        while pending:
            cursor, _ = pending.pop()
            kind = cursor.kind
            if kind in CALLABLES or kind in TYPES or kind.value == 604:
                self.declaration(cursor)
            elif kind == K.CALL_EXPR:
                self.call(cursor)
            elif kind in (K.DECL_REF_EXPR,):
                self.local(cursor)
            pending += [(child, cursor) for child in cursor.get_children()]

    def declaration(self, cursor):
        name = cursor.spelling
        kind = cursor.kind
        if kind in (K.CONSTRUCTOR, K.DESTRUCTOR, K.FUNCTION_TEMPLATE) and "operator" not in name:
            name = name.split("<")[0]
        if not name or "(" in name and "operator" not in name:
            return
        place = self.place(cursor.location, name.split(" ")[0] if "operator" in name else name)
        if place is None:
            return
        is_alias = kind in (K.TYPEDEF_DECL, K.TYPE_ALIAS_DECL, K.TYPE_ALIAS_TEMPLATE_DECL)
        is_definition = is_alias or kind.value == 604 or cursor.is_definition()
        if is_definition:
            shown = CALLABLES.get(kind, "type")
            self.symbols[(place[0], place[1], place[2])] = (name, shown)
        if kind in CALLABLES and "operator" not in name and kind not in (
                K.CONSTRUCTOR, K.DESTRUCTOR):
            self.function(cursor, name, place, is_definition)

    def function(self, cursor, name, place, is_definition):
        parts, parent, is_member = [name], cursor.semantic_parent, False
        while parent is not None and parent.kind != K.TRANSLATION_UNIT:
            if parent.kind not in SCOPES:
                return
            spelled = parent.spelling.split("<")[0]
            if spelled and "(" not in spelled:
                parts.insert(0, spelled)
            is_member |= parent.kind != K.NAMESPACE
            parent = parent.semantic_parent
        qualified = "::".join(parts)
        local = cursor.linkage == cindex.LinkageKind.INTERNAL and not is_member
        key = (qualified, place[0] if local else "")
        usr = cursor.get_usr()
        entry = self.functions.setdefault(key, {
            "name": name, "qualified": qualified, "usrs": set(), "place": place,
            "defined": False, "kind": "method" if is_member else "function"})
        entry["usrs"].add(usr)
        if is_definition and not entry["defined"]:
            entry["place"], entry["defined"] = place, True

    def call(self, cursor):
        target = cursor.referenced
        if target is None:
            return
        template = LIBRARY.clang_getSpecializedCursorTemplate(target)
        if template is not None and template.kind.value < 70 and not template.kind.is_invalid():
            target = template
        name = target.spelling.split("<")[0]
        callee = self.callee(cursor, name)
        if callee is None:
            return
        place = self.place(callee.location, name)
        if place:
            self.calls[target.get_usr()].add(place)
            self.known_sites.add(place)

    def counted_files(self):
        for part in self.counted:
            path = self.root / part
            files = sorted(path.rglob("*")) if path.is_dir() else [path]
            for file in files:
                if file.suffix in (".c", ".h", ".cc", ".cpp", ".hpp"):
                    yield str(file.relative_to(self.root))

    def unsure(self, name):
        """Sites that read like calls and of which clang says nothing: left out by the
        preprocessor, in macros, or in templates."""
        word = re.compile(rb"(?<![A-Za-z0-9_])" + name.encode() + rb"(?=\s*[(<])")
        found = []
        for file in self.counted_files():
            for number, line in enumerate(self.lines(file), 1):
                for match in word.finditer(line):
                    column = len(line[:match.start()].decode("utf-8", "replace")) + 1
                    if (file, number, column) not in self.known_sites:
                        found.append([file, number, column])
        return found

    @staticmethod
    def callee(cursor, name):
        """The name of what a call calls, below its casts and parentheses."""
        current = next(cursor.get_children(), None)
        while current is not None:
            if current.kind in (K.DECL_REF_EXPR, K.MEMBER_REF_EXPR):
                return current if current.spelling.split("<")[0] == name else None
            if current.kind not in (K.UNEXPOSED_EXPR, K.PAREN_EXPR, K.UNARY_OPERATOR):
                return None
            current = next(current.get_children(), None)
        return None

    def local(self, cursor):
        target = cursor.referenced
        if target is None or target.kind not in (K.VAR_DECL, K.PARM_DECL):
            return
        parent = target.semantic_parent
        if parent is None or parent.kind not in CALLABLES:
            return
        use = self.place(cursor.location, cursor.spelling)
        defined = self.place(target.location, target.spelling)
        if use and defined and use[0] == defined[0]:
            self.scopes.add((use[0], use[1], use[2], defined[1], defined[2]))


def whole_files(rows, wanted):
    by_file = collections.OrderedDict()
    for row in rows:
        by_file.setdefault(row[1], []).append(row)
    step = max(1, -(-len(rows) // wanted))
    chosen = []
    for index, file in enumerate(by_file.values()):
        if index % step == 0:
            chosen += file
    return chosen


def sample(rows, wanted):
    if len(rows) <= wanted:
        return rows
    return [rows[index * len(rows) // wanted] for index in range(wanted)]


def write_table(path, header, rows):
    lines = ["\t".join(header)] + ["\t".join(map(str, row)) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def references(packages):
    owners = {package.name: package for package in packages}
    for kind in ("function", "method"):
        found = []
        for package in packages:
            for key in sorted(package.functions):
                entry = package.functions[key]
                calls = sorted({call for usr in entry["usrs"] for call in package.calls[usr]})
                if entry["kind"] == kind and calls:
                    found.append((package.name, entry, calls))
        wanted = SAMPLE if any(True for p in packages for e in p.functions.values()
                               if e["kind"] == "method") else 2 * SAMPLE
        for name, entry, calls in sample(found, wanted):
            yield {"package": name, "file": entry["place"][0], "line": entry["place"][1],
                   "name": entry["name"], "qualified": entry["qualified"], "kind": kind,
                   "calls": [list(call) for call in calls],
                   "unsure": owners[name].unsure(entry["name"])}


def main():
    cache, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    lines = (output / "packages.tsv").read_text(encoding="utf-8").splitlines()
    header = lines[0].split("\t")
    packages = [Package(cache, dict(zip(header, line.split("\t")))) for line in lines[1:]]
    symbols, scopes, skipped = [], [], []
    for package in packages:
        package.read()
        rows = [(package.name, file, line, *package.symbols[(file, line, column)])
                for file, line, column in sorted(package.symbols)]
        symbols += whole_files(rows, 3 * SYMBOL_ROWS // len(packages))
        rows = [(package.name, *row) for row in sorted(package.scopes)]
        scopes += sample(rows, SCOPE_ROWS // len(packages))
        for file, lines in sorted(package.skipped.items()):
            start = None
            for line in sorted(lines):
                if line - 1 not in lines:
                    start = line
                if line + 1 not in lines:
                    skipped.append((package.name, file, start, line))
    write_table(output / "symbols.tsv", ("package", "file", "line", "name", "kind"), symbols)
    write_table(output / "scopes.tsv", (
        "package", "file", "use_line", "use_col", "def_line", "def_col"), scopes)
    write_table(output / "skipped.tsv", ("package", "file", "first_line", "last_line"), skipped)
    with open(output / "references.jsonl", "w", encoding="utf-8") as out:
        for row in references(packages):
            out.write(json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
