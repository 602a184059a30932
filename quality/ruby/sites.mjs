// Lists what Prism, Ruby's own parser, shows of files: calls, imports, bases, symbols and
// uses of local names. Reads file names from standard input; `@ruby/prism` must be found.
//   file line column kind name      file line column local def_line:def_column
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const load = createRequire(`${process.cwd()}/`);
const prism = await import(pathToFileURL(load.resolve("@ruby/prism")).href);
const parse = await prism.loadPrism();
const REQUIRES = new Set(["require", "require_relative", "load", "autoload"]);
const MIXINS = new Set(["include", "extend", "prepend"]);

class Lister {
  constructor(file) {
    this.file = file;
    this.bytes = readFileSync(file);
    this.starts = [0];
    this.bytes.forEach((byte, at) => byte === 10 && this.starts.push(at + 1));
    this.scopes = [];
    this.types = [];
    this.uses = [];
    this.within = 0;
  }

  place(offset) {
    let low = 0, high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= offset) low = middle; else high = middle - 1;
    }
    const column = [...this.bytes.subarray(this.starts[low], offset).toString("utf8")].length;
    return [low + 1, column + 1];
  }

  out(location, kind, name) {
    const offset = typeof location === "number" ? location : location.startOffset;
    console.log([this.file, ...this.place(offset), kind, name].join("\t"));
  }

  read() {
    const result = parse(this.bytes.toString("utf8"));
    if (result.errors.length) {
      console.error(`${this.file}: ${result.errors[0].message}`);
      return console.log([this.file, 1, 1, "failed", "-"].join("\t"));
    }
    this.scoped(result.value, () => this.children(result.value));
    for (const [scope, name, offset] of this.uses) {
      const [line, column] = this.place(Math.min(...(scope.get(name) ?? [offset])));
      this.out(offset, "local", `${line}:${column}`);
    }
  }

  scoped(node, inside) {
    this.scopes.push(new Map());
    inside();
    this.scopes.pop();
  }

  children(node) {
    node.childNodes().forEach(child => child && this.visit(child));
  }

  bind(name, depth, offset) {
    const scope = this.scopes[this.scopes.length - 1 - depth];
    scope.set(name, [...(scope.get(name) ?? []), offset]);
  }

  visit(node) {
    const kind = node.constructor.name;
    const rule = this[kind];
    if (rule) return rule.call(this, node);
    if (/^(Required|Optional|Rest|Post|Block|KeywordRest|RequiredKeyword|OptionalKeyword)\w*ParameterNode$/.test(kind) && node.name) {
      this.bind(node.name, 0, (node.nameLoc ?? node.location).startOffset);
    } else if (/^LocalVariable(Target|Write|OperatorWrite|OrWrite|AndWrite)Node$/.test(kind)) {
      this.bind(node.name, node.depth, (node.nameLoc ?? node.location).startOffset);
    } else if (kind === "LocalVariableReadNode") {
      this.uses.push([this.scopes[this.scopes.length - 1 - node.depth], node.name, node.location.startOffset]);
    }
    this.children(node);
  }

  // What stands in blocks and methods is no direct part of the type around.
  inner(node, inside) {
    this.within += 1;
    this.scoped(node, inside);
    this.within -= 1;
  }

  BlockNode(node) { this.inner(node, () => this.children(node)); }
  LambdaNode(node) { this.inner(node, () => this.children(node)); }
  BlockLocalVariableNode(node) { this.bind(node.name, 0, node.location.startOffset); }

  DefNode(node) {
    this.out(node.nameLoc, this.types.length || node.receiver ? "method" : "function", node.name);
    if (node.receiver) this.visit(node.receiver);
    this.inner(node, () => [node.parameters, node.body].forEach(part => part && this.visit(part)));
  }

  type(node, base) {
    const name = node.name;
    const path = node.constantPath;
    this.out((path.nameLoc ?? path.location), "type", name);
    if (path.parent) this.visit(path.parent);
    if (base) {
      this.base(name, base);
      this.visit(base);
    }
    const outer = this.within;
    this.within = 0;
    this.types.push(name);
    if (node.body) this.scoped(node, () => this.visit(node.body));
    this.types.pop();
    this.within = outer;
  }

  ClassNode(node) { this.type(node, node.superclass); }
  ModuleNode(node) { this.type(node, null); }

  SingletonClassNode(node) {
    this.visit(node.expression);
    if (node.body) this.scoped(node, () => this.visit(node.body));
  }

  ConstantWriteNode(node) {
    const made = node.value;
    const isMade = made.constructor.name === "CallNode" && ["new", "define"].includes(made.name) &&
      ["Struct", "Class", "Data", "Module"].includes(made.receiver?.name);
    if (isMade) {
      this.out(node.nameLoc, "type", node.name);
      const first = made.arguments_?.arguments_?.[0];
      if (made.receiver.name === "Class" && first) this.base(node.name, first);
      this.types.push(node.name);
    }
    const outer = this.within;
    if (isMade) this.within = -1;
    this.children(node);
    this.within = outer;
    if (isMade) this.types.pop();
  }

  base(subject, base) {
    const kind = base.constructor.name;
    if (kind === "ConstantReadNode") this.out(base.location, "inherit", `${subject} < ${base.name}`);
    if (kind === "ConstantPathNode") this.out(base.nameLoc, "inherit", `${subject} < ${base.name}`);
  }

  AliasMethodNode(node) {
    const name = node.newName;
    if (name.unescaped) this.out(name.valueLoc ?? name.location, "method", name.unescaped.value ?? name.unescaped);
  }

  CallNode(node) {
    const parts = node.arguments_?.arguments_ ?? [];
    const text = part => part?.constructor.name === "StringNode" ? part.unescaped.value ?? part.unescaped : null;
    const symbol = part => part?.constructor.name === "SymbolNode" ? part.unescaped.value ?? part.unescaped : null;
    if (/^[\p{L}_][\p{L}\p{N}_]*[?!]?$/u.test(node.name) && node.messageLoc && node.messageLoc.length) {
      this.out(node.messageLoc, "call", node.name);
    }
    if (!node.receiver && REQUIRES.has(node.name)) {
      const path = text(parts[parts.length - 1]);
      if (path) this.out(node.location, "import", path.replace(/^\.\//, ""));
    }
    if (!node.receiver && this.types.length && MIXINS.has(node.name) && this.within === 0) {
      parts.forEach(part => this.base(this.types[this.types.length - 1], part));
    }
    if (!node.receiver && this.types.length && ["alias_method", "define_method"].includes(node.name) && symbol(parts[0])) {
      this.out(parts[0].valueLoc ?? parts[0].location, "method", symbol(parts[0]));
    }
    this.children(node);
  }
}

for (const file of readFileSync(0, "utf8").split("\n").filter(Boolean)) new Lister(file).read();
