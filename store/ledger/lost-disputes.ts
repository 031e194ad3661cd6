import { UNDECIDED } from '../../domain/disputes';
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

/**
 * Closed ones of these disputes that still have money in `disputed`, with what did not come back in minor units; negative
 * where too much came. Leaves out disputes whose payment is not settled.
 */
export async function disputesWithMoneyLeft(
  db: Queryable,
  disputeIds: readonly string[],
): Promise<{ id: string; amount: number; currency: string }[]> {
  const { rows } = await db.query<{ id: string; amount: number; currency: string }>({
    name: 'ledger-disputes-left',
    text: `SELECT disputes.id, sum(-line.amount)::float8 AS amount, entered.currency
           FROM disputes JOIN payments ON payments.id = payment_id
             JOIN ledger_transactions AS entered ON entered.payment_id = payments.id
               AND split_part(cause, ':', 1) = 'dispute' AND split_part(cause, ':', 2) = disputes.id
             JOIN ledger_entries AS line ON line.transaction_id = entered.id AND line.account = 'disputed'
           WHERE disputes.id = ANY($1) AND NOT disputes.status = ANY($2)
           GROUP BY disputes.id, entered.currency HAVING sum(line.amount) <> 0`,
    values: [disputeIds, UNDECIDED],
  });
  return rows;
}
