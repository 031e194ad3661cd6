import type { StepUpMethod } from '../../contracts/sign-in';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { recordPasswordSuccess, type RightPassword } from './record-password-success';

/**
 * Records a recent proof of identity under a new cookie, so that a copy of the old one is void. False if the session
 * has ended meanwhile.
 */
export function proveSession(
  db: Database,
  right: RightPassword,
  { from, to, method }: { from: Buffer; to: Buffer; method: StepUpMethod },
): Promise<boolean> {
  return transaction(db, async (tx) => {
    await recordPasswordSuccess(tx, right);
    const { rows } = await tx.query<{ id: string }>({
      text: 'UPDATE account_sessions SET hash = $2, proved_at = now(), last_seen_at = now() WHERE hash = $1 RETURNING id',
      values: [from, to],
    });
    if (!rows[0]) return false;
    const { accountId } = right;
    await recordAudit(tx, { action: 'step_up.completed', accountId, subject: rows[0].id, after: { method } });
    return true;
  });
}
