import type Stripe from 'stripe';
import type { Mode } from '../../contracts/access';
import type { DisputeStatus } from '../../contracts/payment-words';
import type { Dispute, FraudWarning } from '../../contracts/payments';
import { toMovement } from './balance-transactions';
import { decided, DISPUTE_CASES, DISPUTES } from './vendor-states';

/** Retrieves the current state of a dispute, with the order of its payment. */
export async function retrieveDispute(client: Stripe, mode: Mode, disputeId: string): Promise<Dispute> {
  return toDispute(mode, await client.disputes.retrieve(disputeId, { expand: ['payment_intent'] }));
}

/** Lists the disputes of a payment with the order of the payment, newest first; a payment has a handful at most. */
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

function paymentOf(expanded: string | Stripe.PaymentIntent | null | undefined) {
  const intent = typeof expanded === 'string' ? null : expanded;
  return { orderId: intent?.metadata?.orderId ?? null, paymentId: intent?.id ?? null };
}

// Once evidence is submitted the state is `under_review`; 0 says that the bank takes none.
function evidenceDueAt({ status, evidence_details: details }: Stripe.Dispute): Date | null {
  return status.endsWith('needs_response') && details?.due_by ? new Date(details.due_by * 1000) : null;
}

/**
 * State of a dispute by where its money is. The provider's word alone does not say: a `prevented` dispute gave the money
 * back to the cardholder, or was blocked and took nothing. An unknown status counts as open.
 */
export function disputeStatus(dispute: Stripe.Dispute): DisputeStatus {
  const phase = decided(DISPUTES, dispute.status, null);
  if (phase === 'closed') return isMoneyGone(dispute) ? 'lost' : 'won';
  if (phase === null || netOf(dispute) < 0) return 'open';
  const asksOnly = phase === 'inquiry' || caseOf(dispute) === 'asks' || dispute.is_charge_refundable;
  return asksOnly ? 'inquiry' : 'open';
}

function isMoneyGone(dispute: Stripe.Dispute): boolean {
  const { status, balance_transactions: moved } = dispute;
  // Nothing that we can see: the cardholder has the money where the provider refunds no more.
  const givenBack = status === 'lost' || (status === 'prevented' && caseOf(dispute) === 'repays');
  if (moved.length === 0) return givenBack && !dispute.is_charge_refundable;
  // Exchange rates change until money comes back, so a dispute that was won can bring back less than it took.
  const cameBackConverted = moved.some(({ amount, exchange_rate: rate }) => amount > 0 && rate !== null);
  return netOf(dispute) < 0 && !(status === 'won' && cameBackConverted);
}

function netOf({ balance_transactions: moved }: Stripe.Dispute): number {
  return moved.reduce((sum, { amount }) => sum + amount, 0);
}

function caseOf({ payment_method_details: method }: Stripe.Dispute) {
  return decided(DISPUTE_CASES, method?.card?.case_type, null);
}
