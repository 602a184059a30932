// Lists what Scalameta's parser shows of files: calls, imports, bases, symbols and uses of
// local names. Reads file names from standard input; `scalameta-parsers` must be found.
//   file line column kind name      file line column local def_line:def_column
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");

const { parseSource } = createRequire(`${process.cwd()}/`)("scalameta-parsers");
const WORD = /^[\p{L}_]/u;
const TYPES = new Set(["Defn.Class", "Defn.Object", "Defn.Trait", "Defn.Enum", "Pkg.Object", "Defn.Given"]);

class Lister {
  constructor(file) {
    this.file = file;
    this.text = readFileSync(file, "utf8");
    this.starts = [0];
    for (let at = this.text.indexOf("\n"); at >= 0; at = this.text.indexOf("\n", at + 1)) this.starts.push(at + 1);
    this.scopes = [new Map()];
    this.types = [];
  }

  place(offset) {
    let low = 0, high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= offset) low = middle; else high = middle - 1;
    }
    return [low + 1, [...this.text.slice(this.starts[low], offset)].length + 1];
  }

  out(node, kind, name) { console.log([this.file, ...this.place(node.pos.start), kind, name].join("\t")); }

  read() {
    const tree = parseSource(this.text);
    if (tree.error) {
      console.error(`${this.file}: ${tree.error}`);
      return console.log([this.file, 1, 1, "failed", "-"].join("\t"));
    }
    this.visit(tree);
  }

  // ---- names

  bind(name, isLocal = true) {
    if (name?.value) this.scopes[this.scopes.length - 1].set(name.value, isLocal ? name : null);
  }

  use(name) {
    for (let at = this.scopes.length - 1; at >= 0; at--) {
      if (this.scopes[at].has(name.value)) {
        const found = this.scopes[at].get(name.value);
        if (found) this.out(name, "local", this.place(found.pos.start).join(":"));
        return;
      }
    }
  }

  scoped(inside) {
    this.scopes.push(new Map());
    inside();
    this.scopes.pop();
  }

  // Definitions of a block or a body are seen in all of it.
  hoist(stats, isLocal) {
    for (const stat of stats) {
      if (stat.type === "Defn.Def" || stat.type === "Decl.Def") this.bind(stat.name, isLocal);
      if (TYPES.has(stat.type) && stat.name?.value) this.bind(stat.name, isLocal && stat.type === "Defn.Object");
      if (/^(Defn|Decl)\.Va[lr]$/.test(stat.type)) stat.pats.forEach(one => this.pattern(one, isLocal, true));
    }
  }

  pattern(node, isLocal = true, onlyNames = false) {
    if (!node) return;
    if (node.type === "Pat.Var") return this.bind(node.name, isLocal);
    if (!onlyNames && /^(Term|Type)\./.test(node.type)) return this.visit(node);
    if (onlyNames && /^(Term|Type)\./.test(node.type)) return;
    if (node.type === "Pat.Extract" && !onlyNames) this.visit(node.fun);
    for (const [key, part] of Object.entries(node)) {
      if (node.type === "Pat.Extract" && key === "fun") continue;
      if (Array.isArray(part)) part.forEach(one => this.pattern(one, isLocal, onlyNames));
      else if (part?.type) this.pattern(part, isLocal, onlyNames);
    }
  }

  // ---- the tree

  visit(node) {
    if (!node) return;
    if (Array.isArray(node)) return node.forEach(one => this.visit(one));
    if (!node.type) return;
    const rule = this[node.type];
    if (rule) return rule.call(this, node);
    if (TYPES.has(node.type)) return this.declared(node);
    this.children(node);
  }

  children(node) {
    for (const part of Object.values(node)) {
      if (Array.isArray(part)) part.forEach(one => one?.type && this.visit(one));
      else if (part?.type) this.visit(part);
    }
  }

  declared(node) {
    const name = node.name ?? node.ref;
    if (name?.value) this.out(name, "type", name.value);
    this.visit(node.mods ?? []);
    this.scoped(() => {
      for (const clause of node.ctor?.paramClauses ?? []) this.parameters(clause);
      this.template(node.templ, name?.value ?? "");
    });
  }

  template(templ, subject) {
    if (!templ) return;
    for (const init of templ.inits ?? []) {
      this.base(subject, init);
      init.argClauses.forEach(one => this.visit(one));
    }
    const stats = templ.body?.stats ?? templ.stats ?? [];
    this.types.push(subject);
    this.scoped(() => {
      this.bind(templ.body?.selfOpt?.name);
      this.hoist(stats, false);
      this.visit(stats);
    });
    this.types.pop();
  }

  last(type) {
    while (type) {
      if (type.type === "Type.Name") return type;
      if (type.type === "Type.Select" || type.type === "Type.Project") return type.name;
      type = type.tpe ?? type.lhs;
    }
    return null;
  }

  base(subject, init) {
    const name = this.last(init.tpe);
    if (name) this.out(name, "inherit", `${subject} < ${name.value}`);
  }

  parameters(clause) {
    for (const parameter of clause.values) {
      this.visit(parameter.mods);
      this.bind(parameter.name);
      this.visit(parameter.default);
    }
  }

  "Defn.Def"(node) {
    this.out(node.name, this.types.length ? "method" : "function", node.name.value);
    this.visit(node.mods);
    this.scoped(() => {
      for (const group of node.paramClauseGroups ?? []) group.paramClauses.forEach(one => this.parameters(one));
      this.visit(node.body);
    });
  }
  "Decl.Def"(node) { this["Defn.Def"](node); }
  "Defn.Macro"(node) { this["Defn.Def"](node); }
  "Defn.Type"(node) { this.out(node.name, "type", node.name.value); }
  "Decl.Type"(node) { this.out(node.name, "type", node.name.value); }
  "Ctor.Secondary"(node) {
    this.scoped(() => {
      node.paramClauses.forEach(one => this.parameters(one));
      this.visit(node.body ?? node.stats ?? []);
    });
  }

  Import(node) {
    for (const importer of node.importers) {
      const module = this.text.slice(importer.ref.pos.start, importer.ref.pos.end).replace(/\s+/g, "");
      for (const one of importer.importees) {
        const item = one.name?.value ?? (/Wildcard|Given/.test(one.type) ? "*" : null);
        if (item && one.type !== "Importee.Unimport") this.out(one, "import", `${module}.${item}`);
      }
    }
  }
  Export() {}
  Pkg(node) { this.visit(node.body?.stats ?? node.stats); }

  "Term.Block"(node) {
    this.scoped(() => {
      this.hoist(node.stats, true);
      this.visit(node.stats);
    });
  }

  "Defn.Val"(node) {
    this.visit(node.mods);
    node.pats.forEach(one => one.type !== "Pat.Var" && this.patternTerms(one));
    this.visit(node.body ?? node.rhs);
  }
  "Defn.Var"(node) { this["Defn.Val"](node); }

  // Names that a pattern of a definition uses.
  patternTerms(node) {
    if (node.type === "Pat.Extract") this.visit(node.fun);
    for (const part of Object.values(node)) [part].flat().forEach(one => one?.type?.startsWith("Pat") && this.patternTerms(one));
  }

  "Term.Function"(node) {
    this.scoped(() => {
      this.parameters(node.paramClause);
      this.visit(node.body);
    });
  }

  Case(node) {
    this.scoped(() => {
      this.pattern(node.pat);
      this.visit(node.cond);
      this.visit(node.body);
    });
  }

  "Term.For"(node) {
    const block = node.enumsBlock?.enums ?? node.enums;
    this.scoped(() => {
      for (const one of block) {
        this.visit(one.rhs ?? one.cond ?? one.body);
        if (one.pat) this.pattern(one.pat);
      }
      this.visit(node.body);
    });
  }
  "Term.ForYield"(node) { this["Term.For"](node); }

  "Term.Select"(node) { this.visit(node.qual); }
  "Term.Name"(node) { this.use(node); }
  "Term.ArgClause"(node) {
    for (const one of node.values) this.visit(one.type === "Term.Assign" && one.lhs.type === "Term.Name" ? one.rhs : one);
  }

  called(fun) {
    while (fun?.type === "Term.ApplyType") fun = fun.fun;
    const name = fun?.type === "Term.Select" ? fun.name : fun?.type === "Term.Name" ? fun : null;
    if (name && WORD.test(name.value)) this.out(name, "call", name.value);
  }

  "Term.Apply"(node) {
    this.called(node.fun);
    this.children(node);
  }

  "Term.ApplyInfix"(node) {
    if (WORD.test(node.op.value)) this.out(node.op, "call", node.op.value);
    this.visit(node.lhs);
    this.visit(node.argClause);
  }

  constructed(init) {
    const name = this.last(init.tpe);
    if (name) this.out(name, "call", name.value);
    init.argClauses.forEach(one => this.visit(one));
  }

  "Term.New"(node) { this.constructed(node.init); }
  "Mod.Annot"(node) { this.constructed(node.init); }
  "Term.NewAnonymous"(node) {
    const [first, ...rest] = node.templ.inits;
    if (first) this.constructed(first);
    const inits = node.templ.inits;
    inits.forEach(one => this.base("", one));
    rest.forEach(one => one.argClauses.forEach(clause => this.visit(clause)));
    this.template({ ...node.templ, inits: [] }, "");
  }
}

for (const file of readFileSync(0, "utf8").split("\n").filter(Boolean)) new Lister(file).read();
