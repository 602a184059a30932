// Names of one style sheet by PostCSS, or of a Prisma schema by prisma-ast, one a line: the
// class, id or element that a selector ends in, custom properties, variables, mixins,
// functions, keyframes. Needs postcss, postcss-scss, postcss-less, postcss-selector-parser and
// @mrleebo/prisma-ast in NODE_PATH.
const fs = require("fs");
const file = process.argv[2];
const text = fs.readFileSync(file, "utf8");
const names = new Set();

// The last names of what a rule stands in.
function around(node) {
  for (let one = node.parent; one; one = one.parent) if (one.type === "rule") return last(one);
  return [];
}

function last(rule) {
  const found = [];
  const suffix = /^&([\w-]+)$/;
  for (const whole of rule.selectors) {
    // Mixins of Less go by their names; so do placeholders of Sass, without their mark.
    const written = whole.replace(/\s+when\b.*$/s, "").replace(/^([.#][\w-]+)\s*\(.*\)$/s, "$1").replace(/%/g, ".");
    const match = suffix.exec(written.trim());
    if (match) found.push(...around(rule).map((name) => name + match[1]));
    else if (!/[#@]\{|&[\w-]/.test(written)) {
      const own = [...selector(written.replace(/&/g, "").trim() || "&")];
      found.push(...(own.length ? own : around(rule)));
    }
  }
  return found;
}

function selector(written) {
  const names = new Set();
  require("postcss-selector-parser")((root) => {
    root.each((one) => {
      const parts = [];
      one.each((part) => (part.type === "combinator" ? parts.splice(0) : parts.push(part)));
      const last = (type) => parts.filter((part) => part.type === type).pop();
      const named = last("class") || last("id") || last("tag");
      if (named) names.add(named.value);
    });
  }).processSync(written);
  return names;
}

function styles(syntax) {
  const root = syntax.parse(text);
  root.walk((node) => {
    if (node.type === "rule") {
      const frames = node.parent.type === "atrule" && /keyframes$/.test(node.parent.name);
      if (!frames && !node.mixin) last(node).forEach((name) => names.add(name));
    } else if (node.type === "decl") {
      const bare = /^(?:--|\$|@)([\w-]+)$/.exec(node.prop);
      if (bare) names.add(node.prop.startsWith("--") ? node.prop : bare[1]);
    } else if (node.type === "atrule") {
      if (node.variable || /^\s*:/.test(node.params)) names.add(node.name.trim());
      else if (/keyframes$/.test(node.name)) names.add(node.params.trim());
      else if (/^(mixin|function)$/.test(node.name)) names.add(/^[\w-]+/.exec(node.params)[0]);
    }
  });
}

if (file.endsWith(".prisma")) {
  const { getSchema } = require("@mrleebo/prisma-ast");
  for (const block of getSchema(text).list) {
    if (!block.name) continue;
    names.add(block.name);
    for (const inner of block.properties || block.enumerators || []) {
      if ((inner.type === "field" || inner.type === "enumerator") && ["model", "view", "type", "enum"].includes(block.type)) names.add(inner.name);
    }
  }
} else if (file.endsWith(".scss")) styles(require("postcss-scss"));
else if (file.endsWith(".less")) styles(require("postcss-less"));
else styles(require("postcss"));
console.log([...names].join("\n"));
