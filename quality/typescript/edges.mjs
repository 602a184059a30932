// Compares calls, imports and inheritance in a sample of files with the syntax
// tree of the TypeScript compiler.
//
// Usage: node quality/typescript/edges.mjs [LANGUAGE] [SHOWN]
// (after `cargo build -p clew-grammars --example dump_facts`). Imports are those
// of `import` and `export … from`; `require` is left out on both sides.
import { execFileSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { filesOf, packagesOf, readSource, ts } from "./oracle.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const language = process.argv[2] ?? "typescript";
const shown = Number(process.argv[3] ?? 5);
const SAMPLE = 150;

const all = packagesOf(path.join(here, "..", language), language).flatMap(filesOf);
const step = Math.max(1, Math.floor(all.length / SAMPLE));
const files = all.filter((_, index) => index % step === 0);

const wanted = { C: new Set(), I: new Set(), H: new Set() };
for (const file of files) {
  const source = readSource(file);
  const place = (node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    const start = source.getPositionOfLineAndCharacter(line, 0);
    return [line + 1, [...source.text.slice(start, node.getStart())].length + 1];
  };
  const add = (sort, ...cells) => wanted[sort].add([file, ...cells].join("\t"));
  const visit = (node) => {
    call(node, place, add);
    imports(node, place, add);
    heritage(node, place, add);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function call(node, place, add) {
  let callee;
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) callee = node.expression;
  else if (ts.isTaggedTemplateExpression(node)) callee = node.tag;
  else if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) callee = node.tagName;
  else if (ts.isDecorator(node) && !ts.isCallExpression(node.expression)) callee = node.expression;
  if (!callee) return;
  while (ts.isParenthesizedExpression(callee) || ts.isNonNullExpression(callee)) {
    callee = callee.expression;
  }
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  if (!ts.isIdentifier(name) && !ts.isPrivateIdentifier(name)) return;
  const isElement = callee === node.tagName && /^[a-z]/.test(name.text) && callee === name;
  const isRequire =
    name.text === "require" && node.arguments?.length === 1 && ts.isStringLiteral(node.arguments[0]);
  if (!isElement && !isRequire) add("C", ...place(name), name.text);
}

function imports(node, place, add) {
  if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return;
  if (!node.moduleSpecifier) return;
  const [line] = place(node);
  const give = (item, local) =>
    add("I", line, node.moduleSpecifier.text, item === "default" ? "" : item, local);
  const clause = ts.isImportDeclaration(node) ? node.importClause : node;
  const bindings = clause?.namedBindings ?? clause?.exportClause;
  if (clause?.name) give("", clause.name.text);
  if (bindings?.elements) {
    for (const one of bindings.elements) give((one.propertyName ?? one.name).text, one.name.text);
  } else if (bindings) {
    give("", bindings.name.text);
  } else if (!clause?.name) {
    give("", "");
  }
}

function heritage(node, place, add) {
  if (!ts.isClassLike(node) && !ts.isInterfaceDeclaration(node)) return;
  for (const clause of node.heritageClauses ?? []) {
    for (const type of clause.types) {
      let base = type.expression;
      while (ts.isCallExpression(base)) base = base.expression;
      const name = ts.isPropertyAccessExpression(base) ? base.name : base;
      if (!ts.isIdentifier(name)) continue;
      const kind = clause.token === ts.SyntaxKind.ExtendsKeyword ? "Extends" : "Implements";
      add("H", place(name)[0], node.name?.text ?? "", name.text, kind);
    }
  }
}

const program = path.join(process.env.CARGO_TARGET_DIR ?? "target", "debug/examples/dump_facts");
const linesOf = new Map();
/** Whether a row's line begins with `import` or `export`. */
function isModuleLine(row) {
  const [file, line] = row.split("\t");
  if (!linesOf.has(file)) linesOf.set(file, readSource(file).text.split("\n"));
  return /^\s*(import|export)\b/.test(linesOf.get(file)[line - 1]);
}

const dump = execFileSync(program, { input: files.join("\n"), maxBuffer: 1 << 30 }).toString();
const found = { C: new Set(), I: new Set(), H: new Set() };
for (const line of dump.split("\n")) {
  const cut = line.indexOf("\t");
  found[line.slice(0, cut)]?.add(line.slice(cut + 1));
}
for (const [sort, title] of [["C", "calls"], ["I", "imports"], ["H", "inheritance"]]) {
  const missing = [...wanted[sort]].filter((row) => !found[sort].has(row));
  const extra = [...found[sort]].filter(
    (row) => !wanted[sort].has(row) && (sort !== "I" || isModuleLine(row)),
  );
  console.log(
    `${title}: ${wanted[sort].size} wanted, ${missing.length} missing, ${extra.length} extra`,
  );
  for (const row of missing.slice(0, shown)) console.log("  missing", row);
  for (const row of extra.slice(0, shown)) console.log("  extra", row);
}
