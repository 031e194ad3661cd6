import type { WithdrawalState } from '../../contracts/withdrawals';
import { ENDED_UNPAID } from '../../domain/withdrawals';
import { transaction, type Database } from '../../prisma/client';
import { post } from '../ledger/post';
import { postingOf, stateOf, type Moved } from './move-withdrawal';

/**
 * Records the transfer of a withdrawal to an account at the provider and that its money has left our balance, once.
 * Returns its state. One that ended meanwhile is left as it is, since its amount was given back: the report of its
 * transfer has it reversed.
 */
export function recordTransfer(
  db: Database,
  id: string,
  { transferId, connectedAccountId }: { transferId: string; connectedAccountId: string },
): Promise<WithdrawalState> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Moved>({
      name: 'withdrawal-record-transfer',
      text: `UPDATE withdrawals SET transfer_id = $2, connected_account_id = $3, updated_at = now()
             WHERE id = $1 AND transfer_id IS NULL AND NOT status = ANY($4)
             RETURNING id, account_id AS "accountId", mode, amount, currency, written_off AS "writtenOff"`,
      values: [id, transferId, connectedAccountId, ENDED_UNPAID],
    });
    if (rows[0]) {
      const { amount } = rows[0];
      await post(tx, postingOf(rows[0], 'transferred'), { provider: amount, connected: -amount });
    }
    return stateOf(tx, id);
  });
}

/**
 * Records another transfer of the same amount in place of one that was taken back: the money that left is that of the
 * other, and the books stay as they are.
 */
export async function replaceTransfer(
  db: Database,
  id: string,
  { recorded, transferId }: { recorded: string; transferId: string },
): Promise<void> {
  await db.pool.query({
    name: 'withdrawal-replace-transfer',
    text: 'UPDATE withdrawals SET transfer_id = $3, updated_at = now() WHERE id = $1 AND transfer_id = $2',
    values: [id, recorded, transferId],
  });
}
