import type { BalanceMovement } from '../../contracts/money';
import type { Queryable } from '../../prisma/client';
import { post } from './post';

/** Payment that a movement of our balance at the provider is about. */
interface MovedPayment {
  mode: string;
  paymentId: string;
}

/**
 * Enters what the provider kept of a movement, once: of a payment, or of our account itself. Fees are in the currency of
 * our balance there.
 */
export async function enterFee(
  tx: Queryable,
  of: Pick<MovedPayment, 'mode'> & Partial<MovedPayment>,
  { id, fee, currency }: Pick<BalanceMovement, 'id' | 'fee' | 'currency'>,
): Promise<void> {
  await post(tx, { cause: `fee:${id}`, ...of, currency }, { provider: fee, fees: -fee });
}

/**
 * Enters the money that a dispute took from our balance or brought back, each movement once, and its fee. A balance in
 * another currency moves by a converted amount: then the dispute's own amount is entered, in the currency of the sale.
 */
export async function enterDisputeMovements(
  tx: Queryable,
  dispute: MovedPayment & { disputeId: string; amount: number; currency: string },
  movements: readonly BalanceMovement[],
): Promise<void> {
  const { disputeId, mode, paymentId, currency } = dispute;
  for (const movement of movements) {
    const same = movement.currency === currency;
    const amount = same ? movement.amount : Math.sign(movement.amount) * dispute.amount;
    const posting = { cause: `dispute:${disputeId}:${movement.id}`, mode, paymentId, currency };
    await post(tx, posting, { provider: -amount, disputed: amount });
    await enterFee(tx, { mode, paymentId }, movement);
  }
}
