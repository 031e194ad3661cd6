import type { Database } from '../../prisma/client';

/**
 * Reseals secrets in recorded answers: `reseal` gets each secret with its owner's id and returns it under another key,
 * null to leave it unchanged, or `unreadable`.
 */
export async function resealKeptAnswers(
  db: Database,
  reseal: (sealed: Buffer, ownerId: string) => Buffer | null | 'unreadable',
): Promise<{ resealed: number; unreadable: string[] }> {
  const { rows } = await db.pool.query<{
    accountId: string;
    operation: string;
    key: string;
    owner: string;
    sealed: string;
  }>(
    `SELECT account_id AS "accountId", operation, key, response->>'webhookId' AS owner,
            response->>'sealedSecret' AS sealed
     FROM idempotency_records WHERE expires_at > now() AND response::jsonb ? 'sealedSecret'`,
  );
  const outcome = { resealed: 0, unreadable: [] as string[] };
  for (const { accountId, operation, key, owner, sealed } of rows) {
    const fresh = reseal(Buffer.from(sealed, 'base64'), owner);
    if (fresh === 'unreadable') outcome.unreadable.push(owner);
    if (!(fresh instanceof Buffer)) continue;
    const { rowCount } = await db.pool.query({
      text: `UPDATE idempotency_records SET response = jsonb_set(response::jsonb, '{sealedSecret}', to_jsonb($4::text))
             WHERE account_id = $1 AND operation = $2 AND key = $3 AND response->>'sealedSecret' = $5`,
      values: [accountId, operation, key, fresh.toString('base64'), sealed],
    });
    outcome.resealed += rowCount ?? 0;
  }
  return outcome;
}
