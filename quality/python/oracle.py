#!/usr/bin/env python3
"""Writes what independent tools say of the packages in packages.tsv.

    oracle.py CACHE_FOLDER [symbols scopes references]

Symbols come from Python's own `ast`, owners of local names from `symtable`
(the compiler's analysis), call sites from the language server of basedpyright
(`basedpyright-langserver` on the path), which is asked for the definition at
each call whose name could mean a sampled function.

CACHE_FOLDER holds one folder per package.
"""
import ast
import collections
import csv
import json
import pathlib
import random
import subprocess
import symtable
import sys
import warnings

HERE = pathlib.Path(__file__).parent
SYMBOL_FILES = {"django": 45, "click": 8, "jinja2": 10, "sqlalchemy": 12}
SYMBOLS = 3000
SCOPES = 1000
QUOTA = {"django": 70, "sqlalchemy": 40, "jinja2": 20, "click": 20}
MOST_CANDIDATES = 400

warnings.simplefilter("ignore")


def packages(cache):
    with open(HERE / "packages.tsv", encoding="utf-8") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            root = cache / row["package"]
            yield row["package"], root, row["sources"].split(",")


def sources(root, folders):
    for folder in folders:
        yield from sorted((root / folder).rglob("*.py"))


class File:
    """One parsed source file."""

    def __init__(self, root, path):
        self.path = path
        self.name = path.relative_to(root).as_posix()
        self.text = path.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)
        self.lines = self.text.split("\n")

    def column(self, line, byte):
        """1-based column in Unicode scalars of a byte offset in a line."""
        return len(self.lines[line - 1].encode()[:byte].decode()) + 1


def parsed(root, folders):
    for path in sources(root, folders):
        try:
            yield File(root, path)
        except (SyntaxError, UnicodeDecodeError):
            continue


def decorator_name(node):
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def is_overload(node):
    return any(decorator_name(one) == "overload" for one in node.decorator_list)


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def definitions(node, container=(), in_class=False, in_function=False):
    """All functions and classes: (node, qualified name, in class, in function)."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (*FUNCTIONS, ast.ClassDef)):
            is_class = isinstance(child, ast.ClassDef)
            name = (*container, child.name)
            yield child, name, in_class, in_function
            yield from definitions(child, name, is_class, in_function or not is_class)
        else:
            yield from definitions(child, container, in_class, in_function)


def write_symbols(cache):
    rows = []
    for package, root, folders in packages(cache):
        files = list(parsed(root, folders))
        random.Random(1).shuffle(files)
        for file in files[:SYMBOL_FILES[package]]:
            for node, name, in_class, _ in definitions(file.tree):
                if isinstance(node, ast.ClassDef):
                    kind = "type"
                elif is_overload(node):
                    continue
                else:
                    kind = "method" if in_class else "function"
                rows.append((package, file.name, node.lineno, node.name, kind))
    write_table("symbols.tsv", "package file line name kind", rows)


def write_table(name, header, rows):
    with open(HERE / name, "w", encoding="utf-8") as out:
        out.write("\t".join(header.split()) + "\n")
        for row in sorted(rows):
            out.write("\t".join(map(str, row)) + "\n")


class Uses(ast.NodeVisitor):
    """Pairs each use of a local with the first place that binds it."""

    def __init__(self, file):
        self.file = file
        self.stack = []
        self.bindings = collections.defaultdict(list)
        self.uses = []
        self.tables = collections.defaultdict(list)
        top = symtable.symtable(file.text, file.name, "exec")
        self.walk_tables(top)
        self.scopes = [top]
        self.visit(file.tree)

    def walk_tables(self, table):
        for child in table.get_children():
            self.tables[(child.get_name(), child.get_lineno())].append(child)
            self.walk_tables(child)

    def place(self, line, byte):
        return line, self.file.column(line, byte)

    def owner(self, name):
        """The table of the function that owns a local name here."""
        for level, table in enumerate(reversed(self.scopes)):
            kind = table.get_type()
            if level and kind == "class":
                continue
            try:
                symbol = table.lookup(name)
            except KeyError:
                continue
            if symbol.is_global() and not symbol.is_local():
                return None
            if symbol.is_local() or symbol.is_parameter():
                return table if kind == "function" else None
        return None

    def bind(self, name, line, byte):
        table = self.owner(name)
        if table is not None:
            self.bindings[(table.get_id(), name)].append(self.place(line, byte))

    def enter(self, node, name, line, visit):
        found = self.tables.get((name, line))
        if not found:
            return
        self.scopes.append(found.pop(0))
        visit()
        self.scopes.pop()

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Store):
            self.bind(node.id, node.lineno, node.col_offset)
        elif isinstance(node.ctx, ast.Load):
            table = self.owner(node.id)
            if table is not None:
                place = self.place(node.lineno, node.col_offset)
                self.uses.append(((table.get_id(), node.id), place))

    def visit_FunctionDef(self, node):
        self.bind_definition(node, "def")
        for part in [*node.decorator_list, *node.args.defaults, *node.args.kw_defaults]:
            if part is not None:
                self.visit(part)
        for annotation in annotations(node):
            self.visit(annotation)
        self.enter(node, node.name, first_line(node), lambda: self.function(node.args, node.body))

    visit_AsyncFunctionDef = visit_FunctionDef

    def bind_definition(self, node, keyword):
        line = self.file.lines[node.lineno - 1]
        at = line.find(node.name, line.find(keyword, node.col_offset))
        if at >= 0:
            self.bind(node.name, node.lineno, len(line[:at].encode()))

    def visit_ClassDef(self, node):
        self.bind_definition(node, "class")
        for part in [*node.decorator_list, *node.bases, *node.keywords]:
            self.visit(part)
        self.enter(node, node.name, first_line(node),
                   lambda: [self.visit(part) for part in node.body])

    def visit_Lambda(self, node):
        for part in [*node.args.defaults, *node.args.kw_defaults]:
            if part is not None:
                self.visit(part)
        self.enter(node, "lambda", node.lineno, lambda: self.function(node.args, [node.body]))

    def function(self, arguments, body):
        every = [*arguments.posonlyargs, *arguments.args, arguments.vararg,
                 *arguments.kwonlyargs, arguments.kwarg]
        for one in filter(None, every):
            self.bind(one.arg, one.lineno, one.col_offset)
        for part in body:
            self.visit(part)

    def comprehension(self, node, name):
        first = node.generators[0]
        self.visit(first.iter)

        def inner():
            for index, part in enumerate(node.generators):
                if index:
                    self.visit(part.iter)
                self.visit(part.target)
                for test in part.ifs:
                    self.visit(test)
            for field in ("elt", "key", "value"):
                if hasattr(node, field):
                    self.visit(getattr(node, field))

        self.enter(node, name, node.lineno, inner)

    def visit_ListComp(self, node):
        self.comprehension(node, "listcomp")

    def visit_SetComp(self, node):
        self.comprehension(node, "setcomp")

    def visit_DictComp(self, node):
        self.comprehension(node, "dictcomp")

    def visit_GeneratorExp(self, node):
        self.comprehension(node, "genexpr")

    def visit_ExceptHandler(self, node):
        if node.type:
            self.visit(node.type)
        if node.name:
            line = self.file.lines[node.lineno - 1]
            at = line.rfind(node.name)
            self.bind(node.name, node.lineno, len(line[:at].encode()))
        for part in node.body:
            self.visit(part)

    def visit_ImportFrom(self, node):
        for alias in node.names:
            line = self.file.lines[alias.lineno - 1].encode()
            name = alias.asname or alias.name.split(".")[0]
            byte = alias.col_offset
            if alias.asname:
                byte = alias.end_col_offset - len(name.encode())
                if alias.end_lineno != alias.lineno or line[byte:byte + len(name)] != name.encode():
                    continue
            self.bind(name, alias.lineno, byte)

    visit_Import = visit_ImportFrom

    def pairs(self):
        for key, (line, column) in self.uses:
            places = self.bindings.get(key)
            if places and min(places) != (line, column):
                yield (line, column, *min(places))


def first_line(node):
    """Where `symtable` says that a definition stands: at its first decorator."""
    return min([node.lineno, *(one.lineno for one in node.decorator_list)])


def annotations(node):
    arguments = node.args
    every = [*arguments.posonlyargs, *arguments.args, arguments.vararg,
             *arguments.kwonlyargs, arguments.kwarg]
    found = [one.annotation for one in filter(None, every)] + [node.returns]
    return [one for one in found if one is not None]


def write_scopes(cache):
    rows = []
    for package, root, folders in packages(cache):
        for file in parsed(root, folders):
            for pair in Uses(file).pairs():
                rows.append((package, file.name, *pair))
    write_table("scopes.tsv", "package file use_line use_col def_line def_col",
                random.Random(2).sample(rows, SCOPES))


# References.

class Server:
    """basedpyright's language server over its standard streams."""

    def __init__(self, root, folders):
        self.process = subprocess.Popen(
            ["basedpyright-langserver", "--stdio"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.folders = [str(root / folder) for folder in folders]
        self.next = 0
        uri = root.as_uri()
        self.request("initialize", {
            "processId": None, "rootUri": uri,
            "workspaceFolders": [{"uri": uri, "name": "package"}],
            "capabilities": {"workspace": {"configuration": True},
                             "textDocument": {"definition": {"linkSupport": False}}}})
        self.send({"method": "initialized", "params": {}})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline().strip()):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        if not length:
            raise EOFError("the language server ended")
        return json.loads(self.process.stdout.read(length))

    def settings(self, section):
        analysis = {"diagnosticMode": "openFilesOnly", "typeCheckingMode": "off",
                    "extraPaths": self.folders, "autoSearchPaths": True,
                    "useLibraryCodeForTypes": True}
        if section.endswith("analysis"):
            return analysis
        if section == "python":
            return {"pythonPath": sys.executable, "analysis": analysis}
        return {"analysis": analysis}

    def request(self, method, params):
        self.next += 1
        self.send({"id": self.next, "method": method, "params": params})
        wanted = self.next
        while True:
            message = self.receive()
            if message.get("id") == wanted and "method" not in message:
                return message.get("result")
            if message.get("method") == "workspace/configuration":
                items = message["params"]["items"]
                self.send({"id": message["id"],
                           "result": [self.settings(one.get("section", "")) for one in items]})
            elif "id" in message and "method" in message:
                self.send({"id": message["id"], "result": None})

    def open(self, file):
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": file.path.as_uri(), "languageId": "python", "version": 1,
            "text": file.text}}})

    def close(self, file):
        self.send({"method": "textDocument/didClose",
                   "params": {"textDocument": {"uri": file.path.as_uri()}}})

    def definition(self, file, line, column):
        before = file.lines[line - 1][:column - 1]
        utf16 = len(before.encode("utf-16-le")) // 2
        found = self.request("textDocument/definition", {
            "textDocument": {"uri": file.path.as_uri()},
            "position": {"line": line - 1, "character": utf16}})
        found = found if isinstance(found, list) else [found] if found else []
        return [(one["uri"], one["range"]["start"]["line"] + 1) for one in found]

    def end(self):
        self.process.kill()
        self.process.wait()


def call_sites(file):
    """(name, line, column) of each called name; a decorator is called."""
    for node in ast.walk(file.tree):
        called = [node.func] if isinstance(node, ast.Call) else []
        if hasattr(node, "decorator_list"):
            called += node.decorator_list
        for one in called:
            if isinstance(one, ast.Name):
                yield one.id, one.lineno, file.column(one.lineno, one.col_offset)
            elif isinstance(one, ast.Attribute):
                end = one.end_col_offset - len(one.attr.encode())
                yield one.attr, one.end_lineno, file.column(one.end_lineno, end)


def import_aliases(files):
    aliases = collections.defaultdict(set)
    for file in files:
        for node in ast.walk(file.tree):
            if isinstance(node, ast.ImportFrom):
                for one in node.names:
                    if one.asname and one.asname != one.name:
                        aliases[one.name].add(one.asname)
    return aliases


def targets(files):
    """Functions and methods: (file, qualified name) -> kind, name and lines."""
    found = {}
    for file in files:
        for node, name, in_class, in_function in definitions(file.tree):
            if isinstance(node, ast.ClassDef) or in_function:
                continue
            entry = found.setdefault((file.name, ".".join(name)), {
                "kind": "method" if in_class else "function", "name": node.name,
                "line": node.lineno, "lines": set()})
            entry["lines"].add(node.lineno)
            if not is_overload(node):
                entry["line"] = node.lineno
    return found


def ask(root, folders, files, wanted):
    """Definitions at each call site of the wanted names: site -> locations."""
    server = Server(root, folders)
    answers = {}
    for file in files:
        sites = sorted({site for site in call_sites(file) if site[0] in wanted})
        if not sites:
            continue
        server.open(file)
        for name, line, column in sites:
            answers[(name, file.name, line, column)] = server.definition(file, line, column)
        server.close(file)
        print(file.name, len(sites), file=sys.stderr, flush=True)
    server.end()
    return answers


def sample(found, counts, aliases, quota):
    """Four times the quota of each kind, of names that are called somewhere."""
    keys = sorted(found)
    random.Random(3).shuffle(keys)
    chosen, used = [], collections.Counter()
    for key in keys:
        entry = found[key]
        names = {entry["name"], *aliases[entry["name"]]}
        called = sum(counts[name] for name in names)
        if 0 < called <= MOST_CANDIDATES and used[entry["kind"]] < 4 * quota:
            used[entry["kind"]] += 1
            chosen.append((key, names))
    return chosen


def write_references(cache):
    rows = []
    for package, root, folders in packages(cache):
        files = list(parsed(root, folders))
        found, aliases = targets(files), import_aliases(files)
        counts = collections.Counter(site[0] for file in files for site in call_sites(file))
        chosen = sample(found, counts, aliases, QUOTA[package])
        wanted = set().union(*(names for _, names in chosen))
        answers = ask(root, folders, files, wanted)
        taken = collections.Counter()
        for (file, qualified), names in chosen:
            entry = found[(file, qualified)]
            uri = (root / file).as_uri()
            calls, unsure = [], []
            for (name, *site), places in sorted(answers.items()):
                if name not in names:
                    continue
                if not places:
                    unsure.append(site)
                elif any(place == uri and line in entry["lines"] for place, line in places):
                    calls.append(site)
            if calls and taken[entry["kind"]] < QUOTA[package]:
                taken[entry["kind"]] += 1
                rows.append({"package": package, "file": file, "line": entry["line"],
                             "name": entry["name"], "qualified": qualified,
                             "kind": entry["kind"], "calls": calls, "unsure": unsure})
        print(package, dict(taken), file=sys.stderr, flush=True)
        with open(HERE / "references.jsonl", "w", encoding="utf-8") as out:
            for row in rows:
                out.write(json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n")


def main():
    cache = pathlib.Path(sys.argv[1]).resolve()
    parts = sys.argv[2:] or ["symbols", "scopes", "references"]
    for part in parts:
        {"symbols": write_symbols, "scopes": write_scopes,
         "references": write_references}[part](cache)


if __name__ == "__main__":
    main()
