import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './faults';
import { invalid, ProviderError } from './provider-error';

const DEFAULT_HOLD_MS = 60_000;

/** The JSON object in a body; empty where there is none. @throws ProviderError 400 when it is anything else */
export async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (chunks.length === 0) return {};
  let body: unknown;
  try {
    body = JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw invalid('The body is not JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('The body must be a JSON object');
  return body as Record<string, unknown>;
}

/** Writes an answer, unless the caller has left. */
export function sendJson(response: ServerResponse, status: number, text: string): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}

/** Writes an error in the provider's envelope; what is no {@link ProviderError} becomes its 500. */
export function sendError(response: ServerResponse, requestId: string, error: unknown): void {
  const known = error instanceof ProviderError ? error : new ProviderError(500, 'api_error', String(error));
  if (!response.headersSent) for (const [name, value] of Object.entries(known.headers)) response.setHeader(name, value);
  sendJson(response, known.status, JSON.stringify(known.body(requestId)));
}

/** The key of a request, which the SDK sends in a header of its own or as a bearer token. */
export function keyOf({ headers }: IncomingMessage): string | undefined {
  return headers['x-api-key']?.toString() ?? headers.authorization?.replace(/^Bearer /, '');
}

/** What a fault does before the request is acted on. @throws ProviderError for the effects that are an answer */
export async function strikeBefore(fault: Fault, response: ServerResponse): Promise<void> {
  if (fault.effect === 'error_500') throw new ProviderError(500, 'api_error', 'Fault of the stand-in');
  if (fault.effect === 'rate_limit') {
    const seconds = String(Math.ceil((fault.delayMs ?? 1_000) / 1_000));
    throw new ProviderError(429, 'rate_limit_error', 'Fault of the stand-in', { 'retry-after': seconds });
  }
  if (fault.effect === 'timeout_before') await hold(fault, response);
}

/** Says nothing until the caller leaves or the fault's time is over, then drops the connection. */
export async function hold({ delayMs = DEFAULT_HOLD_MS }: Fault, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  if (!response.destroyed) await sleep(delayMs, undefined, { signal: gone.signal }).catch(() => undefined);
  response.destroy();
}
