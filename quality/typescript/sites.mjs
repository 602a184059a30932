// Lists calls, imports and bases of TypeScript and JavaScript files by the TypeScript
// compiler. File names come one a line on standard input. Prints
// `file line column kind name`, tab-separated. See ../README.md.
import fs from "node:fs";
import { readSource, ts } from "./oracle.mjs";

for (const file of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const source = readSource(file);
  const show = (node, kind, name) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    const start = source.getPositionOfLineAndCharacter(line, 0);
    const column = [...source.text.slice(start, node.getStart())].length + 1;
    console.log([file, line + 1, column, kind, name].join("\t"));
  };
  const visit = (node) => {
    call(node, show);
    imports(node, show);
    heritage(node, show);
    node.jsDoc?.forEach(visit);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** The last name of what is called or extended, or nothing. */
function lastName(expression) {
  let node = expression;
  while (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) node = node.expression;
  const name = ts.isPropertyAccessExpression(node) ? node.name : node;
  return ts.isIdentifier(name) || ts.isPrivateIdentifier(name) ? name : undefined;
}

function call(node, show) {
  let callee;
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) callee = node.expression;
  else if (ts.isTaggedTemplateExpression(node)) callee = node.tag;
  else if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) callee = node.tagName;
  else if (ts.isDecorator(node) && !ts.isCallExpression(node.expression)) callee = node.expression;
  const name = callee && lastName(callee);
  if (!name) return;
  // `<div>` names no component.
  if (callee === node.tagName && callee === name && /^[a-z]/.test(name.text)) return;
  if (required(node)) requires(node, show);
  else show(name, "call", name.text);
}

/** `const { a } = require("m")` imports `a`; without braces the module. */
function requires(node, show) {
  const module = node.arguments[0].text;
  const names = ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined;
  if (names && ts.isObjectBindingPattern(names) && names.elements.length) {
    for (const one of names.elements) {
      const name = one.propertyName ?? one.name;
      show(name, "import", `${module} ${name.text}`);
    }
  } else {
    show(node.arguments[0], "import", module);
  }
}

/** Whether a call is `require("module")`. */
function required(node) {
  const isOne = node.arguments?.length === 1 && ts.isStringLiteral(node.arguments[0]);
  return isOne && ts.isCallExpression(node) && node.expression.getText() === "require";
}

function imports(node, show) {
  // `import("module").Name` as a type.
  if (ts.isImportTypeNode(node)) {
    const module = node.argument.literal.text;
    // As a whole the type of a `@typedef`, it takes in that item under a name.
    const isItem =
      ts.isJSDocTypeExpression(node.parent) &&
      ts.isJSDocTypedefTag(node.parent.parent) &&
      node.qualifier && ts.isIdentifier(node.qualifier) && !node.typeArguments;
    show(node.argument, "import", isItem ? `${module} ${node.qualifier.text}` : module);
    return;
  }
  // `/** @import { Name } from "module" */` is an import too.
  const isImport = ts.isImportDeclaration(node) || ts.isJSDocImportTag(node);
  if (!isImport && !ts.isExportDeclaration(node)) return;
  if (!node.moduleSpecifier) return;
  const module = node.moduleSpecifier.text;
  const clause = isImport ? node.importClause : node;
  const bindings = clause?.namedBindings ?? clause?.exportClause;
  if (clause?.name) show(clause.name, "import", `${module} default`);
  if (bindings?.elements) {
    for (const one of bindings.elements) {
      const name = one.propertyName ?? one.name;
      show(name, "import", `${module} ${name.text}`);
    }
  } else if (bindings) {
    show(bindings.name, "import", module);
  } else if (!clause?.name) {
    show(node.moduleSpecifier, "import", module);
  }
}

function heritage(node, show) {
  if (!ts.isClassLike(node) && !ts.isInterfaceDeclaration(node)) return;
  for (const type of node.heritageClauses?.flatMap((clause) => clause.types) ?? []) {
    let base = type.expression;
    while (ts.isCallExpression(base)) base = base.expression;
    const name = lastName(base);
    if (name) show(name, "inherit", `${node.name?.text ?? ""} < ${name.text}`);
  }
}
