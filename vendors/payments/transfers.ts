import type Stripe from 'stripe';
import type { Arrival, Payout, ReportedMoney, Transfer, WithdrawalOrder } from '../../modules/orders/payment-provider';
import { writeOnce } from './clients';
import { expanded, idOf, keyIn, PAYOUTS } from './vendor-states';

export async function transfer(client: Stripe, withdrawal: WithdrawalOrder, deploymentId: string): Promise<Transfer> {
  const { withdrawalId, connectedAccountId: destination, amount } = withdrawal;
  const find = async () => (await listTransfers(client, withdrawalId))[0] ?? null;
  const existing = await find();
  if (existing) return existing;
  const metadata = { withdrawalId, deploymentId };
  const body = { ...amount, destination, transfer_group: groupOf(withdrawalId), metadata };
  return writeOnce({
    key: keyOf('wd', withdrawal),
    find,
    make: async (idempotencyKey) => toTransfer(await client.transfers.create(body, { idempotencyKey })),
  });
}

export async function listTransfers(client: Stripe, withdrawalId: string): Promise<Transfer[]> {
  const { data } = await client.transfers.list({ transfer_group: groupOf(withdrawalId), limit: 100 });
  return data.map(toTransfer).toReversed();
}

export async function reverseTransfer(
  client: Stripe,
  withdrawal: WithdrawalOrder,
  transferId: string,
  deploymentId: string,
): Promise<void> {
  const metadata = { withdrawalId: withdrawal.withdrawalId, deploymentId };
  await writeOnce({
    // Includes the transfer id, because we may have to reverse a second transfer of the same withdrawal.
    key: `${keyOf('wd-reversal', withdrawal)}:${transferId}`,
    find: async () => ((await client.transfers.retrieve(transferId)).reversed ? true : null),
    make: async (idempotencyKey) => {
      await client.transfers.createReversal(transferId, { metadata }, { idempotencyKey });
      return true;
    },
  });
}

/** Retrieves the money that a transfer delivered, from the payment that it created in the connected account. */
export async function retrieveArrival(
  client: Stripe,
  { connectedAccountId: stripeAccount, amount }: WithdrawalOrder,
  transferId: string,
): Promise<Arrival> {
  const { destination_payment: payment } = await client.transfers.retrieve(transferId);
  const id = idOf(payment);
  // Old transfers have no payment in the connected account.
  if (!id) return { money: amount, availableAt: new Date(0) };
  const charge = await client.charges.retrieve(id, { expand: ['balance_transaction'] }, { stripeAccount });
  const made = expanded(charge.balance_transaction);
  if (!made) throw new Error(`Payment ${id} of ${transferId} is not booked yet`);
  return { money: { amount: made.net, currency: made.currency }, availableAt: new Date(made.available_on * 1000) };
}

export async function payOut(
  client: Stripe,
  withdrawal: WithdrawalOrder,
  money: ReportedMoney,
  deploymentId: string,
): Promise<Payout> {
  const { withdrawalId, connectedAccountId: stripeAccount } = withdrawal;
  const find = () => findPayout(client, withdrawal);
  const existing = await find();
  if (existing) return existing;
  const body = { ...money, metadata: { withdrawalId, deploymentId } };
  return writeOnce({
    key: keyOf('wd-payout', withdrawal),
    find,
    make: async (idempotencyKey) => toPayout(await client.payouts.create(body, { stripeAccount, idempotencyKey })),
  });
}

export function toPayout(payout: Stripe.Payout): Payout {
  return {
    id: payout.id,
    status: keyIn(PAYOUTS, payout.status) ?? 'pending',
    total: { amount: payout.amount, currency: payout.currency },
    failureCode: payout.failure_code,
    arrivesAt: new Date(payout.arrival_date * 1000),
  };
}

/** Finds the payout of a withdrawal by its metadata. Payouts have no transfer group, and an account has only a few. */
export async function findPayout(
  client: Stripe,
  { withdrawalId, connectedAccountId: stripeAccount }: WithdrawalOrder,
): Promise<Payout | null> {
  for await (const payout of client.payouts.list({ limit: 100 }, { stripeAccount })) {
    if (payout.metadata?.withdrawalId === withdrawalId) return toPayout(payout);
  }
  return null;
}

function keyOf(what: string, { withdrawalId, refusals }: WithdrawalOrder): string {
  return refusals === 0 ? `${what}:${withdrawalId}` : `${what}:${withdrawalId}:${refusals}`;
}

const groupOf = (withdrawalId: string) => `wd:${withdrawalId}`;

function toTransfer({ id, amount, currency, amount_reversed, reversed, destination }: Stripe.Transfer): Transfer {
  const total = { amount, currency };
  return { id, destination: idOf(destination) ?? '', total, amountReversed: amount_reversed, reversed };
}
