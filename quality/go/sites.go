// Command sites lists calls, imports and embedded types of Go files by go/parser.
//
// File names come one a line on standard input. Prints `file line column kind name`,
// tab-separated. Conversions of a value, `T(x)`, read like calls and are listed so.
// See ../README.md.
package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"
)

type lister struct {
	fset  *token.FileSet
	file  string
	lines []string
	// seen holds the bodies of named types.
	seen map[ast.Node]bool
}

func main() {
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		text, err := os.ReadFile(input.Text())
		if err != nil {
			panic(err)
		}
		l := &lister{token.NewFileSet(), input.Text(), strings.Split(string(text), "\n"), map[ast.Node]bool{}}
		file, err := parser.ParseFile(l.fset, l.file, text, 0)
		if err != nil {
			panic(err)
		}
		ast.Inspect(file, l.visit)
	}
}

func (l *lister) show(pos token.Pos, kind, name string) {
	at := l.fset.Position(pos)
	column := utf8.RuneCountInString(l.lines[at.Line-1][:at.Column-1]) + 1
	fmt.Printf("%s\t%d\t%d\t%s\t%s\n", l.file, at.Line, column, kind, name)
}

func (l *lister) visit(node ast.Node) bool {
	switch node := node.(type) {
	case *ast.CallExpr:
		if name := lastName(node.Fun); name != nil {
			l.show(name.Pos(), "call", name.Name)
		}
	case *ast.CompositeLit:
		if name := lastName(node.Type); name != nil {
			l.show(name.Pos(), "call", name.Name)
		}
	case *ast.ImportSpec:
		path, _ := strconv.Unquote(node.Path.Value)
		l.show(node.Path.Pos(), "import", path)
	case *ast.TypeSpec:
		switch body := node.Type.(type) {
		case *ast.StructType:
			l.embedded(node.Name.Name, body.Fields)
			l.seen[body] = true
		case *ast.InterfaceType:
			l.embedded(node.Name.Name, body.Methods)
			l.seen[body] = true
		}
	case *ast.StructType:
		if !l.seen[node] {
			l.embedded("", node.Fields)
		}
	case *ast.InterfaceType:
		if !l.seen[node] {
			l.embedded("", node.Methods)
		}
	}
	return true
}

// embedded lists the types without a name in a struct or interface.
func (l *lister) embedded(subject string, fields *ast.FieldList) {
	for _, field := range fields.List {
		if name := lastName(field.Type); len(field.Names) == 0 && name != nil {
			l.show(name.Pos(), "inherit", subject+" < "+name.Name)
		}
	}
}

func lastName(expression ast.Expr) *ast.Ident {
	switch expression := expression.(type) {
	case *ast.Ident:
		return expression
	case *ast.SelectorExpr:
		return expression.Sel
	case *ast.ParenExpr:
		return lastName(expression.X)
	case *ast.StarExpr:
		return lastName(expression.X)
	case *ast.IndexExpr:
		return lastName(expression.X)
	case *ast.IndexListExpr:
		return lastName(expression.X)
	}
	return nil
}
