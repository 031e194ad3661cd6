import type { IncomingMessage, Server, ServerResponse, RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Exceeds the idle timeout of clients, which then never send into a connection that is being closed. */
export const KEEP_ALIVE_MS = 65_000;

const DEFAULT_STALL_MS = 60_000;

/**
 * Sends nothing for `forMs` (default one minute), then drops the connection; returns early if the client disconnects.
 */
export async function stall(response: ServerResponse, forMs = DEFAULT_STALL_MS): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  if (!response.destroyed) await sleep(forMs, undefined, { signal: gone.signal }).catch(() => undefined);
  response.destroy();
}

/** Reads the whole body as text. */
export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Parses a JSON object; an empty text is `{}`. @throws the error of `refuse` for anything else */
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

/** Sends JSON text unless the client has disconnected. */
export function sendJson(response: ServerResponse, status: number, text: string): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}

/** Value of a Retry-After header in seconds, rounded up. */
export function retryAfterSeconds(delayMs = 1_000): string {
  return String(Math.ceil(delayMs / 1_000));
}

/** Drops the connections and stops listening. */
export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Names under which programs reach this machine, and those of the stand-in internet, which nobody else can own. */
const OWN_NAMES =
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|(?:.+\.)?example(?:\.(?:com|net|org))?|api\.(?:anthropic|stripe|resend)\.com)(?::\d+)?$/;

/**
 * True for a request of this machine. Other sites reach loopback by DNS rebinding or across origins: Host or Origin
 * says so.
 */
export function isOfThisMachine({ headers: { host, origin } }: IncomingMessage): boolean {
  return OWN_NAMES.test(host ?? '') && (origin === undefined || OWN_NAMES.test(origin.replace(/^https?:\/\//, '')));
}

/** Answers only requests of this machine; others get 421. */
export function forThisMachine(answer: RequestListener): RequestListener {
  return (request, response) => {
    if (isOfThisMachine(request)) return answer(request, response);
    response.writeHead(421, { 'content-type': 'text/plain' }).end('Only for programs and pages of this machine.\n');
  };
}

/** A stand-in, not yet listening. */
export interface StandIn {
  server: Server;
  close(): Promise<void>;
}

/** Runs a stand-in as a process: prints `{"listening": url}`; on SIGTERM writes its state and exits. */
export function serve(standIn: StandIn, host: string, port: number): void {
  standIn.server.listen(port, host, () => {
    process.stdout.write(`${JSON.stringify({ listening: `http://${host}:${port}` })}\n`);
  });
  process.once('SIGTERM', () => void standIn.close().then(() => process.exit(0)));
}
