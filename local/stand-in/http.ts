import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than a client keeps an idle connection, so that it never sends into one that is being closed. */
export const KEEP_ALIVE_MS = 65_000;

const DEFAULT_HOLD_MS = 60_000;

/** Says nothing for a while (a minute by default), then drops the connection; over at once when the caller has gone. */
export async function hold(response: ServerResponse, forMs = DEFAULT_HOLD_MS): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  if (!response.destroyed) await sleep(forMs, undefined, { signal: gone.signal }).catch(() => undefined);
  response.destroy();
}

/** The whole body as text. */
export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** A text as a JSON object, `{}` where there is none. @throws what `refuse` makes when it is something else */
export function jsonObject(text: string, refuse: (message: string) => Error): Record<string, unknown> {
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(text);
  } catch {
    throw refuse('The body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('The body must be a JSON object');
  return value as Record<string, unknown>;
}

/** Answers with JSON text, unless the caller has gone. */
export function sendJson(response: ServerResponse, status: number, text: string): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}

/** Seconds for a Retry-After header, rounded up. */
export function retryAfterSeconds(delayMs = 1_000): string {
  return String(Math.ceil(delayMs / 1_000));
}

/** Drops the connections and stops listening. */
export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
