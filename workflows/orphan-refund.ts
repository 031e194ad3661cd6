import type { WorkflowOutcome } from '../base/outcomes';
import type { OrphanRefundInput } from '../base/workflow-messages';
import { conclude, failWithCause } from './conclude';
import { callsOf } from './steps';

// Retried until the provider responds, because the payer's money is at stake.
const { returnOrphan } = callsOf(
  { startToCloseTimeout: '30 seconds', retry: { maximumInterval: '2 minutes' } },
  { returnOrphan: 'Refund the payment without an order' },
);

const SENTENCES = {
  returned: 'The payment is given back.',
  refused: 'The provider refused the refund; the break is open again.',
  not_approved: 'No operator has approved the return.',
} as const;

/** Refunds a payment whose order we lost, once an operator has approved the refund. A refusal reopens the break. */
export async function orphanRefund({ breakId }: OrphanRefundInput): Promise<WorkflowOutcome> {
  const outcome = await returnOrphan(breakId).catch(failWithCause);
  const failureCode = outcome === 'refused' ? 'payment_refused' : null;
  return conclude({ outcome, failureCode, summary: SENTENCES[outcome] });
}
