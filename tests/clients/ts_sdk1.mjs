// The older line of the TypeScript SDK: `ts_sdk1.mjs PLAN ERA COMMAND ARG...`.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { read, run } from './plan.mjs';

const arguments_ = read(process.argv);
const { command, args } = arguments_;
const client = new Client({ name: 'e2e', version: '1.0.0' });
const call = client.callTool.bind(client);
client.callTool = (params, options) => call(params, CallToolResultSchema, options);
await client.connect(new StdioClientTransport({ command, args, env: process.env }));
await run(client, arguments_, undefined);
await client.close();
