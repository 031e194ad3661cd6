import type Stripe from 'stripe';
import type { Mode } from '../../contracts/access';
import { toMovement } from './balance-transactions';
import type { Dispute, FraudWarning } from '../../contracts/payments';

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
    status: disputeStatus(dispute.status),
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

function disputeStatus(status: string): Dispute['status'] {
  if (status === 'lost') return 'lost';
  // We keep the money after a closed inquiry or a prevented dispute.
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open';
}
