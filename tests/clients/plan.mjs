// What every JavaScript client checks; `e2e` of xtask writes the plan.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const VERSIONS = { legacy: '2025-11-25', modern: '2026-07-28' };

/** The plan, the era, the transport, and the server's command or address. */
export function read(argv) {
  const [file, era, transport, server, ...args] = argv.slice(2);
  return { plan: JSON.parse(readFileSync(file, 'utf8')), era, transport, server, args };
}

/** Connects with the transports of one line of the SDK. */
export function connection({ transport, server, args }, { Stdio, Http, Sse }) {
  if (transport === 'stdio') return new Stdio({ command: server, args, env: process.env });
  const headers = { Authorization: `Bearer ${process.env.E2E_TOKEN}` };
  const Kind = transport === 'sse' ? Sse : Http;
  return new Kind(new URL(server), { requestInit: { headers } });
}

/** Lists, calls, fails and cancels with a connected client. */
export async function run(client, { plan, era }, version) {
  if (version !== undefined) assert.equal(version, VERSIONS[era]);
  assert.match(client.getInstructions() ?? '', /lookup_symbol/);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), plan.tools);
  for (const call of plan.calls) await check(client, call);
  await assert.rejects(client.callTool({ name: 'no_such_tool', arguments: {} }));
  await offers(client, plan.offers);
  await cancel(client);
  await check(client, plan.calls[0]);
}

/** Resources, prompts and completion. */
async function offers(client, plan) {
  const { prompts } = await client.listPrompts();
  assert.deepEqual(prompts.map((prompt) => prompt.name), plan.prompts);
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.deepEqual(resourceTemplates.map((one) => one.uriTemplate), [plan.template]);
  const { resources } = await client.listResources();
  assert.ok(resources.length > 0, 'no resources');
  await client.readResource({ uri: resources[0].uri });
  for (const { uri, contains } of plan.reads) {
    if (contains === null) {
      await assert.rejects(client.readResource({ uri }), uri);
      continue;
    }
    const { contents } = await client.readResource({ uri });
    assert.equal(contents[0].uri, uri);
    assert.ok(contents[0].text.includes(contains), `"${contains}" is not in ${contents[0].text}`);
  }
  for (const { contains, ...prompt } of plan.gets) {
    if (contains === null) {
      await assert.rejects(client.getPrompt(prompt), prompt.name);
      continue;
    }
    const { messages } = await client.getPrompt(prompt);
    assert.ok(messages[0].content.text.includes(contains), messages[0].content.text);
  }
  for (const { ref, name, value, values } of plan.completions) {
    const { completion } = await client.complete({ ref, argument: { name, value } });
    assert.deepEqual(completion.values, values);
  }
  const found = await client.callTool({ name: 'search', arguments: { query: 'price_of' } });
  const link = found.content.find((block) => block.type === 'resource_link');
  const linked = await client.readResource({ uri: link.uri });
  assert.ok(linked.contents[0].text.includes('price_of'), linked.contents[0].text);
}

async function check(client, call) {
  const result = await client.callTool({ name: call.tool, arguments: call.arguments });
  const text = result.content[0].text;
  const shown = `${call.tool} ${JSON.stringify(call.arguments)}: ${text.slice(0, 2000)}`;
  assert.equal(Boolean(result.isError), call.outcome === 'error', shown);
  assert.ok(text.includes(call.contains), `"${call.contains}" is not in ${shown}`);
}

async function cancel(client) {
  const controller = new AbortController();
  const params = { name: 'repo_map', arguments: { max_tokens: 10000 } };
  const call = client.callTool(params, { signal: controller.signal });
  controller.abort('no longer wanted');
  await assert.rejects(call);
}
