import type Stripe from 'stripe';
import type { Mode } from '../../contracts/access';
import type { Payment, Refund, RefundRequest } from '../../contracts/payments';
import { writeOnce } from './idempotency-keys';
import { vendorCode } from './vendor-errors';
import { decided, expanded, idOf, keyIn, PAYMENTS, REFUNDS } from './vendor-states';

/** Refunds listed of one payment; a person makes a handful. */
const MAX_REFUNDS = 1_000;

/**
 * Refunds what is left of a payment, once for each attempt. The provider forgets idempotency keys after a day, so the
 * refund of the attempt is looked up first; the key covers concurrent calls. Without an amount the provider returns what
 * is left at that moment, so nothing is returned twice that was refunded by hand.
 */
export async function refund(client: Stripe, request: RefundRequest, deploymentId: string): Promise<Refund> {
  const { mode, orderId, paymentId, attempt, amount, reason } = request;
  const list = () => listRefunds(client, mode, paymentId);
  const ofAttempt = (refunds: Refund[]) =>
    refunds.find((each) => each.orderId === orderId && each.attempt === attempt) ?? null;
  const earlier = ofAttempt(await list());
  if (earlier) return earlier;
  const metadata = { orderId, attempt: String(attempt), deploymentId };
  const body = { payment_intent: paymentId, metadata, ...(amount && { amount }), ...(reason && { reason }) };
  try {
    return await writeOnce({
      key: `refund:${orderId}:${paymentId}${attempt > 1 ? `:${attempt}` : ''}${amount ? `:of-${amount}` : ''}`,
      find: async () => ofAttempt(await list()),
      pastRefusals: true,
      make: async (idempotencyKey) => toRefund(mode, await client.refunds.create(body, { idempotencyKey })),
    });
  } catch (error) {
    if (vendorCode(error) !== 'charge_already_refunded') throw error;
    // A concurrent call or a person was faster: use that one.
    const refunds = await list();
    const found = ofAttempt(refunds) ?? refunds.find(({ status }) => REFUNDS[status] !== 'failed');
    if (found) return found;
    throw error;
  }
}

/** Lists the refunds of a payment, whoever made them, newest first; none for a payment unknown to the provider. */
export async function listRefunds(client: Stripe, mode: Mode, paymentId: string): Promise<Refund[]> {
  try {
    const made = client.refunds.list({ payment_intent: paymentId, limit: 100 });
    return (await made.autoPagingToArray({ limit: MAX_REFUNDS })).map((each) => toRefund(mode, each));
  } catch (error) {
    if (vendorCode(error) === 'resource_missing') return [];
    throw error;
  }
}

/** Retrieves the current state of a payment. */
export async function retrievePayment(client: Stripe, mode: Mode, paymentId: string): Promise<Payment> {
  const intent = await client.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] });
  const charge = expanded(intent.latest_charge);
  return {
    id: intent.id,
    mode,
    orderId: intent.metadata?.orderId ?? null,
    succeeded: decided(PAYMENTS, intent.status, 'open') === 'succeeded',
    received: { amount: intent.amount_received, currency: intent.currency },
    refundedAmount: charge?.amount_refunded ?? 0,
    disputed: charge?.disputed ?? false,
  };
}

function toRefund(mode: Mode, made: Stripe.Refund): Refund {
  return {
    id: made.id,
    mode,
    orderId: made.metadata?.orderId ?? null,
    attempt: made.metadata?.orderId ? Number(made.metadata.attempt) : null,
    paymentId: idOf(made.payment_intent),
    // Unknown states are not final.
    status: keyIn(REFUNDS, made.status) ?? 'pending',
    total: { amount: made.amount, currency: made.currency },
    failureReason: made.failure_reason ?? null,
    createdAt: new Date(made.created * 1000),
  };
}
