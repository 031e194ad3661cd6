import type { Database } from '../../prisma/client';

/** Mails that the provider delivered, by idempotency key, and the keys of the alerts that the receiver took. */
export interface Delivered {
  mails: ReadonlyMap<string, { at: number }>;
  alerts: { has(key: string): boolean };
}

/** Moments, in milliseconds since 1970, between which what the database was told is forgotten. */
export interface Lost {
  from: number;
  until: number;
}

/** Whoever was erased is mailed no more. */
const NOT_ERASED = "NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.id = account_id AND accounts.status = 'erased')";

/** A mail that was tried is not sent again once the provider may have forgotten its key: after a long outage it is given up. */
const notGivenUp = (id: string) =>
  `NOT EXISTS (SELECT 1 FROM mails WHERE mails.id = ${id} AND NOT sent AND ended_at > tried_at + interval '20 hours')`;

/**
 * Checks the invariants of notices while nothing is in progress: each payment that was granted or returned, and each
 * run that ended, was mailed to its owner once; who watched an opportunity was mailed what became of it; each alert reached
 * the operator by mail and by webhook. A run whose end was `lost` may have been mailed as that end too. Returns the violations, one per line; empty if there are none.
 */
export async function noticeFlaws(
  db: Database,
  { mails, alerts }: Delivered,
  lost: readonly Lost[] = [],
): Promise<string[]> {
  const { rows } = await db.pool.query<{
    what: string;
    id: string;
    key: string;
    kind: 'payment' | 'run' | 'watch' | 'alert';
  }>({
    text: `
      SELECT 'payment' AS kind, payments.id, 'payment ' || payments.id || ' (' || outcome || ')' AS what, '' AS key
        FROM payments JOIN orders ON orders.id = order_id
        WHERE (outcome = 'granted' OR refund_status = 'succeeded') AND ${NOT_ERASED} AND ${notGivenUp('payments.id')}
      UNION ALL
      SELECT 'run', id, 'run ' || id || ' (' || status || ')', 'run-' || status || '/' || id FROM runs
        WHERE status IN ('completed', 'failed', 'canceled', 'expired') AND ${NOT_ERASED} AND ${notGivenUp('runs.id')}
      UNION ALL
      SELECT 'watch', id, 'end of watch ' || id || ' (' || ended_as || ')', 'opportunity-watched/' || id
        FROM opportunity_watches WHERE ended_at IS NOT NULL AND ${NOT_ERASED} AND ${notGivenUp('opportunity_watches.id')}
      UNION ALL
      SELECT 'alert', alert || '/' || subject, 'alert ' || alert || ' of ' || subject, '' FROM alerts`,
  });
  const flaws: string[] = [];
  const byRun = new Map<string, string[]>();
  for (const [key, { at }] of mails) {
    const [kind, id] = key.split(/-\w+\//);
    if (kind !== 'run' || !id) continue;
    const isForgotten = lost.some(({ from, until }) => from <= at && at <= until);
    byRun.set(id, [...(byRun.get(id) ?? []), isForgotten ? `${key} (forgotten)` : key]);
  }
  for (const { what, id, key, kind } of rows) {
    if (kind === 'alert') {
      if (!alerts.has(id)) flaws.push(`${what} reached no receiver`);
      if (!mails.has(id)) flaws.push(`${what} was not mailed`);
    } else if (kind === 'payment') {
      if (!mails.has(`payment-granted/${id}`) && !mails.has(`payment-refund/${id}`))
        flaws.push(`${what} was not mailed`);
    } else if (kind === 'watch') {
      if (!mails.has(key)) flaws.push(`${what} was not mailed`);
    } else {
      const sent = byRun.get(id) ?? [];
      const others = sent.filter((each) => each !== key && !each.endsWith(' (forgotten)'));
      if (!mails.has(key) || others.length > 0) flaws.push(`${what} was mailed as ${sent.join(' and ') || 'nothing'}`);
    }
  }
  return flaws;
}
