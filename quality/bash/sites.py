#!/usr/bin/env python3
"""Lists what shfmt, a shell parser, shows of files: calls, sourced files, functions and
uses of variables. Reads file names from standard input; `shfmt` must be on the path.

    file line column kind name        file line column local def_line:def_column

A call is a command whose name is written out, and the function that `trap` names.
"""
import json
import re
import subprocess
import sys

LOCAL = {"local", "declare", "typeset"}
TAKES_VALUE = {"read": "dinNptu", "mapfile": "dnOsuCc", "readarray": "dnOsuCc"}


class Lister:
    def __init__(self, file):
        self.file = file
        self.data = open(file, "rb").read()
        self.lines = self.data.split(b"\n")
        self.scopes = [{}]
        self.uses = []

    def place(self, at):
        line = self.lines[at["Line"] - 1][: at["Col"] - 1]
        return at["Line"], len(line.decode(errors="replace")) + 1

    def out(self, at, kind, name):
        print(self.file, *self.place(at), kind, name, sep="\t")

    def read(self):
        done = subprocess.run(["shfmt", "-tojson", "-ln", "bash"], input=self.data, capture_output=True)
        if done.returncode:
            print(f"{self.file}: {done.stderr.decode().strip()}", file=sys.stderr)
            print(self.file, 1, 1, "failed", "-", sep="\t")
            return
        self.visit(json.loads(done.stdout))
        for at, name, scope in self.uses:
            found = scope.get(name) or self.scopes[0].get(name)
            if found:
                line, column = self.place(found)
                self.out(at, "local", f"{line}:{column}")

    def assigned(self, name, is_local=False):
        scope = self.scopes[-1]
        if is_local and len(self.scopes) > 1:
            scope.setdefault(name["Value"], name["ValuePos"])
        elif name["Value"] not in scope:
            self.scopes[0].setdefault(name["Value"], name["ValuePos"])

    def text(self, word):
        return self.data[word["Pos"]["Offset"]:word["End"]["Offset"]].decode(errors="replace")

    def visit(self, node):
        if isinstance(node, list):
            for one in node:
                self.visit(one)
        if not isinstance(node, dict):
            return
        rule = getattr(self, node.get("Type") or "", None)
        if rule:
            return rule(node)
        self.children(node)

    def children(self, node):
        if "Name" in node and isinstance(node["Name"], dict) and node.get("Type") is None and "Assigns" not in node \
                and ("Value" in node or "Array" in node or node.get("Append")):
            return self.assignment(node)
        for part in node.values():
            self.visit(part)

    def assignment(self, node, is_local=False):
        for part in ("Index", "Value", "Array"):
            self.visit(node.get(part))
        self.assigned(node["Name"], is_local)

    def FuncDecl(self, node):
        self.out(node["Name"]["ValuePos"], "function", node["Name"]["Value"])
        self.scopes.append({})
        self.visit(node["Body"])
        self.scopes.pop()

    def DeclClause(self, node):
        is_local = node["Variant"]["Value"] in LOCAL
        for one in node.get("Args") or []:
            if not one.get("Name"):
                self.visit(one.get("Value"))
            elif not one.get("Naked") or is_local:
                self.assignment(one, is_local)

    def WordIter(self, node):
        self.visit(node.get("Items"))
        name = node["Name"]
        in_function = len(self.scopes) > 1 and name["Value"] not in self.scopes[0]
        self.assigned(name, in_function)

    def BinaryArithm(self, node):
        # X may be a plain word: `i = 0`.
        self.visit(node["Y"])
        self.visit(node["X"])

    def ParamExp(self, node):
        name = node["Param"]
        if re.fullmatch(r"[A-Za-z_]\w*", name["Value"]):
            self.uses.append((name["ValuePos"], name["Value"], self.scopes[-1]))
        for part in ("Index", "Slice", "Repl", "Exp"):
            self.visit(node.get(part))

    def CallExpr(self, node):
        for one in node.get("Assigns") or []:
            self.assignment(one)
        words = node.get("Args") or []
        if words:
            self.command(words)
        self.visit(words)

    def command(self, words):
        name = words[0]["Parts"][0] if len(words[0]["Parts"]) == 1 else {}
        if name.get("Type") != "Lit":
            return
        text = name["Value"]
        if re.match(r"[^\W\d]", text):
            self.out(name["ValuePos"], "call", text)
        if text in ("source", ".") and len(words) > 1:
            module = self.text(words[1]).strip("\"'")
            last = module.rsplit("/", 1)[-1]
            if last and not re.search(r"[$*(`]", last) and not module.startswith(("<", ">")):
                self.out(words[0]["Pos"], "import", module.removeprefix("./"))
        if text == "trap" and len(words) > 1 and re.fullmatch(r"\w+", self.text(words[1])):
            self.out(words[1]["Pos"], "call", self.text(words[1]))
        if text in ("read", "mapfile", "readarray"):
            self.reads(words[1:], TAKES_VALUE[text])

    def reads(self, words, takes):
        skip = False
        for word in words:
            text = self.text(word)
            if skip or text.startswith("-"):
                skip = not skip and text[-1] in takes
            elif re.fullmatch(r"[A-Za-z_]\w*", text):
                self.assigned({"Value": text, "ValuePos": word["Pos"]})


for path in sys.stdin.read().split("\n"):
    if path:
        Lister(path).read()
