import type { AuditAction } from '../../../base/audit';
import { transaction, type Database } from '../../../prisma/client';
import { raiseAlert, today } from '../../alerts/store/alerts';
import { recordAudit, type AuditEntry } from '../../outbox/store/audit';

/**
 * Id of this deployment at the payment provider: the configured id, or else the one created with the database. The
 * database's id survives a change of domain and is part of each backup. Read once per process; if the read fails, the
 * next call tries again.
 */
export function deploymentIdOf(db: Database, configured: string | undefined): () => Promise<string> {
  let known = configured;
  return async () => (known ??= (await db.prisma.deployment.findFirstOrThrow()).id);
}

export interface DeployChange {
  action: Extract<AuditAction, `deployment.${string}`>;
  buildId: string;
  before: NonNullable<AuditEntry['before']>;
  after: NonNullable<AuditEntry['after']>;
}

/**
 * Records a change to builds in the audit log. If one short call can make the change, pass it as `change`; nothing is
 * recorded if it is refused. If the commit fails after the change, the event is missing until the command is repeated.
 */
export function recordDeploy(db: Database, entry: DeployChange, change?: () => Promise<void>): Promise<void> {
  const { action, buildId, before, after } = entry;
  return transaction(db, async (tx) => {
    await recordAudit(tx, { action, accountId: null, subject: buildId, before, after });
    await change?.();
  });
}

/** A change to the build that new work starts on. */
export interface RoutingEvent {
  action: string;
  at: Date;
  /** The build that became current; null for workers without a version. */
  current: unknown;
}

/** The latest change to the current build; null if there was none. */
export async function lastRouting(db: Database): Promise<RoutingEvent | null> {
  const event = await db.prisma.auditEvent.findFirst({
    where: { action: { startsWith: 'deployment.', not: 'deployment.moved' } },
    orderBy: { id: 'desc' },
  });
  if (!event) return null;
  const { action, at, after } = event;
  return { action, at, current: (after as { current?: unknown } | null)?.current };
}

/** Alerts the operators that workflows are pinned to a build without workers, at most once a day per build. */
export function reportGone(db: Database, { buildId, pinned }: { buildId: string; pinned: number }): Promise<void> {
  return transaction(db, (tx) =>
    raiseAlert(tx, {
      alert: 'build-gone',
      subject: `${buildId}-${today()}`,
      facts: { buildId, pinned: String(pinned) },
    }),
  );
}

export async function countForeignEvent(db: Database, deploymentId: string): Promise<void> {
  await db.pool.query({
    name: 'foreign-event-count',
    text: `INSERT INTO foreign_deployments (id, ignored_events) VALUES ($1, 1)
           ON CONFLICT (id) DO UPDATE
           SET ignored_events = foreign_deployments.ignored_events + 1, last_seen_at = now()`,
    values: [deploymentId],
  });
}
