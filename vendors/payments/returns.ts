import type Stripe from 'stripe';
import type { Mode } from '../../base/access';
import type { DisputeStatus } from '../../modules/ledger/contract';
import type { Payment, Refund, RefundRequest, Dispute, FraudWarning } from '../../modules/orders/payment-provider';
import { writeOnce, vendorCode } from './clients';
import {
  decided,
  expanded,
  idOf,
  keyIn,
  PAYMENTS,
  REFUNDS,
  DISPUTE_CASES,
  DISPUTES,
  toMovement,
} from './vendor-states';

/** Maximum refunds listed per payment. Real payments have only a few. */
const MAX_REFUNDS = 1_000;

/**
 * Refunds what remains of a payment, once per attempt. The provider forgets idempotency keys after a day, so this first
 * looks up the attempt's refund. The key protects against concurrent calls. The request has no amount, so the provider
 * refunds only the remainder, and manual refunds are not repeated.
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
    // A concurrent call or a person already refunded the payment, so return that refund.
    const refunds = await list();
    const found = ofAttempt(refunds) ?? refunds.find(({ status }) => REFUNDS[status] !== 'failed');
    if (found) return found;
    throw error;
  }
}

/** Lists all refunds of a payment, including manual ones, newest first. Empty if the payment is unknown. */
export async function listRefunds(client: Stripe, mode: Mode, paymentId: string): Promise<Refund[]> {
  try {
    const made = client.refunds.list({ payment_intent: paymentId, limit: 100 });
    return (await made.autoPagingToArray({ limit: MAX_REFUNDS })).map((each) => toRefund(mode, each));
  } catch (error) {
    if (vendorCode(error) === 'resource_missing') return [];
    throw error;
  }
}

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
    // An unknown status counts as pending, because it may not be final.
    status: keyIn(REFUNDS, made.status) ?? 'pending',
    total: { amount: made.amount, currency: made.currency },
    failureReason: made.failure_reason ?? null,
    createdAt: new Date(made.created * 1000),
  };
}

/** Retrieves the current state of a dispute, with the order of its payment. */
export async function retrieveDispute(client: Stripe, mode: Mode, disputeId: string): Promise<Dispute> {
  return toDispute(mode, await client.disputes.retrieve(disputeId, { expand: ['payment_intent'] }));
}

/** Lists the disputes of a payment with the payment's order, newest first. A payment has only a few. */
export async function listDisputes(client: Stripe, mode: Mode, paymentId: string): Promise<Dispute[]> {
  const page = { payment_intent: paymentId, limit: 100, expand: ['data.payment_intent'] };
  return (await client.disputes.list(page)).data.map((dispute) => toDispute(mode, dispute));
}

function toDispute(mode: Mode, dispute: Stripe.Dispute): Dispute {
  return {
    id: dispute.id,
    mode,
    ...paymentOf(dispute.payment_intent),
    status: disputeStatus(dispute),
    refundable: dispute.is_charge_refundable,
    total: { amount: dispute.amount, currency: dispute.currency },
    reason: dispute.reason,
    evidenceDueAt: evidenceDueAt(dispute),
    openedAt: new Date(dispute.created * 1000),
    movements: dispute.balance_transactions.map(toMovement),
  };
}

/** Retrieves an early fraud warning, with the order of its payment. */
export async function retrieveFraudWarning(client: Stripe, mode: Mode, warningId: string): Promise<FraudWarning> {
  const warning = await client.radar.earlyFraudWarnings.retrieve(warningId, { expand: ['payment_intent'] });
  const { id, fraud_type: fraudType, actionable } = warning;
  return { id, mode, ...paymentOf(warning.payment_intent), fraudType, actionable };
}

function paymentOf(payment: string | Stripe.PaymentIntent | null | undefined) {
  const intent = expanded(payment);
  return { orderId: intent?.metadata?.orderId ?? null, paymentId: intent?.id ?? null };
}

// Deadline for evidence; null once we submitted evidence. A `due_by` of 0 means that the bank accepts no evidence.
function evidenceDueAt({ status, evidence_details: details }: Stripe.Dispute): Date | null {
  return status.endsWith('needs_response') && details?.due_by ? new Date(details.due_by * 1000) : null;
}

/** Status of a dispute, judged by who has the money: a `prevented` dispute returned the money or never took it. */
export function disputeStatus(dispute: Stripe.Dispute): DisputeStatus {
  const phase = decided(DISPUTES, dispute.status, null);
  if (phase === 'closed') return isMoneyGone(dispute) ? 'lost' : 'won';
  if (phase === null || netOf(dispute) < 0) return 'open';
  const asksOnly = phase === 'inquiry' || caseOf(dispute) === 'asks' || dispute.is_charge_refundable;
  return asksOnly ? 'inquiry' : 'open';
}

function isMoneyGone(dispute: Stripe.Dispute): boolean {
  const { status, balance_transactions: moved } = dispute;
  // If no movements are visible, the cardholder has the money once the provider allows no more refunds.
  const givenBack = status === 'lost' || (status === 'prevented' && caseOf(dispute) === 'repays');
  if (moved.length === 0) return givenBack && !dispute.is_charge_refundable;
  // The exchange rate can change before the money comes back, so a won dispute can return less than it took.
  const cameBackConverted = moved.some(({ amount, exchange_rate: rate }) => amount > 0 && rate !== null);
  return netOf(dispute) < 0 && !(status === 'won' && cameBackConverted);
}

function netOf({ balance_transactions: moved }: Stripe.Dispute): number {
  return moved.reduce((sum, { amount }) => sum + amount, 0);
}

function caseOf({ payment_method_details: method }: Stripe.Dispute) {
  return decided(DISPUTE_CASES, method?.card?.case_type, null);
}
