// Compares symbols.tsv and scopes.tsv with the facts that Clew extracts.
//
// Usage: node quality/typescript/compare.mjs [LANGUAGE] [-v]
// (after `cargo build -p clew-grammars --example dump_facts`; the program is
// taken from ${CARGO_TARGET_DIR:-target}/debug/examples).
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { packagesOf } from "./oracle.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const language = process.argv[2] ?? "typescript";
const verbose = process.argv.includes("-v");
const folder = path.join(here, "..", language);
const roots = new Map(packagesOf(folder, language).map((pack) => [pack.name, pack.root]));

const rows = (file) =>
  fs
    .readFileSync(path.join(folder, file), "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
const wantedSymbols = rows("symbols.tsv");
const wantedScopes = rows("scopes.tsv");
const absolute = (row) => path.join(roots.get(row[0]), row[1]);
const files = [...new Set([...wantedSymbols, ...wantedScopes].map(absolute))];

const program = path.join(process.env.CARGO_TARGET_DIR ?? "target", "debug/examples/dump_facts");
const dump = execFileSync(program, { input: files.join("\n"), maxBuffer: 1 << 30 }).toString();

const kinds = {
  function: "function", method: "method", constructor: "method",
  class: "type", interface: "type", enum: "type", type: "type",
};
const inSample = new Set(wantedSymbols.map(absolute));
const found = new Set();
const bound = new Map();
for (const line of dump.split("\n")) {
  const [what, file, ...rest] = line.split("\t");
  if (what === "S" && inSample.has(file)) {
    const [at, name, kind, , flags] = rest;
    if (kinds[kind] && !/\s/.test(name) && !flags?.includes("anonymous")) {
      found.add([file, at, name, kinds[kind]].join("\t"));
    }
  } else if (what === "B") {
    const key = [file, rest[0], rest[1]].join("\t");
    bound.set(key, [...(bound.get(key) ?? []), `${rest[2]}:${rest[3]}`]);
  }
}

const wanted = new Set(wantedSymbols.map((row) => [absolute(row), row[2], row[3], row[4]].join("\t")));
const missing = [...wanted].filter((row) => !found.has(row));
const extra = [...found].filter((row) => !wanted.has(row));
const right = wanted.size - missing.length;
console.log(
  `symbols: ${wanted.size} wanted, recall ${(right / wanted.size).toFixed(4)}, ` +
    `precision ${(right / found.size).toFixed(4)}`,
);
const wrong = wantedScopes.filter((row) => {
  const known = bound.get([absolute(row), row[2], row[3]].join("\t")) ?? [];
  return !known.includes(`${row[4]}:${row[5]}`);
});
console.log(
  `local binding: ${wantedScopes.length} uses, right ` +
    (1 - wrong.length / wantedScopes.length).toFixed(4),
);
if (verbose) {
  for (const row of missing) console.log("missing", row);
  for (const row of extra) console.log("extra", row);
  for (const row of wrong) {
    const known = bound.get([absolute(row), row[2], row[3]].join("\t"));
    console.log("scope", row.join(" "), "got", known?.join(" "));
  }
}
