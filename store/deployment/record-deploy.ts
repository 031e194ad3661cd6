import type { AuditAction } from '../../contracts/audit';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit, type AuditEntry } from '../audit/record-audit';

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
