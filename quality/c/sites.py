#!/usr/bin/env python3
"""Lists calls, includes and base classes of C and C++ packages by libclang's tokens.

    sites.py CACHE_FOLDER LANGUAGE_FOLDER

Prints `file line column kind name`, tab-separated, for every file that a translation
unit of packages.tsv reads, and `file first last unread -` for lines that no unit
reads (left out by the preprocessor, bodies of macros). See ../README.md.

A name before `(`, with template arguments between or not, is a call unless clang says
that a declarator, a type or an attribute stands there; which it is in templates and
behind macros is judged by reading.
"""
import collections
import pathlib
import sys

from clang import cindex
from clang.cindex import CursorKind as K
from clang.cindex import TokenKind as T
import oracle

DECLARATORS = {
    K.FUNCTION_DECL, K.FUNCTION_TEMPLATE, K.CXX_METHOD, K.CONSTRUCTOR, K.DESTRUCTOR,
    K.CONVERSION_FUNCTION, K.FIELD_DECL, K.TYPEDEF_DECL, K.MACRO_DEFINITION,
    K.INCLUSION_DIRECTIVE, K.ENUM_CONSTANT_DECL, K.PARM_DECL, K.VAR_DECL,
}
HEADERS = (".c", ".h", ".cc", ".cpp", ".hpp")


class Sites(oracle.Package):
    """All sites of a package."""

    def __init__(self, cache, row):
        super().__init__(cache, row)
        self.rows = collections.defaultdict(set)
        self.unread = {}
        self.done = set()

    def read_units(self):
        index = cindex.Index.create()
        for pattern in self.sources:
            for path in sorted(self.root.glob(pattern)):
                flags = [flag.replace("ROOT", str(self.root)) for flag in self.flags]
                unit = index.parse(str(path), flags + oracle.COMPILER, options=1)
                if any(d.severity >= 4 for d in unit.diagnostics):
                    continue
                self.note_skipped(unit)
                self.read_unit(unit)

    def read_unit(self, unit):
        bases, macros = [], set()
        for cursor in self.own_cursors(unit):
            file = cursor.location.file and self.relative(cursor.location.file.name)
            if not file:
                continue
            if cursor.kind == K.CXX_BASE_SPECIFIER:
                bases.append(cursor)
            elif cursor.kind == K.MACRO_DEFINITION:
                macros.add((file, cursor.extent.start.line, cursor.extent.end.line))
            elif cursor.kind == K.INCLUSION_DIRECTIVE:
                self.include(file, cursor)
            elif cursor.kind in (K.USING_DECLARATION, K.USING_DIRECTIVE):
                self.using(file, cursor)
            elif cursor.kind in (K.CLASS_DECL, K.STRUCT_DECL, K.CLASS_TEMPLATE,
                                 K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION):
                self.bases(file, cursor)
        for file, first, last in macros:
            self.skipped.setdefault(file, set())
            self.unread.setdefault(file, set()).update(range(first, last + 1))
        names = {unit.spelling} | {one.include.name for one in unit.get_includes()}
        for name in names:
            file = self.relative(name)
            if file and file.endswith(HEADERS) and file not in self.done:
                self.done.add(file)
                self.tokens(unit, name, file)

    def own_cursors(self, unit):
        """What stands in files of the package; headers of the system are passed over whole."""
        for top in unit.cursor.get_children():
            if top.location.file and self.relative(top.location.file.name):
                yield from top.walk_preorder()

    def show(self, file, line, byte, kind, name):
        raw = self.lines(file)[line - 1]
        column = len(raw[:byte - 1].decode("utf-8", "replace")) + 1
        self.rows[file].add((line, column, kind, name))

    def include(self, file, cursor):
        tokens = [token.spelling for token in cursor.get_tokens()]
        if tokens[:2] == ["#", "include"]:
            path = "".join(tokens[2:]).strip('<>"')
            self.show(file, cursor.location.line, 1, "import", path)

    def using(self, file, cursor):
        """`using a::b;` imports `b` of `a`, `using namespace a;` all of `a`."""
        tokens = [token.spelling for token in cursor.get_tokens()]
        words = "".join(tokens[1:]).rstrip(";")
        if tokens[:1] != ["using"]:
            return
        if words.startswith("namespace"):
            name = words[len("namespace"):]
        else:
            module, _, item = words.rpartition("::")
            name = f"{module} {item}".strip()
        self.show(file, cursor.location.line, 1, "import", name)

    def bases(self, file, cursor):
        for base in cursor.get_children():
            if base.kind != K.CXX_BASE_SPECIFIER:
                continue
            words = list(base.get_tokens())
            name, depth = None, 0
            for word in words:
                depth += {"<": 1, ">": -1, ">>": -2}.get(word.spelling, 0)
                if depth == 0 and word.kind == T.IDENTIFIER:
                    name = word
            if name is not None:
                place = name.location
                self.show(file, place.line, place.column, "inherit",
                          f"{cursor.spelling.split('<')[0]} < {name.spelling}")

    def tokens(self, unit, path, file):
        whole = cindex.File.from_name(unit, path)
        size = len((self.root / file).read_bytes())
        extent = cindex.SourceRange.from_locations(
            cindex.SourceLocation.from_offset(unit, whole, 0),
            cindex.SourceLocation.from_offset(unit, whole, size))
        words = [word for word in unit.get_tokens(extent=extent) if word.kind != T.COMMENT]
        skipped = self.skipped.get(file, set())
        for at, word in enumerate(words):
            if word.kind != T.IDENTIFIER or word.location.line in skipped:
                continue
            end = after_arguments(words, at + 1)
            opens = words[end].spelling if end < len(words) else ""
            if opens == "(" and self.is_call(words, at):
                place = word.location
                self.show(file, place.line, place.column, "call", word.spelling)
            elif opens == "{" and self.is_braced(words, at):
                place = word.location
                self.show(file, place.line, place.column, "call", word.spelling)
            elif at and words[at - 1].spelling == "new":
                place = word.location
                self.show(file, place.line, place.column, "call", word.spelling)

    @staticmethod
    def is_call(words, at):
        cursor = words[at].cursor
        before = words[at - 1].spelling if at else ""
        if before in ("#define", "defined", "define", "~") or before == "operator":
            return False
        if before in (":", ",") and cursor.kind == K.MEMBER_REF:
            return False  # `: field(value)` calls nothing that is named
        spelled = cursor.spelling.split("<")[0]
        return cursor.kind not in DECLARATORS or spelled != words[at].spelling

    @staticmethod
    def is_braced(words, at):
        """`T{…}` as an expression."""
        before = words[at - 1].spelling if at else ""
        return before in ("return", "(", ",", "=") and words[at].cursor.kind in (
            K.TYPE_REF, K.TEMPLATE_REF, K.CALL_EXPR, K.INIT_LIST_EXPR)


def after_arguments(words, at):
    """The index behind template arguments, if they stand at `at`."""
    if at >= len(words) or words[at].spelling != "<":
        return at
    depth = 0
    for end in range(at, min(at + 40, len(words))):
        spelling = words[end].spelling
        depth += {"<": 1, ">": -1, ">>": -2}.get(spelling, 0)
        if spelling in (";", "{", "}", "&&", "||"):
            return at
        if depth <= 0:
            return end + 1
    return at


def main():
    cache, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    lines = (folder / "packages.tsv").read_text().splitlines()
    for line in lines[1:]:
        package = Sites(cache, dict(zip(lines[0].split("\t"), line.split("\t"))))
        package.read_units()
        counted = set(package.counted_files())
        for file in sorted(counted & set(package.skipped)):
            path = f"{package.root}/{file}"
            for row in sorted(package.rows[file]):
                print(path, *row, sep="\t")
            unread = package.skipped[file] | package.unread.get(file, set())
            for line in sorted(unread):
                print(path, line, line, "unread", "-", sep="\t")


if __name__ == "__main__":
    main()
