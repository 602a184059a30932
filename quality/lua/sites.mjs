// Lists what luaparse shows of files: calls, required modules, functions and uses of local
// names. Reads file names from standard input; `luaparse` must be found.
//   file line column kind name      file line column local def_line:def_column
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const luaparse = createRequire(`${process.cwd()}/`)("luaparse");

class Lister {
  constructor(file) {
    this.file = file;
    this.lines = readFileSync(file, "utf8").split("\n");
    this.scopes = [];
  }

  out(at, kind, name) {
    const column = [...this.lines[at.line - 1].slice(0, at.column)].length;
    console.log([this.file, at.line, column + 1, kind, name].join("\t"));
  }

  read() {
    let text = this.lines.join("\n");
    if (text.startsWith("#")) text = text.replace(/^#[^\n]*/, one => "--" + one.slice(2));
    let tree;
    try {
      tree = luaparse.parse(text, { locations: true, luaVersion: "5.3", encodingMode: "none" });
    } catch (error) {
      console.error(`${this.file}: ${error.message}`);
      return console.log([this.file, 1, 1, "failed", "-"].join("\t"));
    }
    this.block(tree.body);
  }

  scoped(inside) {
    this.scopes.push(new Map());
    inside();
    this.scopes.pop();
  }

  block(body) { this.scoped(() => body.forEach(one => this.visit(one))); }

  bind(name) {
    if (name.type === "Identifier") this.scopes[this.scopes.length - 1].set(name.name, name.loc.start);
  }

  // A use of a plain name.
  use(node) {
    for (let at = this.scopes.length - 1; at >= 0; at--) {
      const place = this.scopes[at].get(node.name);
      if (place) {
        const column = [...this.lines[place.line - 1].slice(0, place.column)].length + 1;
        return this.out(node.loc.start, "local", `${place.line}:${column}`);
      }
    }
  }

  all(nodes) { nodes.forEach(node => this.visit(node)); }

  named(name, value) {
    if (value?.type !== "FunctionDeclaration") return;
    if (name.type === "Identifier") this.out(name.loc.start, "function", name.name);
    if (name.type === "MemberExpression") this.out(name.identifier.loc.start, "method", name.identifier.name);
  }

  visit(node) {
    if (!node) return;
    const rule = this[node.type];
    if (rule) return rule.call(this, node);
    for (const part of Object.values(node)) {
      if (Array.isArray(part)) this.all(part.filter(one => one?.type));
      else if (part?.type) this.visit(part);
    }
  }

  Identifier(node) { this.use(node); }
  MemberExpression(node) { this.visit(node.base); }
  TableKeyString(node) {
    this.named(node.key, node.value);
    this.visit(node.value);
  }

  LocalStatement(node) {
    this.all(node.init);
    node.variables.forEach((name, at) => this.named(name, node.init[at]));
    node.variables.forEach((name, at) => {
      this.bind(name);
      if (!node.init[at]) name.loc.start.empty = true;
    });
  }

  AssignmentStatement(node) {
    node.variables.forEach((name, at) => {
      const scope = [...this.scopes].reverse().find(one => name.type === "Identifier" && one.has(name.name));
      if (!scope) return this.named(name, node.init[at]);
      // A variable without a value so far is the function from here on.
      const place = scope.get(name.name);
      if (place.empty && node.init[at]?.type === "FunctionDeclaration") this.out(place, "function", name.name);
      delete place.empty;
    });
    this.all(node.variables);
    this.all(node.init);
  }

  FunctionDeclaration(node) {
    if (node.identifier) {
      this.named(node.identifier, node);
      if (node.isLocal) this.bind(node.identifier);
      else if (node.identifier.type === "MemberExpression") this.visit(node.identifier.base);
    }
    this.scoped(() => {
      node.parameters.forEach(name => this.bind(name));
      this.all(node.body);
    });
  }

  ForNumericStatement(node) {
    this.all([node.start, node.end, node.step].filter(Boolean));
    this.scoped(() => { this.bind(node.variable); this.all(node.body); });
  }

  ForGenericStatement(node) {
    this.all(node.iterators);
    this.scoped(() => { node.variables.forEach(one => this.bind(one)); this.all(node.body); });
  }

  DoStatement(node) { this.block(node.body); }
  WhileStatement(node) { this.visit(node.condition); this.block(node.body); }
  RepeatStatement(node) { this.scoped(() => { this.all(node.body); this.visit(node.condition); }); }
  IfStatement(node) {
    for (const clause of node.clauses) {
      if (clause.condition) this.visit(clause.condition);
      this.block(clause.body);
    }
  }

  called(node, given) {
    const base = node.base;
    const name = base.type === "MemberExpression" ? base.identifier : base.type === "Identifier" ? base : null;
    if (name) this.out(name.loc.start, "call", name.name);
    if (base.type === "Identifier" && base.name === "require" && given[0]?.type === "StringLiteral") {
      this.out(node.loc.start, "import", given[0].raw.replace(/^(\[=*\[|["'])|(\]=*\]|["'])$/g, ""));
    }
    this.visit(base);
    this.all(given);
  }

  CallExpression(node) { this.called(node, node.arguments); }
  StringCallExpression(node) { this.called(node, [node.argument]); }
  TableCallExpression(node) { this.called(node, [node.arguments].flat()); }
}

for (const file of readFileSync(0, "utf8").split("\n").filter(Boolean)) new Lister(file).read();
