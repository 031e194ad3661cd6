import type Stripe from 'stripe';
import type { Mode } from '../../contracts/access';
import type { Dispute, Payment, Refund, RefundRequest } from './payments';
import { vendorCode } from './vendor-errors';

const REFUND_STATUSES = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] as const;

/**
 * Gives a payment back once. The provider forgets idempotency keys after a day, so it is looked first; the key is for two attempts
 * at the same time. It names the payment too, because an order may have been paid twice.
 */
export async function refund(client: Stripe, request: RefundRequest): Promise<Refund> {
  const { mode, orderId, paymentIntentId, reason } = request;
  const existing = await findRefund(client, mode, paymentIntentId);
  if (existing) return existing;
  try {
    const made = await client.refunds.create(
      { payment_intent: paymentIntentId, metadata: { orderId }, ...(reason && { reason }) },
      { idempotencyKey: `refund:${orderId}:${paymentIntentId}` },
    );
    return toRefund(mode, made);
  } catch (error) {
    // Somebody was faster, perhaps by hand: what they made is the refund.
    const found = vendorCode(error) === 'charge_already_refunded' && (await findRefund(client, mode, paymentIntentId));
    if (found) return found;
    throw error;
  }
}

/** The refund of a payment, if there is one; one that holds before one that failed. */
export async function findRefund(client: Stripe, mode: Mode, paymentIntentId: string): Promise<Refund | null> {
  const { data } = await client.refunds.list({ payment_intent: paymentIntentId, limit: 100 });
  const refunds = data.map((each) => toRefund(mode, each));
  return refunds.find(({ status }) => status !== 'failed' && status !== 'canceled') ?? refunds[0] ?? null;
}

/** A refund as it is now. */
export async function retrieveRefund(client: Stripe, mode: Mode, refundId: string): Promise<Refund> {
  return toRefund(mode, await client.refunds.retrieve(refundId));
}

/** A payment as it is now. */
export async function retrievePayment(client: Stripe, mode: Mode, paymentIntentId: string): Promise<Payment> {
  const intent = await client.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] });
  const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge;
  return {
    id: intent.id,
    mode,
    orderId: intent.metadata?.orderId ?? null,
    succeeded: intent.status === 'succeeded',
    received: { amount: intent.amount_received, currency: intent.currency },
    refundedAmount: charge?.amount_refunded ?? 0,
    disputed: charge?.disputed ?? false,
  };
}

/** A dispute as it is now, with the order that its payment was for. */
export async function retrieveDispute(client: Stripe, mode: Mode, disputeId: string): Promise<Dispute> {
  const dispute = await client.disputes.retrieve(disputeId, { expand: ['payment_intent'] });
  const intent = typeof dispute.payment_intent === 'string' ? null : dispute.payment_intent;
  return {
    id: dispute.id,
    mode,
    orderId: intent?.metadata?.orderId ?? null,
    paymentIntentId: intent?.id ?? null,
    status: disputeStatus(dispute.status),
    openedAt: new Date(dispute.created * 1000),
  };
}

function toRefund(mode: Mode, made: Stripe.Refund): Refund {
  const { payment_intent: intent } = made;
  return {
    id: made.id,
    mode,
    orderId: made.metadata?.orderId ?? null,
    paymentIntentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
    // A state that is new to us is not an end.
    status: REFUND_STATUSES.find((status) => status === made.status) ?? 'pending',
    total: { amount: made.amount, currency: made.currency },
    failureReason: made.failure_reason ?? null,
    createdAt: new Date(made.created * 1000),
  };
}

function disputeStatus(status: string): Dispute['status'] {
  if (status === 'lost') return 'lost';
  // A closed inquiry and a prevented dispute leave us the money.
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open';
}
