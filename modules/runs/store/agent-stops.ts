import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { listOf } from '../../../prisma/sql';
import { endAlert, raiseAlert } from '../../alerts/store/alerts';
import { RUN } from '../../run-kinds/rules';
import { TOUCH } from './runs';

/** If a provider stops again for the same reason within this time, no second alert is raised. */
const CALM = "interval '1 minute'";
/** SQL: a provider's error text without the request id. */
const reasonIn = (words: string) => `regexp_replace(${words}, '\\(req_\\w+\\)', '')`;

/** Time between attempts while a provider refuses all work. */
const TRY_EVERY = "interval '20 seconds'";

/** SQL: true while live runs must wait for the provider; false when the next attempt is due. */
export const AGENT_STOPPED = 'EXISTS (SELECT 1 FROM agent_stops WHERE ended_at IS NULL AND next_try_at > now())';

export interface AgentStop {
  since: Date;
  /** The provider's error text. */
  words: string;
}

/** The current stop, or null while the provider accepts work. */
export async function findAgentStop(db: Database): Promise<AgentStop | null> {
  return db.prisma.agentStop.findFirst({ where: { endedAt: null }, select: { since: true, words: true } });
}

/** Records that a provider refused all work. Alerts once per stop. Ignores refusals before the last stop ended. */
export function noteAgentStop(db: Database, provider: string, refusedAt: Date, words: string): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ since: Date; goesOn: boolean }>({
      name: 'agent-stop-note',
      text: `WITH before AS (SELECT ended_at, words FROM agent_stops WHERE provider = $1)
             INSERT INTO agent_stops (provider, since, next_try_at, words) VALUES ($1, now(), now() + ${TRY_EVERY}, $3)
             ON CONFLICT (provider) DO UPDATE
               SET since = now(), next_try_at = excluded.next_try_at, ended_at = NULL, words = $3
               WHERE agent_stops.ended_at < $2
             RETURNING since, EXISTS (SELECT 1 FROM before WHERE ended_at > now() - ${CALM}
                                      AND ${reasonIn('words')} = ${reasonIn('$3')}) AS "goesOn"`,
      values: [provider, refusedAt, words],
    });
    if (!rows[0] || rows[0].goesOn) return;
    const since = rows[0].since.toISOString();
    await raiseAlert(tx, { alert: 'agent-stopped', subject: since, facts: { provider, words } });
  });
}

/** True if work may be attempted: there is no stop, or this caller claimed the next attempt. */
export async function claimAgentTry(db: Database, provider: string): Promise<boolean> {
  const { rowCount } = await db.pool.query({
    name: 'agent-stop-try',
    text: `WITH claimed AS (
             UPDATE agent_stops SET next_try_at = now() + ${TRY_EVERY}
             WHERE provider = $1 AND ended_at IS NULL AND next_try_at <= now() RETURNING provider)
           SELECT FROM claimed
           UNION ALL SELECT WHERE NOT EXISTS (SELECT 1 FROM agent_stops WHERE provider = $1 AND ended_at IS NULL)`,
    values: [provider],
  });
  return rowCount! > 0;
}

/**
 * Ends the stop of a provider that accepts work again, and extends the deadlines of runs that began before the stop.
 */
export async function endAgentStop(db: Database, provider: string, at: Date): Promise<void> {
  if ((await findAgentStop(db)) === null) return;
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<{ since: Date }>({
      name: 'agent-stop-end',
      text: `UPDATE agent_stops SET ended_at = now() WHERE provider = $1 AND ended_at IS NULL AND since < $2
             RETURNING since`,
      values: [provider, at],
    });
    if (!rows[0]) return;
    const { since } = rows[0];
    await moveDeadlines(tx, since);
    await endAlert(tx, { alert: 'agent-stopped', subject: since.toISOString() });
  });
}

/**
 * In the caller's transaction, extends the deadlines of live runs that began before `since` by the time since then.
 */
export async function moveDeadlines(tx: Queryable, since: Date): Promise<void> {
  await tx.query({
    name: 'run-deadlines-move',
    text: `UPDATE runs SET deadline_at = deadline_at + (now() - $1::timestamptz), ${TOUCH}
           WHERE status IN (${listOf(RUN.open)}) AND mode = 'live' AND started_at < $1`,
    values: [since],
  });
}
