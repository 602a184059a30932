// Command oracle writes what Go's own parser and type checker say of real
// packages: symbols.tsv, references.jsonl and scopes.tsv beside this file.
//
// Usage: GO111MODULE=off GOPATH=/usr/share/gocode go run quality/go/oracle.go
// (a second folder in GOPATH may hold links such as cespare/xxhash/v2 for what
// the distribution installs without version folders).
//
// The packages of packages.tsv are Debian packages of Go sources; the last column
// is their import path, "std" for folders of the standard library. Copies without
// tests go to ${XDG_CACHE_HOME:-$HOME/.cache}/clew-quality/go/<package>-<version>,
// where the comparison reads them.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"unicode/utf8"
)

const (
	maxSymbols = 3000
	maxScopes  = 1000
	targets    = 150
)

// place is a file with a 1-based line and column in Unicode scalars.
type place struct {
	file         string
	line, column int
}

type target struct {
	Package   string   `json:"package"`
	File      string   `json:"file"`
	Line      int      `json:"line"`
	Name      string   `json:"name"`
	Qualified string   `json:"qualified"`
	Kind      string   `json:"kind"`
	Calls     [][3]any `json:"calls"`
}

// pack is one line of packages.tsv.
type pack struct {
	name, root, copy string
	folders          []string
}

type oracle struct {
	fset    *token.FileSet
	lines   map[string][]string
	symbols []string
	scopes  []string
	targets []*target
}

func main() {
	_, self, _, _ := runtime.Caller(0)
	here := filepath.Dir(self)
	o := &oracle{fset: token.NewFileSet(), lines: map[string][]string{}}
	for _, p := range readPackages(filepath.Join(here, "packages.tsv")) {
		o.read(p)
	}
	random := rand.New(rand.NewSource(7))
	o.symbols = sampleFiles(random, o.symbols, maxSymbols)
	o.scopes = sample(random, o.scopes, maxScopes)
	write(filepath.Join(here, "symbols.tsv"), "package\tfile\tline\tname\tkind", o.symbols)
	write(filepath.Join(here, "scopes.tsv"),
		"package\tfile\tuse_line\tuse_col\tdef_line\tdef_col", o.scopes)
	writeTargets(filepath.Join(here, "references.jsonl"), random, o.targets)
}

func readPackages(file string) []pack {
	text, err := os.ReadFile(file)
	check(err)
	cache := os.Getenv("XDG_CACHE_HOME")
	if cache == "" {
		cache = filepath.Join(os.Getenv("HOME"), ".cache")
	}
	var packs []pack
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		columns := strings.Split(line, "\t")
		p := pack{name: columns[1]}
		p.copy = filepath.Join(cache, "clew-quality", "go", columns[1]+"-"+columns[2])
		if columns[5] == "std" {
			p.root = filepath.Join(build.Default.GOROOT, "src")
		} else {
			p.root = filepath.Join(filepath.SplitList(build.Default.GOPATH)[0], "src", columns[5])
			copyFile(filepath.Join(p.root, "go.mod"), filepath.Join(p.copy, "go.mod"))
		}
		for _, source := range strings.Split(columns[4], ",") {
			p.folders = append(p.folders, filepath.Join(p.root, source))
		}
		packs = append(packs, p)
	}
	return packs
}

// read type-checks every folder of a package and collects what is in it.
func (o *oracle) read(p pack) {
	calls := map[token.Position]*target{}
	var found []*target
	var uses []func()
	for _, folder := range p.folders {
		check(filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
			check(err)
			if entry.IsDir() && entry.Name() == "testdata" {
				return filepath.SkipDir
			}
			if entry.IsDir() {
				uses = append(uses, o.readFolder(p, path, calls, &found)...)
			}
			return nil
		}))
	}
	for _, use := range uses {
		use()
	}
	for _, t := range found {
		if len(t.Calls) > 0 {
			o.targets = append(o.targets, t)
		}
	}
}

func (o *oracle) readFolder(
	p pack, folder string, calls map[token.Position]*target, found *[]*target,
) []func() {
	info, err := build.ImportDir(folder, 0)
	if err != nil || len(info.GoFiles) == 0 {
		return nil
	}
	var files []*ast.File
	for _, name := range info.GoFiles {
		path := filepath.Join(folder, name)
		text, err := os.ReadFile(path)
		check(err)
		relative, _ := filepath.Rel(p.root, path)
		copyFile(path, filepath.Join(p.copy, relative))
		o.lines[path] = strings.Split(string(text), "\n")
		file, err := parser.ParseFile(o.fset, path, text, parser.ParseComments)
		check(err)
		files = append(files, file)
	}
	facts := &types.Info{
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	config := types.Config{
		Importer: importer.ForCompiler(o.fset, "source", nil),
		Error:    func(err error) { fmt.Fprintln(os.Stderr, err) },
	}
	_, _ = config.Check(folder, o.fset, files, facts)
	for _, file := range files {
		o.collectSymbols(p, file, calls, found)
		o.collectScopes(p, file, facts)
	}
	return []func(){func() {
		for _, file := range files {
			o.collectCalls(p, file, facts, calls)
		}
	}}
}

func copyFile(from, to string) {
	text, err := os.ReadFile(from)
	check(err)
	check(os.MkdirAll(filepath.Dir(to), 0o755))
	check(os.WriteFile(to, text, 0o644))
}

func (o *oracle) place(p pack, pos token.Pos) place {
	at := o.fset.Position(pos)
	relative, _ := filepath.Rel(p.root, at.Filename)
	column := at.Column
	if lines := o.lines[at.Filename]; at.Line <= len(lines) && at.Column-1 <= len(lines[at.Line-1]) {
		column = utf8.RuneCountInString(lines[at.Line-1][:at.Column-1]) + 1
	}
	return place{relative, at.Line, column}
}

// collectSymbols lists the functions, methods and named types that a file declares.
func (o *oracle) collectSymbols(
	p pack, file *ast.File, calls map[token.Position]*target, found *[]*target,
) {
	add := func(name *ast.Ident, qualified, kind string) {
		at := o.place(p, name.Pos())
		row := fmt.Sprintf("%s\t%s\t%d\t%s\t%s", p.name, at.file, at.line, name.Name, kind)
		o.symbols = append(o.symbols, row)
		if kind == "type" || name.Name == "_" {
			return
		}
		t := &target{p.name, at.file, at.line, name.Name, qualified, kind, nil}
		calls[o.fset.Position(name.Pos())] = t
		*found = append(*found, t)
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncDecl:
			if node.Recv == nil {
				add(node.Name, node.Name.Name, "function")
			} else {
				add(node.Name, receiver(node)+"."+node.Name.Name, "method")
			}
		case *ast.TypeSpec:
			add(node.Name, node.Name.Name, "type")
			if contract, ok := node.Type.(*ast.InterfaceType); ok {
				for _, method := range contract.Methods.List {
					for _, name := range method.Names {
						add(name, node.Name.Name+"."+name.Name, "method")
					}
				}
			}
		}
		return true
	})
}

func receiver(node *ast.FuncDecl) string {
	if len(node.Recv.List) == 0 {
		return ""
	}
	expression := node.Recv.List[0].Type
	for {
		switch inner := expression.(type) {
		case *ast.StarExpr:
			expression = inner.X
		case *ast.ParenExpr:
			expression = inner.X
		case *ast.IndexExpr:
			expression = inner.X
		case *ast.IndexListExpr:
			expression = inner.X
		case *ast.Ident:
			return inner.Name
		default:
			return ""
		}
	}
}

// collectScopes lists uses of parameters and local variables.
func (o *oracle) collectScopes(p pack, file *ast.File, facts *types.Info) {
	ast.Inspect(file, func(node ast.Node) bool {
		name, ok := node.(*ast.Ident)
		if !ok {
			return true
		}
		variable, ok := facts.Uses[name].(*types.Var)
		if !ok || variable.IsField() || variable.Pkg() == nil || variable.Parent() == nil {
			return true
		}
		if variable.Parent() == variable.Pkg().Scope() {
			return true
		}
		use, definition := o.place(p, name.Pos()), o.place(p, variable.Pos())
		o.scopes = append(o.scopes, fmt.Sprintf("%s\t%s\t%d\t%d\t%d\t%d",
			p.name, use.file, use.line, use.column, definition.line, definition.column))
		return true
	})
}

// collectCalls adds the call sites of a file to the functions that they call.
func (o *oracle) collectCalls(
	p pack, file *ast.File, facts *types.Info, calls map[token.Position]*target,
) {
	ast.Inspect(file, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		name := calleeName(call.Fun)
		if name == nil {
			return true
		}
		function, ok := facts.Uses[name].(*types.Func)
		if !ok {
			return true
		}
		if t := calls[o.fset.Position(function.Origin().Pos())]; t != nil {
			at := o.place(p, name.Pos())
			t.Calls = append(t.Calls, [3]any{at.file, at.line, at.column})
		}
		return true
	})
}

func calleeName(function ast.Expr) *ast.Ident {
	switch function := function.(type) {
	case *ast.Ident:
		return function
	case *ast.SelectorExpr:
		return function.Sel
	case *ast.ParenExpr:
		return calleeName(function.X)
	case *ast.IndexExpr:
		return calleeName(function.X)
	case *ast.IndexListExpr:
		return calleeName(function.X)
	}
	return nil
}

func sample(random *rand.Rand, rows []string, limit int) []string {
	sort.Strings(rows)
	if len(rows) > limit {
		random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		rows = rows[:limit]
		sort.Strings(rows)
	}
	return rows
}

// sampleFiles keeps all rows of some files, about limit rows in all.
func sampleFiles(random *rand.Rand, rows []string, limit int) []string {
	byFile := map[string][]string{}
	for _, row := range rows {
		columns := strings.SplitN(row, "\t", 3)
		byFile[columns[0]+"\t"+columns[1]] = append(byFile[columns[0]+"\t"+columns[1]], row)
	}
	var files []string
	for file := range byFile {
		files = append(files, file)
	}
	sort.Strings(files)
	random.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	var kept []string
	for _, file := range files {
		if len(kept)+len(byFile[file]) <= limit {
			kept = append(kept, byFile[file]...)
		}
	}
	sort.Strings(kept)
	return kept
}

func write(file, header string, rows []string) {
	out, err := os.Create(file)
	check(err)
	defer out.Close()
	buffer := bufio.NewWriter(out)
	fmt.Fprintln(buffer, header)
	for _, row := range rows {
		fmt.Fprintln(buffer, row)
	}
	check(buffer.Flush())
}

func writeTargets(file string, random *rand.Rand, all []*target) {
	byKind := map[string][]*target{}
	for _, t := range all {
		byKind[t.Kind] = append(byKind[t.Kind], t)
	}
	var chosen []*target
	for _, kind := range []string{"function", "method"} {
		list := byKind[kind]
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		if len(list) > targets {
			list = list[:targets]
		}
		chosen = append(chosen, list...)
	}
	var rows []string
	for _, t := range chosen {
		row, err := json.Marshal(t)
		check(err)
		rows = append(rows, string(row))
	}
	sort.Strings(rows)
	out, err := os.Create(file)
	check(err)
	defer out.Close()
	for _, row := range rows {
		fmt.Fprintln(out, row)
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
