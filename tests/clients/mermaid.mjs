// Reads flowcharts with the real mermaid: `mermaid.mjs FILE`, a JSON array of
// { name, text, labels }. Each must parse, and its nodes must begin with just
// these labels, in this order.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { JSDOM } from 'jsdom';

// Labels are sanitised, which needs a document.
const { window } = new JSDOM('<!doctype html><body></body>');
globalThis.window = window;
globalThis.document = window.document;
const { default: mermaid } = await import('mermaid');
mermaid.initialize({ startOnLoad: false, securityLevel: 'strict' });

// The parser keeps entities in a form of its own until it draws them.
const decode = (text) =>
  text
    .replace(/ﬂ°°(\d+)¶ß/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/ﬂ°(\w+)¶ß/g, (_, name) => {
      const element = window.document.createElement('textarea');
      element.innerHTML = `&${name};`;
      return element.value;
    });

for (const { name, text, labels } of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
  const parsed = await mermaid.parse(text);
  assert.equal(parsed.diagramType, 'flowchart-v2', name);
  const diagram = await mermaid.mermaidAPI.getDiagramFromText(text);
  const vertices = [...diagram.db.getVertices().values()];
  const found = vertices.map((vertex) => decode(vertex.text));
  assert.equal(found.length, labels.length, `${name}\n${text}`);
  for (const [at, label] of labels.entries()) {
    assert.ok(found[at].startsWith(label), `${name}: ${found[at]} is not ${label}`);
  }
  assert.equal(diagram.db.getEdges().length > 0, true, `${name}: no edges`);
}
process.exit(0);
