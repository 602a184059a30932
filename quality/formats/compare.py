#!/usr/bin/env python3
"""Compares outlines of data and markup files with independent parsers.

    compare.py CACHE DUMP_FACTS [FORMAT…] [--show N]

CACHE holds folders of packages (any of quality/*/packages.tsv and of
quality/formats/packages.tsv); of each format at most 60 files of a package are read.
DUMP_FACTS is the built example of that name of clew-grammars. Needs sqlglot, python-hcl2,
PyYAML, lxml, nbformat, dockerfile-parse, javaproperties, python-dotenv; universal-ctags; and
for CSS, SCSS, Less and Prisma node with what styles.cjs names. Prints packages, files, names
listed, precision and recall.
"""
import ast
import collections
import configparser
import html.parser
import io
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tomllib

import dotenv
import hcl2
import javaproperties
import lxml.etree
import nbformat
import sqlglot
import yaml
from dockerfile_parse import DockerfileParser
from sqlglot import expressions

HERE = pathlib.Path(__file__).parent
MOST = 60


class Unread(Exception):
    """The other parser does not read the file."""


def page(path, text):
    """Ids of elements."""
    found = []

    class Reader(html.parser.HTMLParser):
        def handle_starttag(self, tag, attributes):
            found.extend(value for name, value in attributes
                         if name == "id" and value and not re.search(r"[{}<>]", value))

    Reader().feed(text)
    return set(found)


def styles(path, text):
    program = subprocess.run(["node", str(HERE / "styles.cjs"), str(path)], capture_output=True,
                             text=True, check=False)
    if program.returncode:
        raise Unread
    return set(filter(None, program.stdout.split("\n")))


def sql(path, text):
    """Tables with their columns, views, added columns."""
    dialects = ["postgres", "mysql", "sqlite", "tsql"]
    hint = next((one for one in ("mysql", "sqlite", "postgres") if one in str(path).lower()), None)
    for dialect in ([hint] if hint else []) + dialects:
        try:
            statements = sqlglot.parse(text, read=dialect)
        except (sqlglot.errors.SqlglotError, RecursionError):
            continue
        if any(isinstance(one, expressions.Command) for one in statements if one):
            unread = [one for one in statements if isinstance(one, expressions.Command)]
            if any(re.match(r"(?i)create", one.name or "") for one in unread):
                continue
        found = set()
        for one in filter(None, statements):
            if isinstance(one, expressions.Alter):
                found.update(f"{one.this.name}.{column.name}" for column in one.args.get("actions") or []
                             if isinstance(column, expressions.ColumnDef))
            if not isinstance(one, expressions.Create):
                continue
            kind, this = one.args["kind"], one.this
            target = this.this if isinstance(this, expressions.Schema) else this
            if kind in ("TABLE", "VIEW"):
                found.add(target.name)
                if isinstance(this, expressions.Schema) and kind == "TABLE":
                    found.update(f"{target.name}.{column.name}" for column in this.expressions
                                 if isinstance(column, expressions.ColumnDef))
        return found
    raise Unread


def dockerfile(path, text):
    """Stages, arguments, variables, ports."""
    parser = DockerfileParser(fileobj=io.BytesIO(text.encode()))
    found = set()
    for one in parser.structure:
        words = one["value"].split()
        if one["instruction"] == "FROM":
            words = [word for word in words if not word.startswith("--")]
            named = len(words) > 2 and words[1].lower() == "as"
            found.add(words[2] if named else words[0])
        elif one["instruction"] == "EXPOSE":
            found.update(word.split("/")[0] for word in words if "$" not in word)
        elif one["instruction"] == "ARG":
            found.update(word.split("=")[0] for word in words[:1])
        elif one["instruction"] == "ENV":
            if "=" in words[0]:
                quoted = re.sub(r'"(\\.|[^"\\])*"|\'[^\']*\'', "q", one["value"])
                found.update(re.findall(r"(?:^|\s)([\w.-]+)=", quoted))
            else:
                found.add(words[0])
    return found


def tags(language, kinds, more=None):
    def read(path, text):
        output = subprocess.run(
            ["ctags", f"--language-force={language}", "--fields=+Kz", "--output-format=json", "-f", "-", str(path)],
            capture_output=True, text=True, check=False).stdout
        rows = [json.loads(line) for line in output.splitlines()]
        # ctags takes an assignment with `+=` for none, and computed names for names.
        found = {row["name"] for row in rows if row.get("kind") in kinds and "$" not in row["name"]}
        return found | set(re.findall(more, text) if more else ())
    return read


def terraform(path, text):
    tree = hcl2.loads(text)
    bare = lambda name: name.strip('"')
    found = set()
    for kind in ("resource", "data"):
        for block in tree.get(kind, []):
            for first, inner in block.items():
                found.update(f"{bare(first)}.{bare(name)}" for name in inner if not name.startswith("__"))
    for kind in ("variable", "output", "module", "provider"):
        found.update(bare(name) for block in tree.get(kind, []) for name in block if not name.startswith("__"))
    for block in tree.get("locals", []):
        found.update(bare(name) for name in block if not name.startswith("__"))
    return found


def loaded(text):
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError) as error:
        raise Unread from error


def workflow(path, text):
    """Name, jobs, named steps."""
    tree = loaded(text)
    found = {tree["name"]} if "name" in tree else set()
    for job, inner in tree["jobs"].items():
        found.add(job)
        found.update(step["name"] for step in inner.get("steps", []) if "name" in step)
    return {str(name) for name in found}


def compose(path, text):
    tree = loaded(text)
    return set(tree.get("services", {})) | set(tree.get("volumes") or {}) | set(tree.get("networks") or {})


METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}


def api(path, text):
    """Operations and schemas of OpenAPI."""
    tree = loaded(text)
    if not isinstance(tree, dict) or not {"openapi", "swagger"} & set(tree) or "paths" not in tree:
        raise Unread
    found = set()
    for route, inner in [*(tree.get("paths") or {}).items(), *(tree.get("webhooks") or {}).items()]:
        found.update(f"{method.upper()} {route}" for method in inner if method in METHODS)
    schemas = (tree.get("components") or {}).get("schemas") or tree.get("definitions") or {}
    return found | set(schemas)


def schema(path, text):
    tree = json.loads(text)
    return set(tree.get("definitions") or tree.get("$defs") or {})


def manifest(path, text):
    """Name, dependencies and scripts of package.json."""
    tree = json.loads(text)
    found = {tree["name"]} if "name" in tree else set()
    for kind in ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies", "scripts"):
        found.update(tree.get(kind) or {})
    return found


def keys(path, text):
    """Keys of TOML; the names of packages and of what they build."""
    found = set()

    def each(table, named):
        for name, value in table.items():
            found.add(value if name == "name" and named else name)
            for inner in value if isinstance(value, list) else [value]:
                if isinstance(inner, dict):
                    each(inner, name in ("package", "project", "lib", "bin", "test", "bench", "example"))

    each(tomllib.loads(text), False)
    return found


def go_module(path, text):
    output = subprocess.run(["go", "mod", "edit", "-json", str(path)], capture_output=True, text=True, check=False)
    if output.returncode:
        raise Unread
    tree = json.loads(output.stdout)
    required = {one["Path"] for one in tree.get("Require") or []}
    return required | {tree["Module"]["Path"].rsplit("/", 1)[-1]}


def elements(path, text):
    """Ids and names of elements of XML, else their local names."""
    try:
        tree = lxml.etree.fromstring(text.encode(), lxml.etree.XMLParser(resolve_entities=False, no_network=True))
    except lxml.etree.XMLSyntaxError as error:
        raise Unread from error
    found = set()
    for one in tree.iter(lxml.etree.Element):
        for attribute, value in one.attrib.items():
            if lxml.etree.QName(attribute).localname in ("id", "name", "Name") and value and len(value) < 100:
                found.add(value.removeprefix("@+id/").removeprefix("@id/"))
    return found


def tags_of(path):
    return {lxml.etree.QName(one).localname for one in lxml.etree.parse(path).iter(lxml.etree.Element)}


def maven(path, text):
    tree = lxml.etree.fromstring(text.encode())
    space = tree.nsmap.get(None)
    of = lambda name: f"{{{space}}}{name}" if space else name
    found = {tree.findtext(of("artifactId"))}
    found.update(one.text for one in tree.iter(of("module")))
    for one in tree.iter(of("dependency")):
        found.add(f'{one.findtext(of("groupId"))}:{one.findtext(of("artifactId"))}')
    for one in [*tree.iter(of("plugin")), *tree.iter(of("parent")), *tree.iter(of("exclusion")), *tree.iter(of("extension"))]:
        group = one.findtext(of("groupId"))
        found.add(f'{group}:{one.findtext(of("artifactId"))}' if group else one.findtext(of("artifactId")))
    for one in tree.iter(of("properties")):
        found.update(lxml.etree.QName(inner).localname for inner in one if isinstance(inner.tag, str))
    return {name.strip() for name in found if name}


def sections(path, text):
    parser = configparser.RawConfigParser(strict=False, allow_no_value=True, default_section="\0")
    parser.optionxform = str
    try:
        parser.read_string(text)
    except configparser.Error as error:
        raise Unread from error
    return set(parser.sections()) | {key for one in parser.sections() for key in parser[one]}


def properties(path, text):
    return set(javaproperties.loads(text))


def variables(path, text):
    return set(dotenv.dotenv_values(stream=io.StringIO(text), interpolate=False))


def cells(path, text):
    """Functions and classes of a notebook's cells."""
    try:
        book = nbformat.reads(text, as_version=4)
    except Exception as error:
        raise Unread from error
    if book.metadata.get("kernelspec", {}).get("language", "python") != "python":
        raise Unread
    found = set()
    for cell in book.cells:
        if cell.cell_type == "code":
            source = re.sub(r"(?m)^\s*[%!].*$", "pass", cell.source)
            try:
                tree = ast.parse(source)
            except SyntaxError:
                # Cells of Python 2, mostly.
                found.update(re.findall(r"(?m)^\s*(?:def|class) (\w+)", source))
                continue
            found.update(one.name for one in ast.walk(tree)
                         if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)))
    return found


# Which files, the other parser, and its name.
FORMATS = {
    "html": (r"\.html$", page, "html.parser"),
    "css": (r"\.css$", styles, "PostCSS"),
    "scss": (r"\.scss$", styles, "postcss-scss"),
    "less": (r"\.less$", styles, "postcss-less"),
    "sql": (r"\.sql$", sql, "sqlglot"),
    "dockerfile": (r"(^|/)Dockerfile[^/]*$", dockerfile, "dockerfile-parse"),
    "makefile": (r"(^|/)Makefile$|\.mk$", tags("Make", {"target", "macro"}, r"(?m)^([\w-]+) *\+="), "universal-ctags"),
    "cmake": (r"(^|/)CMakeLists\.txt$|\.cmake$", tags("CMake", {"function", "macro", "target", "project"},
                                                                r"add_(?:library|executable)\(\s*(\S+)\s+(?:ALIAS|IMPORTED|INTERFACE|UNKNOWN)"), "universal-ctags"),
    "hcl": (r"\.tf$", terraform, "python-hcl2"),
    "workflow": (r"\.github/workflows/[^/]+\.ya?ml$", workflow, "PyYAML"),
    "compose": (r"(^|/)(docker-)?compose[^/]*\.ya?ml$", compose, "PyYAML"),
    "openapi": (r"(readme-oas[^/]*/3\.\d/(json|yaml)/|openapi|prance|learn\.openapis).*\.(json|ya?ml)$", api, "PyYAML"),
    "json-schema": (r"(-schema|\.schema|schema/[^/]+)\.json$", schema, "json"),
    "package.json": (r"(^|/)package\.json$", manifest, "json"),
    "toml": (r"(^|/)(Cargo|pyproject)\.toml$", keys, "tomllib"),
    "go.mod": (r"(^|/)go\.mod$", go_module, "go mod edit"),
    "pom.xml": (r"(^|/)pom\.xml$", maven, "lxml"),
    "xml": (r"(?<!pom)\.xml$", elements, "lxml"),
    "ini": (r"\.(ini|cfg)$", sections, "configparser"),
    "properties": (r"\.properties$", properties, "javaproperties"),
    "dotenv": (r"(^|/)\.env[^/]*$", variables, "python-dotenv"),
    "prisma": (r"\.prisma$", styles, "prisma-ast"),
    "notebook": (r"\.ipynb$", cells, "nbformat, ast"),
}


def counted(form, kind, name, qualified):
    """Clew's row as the other parser would call it; nothing if it lists no such thing."""
    parts = qualified.split(".")
    two = ".".join(parts[-2:])
    match form:
        case "html":
            return name if kind == "key" else "\0" + name
        case "css" | "scss" | "less":
            return None if name.startswith("@") or re.search(r"^[*:\[]|^&|[#@]\{|-$", name) else name
        case "sql":
            return two if kind == "field" else name if kind == "class" else None
        case "cmake":
            return None if kind == "variable" else name
        case "hcl":
            return two if kind == "class" else None if name in ("terraform", "locals") else name
        case "workflow":
            is_step = kind == "key" and qualified.startswith("jobs.")
            return name if kind in ("function", "module") or is_step else None
        case "compose":
            is_listed = parts[0] in ("volumes", "networks") and len(parts) == 2
            return name if kind == "module" or is_listed else None
        case "openapi":
            return name if kind == "method" or kind in ("struct", "class", "enum", "type") else None
        case "json-schema":
            is_listed = parts[0] in ("definitions", "$defs") and len(parts) == 2
            return name if is_listed else None
        case "package.json":
            return name if kind == "module" or qualified.startswith("scripts.") else None
        case "go.mod":
            return name if kind == "module" else None
        case "pom.xml":
            return name if kind in ("module", "variable") else None
        case "xml":
            return name if kind != "key" or name != parts[-1] or len(parts) < 3 else name
        case "properties":
            return qualified
        case "notebook":
            return name if kind in ("function", "method", "constructor", "class") else None
        case _:
            return name


def files(cache, pattern):
    found = collections.defaultdict(list)
    for path in sorted(cache.glob("*/*/")):
        if path.parent.name in ("tool", "more") or path.name == "node_modules":
            continue
        for folder, _, names in os.walk(path):
            for name in names:
                whole = os.path.join(folder, name)
                if re.search(pattern, whole) and "/node_modules/" not in whole and os.path.isfile(whole) \
                        and not os.path.islink(whole) and os.path.getsize(whole) < 400_000:
                    found[path.name].append(whole)
    chance = random.Random(pattern)
    return {name: chance.sample(all_, MOST) if len(all_) > MOST else all_ for name, all_ in found.items()}


def share(part, whole):
    """Three digits, never rounded up."""
    return f"{part * 1000 // max(1, whole) / 1000:.3f}"


def measure(form, cache, tool, show):
    pattern, parser, title = FORMATS[form]
    wanted, read = {}, collections.Counter()
    for package, paths in files(cache, pattern).items():
        for path in paths:
            try:
                with open(path, encoding="utf-8") as stream:
                    text = stream.read()
                wanted[path] = parser(path, text)
                read[package] += 1
            except (Unread, UnicodeDecodeError):
                continue
            except Exception as error:
                print("  unread", path[len(str(cache)):], type(error).__name__, str(error)[:80])
    output = subprocess.run([tool], input="\n".join(wanted) + "\n", capture_output=True, text=True, check=True).stdout
    found = collections.defaultdict(set)
    for line in output.splitlines():
        sort, path, *cells_ = line.split("\t")
        if sort == "S":
            if len(cells_) < 4:
                continue
            name = counted(form, cells_[2], cells_[1], cells_[3])
            if name:
                found[path].add(name)
        elif sort == "I" and form in ("package.json", "go.mod", "pom.xml"):
            found[path].add(cells_[1])
    if form == "properties":
        # What others are nested in is none itself.
        for path, names in found.items():
            found[path] = {name for name in names if not any(one.startswith(name + ".") for one in names)}
    if form == "html":
        # Landmarks, forms and headings are listed by other names too.
        for path in wanted:
            found[path] = {name.removeprefix("\0") for name in found[path]
                           if name[:1] != "\0" or name[1:] in wanted[path]}
    if form == "xml":
        # Elements without id or name are listed by their tags.
        for path in wanted:
            found[path] -= tags_of(path) - wanted[path]
    both = sum(len(wanted[path] & found[path]) for path in wanted)
    listed, all_found = sum(map(len, wanted.values())), sum(len(found[path]) for path in wanted)
    print(f"| {form} | {title} | {len(read)} | {len(wanted)} | {listed} | {share(both, all_found)} | {share(both, listed)} |", flush=True)
    for label, left, right in (("missed", wanted, found), ("extra", found, wanted)):
        rest = [(path[len(str(cache)) + 1:], name) for path in wanted for name in sorted(left[path] - right[path])]
        for path, name in random.Random(1).sample(rest, min(show, len(rest))):
            print("   ", label, path, name)


def main():
    arguments = sys.argv[1:]
    show = 0
    if "--show" in arguments:
        at = arguments.index("--show")
        show = int(arguments[at + 1])
        del arguments[at:at + 2]
    cache, tool = pathlib.Path(arguments[0]).resolve(), arguments[1]
    print("| format | against | packages | files | names | precision | recall |\n| --- | --- | --- | --- | --- | --- | --- |")
    for form in arguments[2:] or FORMATS:
        measure(form, cache, tool, show)


if __name__ == "__main__":
    main()
