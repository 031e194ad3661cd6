import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual, inspect } from 'node:util';
import { signedHeaders } from '../../../platform/webhook-signature';
import type { Behaviour, Command, Driver, Step } from './behaviour';
import { startFaultServer, type Seen } from './fault-server';

const FAULT_KEY = 'noi_live_aSecretThatMustNotBeSeenAnywhere';

/** The running product, with a test key that plays in the sandbox. */
export interface Product {
  url: string;
  apiKey: string;
}

/**
 * Plays a behaviour by a client, against the fault server where it has answers, else against the product.
 *
 * @throws Error that says what differs
 */
export async function play(behaviour: Behaviour, driver: Driver, product: Product | null): Promise<void> {
  const { answers, requests = {} } = behaviour;
  if (!answers && !product) throw new Error(`${behaviour.name} needs the product`);
  const server = answers ? await startFaultServer(answers) : null;
  const target = server
    ? { baseUrl: server.url, apiKey: FAULT_KEY }
    : { baseUrl: product!.url, apiKey: product!.apiKey };
  const known: Record<string, unknown> = { ...target, unique: randomUUID(), userAgent: driver.userAgent };
  try {
    for (const step of behaviour.do)
      await playStep(step, { driver, known, client: { ...target, ...behaviour.client } });
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
    // Where a language has a class for each kind of failure, it is the one that is named.
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

/** What differs in how a delivery is signed. */
interface Signed extends Partial<Delivery> {
  offsetSeconds?: number;
  timestamp?: string;
  signature?: string;
  /** Signatures before ours. */
  before?: string;
}

/** Headers of a delivery that was signed now, but for what is said of it. */
function headersOf(delivery: Delivery, signed: Signed): Record<string, string> {
  const { body, secret, offsetSeconds = 0, before = '', timestamp, signature } = { ...delivery, ...signed };
  const headers = signedHeaders([secret], 'msg_1', new Date(Date.now() + offsetSeconds * 1_000), body);
  return {
    'Webhook-Id': headers['webhook-id'],
    'webhook-timestamp': timestamp ?? headers['webhook-timestamp'],
    'webhook-signature': signature ?? before + headers['webhook-signature'],
  };
}

function checkRequests(seen: readonly Seen[], wanted: NonNullable<Behaviour['requests']>): void {
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

/** Requires that `actual` has all of `wanted`; lists must be equal in length, members beyond those wanted do not matter. */
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

/** Value with what is known in place of `{{name.member}}`. */
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
