import type { AuditAction } from '../../../base/audit';
import { transaction, type Database } from '../../../prisma/client';
import { raiseAlert, today } from '../../alerts/store/alerts';
import { recordAudit, type AuditEntry } from '../../outbox/store/audit';

/**
 * Identity of this deployment at the payment provider: the configured one, else the one that the database was born
 * with, which survives another domain and comes back with a backup. Read once for each process; a failed read is
 * repeated by the next call.
 */
export function deploymentIdOf(db: Database, configured: string | undefined): () => Promise<string> {
  let known = configured;
  return async () => (known ??= (await db.prisma.deployment.findFirstOrThrow()).id);
}

/** A change of the builds that work is routed to. */
export interface DeployChange {
  action: Extract<AuditAction, `deployment.${string}`>;
  buildId: string;
  before: NonNullable<AuditEntry['before']>;
  after: NonNullable<AuditEntry['after']>;
}

/**
 * Audits a change of the builds and lets `change`, if it is one short call, make it: where that is refused, nothing is
 * recorded. A lost commit leaves the change without its event; the same command again adds it.
 */
export function recordDeploy(db: Database, entry: DeployChange, change?: () => Promise<void>): Promise<void> {
  const { action, buildId, before, after } = entry;
  return transaction(db, async (tx) => {
    await recordAudit(tx, { action, accountId: null, subject: buildId, before, after });
    await change?.();
  });
}

/** A change of the builds that new work starts on. */
export interface RoutingEvent {
  action: string;
  at: Date;
  /** The build that was current after it; null for workers without a version. */
  current: unknown;
}

/** The newest such change that an operator made; null if none was made. */
export async function lastRouting(db: Database): Promise<RoutingEvent | null> {
  const event = await db.prisma.auditEvent.findFirst({
    where: { action: { startsWith: 'deployment.', not: 'deployment.moved' } },
    orderBy: { id: 'desc' },
  });
  if (!event) return null;
  const { action, at, after } = event;
  return { action, at, current: (after as { current?: unknown } | null)?.current };
}

/** Alerts that workflows are pinned to a build without workers, at most once a day for each build. */
export function reportGone(db: Database, { buildId, pinned }: { buildId: string; pinned: number }): Promise<void> {
  return transaction(db, (tx) =>
    raiseAlert(tx, {
      alert: 'build-gone',
      subject: `${buildId}-${today()}`,
      facts: { buildId, pinned: String(pinned) },
    }),
  );
}

/** Counts an event of another deployment, which was ignored. */
export async function countForeignEvent(db: Database, deploymentId: string): Promise<void> {
  await db.pool.query({
    name: 'foreign-event-count',
    text: `INSERT INTO foreign_deployments (id, ignored_events) VALUES ($1, 1)
           ON CONFLICT (id) DO UPDATE
           SET ignored_events = foreign_deployments.ignored_events + 1, last_seen_at = now()`,
    values: [deploymentId],
  });
}
