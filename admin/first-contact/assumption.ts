import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { operationOf } from '../../vendors/measured-calls';

/** Providers that the product talks to. */
export const PROVIDERS = ['payments', 'mail', 'agents'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Something that the product takes for granted of a provider, with the calls that show it. */
export interface Assumption<C> {
  name: string;
  says: string;
  cure: string;
  /** True if the stand-in does otherwise, so that only the provider itself can show it. */
  notAtStandIn?: true;
  /** Returns what it saw, in a few words. @throws Differs, or Unknown where it could not be seen */
  check(contact: C): Promise<string>;
}

/** Result of an assumption. */
export interface Verdict {
  provider: Provider;
  assumption: string;
  result: 'held' | 'differs' | 'unknown';
  says: string;
  seen: string;
  cure: string | null;
}

/** The provider does otherwise than the product assumes. */
export class Differs extends Error {
  override name = 'Differs';
}

/** An assumption could not be looked at; the message says what is missing. */
export class Unknown extends Error {
  override name = 'Unknown';
}

/** Provider that is looked at: whether it is a stand-in, and what went over the wire. */
export interface Contact {
  isStandIn: boolean;
  /** Newest exchange of an operation such as `POST /v1/refunds`. @throws Differs if there was none */
  last(operation: string): Exchange;
  all(operation: string): Exchange[];
  /** Waits as the provider's rate limit wants it; not at a stand-in. */
  pace(ms: number): Promise<void>;
}

/** A provider whose exchanges are kept in a list as they come. */
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

/** Judges each assumption in turn: later ones use what earlier ones made. */
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
      // An error of a client says in our words what came back.
      if (error instanceof Unknown) of('unknown', 'not seen', error.message);
      else if (notAtStandIn && contact.isStandIn) of('unknown', 'not seen', 'The stand-in does otherwise: give a key.');
      else of('differs', (error as Error).message, cure);
    }
  }
  return verdicts;
}

/** What an earlier assumption made. @throws Unknown if it made nothing */
export function made<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Unknown(`Nothing to look at without ${what}: mend that first.`);
  return value;
}

/** @throws Differs unless both are equal */
export function same(what: string, seen: unknown, expected: unknown): void {
  if (seen !== expected) throw new Differs(`${what} is ${String(seen)}, not ${String(expected)}`);
}

/** The failure of a call that must fail. @throws Differs if it does not */
export async function refusal(what: string, call: Promise<unknown>): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await call;
  } catch (error) {
    return error;
  }
  throw new Differs(`${what} was answered${answer === null ? ' with nothing' : ''}, not refused`);
}

/** JSON body of an exchange, field by field. */
export function jsonOf({ body }: Pick<Exchange, 'body'>): Record<string, unknown> {
  try {
    return (JSON.parse(body) ?? {}) as Record<string, unknown>;
  } catch {
    throw new Differs('the answer is no JSON');
  }
}

/** A request to a provider and its answer, as they went over the wire. */
export interface Exchange {
  method: string;
  path: string;
  asked: string;
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Headers of one connection, or of a body as it was before it was decoded. */
const NOT_PASSED = new Set('host connection keep-alive content-length content-encoding transfer-encoding'.split(' '));

/** Passes requests on to `upstream` and answers back through `pass`, so that the product's own clients are watched. */
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
    // As a provider that is away: the connection ends without an answer.
    send().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  };
}

/** Passes requests on to a provider, and keeps what went over the wire; the control surface of a stand-in is none of it. */
export async function watch(provider: string) {
  const exchanges: Exchange[] = [];
  const wire = await forward(provider, (exchange) => {
    if (!exchange.path.startsWith('/_control/')) exchanges.push(exchange);
    return exchange;
  });
  return { ...wire, exchanges };
}

/** Body of a request as text. */
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
