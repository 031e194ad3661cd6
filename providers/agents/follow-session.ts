import type Anthropic from '@anthropic-ai/sdk';
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentsError, type AgentTurn } from './research-agents';
import {
  answeredIn,
  cursorOf,
  readCursor,
  standingAfter,
  turnOf,
  type SessionEvent,
  type Standing,
} from './session-events';
import { toAgentsError } from './vendor-errors';

/** How a broken stream is taken up again. */
export interface ReconnectPolicy {
  /** First wait; doubled after each further failure, with jitter so that many followers do not return together. */
  firstDelayMs: number;
  maxDelayMs: number;
  /** Failures in a row, without one new event between, after which the caller's own retry takes over. */
  maxFailures: number;
}

const PAGE_SIZE = 100;

interface Follow {
  sessionId: string;
  after: string | null;
  signal: AbortSignal;
  onEvent: (cursor: string) => void;
}

/**
 * Follows a session until something calls for action. Attaches to the live stream first and then reads the history
 * after the cursor, so that nothing falls between; what both deliver is taken once. The cursor that is reported never
 * passes an event that calls for action, so a follower that dies before it could act is told of it again.
 *
 * @throws AgentsError `session_lost` when the session does not exist; `rejected` when the provider refuses the request;
 *   `unavailable` after `maxFailures`; a rate limit is waited out here
 * @throws the signal's reason as soon as it aborts
 */
export async function followSession(client: Anthropic, policy: ReconnectPolicy, options: Follow): Promise<AgentTurn> {
  const place = { cursor: options.after };
  const { signal } = options;
  for (let failures = 0; ;) {
    signal.throwIfAborted();
    const before = place.cursor;
    let limitedForMs: number | null = null;
    try {
      const turn = await followOnce(client, options, place);
      if (turn) return turn;
    } catch (error) {
      signal.throwIfAborted();
      limitedForMs = rateLimitOf(toAgentsError(error, 'session'));
    }
    signal.throwIfAborted();
    if (place.cursor !== before) failures = 0;
    else if (limitedForMs === null) failures++;
    if (failures >= policy.maxFailures) {
      throw new AgentsError('unavailable', `The event stream of ${options.sessionId} broke ${failures} times in a row`);
    }
    const backoff = Math.min(policy.maxDelayMs, policy.firstDelayMs * 2 ** Math.max(0, failures - 1));
    await pause(Math.max(limitedForMs ?? 0, backoff * (0.5 + Math.random() / 2)), signal);
  }
}

/** Milliseconds of a rate limit, null for another failure that may be repeated; throws what may not be. */
function rateLimitOf(error: unknown): number | null {
  if (!(error instanceof AgentsError)) {
    // A stream that is cut in the middle of an event leaves half a JSON document.
    if ((error as Error | null)?.name === 'SyntaxError') return null;
    throw error;
  }
  if (error.kind === 'rejected' || error.kind === 'session_lost') throw error;
  return error.kind === 'rate_limited' ? (error.retryAfterMs ?? 0) : null;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}

/** One connection: history, then stream. Null when the stream ended without anything to act on. */
async function followOnce(
  client: Anthropic,
  { sessionId, signal, onEvent }: Follow,
  place: { cursor: string | null },
): Promise<AgentTurn | null> {
  const stream = await client.beta.sessions.events.stream(sessionId, {}, { signal });
  try {
    const since = place.cursor;
    const missed = await eventsAfter(client, sessionId, since, signal);
    const answered = answeredIn(missed);
    const known = new Set(missed.map((event) => event.id));

    let turn = replay(sessionId, missed, answered, place, onEvent);
    const silent = missed.every((event) => standingAfter(event, answered) === null);
    if (!turn && silent && since) turn = await standingNow(client, sessionId, since, signal);
    if (turn) return turn;

    for await (const event of stream) {
      signal.throwIfAborted(); // what had arrived before the abort is still in the stream's buffer
      if (!('id' in event) || known.has(event.id)) continue;
      const standing = standingAfter(event, answered);
      if (standing && standing !== 'running') return act(standing, cursorOf(event) ?? place.cursor ?? '', sessionId);
      advance(event, place, onEvent);
    }
    return null;
  } finally {
    // Also when history failed or decided: a stream that nobody reads would hold its socket.
    stream.controller.abort();
  }
}

/** Events after the cursor, oldest first. Several can share its time, so those up to the cursor's own are cut off. */
async function eventsAfter(
  client: Anthropic,
  sessionId: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<SessionEvent[]> {
  const place = cursor ? readCursor(cursor) : null;
  const events: SessionEvent[] = [];
  const pages = client.beta.sessions.events.list(
    sessionId,
    { order: 'asc', limit: PAGE_SIZE, ...(place && { 'created_at[gte]': place.processedAt }) },
    { signal },
  );
  for await (const event of pages) if ('id' in event) events.push(event);
  return events.slice(place ? events.findIndex((event) => event.id === place.eventId) + 1 : 0);
}

/** Acts on history: an unanswered submission first, else the end in which the session stands, else null. */
function replay(
  sessionId: string,
  events: SessionEvent[],
  answered: ReadonlySet<string>,
  place: { cursor: string | null },
  onEvent: (cursor: string) => void,
): AgentTurn | null {
  let standing: Standing | null = null;
  let end: string | null = null;
  for (const event of events) {
    const next = standingAfter(event, answered);
    if (next === 'running') standing = null;
    else if (next) {
      standing = next;
      end = cursorOf(event) ?? place.cursor;
      if (next.type === 'submitted' || next.type === 'deleted') break;
    }
    if (!standing) advance(event, place, onEvent);
  }
  return standing && act(standing, end ?? '', sessionId);
}

/**
 * The end in which a session stands that has done nothing since the cursor. A follower that died after it had heard of
 * the end finds nothing new, and without this look would wait for ever. A submission is no end: whoever has a cursor
 * behind it has been told of it.
 */
async function standingNow(
  client: Anthropic,
  sessionId: string,
  cursor: string,
  signal: AbortSignal,
): Promise<AgentTurn | null> {
  const session = await client.beta.sessions.retrieve(sessionId, {}, { signal });
  if (session.status === 'running' || session.status === 'rescheduling') return null;
  const all = await eventsAfter(client, sessionId, null, signal);
  const turn = replay(sessionId, all, answeredIn(all), { cursor }, () => undefined);
  return turn?.type === 'submitted' ? null : turn;
}

function advance(event: SessionEvent, place: { cursor: string | null }, onEvent: (cursor: string) => void): void {
  const cursor = cursorOf(event);
  if (!cursor) return;
  place.cursor = cursor;
  onEvent(cursor);
}

function act(standing: Standing, cursor: string, sessionId: string): AgentTurn {
  if (standing.type === 'deleted') throw new AgentsError('session_lost', `Session ${sessionId} was deleted`);
  return turnOf(standing, cursor);
}
