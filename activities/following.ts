import type { Context } from '@temporalio/activity';
import type { SeenEvent } from '../contracts/research-agents';

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
  cursor: string | null;
}

/** Interval of heartbeats where the activity has no timeout of its own. */
const DEFAULT_TIMEOUT_MS = 20_000;

/**
 * Heartbeats even while a session is silent, or Temporal would take the worker for lost. `after` is the cursor at which
 * an earlier attempt stopped; call `stop` at the end.
 */
export function beatWhileFollowing(context: Context) {
  const earlier = readHeartbeat(context.info.heartbeatDetails);
  let last: SeenEvent | null = earlier;
  let events = 0;
  let movedAt = Date.now();
  const beat = () => {
    const { cursor = null, kind: lastEvent = null, tool = null } = last ?? {};
    const silentForSeconds = Math.round((Date.now() - movedAt) / 1000);
    context.heartbeat({ lastEvent, tool, silentForSeconds, events, cursor } satisfies Following);
  };
  const timer = setInterval(beat, (context.info.heartbeatTimeoutMs ?? DEFAULT_TIMEOUT_MS) / 3);
  return {
    after: earlier?.cursor ?? null,
    // Sent with the next beat: each heartbeat is a write at the server, and re-reading a few events is harmless.
    moved: (event: SeenEvent) => {
      last = event;
      events += 1;
      movedAt = Date.now();
    },
    stop: () => clearInterval(timer),
  };
}

/** Last event in a heartbeat. */
function readHeartbeat(details: unknown): SeenEvent | null {
  const { cursor, lastEvent, tool } = (details ?? {}) as Partial<Following>;
  return cursor ? { cursor, kind: lastEvent ?? 'unknown', tool: tool ?? null } : null;
}
