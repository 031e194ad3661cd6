import { setTimeout as sleep } from 'node:timers/promises';
import type Anthropic from '@anthropic-ai/sdk';
import { AgentsError, type AgentTurn, type SeenEvent } from '../../modules/findings/contract/agents';
import { resumeSession } from './resume-session';
import {
  answeredIn,
  blindSubmissions,
  cursorOf,
  endOf,
  readCursor,
  seenOf,
  stateAfter,
  SESSIONS,
  type Pause,
  type SessionEvent,
  type SessionState,
} from './session-events';
import { answerSubmission } from './sessions';
import { toAgentsError } from './vendor-client';

export interface ReconnectPolicy {
  /** First wait in milliseconds. Doubles after each further failure, with jitter against thundering herds. */
  firstDelayMs: number;
  maxDelayMs: number;
  /** Maximum consecutive failures without a new event. After that, the follower leaves the retry to the caller. */
  maxFailures: number;
}

const PAGE_SIZE = 100;

interface Follow {
  sessionId: string;
  after: string | null;
  budgetMicros: number;
  signal: AbortSignal;
  onEvent: (event: SeenEvent) => void;
}

/** A turn, or a pause that may be resumed. */
type Stop = AgentTurn | { type: 'paused'; why: Pause; cursor: string };

/**
 * Follows a session until an event requires action, and resumes pauses (`resume-session.ts`). Attaches the live stream
 * before it reads the history after the cursor, so it misses no event. The reported cursor never passes an event that
 * requires action. If a follower dies before it acts, the next follower sees that event again. Waits out rate limits
 * itself.
 * @throws AgentsError `session_lost` if the session does not exist; `rejected` if the provider refuses the request;
 *   `account_stopped` if the provider refuses all work; `unavailable` after `maxFailures`
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
      const stop = await followOnce(client, options, place);
      if (stop && stop.type !== 'paused') return stop;
      if (stop && !(await resumeSession(client, options.sessionId, stop.why, options.budgetMicros))) {
        return endOf(stop.why, stop.cursor);
      }
      // A resumed session continues from its pause, without reading earlier events again.
      if (stop) place.cursor = stop.cursor;
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
    const waitMs = Math.max(limitedForMs ?? 0, backoff * (0.5 + Math.random() / 2));
    await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** Wait after a rate limit in milliseconds; null for other retryable failures. Rethrows all other errors. */
function rateLimitOf(error: unknown): number | null {
  if (!(error instanceof AgentsError)) {
    // If a stream breaks in the middle of an event, its JSON is truncated.
    if ((error as Error | null)?.name === 'SyntaxError') return null;
    throw error;
  }
  if (error.kind !== 'rate_limited' && error.kind !== 'unavailable') throw error;
  return error.kind === 'rate_limited' ? (error.retryAfterMs ?? 0) : null;
}

/** Response to a submission that we did not read. It does not count toward the agent's limit of corrections. */
const HANDED_IN_TWICE = {
  pointer: '',
  detail:
    'was handed in before the answer to the submission before it, and not looked at: correct what that answer names',
};

/** Follows a session over one connection: history, then stream. Null if the stream ends without requiring action. */
async function followOnce(
  client: Anthropic,
  { sessionId, signal, onEvent }: Follow,
  place: { cursor: string | null },
): Promise<Stop | null> {
  const stream = await client.beta.sessions.events.stream(sessionId, {}, { signal });
  try {
    const since = place.cursor;
    const missed = await eventsAfter(client, sessionId, since, signal);
    const answered = answeredIn(missed);
    const known = new Set(missed.map((event) => event.id));
    for (const id of blindSubmissions(missed, answered)) {
      await answerSubmission(client, sessionId, id, { flaws: [HANDED_IN_TWICE], left: null });
      answered.add(id);
    }

    let turn = replay(sessionId, missed, answered, place, onEvent);
    const silent = missed.every((event) => stateAfter(event, answered) === null);
    if (!turn && silent && since) turn = await endBeforeCursor(client, sessionId, since, signal);
    if (turn) return turn;

    for await (const event of stream) {
      signal.throwIfAborted(); // The stream may have buffered events before the abort.
      if (!('id' in event) || known.has(event.id)) continue;
      const state = stateAfter(event, answered);
      if (state && state !== 'running') return act(state, cursorOf(event) ?? place.cursor ?? '', sessionId);
      advance(event, place, onEvent);
    }
    return null;
  } finally {
    // Every path closes the stream, because an unread stream would keep its socket open.
    stream.controller.abort();
  }
}

/** Events after the cursor, oldest first. Compares event ids, because several events can have the same time. */
async function eventsAfter(client: Anthropic, sessionId: string, cursor: string | null, signal: AbortSignal) {
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

/** Evaluates the history. Returns the unanswered submission or the state in which the session ended; otherwise null. */
function replay(
  sessionId: string,
  events: SessionEvent[],
  answered: ReadonlySet<string>,
  place: { cursor: string | null },
  onEvent: (event: SeenEvent) => void,
): Stop | null {
  let state: SessionState | null = null;
  let end: string | null = null;
  for (const event of events) {
    const next = stateAfter(event, answered);
    if (next === 'running') state = null;
    else if (next) {
      state = next;
      end = cursorOf(event) ?? place.cursor;
      if (next.type === 'submitted' || next.type === 'deleted') break;
    }
    if (!state) advance(event, place, onEvent);
  }
  return state && act(state, end ?? '', sessionId);
}

/** Detects a session that ended before the cursor, because its last follower died after reading the end. */
async function endBeforeCursor(
  client: Anthropic,
  sessionId: string,
  cursor: string,
  signal: AbortSignal,
): Promise<Stop | null> {
  const session = await client.beta.sessions.retrieve(sessionId, {}, { signal });
  if (SESSIONS[session.status] === 'going') return null;
  const all = await eventsAfter(client, sessionId, null, signal);
  const turn = replay(sessionId, all, answeredIn(all), { cursor }, () => undefined);
  return turn?.type === 'submitted' ? null : turn;
}

function advance(event: SessionEvent, place: { cursor: string | null }, onEvent: (event: SeenEvent) => void): void {
  const seen = seenOf(event);
  if (!seen) return;
  place.cursor = seen.cursor;
  onEvent(seen);
}

function act(state: SessionState, cursor: string, sessionId: string): Stop {
  if (state.type === 'deleted') throw new AgentsError('session_lost', `Session ${sessionId} was deleted`);
  return { ...state, cursor };
}
