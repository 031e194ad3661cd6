#!/usr/bin/env node
/** Runs `npm run -s mcp`: an MCP server over stdio. Settings: NOI_API_KEY, NOI_API_URL. Only protocol goes to stdout. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createClient, VERSION, type Client } from '../typescript/src/index';
import { tools } from './tools';

const INSTRUCTIONS = `AI research on newsletter ideas. check_idea and start_search each spend one credit of the account and
take minutes: call wait_for_run until the run is completed, then get_findings. get_usage shows the credits that are left.`;

/** Shorter than the minute after which clients of MCP give up. */
const LIMITS = { timeoutMs: 25_000, maxRetries: 2, maxPauseMs: 10_000 };

function client(): Client {
  const { NOI_API_KEY, NOI_API_URL } = process.env;
  return createClient({ apiKey: NOI_API_KEY ?? '', ...(NOI_API_URL && { baseUrl: NOI_API_URL }), ...LIMITS });
}

/** Tools call the API through a client; every failure is an error of the tool, with the way out. */
function createServer(noi: Client): McpServer {
  const server = new McpServer(
    { name: 'newsletter-opportunity-intelligence', version: VERSION },
    { instructions: INSTRUCTIONS },
  );
  for (const { name, run, ...description } of tools(noi)) server.registerTool(name, description, run);
  return server;
}

async function main(): Promise<void> {
  const transport = new StdioServerTransport();
  await createServer(client()).connect(transport);
  process.stdin.once('end', () => process.exit(0));
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\nSet NOI_API_KEY to a key of your account, and NOI_API_URL to the API.\n`);
  process.exit(1);
});
