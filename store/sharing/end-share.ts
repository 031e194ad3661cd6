import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';

/** Ends a link at once; ignores unknown links and those of other accounts. */
export function endShare(db: Database, accountId: string, shareId: string): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ runId: string | null; orderId: string | null }>({
      text: `UPDATE run_shares SET expires_at = now()
             WHERE id = $1 AND expires_at > now()
               AND (run_id IN (SELECT id FROM runs WHERE account_id = $2)
                 OR order_id IN (SELECT id FROM orders WHERE account_id = $2))
             RETURNING run_id AS "runId", order_id AS "orderId"`,
      values: [shareId, accountId],
    });
    if (!rows[0]) return;
    const { runId, orderId } = rows[0];
    const action = runId === null ? 'purchase.unshared' : 'run.unshared';
    await recordAudit(tx, { action, accountId, subject: (runId ?? orderId)! });
  });
}
