import { bareAddress, normalEmail } from '../../contracts/email-address';
import { transaction, type Consent, type Database, type Queryable, type Suppression } from '../../prisma/client';
import { raiseAlert } from '../alerts/raise-alert';
import { recordAudit } from '../audit/record-audit';

/** Purpose of a mail to others: part of the product, or advertising that needs a consent of its own. */
export type MailPurpose = 'service' | 'marketing';

/**
 * Returns true if an address may be mailed: never after a bounce or a complaint; marketing only with a valid consent.
 * `hashed` is the address's keyed hash, under which an erased account's suppression is stored.
 */
export async function mayMail(
  db: Database,
  email: string,
  purpose: MailPurpose,
  hashed: readonly string[] = [],
): Promise<boolean> {
  const { rows } = await db.pool.query<{ allowed: boolean }>({
    name: 'mail-allowed',
    text: `SELECT NOT EXISTS (SELECT 1 FROM suppressions WHERE email = ANY($3) AND (scope = 'all' OR scope = $2))
              AND ($2 <> 'marketing' OR EXISTS (
                SELECT 1 FROM consents WHERE email = $1 AND kind = 'marketing' AND withdrawn_at IS NULL)) AS allowed`,
    values: [email, purpose, [email, ...hashed]],
  });
  return rows[0]!.allowed;
}

/** A consent by its id, or null. */
export function findConsent(db: Database, consentId: string): Promise<Consent | null> {
  return db.prisma.consent.findUnique({ where: { id: consentId } });
}

/**
 * Withdraws every marketing consent of the address that gave this one. Repeating changes nothing; false for an unknown
 * consent.
 */
export function unsubscribe(db: Database, consentId: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ email: string }>({
      text: `UPDATE consents SET withdrawn_at = COALESCE(withdrawn_at, now())
             WHERE kind = 'marketing' AND email = (SELECT email FROM consents WHERE id = $1) RETURNING email`,
      values: [consentId],
    });
    if (!rows[0]) return false;
    await suppress(tx, rows[0].email, 'marketing', 'unsubscribed');
    return true;
  });
}

/** Event of the mail provider about addresses. */
export interface MailEventReport {
  id: string;
  type: string;
  /** Reason to suppress the addresses, or null if the event changes nothing. */
  reason: 'bounce' | 'complaint' | null;
  addresses: string[];
}

/**
 * Handles an event of the mail provider once; returns false for a repetition. Addresses that bounced or complained get
 * no more mail, except our own mailboxes (by the setting that names each): those raise an alert, once a day.
 */
export function recordMailEvent(
  db: Database,
  event: MailEventReport,
  ownMailboxes: Record<string, string> = {},
): Promise<boolean> {
  const { reason } = event;
  return transaction(db, async (tx) => {
    const { rowCount } = await tx.query({
      text: 'INSERT INTO mail_events (id, type) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      values: [event.id, event.type],
    });
    if (rowCount === 0) return false;
    if (!reason) return true;
    for (const email of event.addresses) {
      const mailbox = Object.keys(ownMailboxes).find((name) => bareAddress(ownMailboxes[name]!) === email);
      if (mailbox) await raiseBounced(tx, mailbox, reason);
      else await suppress(tx, email, 'all', reason);
    }
    return true;
  });
}

/** Suppressions of an address. */
export function listSuppressions(db: Database, email: string): Promise<Suppression[]> {
  return db.prisma.suppression.findMany({ where: { email: normalEmail(email) }, orderBy: { createdAt: 'asc' } });
}

/** Deletes bounces and complaints of an address that works again, for operators; returns how many. */
export function liftSuppressions(db: Database, email: string): Promise<number> {
  return transaction(db, async (tx) => {
    const address = normalEmail(email);
    const { rowCount: lifted } = await tx.query({
      text: `DELETE FROM suppressions WHERE email = $1 AND scope = 'all'`,
      values: [address],
    });
    const { rows } = await tx.query<{ id: string }>({
      text: 'SELECT id FROM accounts WHERE email = $1',
      values: [address],
    });
    if (lifted) await recordAudit(tx, { action: 'mail.allowed', accountId: rows[0]?.id ?? null, after: { lifted } });
    return lifted ?? 0;
  });
}

// The name of the setting stands for the address, which must not enter a workflow's id.
function raiseBounced(tx: Queryable, mailbox: string, reason: string): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  return raiseAlert(tx, {
    alert: 'mailbox-bounced',
    subject: `${mailbox}/${reason}/${day}`,
    facts: { mailbox, reason },
  });
}

async function suppress(tx: Queryable, email: string, scope: 'all' | 'marketing', reason: string): Promise<void> {
  await tx.query({
    text: 'INSERT INTO suppressions (email, scope, reason) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    values: [email, scope, reason],
  });
}
