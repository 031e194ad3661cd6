import type { Queryable } from '../../prisma/client';

/**
 * True if a dispute of a payment is lost and took nothing from our balance that the provider told us of: whether the
 * payer has the money is then for a person to find out.
 */
export async function isLostUnseen(tx: Queryable, paymentId: string): Promise<boolean> {
  const { rows } = await tx.query<{ unseen: boolean }>({
    name: 'ledger-lost-unseen',
    text: `SELECT EXISTS (SELECT 1 FROM disputes WHERE payment_id = $1 AND status = 'lost' AND NOT EXISTS (
             SELECT 1 FROM ledger_transactions AS entered
             WHERE entered.payment_id = $1 AND split_part(cause, ':', 1) = 'dispute'
               AND split_part(cause, ':', 2) = disputes.id)) AS unseen`,
    values: [paymentId],
  });
  return rows[0]!.unseen;
}
