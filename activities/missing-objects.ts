import type { BookedObject } from '../contracts/provider-books';
import type { Payment } from '../store/orders/row';
import type { Withdrawal } from '../store/withdrawals/row';

/** Charge of a payment of ours as the provider should have it; kept in a break. */
export function missingCharge(
  { id, mode, orderId, amount, currency, createdAt }: Payment,
  deploymentId: string,
): BookedObject {
  return {
    kind: 'charge',
    id,
    mode,
    deploymentId,
    orderId,
    createdAt,
    total: { amount, currency },
    remaining: amount,
    withdrawalId: null,
    paymentId: id,
    connectedAccountId: null,
    state: null,
  };
}

/** Transfer of a withdrawal of ours as the provider should have it; kept in a break. */
export function missingTransfer(withdrawal: Withdrawal, deploymentId: string): BookedObject {
  const { id: withdrawalId, mode, amount, currency, transferId, connectedAccountId, updatedAt: createdAt } = withdrawal;
  return {
    kind: 'transfer',
    id: transferId!,
    mode,
    deploymentId,
    withdrawalId,
    connectedAccountId,
    createdAt,
    total: { amount, currency },
    remaining: amount,
    orderId: null,
    paymentId: null,
    state: null,
  };
}
