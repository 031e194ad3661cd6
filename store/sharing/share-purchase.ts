import { Failure } from '../../contracts/failures';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { addShare, type AddedShare, type WantedShare } from './add-share';

/**
 * Shares the dossier of an opportunity that an account bought by this order. Whether the purchase still stands is asked
 * whenever a link is followed, as it is of its owner.
 *
 * @throws Failure `order_not_found` where the order is no such purchase, `too_many_shares`
 */
export function sharePurchase(
  db: Database,
  accountId: string,
  orderId: string,
  wanted: WantedShare,
): Promise<AddedShare> {
  return transaction(db, async (tx) => {
    const { rowCount: bought } = await tx.query({
      text: `SELECT 1 FROM orders WHERE id = $1 AND account_id = $2 AND product = 'opportunity' AND status = 'fulfilled'
             FOR UPDATE`,
      values: [orderId, accountId],
    });
    // Orders outlive an erasure, which waits for this lock or is seen here: its links do not.
    const { rowCount: active } = await tx.query({
      text: "SELECT 1 FROM accounts WHERE id = $1 AND status = 'active' FOR SHARE",
      values: [accountId],
    });
    if (!bought || !active) throw new Failure('order_not_found');
    const added = await addShare(tx, { orderId }, wanted);
    const { expiresAt } = added.share;
    await recordAudit(tx, { action: 'purchase.shared', accountId, subject: orderId, after: { expiresAt } });
    return added;
  });
}
