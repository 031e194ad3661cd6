import { normalEmail } from '../contracts/email-address';
import { transaction, type Consent, type Database, type Queryable, type Suppression } from '../prisma/client';

/** What a mail is: part of the product, or advertising that may be refused on its own. */
export type MailPurpose = 'service' | 'marketing';

/** Whether an address may be sent a mail: not after a bounce or a complaint; marketing only with a consent that stands. */
export async function mayMail(db: Database, email: string, purpose: MailPurpose): Promise<boolean> {
  const { rows } = await db.pool.query<{ allowed: boolean }>({
    name: 'mail-allowed',
    text: `SELECT NOT EXISTS (SELECT 1 FROM suppressions WHERE email = $1 AND (scope = 'all' OR scope = $2))
              AND ($2 <> 'marketing' OR EXISTS (
                SELECT 1 FROM consents WHERE email = $1 AND kind = 'marketing' AND withdrawn_at IS NULL)) AS allowed`,
    values: [email, purpose],
  });
  return rows[0]!.allowed;
}

/** A consent by its id, or null. */
export function findConsent(db: Database, consentId: string): Promise<Consent | null> {
  return db.prisma.consent.findUnique({ where: { id: consentId } });
}

/** Withdraws every marketing consent of the address that gave this one. Repeating changes nothing; false for an unknown consent. */
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

/** What the mail provider reported of addresses. */
export interface MailEventReport {
  id: string;
  type: string;
  /** Why the addresses get no mail any more, or null where the event changes nothing. */
  reason: 'bounce' | 'complaint' | null;
  addresses: string[];
}

/** Handles one event of the mail provider, once however often it is delivered; says whether it was new. */
export function recordMailEvent(db: Database, event: MailEventReport): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { rowCount } = await tx.query({
      text: 'INSERT INTO mail_events (id, type) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      values: [event.id, event.type],
    });
    if (rowCount === 0) return false;
    for (const email of event.reason ? event.addresses : []) await suppress(tx, email, 'all', event.reason!);
    return true;
  });
}

/** Why an address gets no mail. */
export function listSuppressions(db: Database, email: string): Promise<Suppression[]> {
  return db.prisma.suppression.findMany({ where: { email: normalEmail(email) }, orderBy: { createdAt: 'asc' } });
}

/** Forgets bounces and complaints of an address, for operators who know that it works again; returns how many. */
export async function liftSuppressions(db: Database, email: string): Promise<number> {
  const { count } = await db.prisma.suppression.deleteMany({ where: { email: normalEmail(email), scope: 'all' } });
  return count;
}

async function suppress(tx: Queryable, email: string, scope: 'all' | 'marketing', reason: string): Promise<void> {
  await tx.query({
    text: 'INSERT INTO suppressions (email, scope, reason) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    values: [email, scope, reason],
  });
}
