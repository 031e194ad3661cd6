import { transaction, type Consent, type Database, type Queryable } from '../../prisma/client';

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

/** Records that an address gets no mail, or no marketing. Repeating changes nothing. */
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
