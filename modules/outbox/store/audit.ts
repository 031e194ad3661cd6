import { AUDIT_ACTIONS, type AuditAction } from '../../../base/audit';
import { newId } from '../../../base/ids';
import { actorOf, transaction, type Queryable, type AuditEvent, type Database } from '../../../prisma/client';

type AuditValue = string | number | boolean | null | Date | readonly string[] | undefined;

export interface AuditEntry {
  action: AuditAction;
  accountId: string | null;
  /** Id of the changed object: a key, a webhook, an order. */
  subject?: string | null;
  /** Values before and after the change. We store only fields that the action declares. */
  before?: Readonly<Record<string, AuditValue>> | null;
  after?: Readonly<Record<string, AuditValue>> | null;
  /** Reason given by an operator. We replace email addresses in it. */
  reason?: string | null;
}

const MAX_REASON = 500;
const EMAIL = /(?<![^\s@<>"'(),;:])[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+/g;

/**
 * Records an audit event in the caller's transaction, so that the event commits only with the change. The actor comes
 * from the database handle that began the transaction (`actingAs` in prisma/client.ts). The default actor is the
 * system.
 */
export async function recordAudit(tx: Queryable, entry: AuditEntry): Promise<void> {
  const actor = actorOf(tx);
  await tx.query({
    name: 'audit-record',
    text: `INSERT INTO audit_events (id, actor_kind, actor, via, action, account_id, subject, reason, before, after, request_id)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      newId('aud'),
      actor.kind,
      withoutAddresses(actor.name),
      actor.via,
      entry.action,
      entry.accountId,
      entry.subject ?? null,
      withoutAddresses(entry.reason ?? actor.reason ?? null),
      declared(entry.action, entry.before),
      declared(entry.action, entry.after),
      actor.requestId,
    ],
  });
}

function declared(action: AuditAction, values: AuditEntry['before']): string | null {
  if (!values) return null;
  const fields: readonly string[] = AUDIT_ACTIONS[action].fields;
  const kept = Object.entries(values).filter(([name, value]) => fields.includes(name) && value !== undefined);
  return kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept));
}

// Operators may write email addresses in reasons, and an erasure cannot change the append-only log.
function withoutAddresses(text: string | null): string | null {
  return text && text.replace(EMAIL, '[address]').slice(0, MAX_REASON);
}

/** Events of all accounts, or of one, newest first; for operators. */
export function listAuditEvents(db: Database, limit: number, accountId?: string): Promise<AuditEvent[]> {
  return db.prisma.auditEvent.findMany({ where: accountId ? { accountId } : {}, orderBy: { id: 'desc' }, take: limit });
}

/** Events of one account, newest first, optionally only those older than a given event. */
export function listActivity(
  db: Database,
  accountId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<AuditEvent[]> {
  return db.prisma.auditEvent.findMany({
    where: { accountId, ...(before && { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: limit,
  });
}

/** Records a restore of the database, for {@link isFromBeforeRestore}. */
export function markRestored(db: Database): Promise<void> {
  return transaction(db, (tx) =>
    recordAudit(tx, { action: 'database.restored', accountId: null, subject: 'database' }),
  );
}

/** SQL condition that the database was restored after `moment`, which is a column or a parameter. */
export const restoredSince = (moment: string) =>
  `EXISTS (SELECT FROM audit_events WHERE action = 'database.restored' AND at > ${moment})`;

/** True for rows created before the last restore. The providers may know more about them than we do. */
export async function isFromBeforeRestore(db: Database, createdAt: Date): Promise<boolean> {
  const { rows } = await db.pool.query<{ before: boolean }>({
    name: 'restored-since',
    text: `SELECT ${restoredSince('$1')} AS before`,
    values: [createdAt],
  });
  return rows[0]!.before;
}
