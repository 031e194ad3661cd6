import type { RequestListener } from 'node:http';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { Type, type TObject } from '@sinclair/typebox';
import { createMcpServer } from '../clients/mcp/server';
import { createClient } from '../clients/typescript/src/index';
import { key, type AnyEndpoint, type AnyRoute, type KeyAuth, type Reply, type Route } from '../http/endpoint';
import { apiKeyOf } from '../http/middleware/authenticate';
import { NO_STORE } from '../http/reply';
import { showAgain } from '../web/page';
import { checkoutAgain } from '../web/shop/checkout-failure-page';
import { allPages } from '../web/table';
import { createAskItself, ITSELF, type AskItself } from './ask-itself';

/** Functions that redisplay an endpoint's form when its request is rejected, by operation id. */
const FORM_PAGES: Readonly<Record<string, NonNullable<AnyRoute['redisplayForm']>>> = {
  startCheckout: (refused, failure) => showAgain(checkoutAgain, refused, failure),
};

/** All routes: endpoints, the pages that show them, and the MCP server. MCP tools send requests to `answer`. */
export function routesOf(endpoints: readonly AnyEndpoint[], answer: () => RequestListener): AnyRoute[] {
  return [...endpoints.map(withFormPage), ...allPages(endpoints), mcpRoute(answer)];
}

function withFormPage(endpoint: AnyEndpoint): AnyEndpoint {
  const redisplayForm = FORM_PAGES[endpoint.operationId];
  return redisplayForm ? { ...endpoint, redisplayForm } : endpoint;
}

/** A JSON-RPC 2.0 message. Batches are rejected because newer versions of MCP have dropped them. */
const Message = Type.Object(
  {
    jsonrpc: Type.Literal('2.0', { examples: ['2.0'] }),
    id: Type.Optional(Type.Union([Type.String(), Type.Number()], { examples: [1] })),
    method: Type.Optional(Type.String({ examples: ['ping'] })),
    params: Type.Optional(Type.Unknown({ examples: [{}] })),
    result: Type.Optional(Type.Unknown()),
    error: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false },
);

/** Longest wait of a tool. Some proxies close a silent connection after half a minute. */
const MOST_WAIT_SECONDS = 20;

/** Rejections and their Retry-After go to the caller immediately, without repeating the request. */
const LIMITS = { timeoutMs: 25_000, maxRetries: 0, maxPauseMs: 2_000 };

/**
 * `POST /mcp`: the MCP server over streamable HTTP, with no sessions, so that any process can handle any message. Its
 * tools call this API with the caller's key. GET and DELETE respond with 405, as the protocol allows.
 */
function mcpRoute(answer: () => RequestListener): AnyRoute {
  let ask: AskItself | null = null;
  const route: Route<KeyAuth, TObject, typeof Message> = {
    method: 'POST',
    path: '/mcp',
    auth: key([]),
    limit: 'mcp',
    large: true,
    relays: true,
    mcp: true,
    body: Message,
    responses: null,
    async handle({ caller, header, body, address, requestId, offBudget }) {
      ask ??= createAskItself(answer());
      const noi = createClient({
        apiKey: apiKeyOf(header),
        baseUrl: ITSELF,
        fetch: ask({ address, requestId }),
        ...LIMITS,
      });
      const server = createMcpServer(noi, {
        sandbox: caller.mode === 'test',
        mostWaitSeconds: MOST_WAIT_SECONDS,
      });
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      await server.connect(transport);
      try {
        return await replyOf(
          await offBudget(transport.handleRequest(requestOf(header('mcp-protocol-version')), { parsedBody: body })),
        );
      } finally {
        await server.close();
      }
    },
  };
  return route;
}

/** Builds the transport's request, which accepts JSON. As a result, even callers that accept only events get JSON. */
function requestOf(protocolVersion: string): Request {
  const headers = {
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    ...(protocolVersion && { 'MCP-Protocol-Version': protocolVersion }),
  };
  return new Request(`${ITSELF}/mcp`, { method: 'POST', headers });
}

async function replyOf(response: Response): Promise<Reply> {
  const { status } = response;
  const text = await response.text();
  if (!text) return { status, headers: NO_STORE };
  return { status, headers: NO_STORE, body: Buffer.from(text), type: 'application/json' };
}
