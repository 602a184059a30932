#!/usr/bin/env python3
"""Lists calls, imports and bases of Python files by Python's own `ast`.

File names come one a line on standard input. Prints `file line column kind name`,
tab-separated; kinds are call, import and inherit. See ../README.md.
"""
import ast
import sys


class Lister:
    def __init__(self, name):
        self.name = name
        self.text = open(name, encoding="utf-8").read()
        self.lines = self.text.split("\n")

    def show(self, line, byte, kind, name):
        column = len(self.lines[line - 1].encode()[:byte].decode()) + 1
        print(self.name, line, column, kind, name, sep="\t")

    def named(self, node):
        """The last name of an expression: (line, byte, name)."""
        while isinstance(node, ast.Subscript):
            node = node.value
        if isinstance(node, ast.Name):
            return node.lineno, node.col_offset, node.id
        if isinstance(node, ast.Attribute):
            return node.end_lineno, node.end_col_offset - len(node.attr.encode()), node.attr
        return None

    def call(self, node):
        found = None if isinstance(node, ast.Subscript) else self.named(node)
        if found:
            self.show(*found[:2], "call", found[2])

    def run(self):
        for node in ast.walk(ast.parse(self.text)):
            if isinstance(node, ast.Call):
                self.call(node.func)
            for decorator in getattr(node, "decorator_list", []):
                self.call(decorator)
            if isinstance(node, ast.ClassDef):
                for base in node.bases:
                    found = self.named(base.func if isinstance(base, ast.Call) else base)
                    if found:
                        self.show(*found[:2], "inherit", f"{node.name} < {found[2]}")
            if isinstance(node, ast.Import):
                for one in node.names:
                    self.show(one.lineno, one.col_offset, "import", one.name)
            if isinstance(node, ast.ImportFrom):
                module = "." * node.level + (node.module or "")
                for one in node.names:
                    self.show(one.lineno, one.col_offset, "import", f"{module} {one.name}")


if __name__ == "__main__":
    for line in sys.stdin:
        Lister(line.rstrip("\n")).run()
