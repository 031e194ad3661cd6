import type { Database } from '../../prisma/client';

/** Records the money that a transfer brought to the contributor's account, and from when it can be paid out. */
export async function recordArrival(
  db: Database,
  id: string,
  { money, availableAt }: { money: { amount: number; currency: string }; availableAt: Date },
): Promise<void> {
  await db.pool.query({
    name: 'withdrawal-record-arrival',
    text: `UPDATE withdrawals SET payout_amount = $2, payout_currency = $3, available_at = $4, updated_at = now()
           WHERE id = $1 AND (payout_amount, payout_currency, available_at) IS DISTINCT FROM ($2, $3, $4)`,
    values: [id, money.amount, money.currency, availableAt],
  });
}
