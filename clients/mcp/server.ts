import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Client } from '../typescript/src/index';
import { tools } from './tools';

const INSTRUCTIONS = `AI research on newsletter ideas. check_idea and start_search each spend one credit of the account and
take minutes: call wait_for_run until the run is completed, then get_findings. get_usage shows the credits that are left.`;

/** MCP server whose tools call the API through a client; every failure is an error of the tool, with the way out. */
export function createMcpServer(noi: Client, version: string): McpServer {
  const server = new McpServer(
    { name: 'newsletter-opportunity-intelligence', version },
    { instructions: INSTRUCTIONS },
  );
  for (const { name, run, ...description } of tools(noi)) server.registerTool(name, description, run);
  return server;
}
