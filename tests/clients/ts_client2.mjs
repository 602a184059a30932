// The newer line of the TypeScript SDK: `ts_client2.mjs PLAN ERA COMMAND ARG...`.

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { read, run } from './plan.mjs';

const arguments_ = read(process.argv);
const { era, command, args } = arguments_;
const mode = era === 'modern' ? 'auto' : 'legacy';
const client = new Client({ name: 'e2e', version: '1.0.0' }, { versionNegotiation: { mode } });
await client.connect(new StdioClientTransport({ command, args, env: process.env }));
await run(client, arguments_, client.getNegotiatedProtocolVersion());
await client.close();
