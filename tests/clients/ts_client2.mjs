// The newer line of the TypeScript SDK: `ts_client2.mjs PLAN ERA TRANSPORT SERVER...`.

import {
  Client,
  SSEClientTransport as Sse,
  StreamableHTTPClientTransport as Http,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio } from '@modelcontextprotocol/client/stdio';
import { connection, read, run } from './plan.mjs';

const arguments_ = read(process.argv);
const mode = arguments_.era === 'modern' ? 'auto' : 'legacy';
const client = new Client({ name: 'e2e', version: '1.0.0' }, { versionNegotiation: { mode } });
await client.connect(connection(arguments_, { Stdio, Http, Sse }));
await run(client, arguments_, client.getNegotiatedProtocolVersion());
await client.close();
