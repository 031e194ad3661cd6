import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isDeepStrictEqual, inspect } from 'node:util';
import { PACKAGE_ROOT } from '../../../base/package-root';
import { signedHeaders } from '../../../base/webhook-settings';

const FAULT_KEY = 'noi_live_aSecretThatMustNotBeSeenAnywhere';

/** The running product, with a test key for the sandbox. */
export interface Product {
  url: string;
  apiKey: string;
}

/** Runs a behavior against the fault server or the product. @throws Error that says how the outcome differs */
export async function play(behavior: Behavior, driver: Driver, product: Product | null): Promise<void> {
  const { answers, requests = {} } = behavior;
  if (!answers && !product) throw new Error(`${behavior.name} needs the product`);
  const server = answers ? await startFaultServer(answers) : null;
  const target = server
    ? { baseUrl: server.url, apiKey: FAULT_KEY }
    : { baseUrl: product!.url, apiKey: product!.apiKey };
  const known: Record<string, unknown> = { ...target, unique: randomUUID(), userAgent: driver.userAgent };
  try {
    for (const step of behavior.do) await playStep(step, { driver, known, client: { ...target, ...behavior.client } });
    if (server) checkRequests(server.seen, filled(requests, known) as typeof requests);
  } finally {
    await server?.close();
  }
}

interface Stage {
  driver: Driver;
  known: Record<string, unknown>;
  client: Command['client'];
}

async function playStep(step: Step, { driver, known, client }: Stage): Promise<void> {
  const { apiKey, signed, ...given } = filled(step.with ?? {}, known) as Record<string, unknown>;
  const delivery = signed ? { headers: headersOf(given as unknown as Delivery, signed) } : {};
  const sent = { client: { ...client, ...(apiKey ? { apiKey: apiKey as string } : {}) }, call: step.call };
  const outcome = await driver.play({ ...sent, with: { ...given, ...delivery } });
  const about = `${step.call} ${inspect(step.with ?? {}, { depth: 5, breakLength: Infinity })}`;
  if (JSON.stringify(outcome).includes('aSecretThatMustNotBeSeen')) throw new Error(`${about} shows the key`);
  if (step.fails) {
    if (!('error' in outcome)) throw new Error(`${about} did not fail: ${inspect(outcome.value)}`);
    const { class: name, ...wanted } = filled(step.fails, known) as Record<string, unknown>;
    // Languages with one class per kind of failure must throw the class that the behavior names.
    expectPart({ ...wanted, ...('class' in outcome.error && name ? { class: name } : {}) }, outcome.error, about);
    return;
  }
  if ('error' in outcome) throw new Error(`${about} failed: ${inspect(outcome.error)}`);
  if ('gives' in step) expectPart(filled(step.gives, known), outcome.value ?? null, about);
  if (step.as) known[step.as] = outcome.value;
}

interface Delivery {
  body: string;
  secret: string;
}

interface Signed extends Partial<Delivery> {
  offsetSeconds?: number;
  timestamp?: string;
  signature?: string;
  /** Signatures that the header lists before the valid one. */
  before?: string;
}

function headersOf(delivery: Delivery, signed: Signed): Record<string, string> {
  const { body, secret, offsetSeconds = 0, before = '', timestamp, signature } = { ...delivery, ...signed };
  const headers = signedHeaders([secret], 'msg_1', new Date(Date.now() + offsetSeconds * 1_000), body);
  return {
    'Webhook-Id': headers['webhook-id'],
    'webhook-timestamp': timestamp ?? headers['webhook-timestamp'],
    'webhook-signature': signature ?? before + headers['webhook-signature'],
  };
}

function checkRequests(seen: readonly Seen[], wanted: NonNullable<Behavior['requests']>): void {
  const {
    paths = [],
    count = paths.length || undefined,
    atMost = Infinity,
    same = [],
    headers = {},
    headersOf: of = {},
  } = wanted;
  if (count !== undefined && seen.length !== count) throw new Error(`${seen.length} requests came, not ${count}`);
  if (seen.length > atMost) throw new Error(`${seen.length} requests came, more than ${atMost}`);
  paths.forEach((path, place) => expectPart(path, seen[place]?.path, `path of ${place}`));
  const parts = { key: (one: Seen) => one.headers['idempotency-key'], body: ({ body }: Seen) => body };
  for (const part of same) {
    if (new Set(seen.map(parts[part])).size !== 1 || !parts[part](seen[0]!)) throw new Error(`${part} changed`);
  }
  for (const [name, value] of Object.entries(headers)) expectPart(value, seen[0]?.headers[name], name);
  for (const [name, values] of Object.entries(of)) {
    values.forEach((value, place) => expectPart(value, seen[place]?.headers[name] ?? null, `${name} of ${place}`));
  }
}

/** Requires `actual` to contain all of `wanted`. Lists must have equal lengths. Other members do not matter. */
function expectPart(wanted: unknown, actual: unknown, where: string): void {
  if (wanted !== null && typeof wanted === 'object' && actual !== null && typeof actual === 'object') {
    const lengths = Array.isArray(wanted) && (!Array.isArray(actual) || actual.length !== wanted.length);
    if (!lengths) {
      for (const [name, value] of Object.entries(wanted)) {
        expectPart(value, (actual as Record<string, unknown>)[name], `${where}, ${name}`);
      }
      return;
    }
  }
  if (!isDeepStrictEqual(wanted, actual)) throw new Error(`${where}: ${inspect(actual)}, not ${inspect(wanted)}`);
}

function filled(value: unknown, known: Record<string, unknown>): unknown {
  if (typeof value === 'string') {
    return value.replace(/\{\{([\w.]+)\}\}/g, (_, path: string) =>
      String(path.split('.').reduce<unknown>((of, name) => (of as Record<string, unknown>)[name], known)),
    );
  }
  if (Array.isArray(value)) return value.map((one) => filled(one, known));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member, known)]));
}

/** A behavior required of every client: calls with their results, and the responses of a faulty server. */
export interface Behavior {
  name: string;
  client?: Record<string, unknown>;
  /** Responses of the fault server; the last one repeats. If absent, the running product responds. */
  answers?: readonly ScriptedAnswer[];
  do: readonly Step[];
  requests?: {
    count?: number;
    atMost?: number;
    paths?: readonly string[];
    /** Parts that must be the same in all requests. */
    same?: readonly ('key' | 'body')[];
    /** Headers of the first request. `headersOf` lists a header's values, one per request. */
    headers?: Record<string, string>;
    headersOf?: Record<string, readonly (string | null)[]>;
  };
}

export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  lost?: true;
  silent?: true;
  endless?: true;
}

/** A client call under a name that each driver knows, and its result. `{{name.member}}` inserts an earlier result. */
export interface Step {
  call: string;
  with?: Record<string, unknown>;
  gives?: unknown;
  fails?: Record<string, unknown>;
  as?: string;
}

/** A call as the driver receives it. */
export interface Command {
  client: { baseUrl: string; apiKey: string } & Record<string, unknown>;
  call: string;
  with: Record<string, unknown>;
}

export type Outcome = { value: unknown } | { error: Record<string, unknown> };

export interface Driver {
  name: string;
  userAgent: string;
  play(command: Command): Promise<Outcome>;
  close(): Promise<void>;
}

export const BEHAVIORS = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, 'clients', 'behaviors.json'), 'utf8'),
) as readonly Behavior[];

export interface Seen {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Starts an API with scripted responses; the last one repeats. */
export async function startFaultServer(answers: readonly ScriptedAnswer[]) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const next = answers[Math.min(seen.length, answers.length - 1)] ?? {};
      seen.push({ path: request.url!, headers: request.headers, body });
      answer(response, next);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: seen as readonly Seen[],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(response: ServerResponse, step: ScriptedAnswer): void {
  if (step.silent) return;
  if (step.lost) {
    response.destroy();
    return;
  }
  if (step.endless) withoutEnd(response);
  else {
    const type = step.json === undefined ? 'text/html' : 'application/json';
    response.writeHead(step.status ?? 200, { 'content-type': type, ...step.headers });
    response.end(step.json === undefined ? step.text : JSON.stringify(step.json));
  }
}

function withoutEnd(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', more);
  more();
}
