// The older line of the TypeScript SDK: `ts_sdk1.mjs PLAN ERA TRANSPORT SERVER...`.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport as Sse } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport as Stdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as Http } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { connection, read, run } from './plan.mjs';

const arguments_ = read(process.argv);
const client = new Client({ name: 'e2e', version: '1.0.0' });
const call = client.callTool.bind(client);
client.callTool = (params, options) => call(params, CallToolResultSchema, options);
await client.connect(connection(arguments_, { Stdio, Http, Sse }));
await run(client, arguments_, undefined);
await client.close();
