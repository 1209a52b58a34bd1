// Connects with the MCP SDK, makes the calls that standard input lists as JSON, and prints what came back as JSON.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { text } from "node:stream/consumers";

const { url, key, calls } = JSON.parse(await text(process.stdin));
const transport = new StreamableHTTPClientTransport(new URL(url), {
  requestInit: { headers: { Authorization: `Bearer ${key}` } },
});
const client = new Client({ name: "memory-client-tests", version: "1.0.0" });
await client.connect(transport);
const tools = (await client.listTools()).tools.map((tool) => tool.name);
const answers = [];
for (const [name, args] of calls) {
  const progress = [];
  try {
    const onprogress = ({ progress: done }) => progress.push(done);
    const result = await client.callTool({ name, arguments: args }, undefined, { onprogress });
    answers.push({ result, progress });
  } catch (error) {
    answers.push({ code: error.code, message: error.message });
  }
}
const version = transport.protocolVersion;
await client.close();
console.log(JSON.stringify({ version, tools, answers }));
