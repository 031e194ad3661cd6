import { normalEmail } from '../../../base/email-address';
import { newId } from '../../../base/ids';
import { transaction, type Database, type Queryable, type Consent, type Suppression } from '../../../prisma/client';
import { recordAudit } from '../../outbox/store/audit';
import { CONSENT_TEXTS, type ConsentKind } from '../contract';

/** Purpose of an email: part of the product, or advertising, which needs separate consent. */
export type MailPurpose = 'service' | 'marketing';

/**
 * True if we may email an address. After a bounce or complaint we may not, and marketing needs valid consent. `hashed`
 * is the address's keyed hash, under which suppressions of erased accounts are stored.
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

/** Keyed hash of a consent's origin, and the id of the key. The same key signs the consent's unsubscribe link. */
export interface ConsentSource {
  hash: Buffer;
  keyId: string;
}

/** Records a scan recipient's consent, with its wording and its source. */
export async function recordConsent(
  tx: Queryable,
  scan: { id: string; email: string },
  kind: ConsentKind,
  source: ConsentSource,
): Promise<void> {
  await tx.query({
    text: `INSERT INTO consents (id, kind, email, scan_id, text_version, source_hash, token_key_id)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [newId('con'), kind, scan.email, scan.id, CONSENT_TEXTS[kind].version, source.hash, source.keyId],
  });
  // A new consent overrides an earlier unsubscription.
  if (kind === 'marketing') {
    await tx.query({
      text: `DELETE FROM suppressions WHERE email = $1 AND scope = 'marketing'`,
      values: [scan.email],
    });
  }
}

/** Marketing consent that was given when a scan was confirmed, or null. */
export function findMarketingConsent(db: Database, scanId: string): Promise<Consent | null> {
  return db.prisma.consent.findUnique({ where: { scanId_kind: { scanId, kind: 'marketing' } } });
}

/** Withdraws all marketing consents of the email address that gave this one. Idempotent. False if it is unknown. */
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

/** Stops all email to an address, or only marketing email. Idempotent. */
export async function suppress(
  tx: Queryable,
  email: string,
  scope: 'all' | 'marketing',
  reason: string,
): Promise<void> {
  await tx.query({
    text: 'INSERT INTO suppressions (email, scope, reason) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    values: [email, scope, reason],
  });
}

/** Replaces a suppressed address with its keyed hash, or deletes it if no key is configured. */
export async function hashSuppressions(tx: Queryable, email: string, hash: string | null): Promise<void> {
  if (hash !== null) {
    await tx.query({
      text: `INSERT INTO suppressions (email, scope, reason, created_at)
             SELECT $2, scope, reason, created_at FROM suppressions WHERE email = $1 ON CONFLICT DO NOTHING`,
      values: [email, hash],
    });
  }
  await tx.query({ text: 'DELETE FROM suppressions WHERE email = $1', values: [email] });
}

export function listSuppressions(db: Database, email: string): Promise<Suppression[]> {
  return db.prisma.suppression.findMany({ where: { email: normalEmail(email) }, orderBy: { createdAt: 'asc' } });
}

/** Lifts an address's suppressions after bounces and complaints; returns how many. For operators. */
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

/** Number of uses that still need one TOKEN_SECRET, which is identified by its id. */
export interface TokenKeyUse {
  keyId: string;
  /** Emails that may still be retried with the same link. */
  links: number;
  /** Valid marketing consents, whose unsubscribe links do not expire. */
  consents: number;
}

/** Counts the remaining uses of each secret. Mailed links are looked up by hash and need no secret. */
export async function countTokenKeys(db: Database): Promise<TokenKeyUse[]> {
  const { rows } = await db.pool.query<TokenKeyUse>(
    `SELECT token_key_id AS "keyId", count(*) FILTER (WHERE use = 'link')::int AS links,
            count(*) FILTER (WHERE use = 'consent')::int AS consents
     FROM (SELECT token_key_id, 'link' AS use FROM account_links
             WHERE issued_at IS NOT NULL AND used_at IS NULL AND expires_at > now()
           UNION ALL SELECT token_key_id, 'link' FROM free_scans
             WHERE status IN ('confirmed', 'running')
               OR status = 'awaiting_confirmation' AND confirmation_expires_at > now()
           UNION ALL SELECT token_key_id, 'consent' FROM consents
             WHERE kind = 'marketing' AND withdrawn_at IS NULL) AS uses
     GROUP BY 1 ORDER BY 1`,
  );
  return rows;
}
