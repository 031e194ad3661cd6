import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { operationOf } from '../../vendors/measured-calls';

export const PROVIDERS = ['payments', 'mail', 'agents'] as const;
export type Provider = (typeof PROVIDERS)[number];

export interface Assumption<C> {
  name: string;
  says: string;
  cure: string;
  /** True if the stand-in behaves differently, so that only the real provider can verify the assumption. */
  notAtStandIn?: true;
  /** Returns a short observation. @throws Differs, or Unknown if it could not be verified */
  check(contact: C): Promise<string>;
}

export interface Verdict {
  provider: Provider;
  assumption: string;
  result: 'held' | 'differs' | 'unknown';
  says: string;
  seen: string;
  cure: string | null;
}

/** The provider behaves differently than the product assumes. */
export class Differs extends Error {
  override name = 'Differs';
}

/** An assumption could not be verified. The message says what is missing. */
export class Unknown extends Error {
  override name = 'Unknown';
}

/** Connection to a provider or its stand-in, with the exchanges recorded so far. */
export interface Contact {
  isStandIn: boolean;
  /** Newest exchange of an operation such as `POST /v1/refunds`. @throws Differs if there is no exchange */
  last(operation: string): Exchange;
  all(operation: string): Exchange[];
  /** Waits, to keep calls within the provider's rate limit. Does nothing with a stand-in. */
  pace(ms: number): Promise<void>;
}

/** Connection whose `last` reads `exchanges` as they are recorded. */
export function contactOver(exchanges: readonly Exchange[], isStandIn: boolean): Contact {
  const all = (operation: string) => exchanges.filter(({ method, path }) => operationOf(method, path) === operation);
  return {
    isStandIn,
    all,
    last(operation) {
      const exchange = all(operation).at(-1);
      if (!exchange) throw new Differs(`${operation} was never answered`);
      return exchange;
    },
    pace: (ms) => sleep(isStandIn ? 0 : ms),
  };
}

/** Verifies the assumptions in order, because later checks use objects created by earlier ones. */
export async function judgeAll<C extends Contact>(
  provider: Provider,
  assumptions: readonly Assumption<C>[],
  contact: C,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { name: assumption, says, cure, notAtStandIn, check } of assumptions) {
    const of = (result: Verdict['result'], seen: string, todo: string | null) =>
      verdicts.push({ provider, assumption, result, says, seen, cure: todo });
    try {
      of('held', await check(contact), null);
    } catch (error) {
      // Any other error comes from our client and describes the provider's response.
      if (error instanceof Unknown) of('unknown', 'not seen', error.message);
      else if (notAtStandIn && contact.isStandIn)
        of('unknown', 'not seen', 'The stand-in behaves differently: set a key.');
      else of('differs', (error as Error).message, cure);
    }
  }
  return verdicts;
}

/** Requires an object that an earlier assumption created. @throws Unknown if it is missing */
export function made<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Unknown(`This needs the result of ${what}: fix that first.`);
  return value;
}

/** @throws Differs unless both are equal */
export function same(what: string, seen: unknown, expected: unknown): void {
  if (seen !== expected) throw new Differs(`${what} is ${String(seen)}, not ${String(expected)}`);
}

/** Returns the error of a call that must fail. @throws Differs if the call succeeds */
export async function refusal(what: string, call: Promise<unknown>): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await call;
  } catch (error) {
    return error;
  }
  throw new Differs(`${what} was answered${answer === null ? ' with nothing' : ''}, not refused`);
}

/** JSON body of an exchange. @throws Differs if it is not JSON */
export function jsonOf({ body }: Pick<Exchange, 'body'>): Record<string, unknown> {
  try {
    return (JSON.parse(body) ?? {}) as Record<string, unknown>;
  } catch {
    throw new Differs('the answer is not JSON');
  }
}

/** A request to a provider and the provider's response, as sent. */
export interface Exchange {
  method: string;
  path: string;
  asked: string;
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Hop-by-hop headers, and headers that describe the undecoded body. */
const NOT_PASSED = new Set('host connection keep-alive content-length content-encoding transfer-encoding'.split(' '));

/** Proxies requests to `upstream`, to observe the product's clients. `pass` returns the response to send. */
export async function forward(
  upstream: string,
  pass: (exchange: Exchange) => Pick<Exchange, 'status' | 'headers' | 'body'>,
) {
  const server = createServer((request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const send = async () => {
      const asked = await bodyOf(request);
      const { method = 'GET', url: path = '/' } = request;
      const answer = await fetch(upstream.replace(/\/$/, '') + path, {
        method,
        headers: { ...passed(Object.entries(request.headers)), 'accept-encoding': 'identity' },
        redirect: 'manual',
        signal: gone.signal,
        ...(asked !== '' && { body: asked }),
      });
      const seen = { method, path, asked, status: answer.status, headers: passed([...answer.headers]) };
      if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
        const { status, headers } = pass({ ...seen, body: '' });
        response.writeHead(status, headers).flushHeaders();
        for await (const event of eventsOf(answer.body!)) response.write(pass({ ...seen, body: event }).body);
        return response.end();
      }
      const { status, headers, body } = pass({ ...seen, body: await answer.text() });
      return response.writeHead(status, headers).end(body);
    };
    // Behaves like an unreachable provider: closes the connection without answering.
    send().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  };
}

/** Proxies a provider and records all exchanges, except those with a stand-in's control endpoints. */
export async function watch(provider: string) {
  const exchanges: Exchange[] = [];
  const wire = await forward(provider, (exchange) => {
    if (!exchange.path.startsWith('/_control/')) exchanges.push(exchange);
    return exchange;
  });
  return { ...wire, exchanges };
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      yield text.slice(0, end + 2);
      text = text.slice(end + 2);
    }
  }
}

function passed(headers: [string, string | string[] | undefined][]): Record<string, string> {
  return Object.fromEntries(
    headers
      .filter(([name, value]) => value !== undefined && !NOT_PASSED.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
}
