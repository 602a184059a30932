// Writes what the TypeScript compiler says of real packages, as data files
// beside the script that calls it: symbols.tsv, references.jsonl, scopes.tsv.
//
// Usage: node quality/typescript/oracle.mjs
// The packages of packages.tsv are expected, unpacked, in
// ${XDG_CACHE_HOME:-$HOME/.cache}/clew-quality/<language>/<package>-<version>
// (`@scope/name` as `scope-name`), the compiler as npm package `typescript` in
// ${XDG_CACHE_HOME:-$HOME/.cache}/clew-quality/tool.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

export const cache = path.join(
  process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache"),
  "clew-quality",
);
const require = createRequire(path.join(cache, "tool", "package.json"));
export const ts = require("typescript");

const SYMBOLS = 3000;
const SCOPES = 1000;
const TARGETS = 150;

/** Packages of a language's packages.tsv with their folders and source folders. */
export function packagesOf(folder, language) {
  return fs
    .readFileSync(path.join(folder, "packages.tsv"), "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [, name, version, , sources] = line.split("\t");
      const unpacked = `${name.replace("@", "").replace("/", "-")}-${version}`;
      return { name, root: path.join(cache, language, unpacked), sources: sources.split(",") };
    });
}

/** The source files of a package. */
export function filesOf(pack) {
  const found = [];
  const visit = (entry) => {
    if (fs.statSync(entry).isDirectory()) {
      for (const child of fs.readdirSync(entry).sort()) {
        if (child !== "node_modules") visit(path.join(entry, child));
      }
    } else if (/\.(m|c)?(j|t)sx?$/.test(entry)) {
      found.push(entry);
    }
  };
  for (const source of pack.sources) visit(path.join(pack.root, source));
  return found;
}

/** The syntax tree of a file. */
export function readSource(file) {
  const text = fs.readFileSync(file, "utf8");
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

const isTest = (file) => /(^|\/)(__tests__|tests?)\/|\.(test|spec)\./.test(file);

/** The same numbers on every run. */
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function sample(list, count, next) {
  const copy = [...list];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [copy[i], copy[j]] = [copy[j], copy[i]];
  }
  return copy.slice(0, count);
}

const unwrap = (node) => {
  let current = node;
  while (current && ts.isParenthesizedExpression(current)) current = current.expression;
  return current;
};
const isFunction = (node) =>
  !!node && (ts.isArrowFunction(unwrap(node)) || ts.isFunctionExpression(unwrap(node)));
const isClass = (node) => !!node && ts.isClassExpression(unwrap(node));
const isExports = (node) => /^(module\.)?exports$/.test(node.getText());

function nameOf(name) {
  if (ts.isStringLiteralLike(name)) return name.text;
  return name.getText();
}

/** What a node declares: { name, node, kind, callable } or nothing. */
function declared(node) {
  const give = (name, kind) => ({ name, kind });
  if (ts.isFunctionDeclaration(node) && node.name) return give(node.name, "function");
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
    let value = node.initializer;
    while (
      ts.isBinaryExpression(value) &&
      value.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      (isExports(value.left) ||
        (ts.isPropertyAccessExpression(value.left) && isExports(value.left.expression)))
    ) {
      value = value.right;
    }
    if (isFunction(value)) return give(node.name, "function");
    if (isClass(value)) return give(node.name, "type");
  }
  if (ts.isFunctionExpression(node) && node.name) {
    let parent = node.parent;
    while (ts.isParenthesizedExpression(parent)) parent = parent.parent;
    const named =
      ts.isVariableDeclaration(parent) ||
      ts.isPropertyAssignment(parent) ||
      ts.isPropertyDeclaration(parent) ||
      (ts.isBinaryExpression(parent) &&
        parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
        ts.isPropertyAccessExpression(parent.left) &&
        parent.left.getText() !== "module.exports");
    if (!named) return give(node.name, "function");
  }
  if (ts.isConstructorDeclaration(node)) {
    return { kind: "method", keyword: node };
  }
  const isAccessor = ts.isGetAccessor(node) || ts.isSetAccessor(node);
  if (isAccessor && ts.isTypeLiteralNode(node.parent) && !isNamedType(node.parent)) return undefined;
  if (ts.isMethodDeclaration(node) || isAccessor) {
    return give(node.name, exportsLiteral(node.parent) ? "function" : "method");
  }
  if (ts.isMethodSignature(node)) {
    if (isNamedType(node.parent)) return give(node.name, "method");
  }
  if (ts.isPropertyDeclaration(node) && isFunction(node.initializer)) {
    return give(node.name, "method");
  }
  if (ts.isPropertyAssignment(node)) {
    const whole = exportsLiteral(node.parent);
    if (isFunction(node.initializer)) return give(node.name, whole ? "function" : "method");
    if (whole && isClass(node.initializer)) return give(node.name, "type");
  }
  if (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isPropertyAccessExpression(node.left)
  ) {
    const whole = node.left.getText() === "module.exports";
    const onExports = isExports(node.left.expression);
    if (isFunction(node.right) && !whole) {
      return give(node.left.name, onExports ? "function" : "method");
    }
    if (isClass(node.right) && onExports) return give(node.left.name, "type");
  }
  if (
    (ts.isClassDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isEnumDeclaration(node)) &&
    node.name
  ) {
    return give(node.name, "type");
  }
  if (ts.isClassExpression(node) && node.name) {
    const parent = node.parent;
    if (!ts.isVariableDeclaration(parent) && !ts.isBinaryExpression(parent)) {
      return give(node.name, "type");
    }
    if (ts.isBinaryExpression(parent)) {
      const onExports =
        ts.isPropertyAccessExpression(parent.left) && isExports(parent.left.expression);
      if (!onExports) return give(node.name, "type");
    }
  }
  return undefined;
}

/** Whether a node holds the members of a type that has a name. */
function isNamedType(node) {
  if (ts.isInterfaceDeclaration(node)) return true;
  let parent = node.parent;
  while (ts.isIntersectionTypeNode(parent)) parent = parent.parent;
  return ts.isTypeLiteralNode(node) && ts.isTypeAliasDeclaration(parent);
}

/** Whether an object literal is what `module.exports` gets. */
function exportsLiteral(node) {
  return (
    ts.isObjectLiteralExpression(node) &&
    ts.isBinaryExpression(node.parent) &&
    node.parent.left.getText() === "module.exports"
  );
}

/** Whether a declaration is inside a function that is not the whole module. */
function isLocal(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (ts.isClassLike(at) || ts.isObjectLiteralExpression(at)) return false;
    if (ts.isFunctionLike(at)) return true;
  }
  return false;
}

function qualifiedName(name, node) {
  const parts = [name];
  if (ts.isBinaryExpression(node)) {
    const owner = node.left.expression.getText().replace(/\.prototype$/, "");
    if (!/^(module\.)?exports$/.test(owner)) parts.unshift(owner);
  }
  for (let at = node.parent; at; at = at.parent) {
    if ((ts.isClassLike(at) || ts.isInterfaceDeclaration(at) || ts.isModuleDeclaration(at)) && at.name) {
      parts.unshift(at.name.getText());
    } else if (ts.isVariableDeclaration(at) && ts.isIdentifier(at.name) && at !== node) {
      parts.unshift(at.name.getText());
    }
  }
  return parts.join(".");
}

class Oracle {
  constructor(pack, language) {
    this.pack = pack;
    const files = filesOf(pack);
    this.program = ts.createProgram(files, {
      allowJs: language === "javascript",
      checkJs: false,
      noEmit: true,
      maxNodeModuleJsDepth: 0,
      strict: true,
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      jsx: ts.JsxEmit.Preserve,
      experimentalDecorators: true,
      skipLibCheck: true,
    });
    this.checker = this.program.getTypeChecker();
    /** Call sites of members that the compiler cannot tell, by name. */
    this.unsure = new Map();
    this.files = files.map((file) => this.program.getSourceFile(file)).filter(Boolean);
  }

  relative(source) {
    return path.relative(this.pack.root, source.fileName);
  }

  /** 1-based line and column in Unicode scalars. */
  place(source, offset) {
    const { line } = source.getLineAndCharacterOfPosition(offset);
    const start = source.getPositionOfLineAndCharacter(line, 0);
    return [line + 1, [...source.text.slice(start, offset)].length + 1];
  }

  each(source, visit) {
    const walk = (node) => {
      visit(node);
      ts.forEachChild(node, walk);
    };
    walk(source);
  }

  symbols(source) {
    const rows = [];
    this.each(source, (node) => {
      const found = declared(node);
      if (!found || this.assignsDeclared(node)) return;
      if (found.keyword) {
        const word = found.keyword.getChildren().find((child) => child.getText() === "constructor");
        const at = word ? word.getStart() : found.keyword.getStart();
        rows.push({ line: this.place(source, at)[0], name: "constructor", kind: "method" });
        return;
      }
      const [line] = this.place(source, found.name.getStart());
      if (/\s/.test(nameOf(found.name))) return;
      rows.push({ line, name: nameOf(found.name), kind: found.kind });
    });
    rows.push(...this.commentTypes(source));
    return rows.map((row) => ({ package: this.pack.name, file: this.relative(source), ...row }));
  }

  /** Types that JSDoc comments of JavaScript define; those of `import()` are imports. */
  commentTypes(source) {
    const rows = [];
    if (!/\.(m|c)?jsx?$/.test(source.fileName)) return rows;
    this.each(source, (node) => {
      for (const tag of (node.jsDoc ?? []).flatMap((comment) => comment.tags ?? [])) {
        const defines = ts.isJSDocTypedefTag(tag) || ts.isJSDocCallbackTag(tag);
        const type = tag.typeExpression?.type;
        const imports =
          type?.kind === ts.SyntaxKind.ImportType &&
          !type.typeArguments &&
          (!type.qualifier || ts.isIdentifier(type.qualifier));
        if (!defines || !tag.name || imports) continue;
        const [line] = this.place(source, tag.name.getStart());
        rows.push({ line, name: tag.name.getText(), kind: "type" });
      }
    });
    return rows;
  }

  /** Whether a node assigns to a member that its class declares. */
  assignsDeclared(node) {
    if (!ts.isBinaryExpression(node)) return false;
    const symbol = this.checker.getSymbolAtLocation(node.left.name);
    return !!symbol?.declarations?.some((one) => ts.isPropertyDeclaration(one));
  }

  /** Uses of parameters and of names declared inside functions. */
  scopes(source) {
    const rows = [];
    this.each(source, (node) => {
      if (!ts.isIdentifier(node)) return;
      const parent = node.parent;
      if (ts.isPropertyAccessExpression(parent) && parent.name === node) return;
      if (ts.findAncestor(node, (at) => ts.isJSDoc?.(at))) return;
      let symbol;
      if (ts.isShorthandPropertyAssignment(parent) && parent.name === node) {
        symbol = this.checker.getShorthandAssignmentValueSymbol(parent);
      } else {
        symbol = this.checker.getSymbolAtLocation(node);
      }
      // Of overloads, the one with a body.
      const declaration = symbol?.declarations?.find((one) => one.body) ?? symbol?.valueDeclaration;
      if (!declaration?.name || !ts.isIdentifier(declaration.name)) return;
      if (declaration.name === node || declaration.getSourceFile() !== source) return;
      const isValue =
        ts.isParameter(declaration) ||
        ts.isBindingElement(declaration) ||
        ts.isVariableDeclaration(declaration) ||
        ts.isFunctionDeclaration(declaration);
      if (!isValue || !(ts.isParameter(declaration) || isLocal(declaration))) return;
      if (symbol.declarations.some((one) => one.name === node)) return;
      rows.push({
        package: this.pack.name,
        file: this.relative(source),
        use: this.place(source, node.getStart()),
        def: this.place(source, declaration.name.getStart()),
      });
    });
    return rows;
  }

  /** Name node of every callable that is not local, by declaration node. */
  targets() {
    const found = new Map();
    for (const source of this.files) {
      if (isTest(this.relative(source))) continue;
      this.each(source, (node) => {
        const what = declared(node);
        if (!what || what.keyword || what.kind === "type" || isLocal(node)) return;
        if (ts.isGetAccessor(node) || ts.isSetAccessor(node)) return;
        if (ts.isComputedPropertyName(what.name)) return;
        const isOverload = ts.isFunctionDeclaration(node) && !node.body;
        if (isOverload) return;
        found.set(node, { ...what, node, source, calls: [] });
      });
    }
    return found;
  }

  /** The declarations that a call site means. */
  meant(name, call) {
    const declarations = new Set();
    const add = (symbol) => {
      if (!symbol) return;
      if (symbol.flags & ts.SymbolFlags.Alias) symbol = this.checker.getAliasedSymbol(symbol);
      for (const one of symbol.declarations ?? []) {
        declarations.add(one);
        // JavaScript's assigned declarations are found at parts of the assignment.
        if (one.parent && ts.isBinaryExpression(one.parent)) declarations.add(one.parent);
        if (ts.isShorthandPropertyAssignment(one)) {
          add(this.checker.getShorthandAssignmentValueSymbol(one));
        }
      }
    };
    add(this.checker.getSymbolAtLocation(name));
    if (call) {
      const declaration = this.checker.getResolvedSignature(call)?.declaration;
      if (declaration) {
        declarations.add(declaration);
        let parent = declaration.parent;
        while (parent && ts.isParenthesizedExpression(parent)) parent = parent.parent;
        if (parent && isFunction(declaration)) declarations.add(parent);
      }
    }
    return declarations;
  }

  /** Whether a name is bound by an import. */
  isImported(name) {
    const symbol = ts.isIdentifier(name) && this.checker.getSymbolAtLocation(name);
    return !!symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  }

  /** Finds the call sites of all targets. */
  callSites(targets) {
    for (const source of this.files) {
      this.each(source, (node) => {
        let callee;
        let call = node;
        if (ts.isCallExpression(node)) callee = node.expression;
        else if (ts.isNewExpression(node)) callee = node.expression;
        else if (ts.isTaggedTemplateExpression(node)) callee = node.tag;
        else if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) {
          callee = node.tagName;
        } else if (ts.isDecorator(node) && !ts.isCallExpression(node.expression)) {
          callee = node.expression;
        } else return;
        while (ts.isParenthesizedExpression(callee) || ts.isNonNullExpression(callee)) {
          callee = callee.expression;
        }
        const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
        if (!ts.isIdentifier(name) && !ts.isPrivateIdentifier(name)) return;
        const meant = this.meant(name, call);
        if (meant.size === 0 && ts.isPropertyAccessExpression(callee)) {
          const site = [this.relative(source), ...this.place(source, name.getStart())];
          this.unsure.set(name.text, [...(this.unsure.get(name.text) ?? []), site]);
        }
        for (const declaration of meant) {
          const target = targets.get(declaration);
          // Of calls under another name, those of imported names count.
          if (target && (nameOf(target.name) === name.text || this.isImported(name))) {
            target.calls.push([this.relative(source), ...this.place(source, name.getStart())]);
          }
        }
      });
    }
  }
}

function referenceRow(oracle, target) {
  const name = nameOf(target.name);
  const calls = [...new Map(target.calls.map((call) => [call.join(), call])).values()];
  return {
    package: oracle.pack.name,
    file: oracle.relative(target.source),
    line: oracle.place(target.source, target.name.getStart())[0],
    name,
    qualified: qualifiedName(name, target.node),
    kind: target.kind,
    calls,
    unsure: oracle.unsure.get(name) ?? [],
  };
}

/** An equal share of each package; of that, names that several symbols have first. */
function pick(rows, kind, packages, next) {
  const wanted = rows.filter((row) => row.kind === kind);
  const count = new Map();
  for (const row of wanted) count.set(row.name, (count.get(row.name) ?? 0) + 1);
  const share = Math.ceil(TARGETS / packages.length);
  const chosen = new Set();
  for (const pack of packages) {
    const own = wanted.filter((row) => row.package === pack.name);
    const ambiguous = own.filter((row) => count.get(row.name) > 1);
    const mine = new Set(sample(ambiguous, Math.ceil(share / 3), next));
    for (const row of sample(own, own.length, next)) if (mine.size < share) mine.add(row);
    for (const row of mine) chosen.add(row);
  }
  for (const row of sample(wanted, wanted.length, next)) {
    if (chosen.size < TARGETS) chosen.add(row);
  }
  return [...chosen].slice(0, TARGETS);
}

export function run(folder, language) {
  const next = random(42);
  const symbols = [];
  const scopes = [];
  const references = [];
  const packages = packagesOf(folder, language);
  for (const pack of packages) {
    const oracle = new Oracle(pack, language);
    const perFile = oracle.files.map((source) => oracle.symbols(source)).filter((r) => r.length);
    symbols.push(perFile);
    scopes.push(oracle.files.flatMap((source) => oracle.scopes(source)));
    const targets = oracle.targets();
    oracle.callSites(targets);
    const rows = [...targets.values()].filter((t) => t.calls.length).map((t) => referenceRow(oracle, t));
    references.push(...rows);
    console.error(`${pack.name}: ${oracle.files.length} files, ${rows.length} called symbols`);
  }
  write(folder, packages, symbols, scopes, references, next);
}

function write(folder, packages, symbols, scopes, references, next) {
  const order = (a, b) =>
    a.package.localeCompare(b.package) || a.file.localeCompare(b.file) || 0;
  // Whole files, an equal share of each package.
  const symbolRows = symbols.flatMap((perFile) => {
    const rows = [];
    for (const file of sample(perFile, perFile.length, next)) {
      if (rows.length + file.length <= SYMBOLS / symbols.length) rows.push(...file);
    }
    return rows;
  });
  symbolRows.sort((a, b) => order(a, b) || a.line - b.line);
  fs.writeFileSync(
    path.join(folder, "symbols.tsv"),
    "package\tfile\tline\tname\tkind\n" +
      symbolRows.map((r) => [r.package, r.file, r.line, r.name, r.kind].join("\t") + "\n").join(""),
  );
  const scopeRows = scopes.flatMap((rows) => sample(rows, Math.floor(SCOPES / scopes.length), next));
  scopeRows.sort((a, b) => order(a, b) || a.use[0] - b.use[0] || a.use[1] - b.use[1]);
  fs.writeFileSync(
    path.join(folder, "scopes.tsv"),
    "package\tfile\tuse_line\tuse_col\tdef_line\tdef_col\n" +
      scopeRows.map((r) => [r.package, r.file, ...r.use, ...r.def].join("\t") + "\n").join(""),
  );
  const chosen = ["function", "method"].flatMap((kind) => pick(references, kind, packages, next));
  chosen.sort((a, b) => order(a, b) || a.line - b.line);
  fs.writeFileSync(
    path.join(folder, "references.jsonl"),
    chosen.map((row) => JSON.stringify(row) + "\n").join(""),
  );
  console.error(`${symbolRows.length} symbols, ${scopeRows.length} uses, ${chosen.length} targets`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  run(path.dirname(fileURLToPath(import.meta.url)), "typescript");
}
