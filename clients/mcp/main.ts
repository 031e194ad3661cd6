#!/usr/bin/env node
/**
 * Runs `npm run -s mcp`: an MCP server over stdio. Settings: NOI_API_KEY, NOI_API_URL. Stdout carries only the
 * protocol.
 */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createClient } from '../typescript/src/index';
import { createMcpServer } from './server';

/** `timeoutMs` is shorter than the one-minute timeout of MCP clients. */
const LIMITS = { timeoutMs: 25_000, maxRetries: 2, maxPauseMs: 10_000 };

async function main(): Promise<void> {
  const transport = new StdioServerTransport();
  const { NOI_API_KEY: apiKey = '', NOI_API_URL: baseUrl = '' } = process.env;
  const noi = createClient({ apiKey, baseUrl, ...LIMITS });
  await createMcpServer(noi, { sandbox: apiKey.includes('_test_') }).connect(transport);
  process.stdin.once('end', () => process.exit(0));
}

main().catch((error: Error) => {
  process.stderr.write(
    `${error.message}\nSet NOI_API_KEY to a key of your account, and NOI_API_URL to the address of the service.\n`,
  );
  process.exit(1);
});
