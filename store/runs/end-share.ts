import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';

/** Ends a link at once; ignores unknown links and those of other accounts. Returns its run. */
export function endShare(db: Database, accountId: string, shareId: string): Promise<string | null> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ runId: string }>({
      text: `UPDATE run_shares SET expires_at = now() FROM runs
             WHERE run_shares.id = $1 AND expires_at > now() AND runs.id = run_id AND account_id = $2
             RETURNING run_id AS "runId"`,
      values: [shareId, accountId],
    });
    if (!rows[0]) return null;
    await recordAudit(tx, { action: 'run.unshared', accountId, subject: rows[0].runId });
    return rows[0].runId;
  });
}
