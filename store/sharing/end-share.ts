import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';

/** Ends all links of an account at once, or only one; ignores unknown links and those of other accounts. */
export function endShares(db: Database, accountId: string, shareId: string | null = null): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ runId: string | null; orderId: string | null }>({
      text: `UPDATE run_shares SET expires_at = now()
             WHERE ($1::text IS NULL OR id = $1) AND expires_at > now()
               AND (run_id IN (SELECT id FROM runs WHERE account_id = $2)
                 OR order_id IN (SELECT id FROM orders WHERE account_id = $2))
             RETURNING run_id AS "runId", order_id AS "orderId"`,
      values: [shareId, accountId],
    });
    for (const { runId, orderId } of rows) {
      const action = runId === null ? 'purchase.unshared' : 'run.unshared';
      await recordAudit(tx, { action, accountId, subject: (runId ?? orderId)! });
    }
  });
}
