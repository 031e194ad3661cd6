import { log, type Context } from '@temporalio/activity';
import type { SeenEvent } from '../modules/findings/contract/agents';
import type { TimelineDetails } from '../modules/runs/contract';
import type { Research } from '../modules/runs/store/evidence';
import { addEntry } from '../modules/runs/store/timeline';
import type { Database } from '../prisma/client';

/** Heartbeat of an activity that follows a session, as Temporal Web shows it: how the session moves, and its cursor. */
export interface Following {
  /** Kind of the last event of the session; null before the first. */
  lastEvent: string | null;
  /** Tool that the last event uses. */
  tool: string | null;
  /** Seconds since the last event, or since this attempt began: a session that hangs shows here. */
  silentForSeconds: number;
  /** Events that this attempt has seen. */
  events: number;
  /** Searches and opened pages, those that earlier attempts saw among them. */
  searches: number;
  pages: number;
  cursor: string | null;
}

/** Tools by which a session searches and opens a page. */
const SEARCHES = 'web_search';
const READS = 'web_fetch';

/** Interval of heartbeats where the activity has no timeout of its own. */
const DEFAULT_TIMEOUT_MS = 20_000;

/**
 * Heartbeats even while a session is silent, or Temporal would take the worker for lost. `after` is the cursor at which
 * an earlier attempt stopped; call `stop` at the end.
 */
export function beatWhileFollowing(context: Context) {
  const { last: earlier, reading } = readHeartbeat(context.info.heartbeatDetails);
  let last: SeenEvent | null = earlier;
  let events = 0;
  let movedAt = Date.now();
  const beat = () => {
    const { cursor = null, kind: lastEvent = null, tool = null } = last ?? {};
    const silentForSeconds = Math.round((Date.now() - movedAt) / 1000);
    context.heartbeat({ lastEvent, tool, silentForSeconds, events, ...reading, cursor } satisfies Following);
  };
  const timer = setInterval(beat, (context.info.heartbeatTimeoutMs ?? DEFAULT_TIMEOUT_MS) / 3);
  return {
    after: earlier?.cursor ?? null,
    reading: (): Reading => ({ ...reading }),
    // Sent with the next beat: each heartbeat is a write at the server, and re-reading a few events is harmless.
    moved: (event: SeenEvent) => {
      last = event;
      events += 1;
      if (event.tool === SEARCHES) reading.searches += 1;
      if (event.tool === READS) reading.pages += 1;
      movedAt = Date.now();
    },
    stop: () => clearInterval(timer),
  };
}

/** Last event in a heartbeat, and what had been read by then. */
function readHeartbeat(details: unknown): { last: SeenEvent | null; reading: Reading } {
  const { cursor, lastEvent, tool, searches = 0, pages = 0 } = (details ?? {}) as Partial<Following>;
  const last = cursor ? { cursor, kind: lastEvent ?? 'unknown', tool: tool ?? null } : null;
  return { last, reading: { searches, pages } };
}

/** What a session has read so far. */
export type Reading = TimelineDetails['reading'];

/** Interval in which the timeline hears of a session: each time is a write, and wakes whoever watches the run. */
const TELL_MS = 20_000;

/**
 * Tells the timeline of a run what its session has read, when that has changed, every {@link TELL_MS} and once more
 * when it stops. Best effort: research goes on where the timeline cannot be told.
 */
export function tellReading(db: Database, research: Research, reading: () => Reading): { stop(): Promise<void> } {
  let told: Reading = { searches: 0, pages: 0 };
  let telling = Promise.resolve();
  const tellNow = async () => {
    const now = reading();
    if (now.searches === told.searches && now.pages === told.pages) return;
    try {
      await addEntry(db.pool, research, { key: '', kind: 'reading', detail: now });
      told = now;
    } catch (error) {
      log.warn('the timeline was not told', { ...research, error: String(error) });
    }
  };
  const tell = () => (telling = telling.then(tellNow));
  const timer = setInterval(() => void tell(), TELL_MS);
  return {
    stop() {
      clearInterval(timer);
      return tell();
    },
  };
}
