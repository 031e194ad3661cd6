import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../typescript/src/index';
import type { Page, ProductEvent } from '../typescript/src/types';

/** Dependencies of a command. */
export interface Context {
  noi: Client;
  /** True for a test key, whose runs are sandbox runs. */
  sandbox: boolean;
  signal: AbortSignal;
  print(line: string): void;
  say(line: string): void;
}

/** Options of `listen`; null selects the default. */
interface ListenOptions {
  forwardTo: string | null;
  types: readonly string[] | null;
  /** Also shows events since this time, not only new ones. */
  since: string | null;
  secret: string | null;
}

const POLL_MS = 2_000;
/** Page size of a poll. Larger than usually needed, because an event that commits late may not be first in the list. */
const PAGE = 50;
/** Number of event ids to remember: many pages, because a poll reads pages until one contains a remembered event. */
const REMEMBERED = 20 * PAGE;
/** The service uses the same timeout for webhook deliveries. */
const FORWARD_MS = 15_000;

/** Prints new events and forwards each one once, oldest first, with a Standard Webhooks signature. @throws NoiError */
export async function listen({ noi, signal, print, say }: Context, options: ListenOptions): Promise<void> {
  const secret = options.secret ?? `whsec_${randomBytes(24).toString('base64')}`;
  const seen = remember(REMEMBERED);
  const wanted = ({ type }: ProductEvent) => options.types === null || options.types.includes(type);
  let fresh = await firstEvents(noi, options.since, seen, signal);
  say(options.forwardTo ? `Forwarding to ${options.forwardTo}, signed with ${secret}` : 'Listening');
  for (;;) {
    for (const event of fresh.filter(wanted)) {
      const taken = options.forwardTo && (await forward(event, options.forwardTo, { secret, signal }));
      const { id, subject, sequence, status } = event.data;
      print([event.timestamp, event.type, subject, status, `#${sequence}`, id, taken].filter(Boolean).join('  '));
    }
    await sleep(POLL_MS, undefined, { signal });
    fresh = await newEvents(noi, seen, signal);
  }
}

/** Reads the events after `since`, oldest first; none if `since` is null. Marks all existing events as seen. */
async function firstEvents(noi: Client, since: string | null, seen: Remembered, signal: AbortSignal) {
  const { data: before } = await noi.events.list({ limit: PAGE, ...(since && { created_before: since }) }, { signal });
  const after: ProductEvent[] = [];
  if (since !== null) {
    for await (const event of noi.events.each({ created_after: since, limit: 100 }, { signal })) after.push(event);
  }
  after.reverse();
  seen.add([...before.reverse(), ...after].map(({ data }) => data.id));
  return after;
}

/** Unseen events, oldest first. Reads further pages until one contains a seen event. */
async function newEvents(noi: Client, seen: Remembered, signal: AbortSignal) {
  const fresh: ProductEvent[] = [];
  for (let cursor: string | null = null; ;) {
    const page: Page<ProductEvent> = await noi.events.list({ limit: PAGE, ...(cursor && { cursor }) }, { signal });
    const unseen = page.data.filter(({ data }) => !seen.has(data.id));
    fresh.push(...unseen);
    cursor = page.nextCursor;
    if (cursor === null || unseen.length < page.data.length) break;
  }
  fresh.reverse();
  seen.add(fresh.map(({ data }) => data.id));
  return fresh;
}

/** Forwards an event as a webhook delivery. Returns a description of the outcome. */
async function forward(
  event: ProductEvent,
  url: string,
  { secret, signal }: { secret: string; signal: AbortSignal },
): Promise<string> {
  const body = JSON.stringify(event);
  const id = event.data.id;
  const timestamp = Math.floor(Date.now() / 1_000).toString();
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  const late = AbortSignal.timeout(FORWARD_MS);
  try {
    const ended = AbortSignal.any([signal, late]);
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: ended });
    await answer.body?.cancel();
    return `→ ${answer.status}`;
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) return `→ no answer within ${FORWARD_MS / 1_000} s`;
    const { cause } = error as { cause?: { code?: string } };
    return `→ unreachable (${cause?.code ?? (error as Error).message})`;
  }
}

/** Set of the last `limit` ids. */
export interface Remembered {
  has(id: string): boolean;
  add(ids: readonly string[]): void;
}

/** Remembers at most `limit` ids and forgets the oldest. Adding an id again makes it the newest. */
export function remember(limit: number): Remembered {
  const kept = new Set<string>();
  return {
    has: (id) => kept.has(id),
    add(ids) {
      for (const id of ids) {
        kept.delete(id);
        kept.add(id);
      }
      for (const id of kept) {
        if (kept.size <= limit) return;
        kept.delete(id);
      }
    },
  };
}
