#!/usr/bin/env python3
"""Lists what Roslyn shows of C# files: calls, imports, bases, symbols and uses of local
names. Reads file names from standard input.

    sites.py DOTNET_ROOT ROSLYN_FOLDER < FILES

    file line column kind name        file line column local def_line:def_column
    file first last unread -          lines that the preprocessor leaves out

Roslyn runs inside of Python: `pip install pythonnet dotnetcore2` gives the runtime
(`dotnetcore2/bin`), npm's @autorest/csharp 3.0.0-beta.20230111.2 holds its assemblies.
Every symbol that a `#if` names without `!` is defined.
"""
import json
import re
import sys
import tempfile

import pythonnet
from clr_loader import get_coreclr

FRAMEWORK = {"name": "Microsoft.NETCore.App", "version": "3.1.0"}
OPTIONS = {"tfm": "netcoreapp3.1", "framework": FRAMEWORK,
           "configProperties": {"System.Globalization.Invariant": True}}
with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as config:
    json.dump({"runtimeOptions": OPTIONS}, config)
pythonnet.set_runtime(get_coreclr(runtime_config=config.name, dotnet_root=sys.argv[1]))
import clr  # noqa: E402

sys.path.append(sys.argv[2])
clr.AddReference("Microsoft.CodeAnalysis")
clr.AddReference("Microsoft.CodeAnalysis.CSharp")
from Microsoft.CodeAnalysis import DiagnosticSeverity, SyntaxTree  # noqa: E402
from Microsoft.CodeAnalysis.CSharp import (  # noqa: E402
    CSharpCompilation, CSharpParseOptions, CSharpSyntaxTree, LanguageVersion, SyntaxKind)
from System import Array, Enum, String  # noqa: E402

TYPES = {"ClassDeclaration", "StructDeclaration", "InterfaceDeclaration", "RecordDeclaration",
         "RecordStructDeclaration", "EnumDeclaration", "DelegateDeclaration"}
METHODS = {"MethodDeclaration", "ConstructorDeclaration", "LocalFunctionStatement"}
LOCAL = {"Local", "Parameter", "RangeVariable"}
KINDS = {int(Enum.Parse(SyntaxKind, name)): name for name in Enum.GetNames(SyntaxKind)}


class Lister:
    def __init__(self, file):
        self.file = file
        self.text = open(file, encoding="utf-8-sig", errors="replace", newline="").read()
        self.lines = self.text.split("\n")

    def place(self, token):
        start = token.GetLocation().GetLineSpan().StartLinePosition
        line = self.lines[start.Line]
        column = len(line.encode("utf-16-le")[: 2 * start.Character].decode("utf-16-le"))
        return start.Line + 1, column + 1

    def out(self, token, kind, name):
        print(self.file, *self.place(token), kind, name, sep="\t")

    def read(self):
        defined = re.findall(r"(?m)^\s*#(?:if|elif)\b(.*)$", self.text)
        names = {name for line in defined for name in re.findall(r"(?<![!\w])\w+", line)}
        options = CSharpParseOptions(LanguageVersion.Preview).WithPreprocessorSymbols(
            Array[String](sorted(names - {"true", "false"})))
        tree = CSharpSyntaxTree.ParseText(self.text, options)
        if any(one.Severity == DiagnosticSeverity.Error for one in tree.GetDiagnostics()):
            print(self.file, 1, 1, "failed", "-", sep="\t")
            return
        root = tree.GetRoot()
        for trivia in root.DescendantTrivia():
            if KINDS.get(trivia.RawKind) == "DisabledTextTrivia":
                span = trivia.GetLocation().GetLineSpan()
                print(self.file, span.StartLinePosition.Line + 1, span.EndLinePosition.Line + 1, "unread", "-", sep="\t")
        compilation = CSharpCompilation.Create("read", Array[SyntaxTree]([tree]))
        self.model = compilation.GetSemanticModel(tree)
        for node in root.DescendantNodes():
            self.visit(node, KINDS.get(node.RawKind, ""))

    def last(self, node):
        """The token of the last name of a type or an expression."""
        kind = KINDS.get(node.RawKind, "")
        if kind in ("IdentifierName", "GenericName"):
            return node.Identifier
        if kind in ("SimpleMemberAccessExpression", "PointerMemberAccessExpression", "MemberBindingExpression",
                    "AliasQualifiedName"):
            return node.Name.Identifier
        if kind == "QualifiedName":
            return self.last(node.Right)
        if kind == "NullableType":
            return self.last(node.ElementType)
        return None

    def named(self, kind, node):
        token = self.last(node)
        if token is not None:
            self.out(token, kind, token.ValueText)

    def visit(self, node, kind):
        if kind in TYPES:
            self.out(node.Identifier, "type", node.Identifier.ValueText)
            self.bases(node, kind)
        elif kind in METHODS:
            self.out(node.Identifier, "method", node.Identifier.ValueText)
        elif kind == "OperatorDeclaration":
            self.out(node.OperatorToken, "method", f"operator{node.OperatorToken.ValueText}")
        elif kind == "InvocationExpression":
            self.named("call", node.Expression)
        elif kind == "ObjectCreationExpression":
            self.named("call", node.Type)
        elif kind == "Attribute":
            self.named("call", node.Name)
        elif kind == "UsingDirective":
            glob = "" if node.Alias is not None else ".*"
            self.out(node, "import", node.Name.ToString() + glob)
        elif kind == "IdentifierName":
            self.use(node)

    def bases(self, node, kind):
        if kind in ("DelegateDeclaration",) or node.BaseList is None:
            return
        for base in node.BaseList.Types:
            token = self.last(base.Type)
            if token is not None:
                self.out(token, "inherit", f"{node.Identifier.ValueText} < {token.ValueText}")

    def use(self, node):
        symbol = self.model.GetSymbolInfo(node).Symbol
        if symbol is None or not symbol.Locations.Length:
            return
        is_local = symbol.Kind.ToString() in LOCAL or \
            symbol.Kind.ToString() == "Method" and symbol.ContainingSymbol.Kind.ToString() == "Method"
        if is_local and symbol.Locations[0].IsInSource and not symbol.IsImplicitlyDeclared:
            start = symbol.Locations[0].GetLineSpan().StartLinePosition
            line = self.lines[start.Line].encode("utf-16-le")[: 2 * start.Character]
            self.out(node.Identifier, "local", f"{start.Line + 1}:{len(line.decode('utf-16-le')) + 1}")


for path in sys.stdin.read().split("\n"):
    if path:
        Lister(path).read()
