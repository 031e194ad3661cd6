import { log, type Context } from '@temporalio/activity';
import type { SeenEvent } from '../modules/findings/contract/agents';
import type { TimelineDetails } from '../modules/runs/contract';
import type { Research } from '../modules/runs/store/evidence';
import { addEntry } from '../modules/runs/store/timeline';
import type { Database } from '../prisma/client';

/** Heartbeat of an activity that follows a session: the session's progress and its cursor. Temporal Web shows it. */
export interface Following {
  /** Kind of the session's last event; null before the first event. */
  lastEvent: string | null;
  tool: string | null;
  /** Seconds since the last event, or since this attempt started. If this number is high, the session hangs. */
  silentForSeconds: number;
  /** Number of events that this attempt has seen. */
  events: number;
  /** Searches and opened pages, including those from earlier attempts. */
  searches: number;
  pages: number;
  cursor: string | null;
}

const SEARCHES = 'web_search';
const READS = 'web_fetch';

/** Timeout used to compute the heartbeat interval if the activity has no heartbeat timeout. */
const DEFAULT_TIMEOUT_MS = 20_000;

/**
 * Sends heartbeats even while a session is silent, because Temporal would otherwise consider the worker lost. `after`
 * is the cursor at which an earlier attempt stopped. Call `stop` at the end.
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
    // Reports the event with the next timed heartbeat, because each heartbeat is a write. Rereading a few events is
    // harmless.
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

/** Reads a heartbeat: the last event, and what the session had read by then. */
function readHeartbeat(details: unknown): { last: SeenEvent | null; reading: Reading } {
  const { cursor, lastEvent, tool, searches = 0, pages = 0 } = (details ?? {}) as Partial<Following>;
  const last = cursor ? { cursor, kind: lastEvent ?? 'unknown', tool: tool ?? null } : null;
  return { last, reading: { searches, pages } };
}

export type Reading = TimelineDetails['reading'];

/** Interval of timeline updates. Each update is a write and wakes every client that watches the run. */
const TELL_MS = 20_000;

/**
 * Writes a session's reading progress to the run's timeline every {@link TELL_MS} if it changed, and once at the end.
 * Failed writes are ignored, because research continues without the timeline.
 */
export function reportReading(db: Database, research: Research, reading: () => Reading): { stop(): Promise<void> } {
  let told: Reading = { searches: 0, pages: 0 };
  let telling = Promise.resolve();
  const tellNow = async () => {
    const now = reading();
    if (now.searches === told.searches && now.pages === told.pages) return;
    try {
      await addEntry(db.pool, research, { key: '', kind: 'reading', detail: now });
      told = now;
    } catch (error) {
      log.warn('the timeline could not be updated', { ...research, error: String(error) });
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
