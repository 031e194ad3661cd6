import {
  condition,
  continueAsNew,
  defineSignal,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { ACTIVITY_FAILURES } from '../base/activity-failures';
import type { WorkflowOutcome } from '../base/outcomes';
import { SIGNALS, type ReservationInput } from '../base/workflow-messages';
import { conclude, failWithCause } from './conclude';
import { callsOf } from './steps';

/** Signal: the order was paid, or it has a new checkout that ends later. */
export const orderChanged = defineSignal(SIGNALS.orderChanged);

// Retried until the database accepts it, because every hold must end.
const { readHold, endHold } = callsOf(
  {
    startToCloseTimeout: '20 seconds',
    retry: { maximumInterval: '30 seconds', nonRetryableErrorTypes: [ACTIVITY_FAILURES.orderNotFound] },
  },
  { readHold: 'Read how long the order is held', endHold: 'End the hold of the unpaid order' },
);

// Retried until the provider confirms that the checkout has ended, because somebody may be paying until then.
const { closeCheckout } = callsOf(
  {
    startToCloseTimeout: '30 seconds',
    retry: { maximumInterval: '1 minute', nonRetryableErrorTypes: [ACTIVITY_FAILURES.orderNotFound] },
  },
  { closeCheckout: 'Close the checkout session' },
);

type ReservationOutcome = WorkflowOutcome & { status: string };

/**
 * Handles one order from its creation to its payment or its end. Closes the checkout at the provider, waits for any
 * payment made at the same moment, and releases the hold. The database records when the hold ends, in case the workflow
 * is lost.
 */
export async function reservation(input: ReservationInput): Promise<ReservationOutcome> {
  return reserve(input).catch(failWithCause);
}

async function reserve(input: ReservationInput): Promise<ReservationOutcome> {
  const { orderId } = input;
  let changed = false;
  setHandler(orderChanged, () => void (changed = true));
  const elapsesUnchanged = async (end: string, ms: number, sentence: string) => {
    setCurrentDetails(sentence);
    return ms <= 0 ? !changed : !(await condition(() => changed, ms, { summary: end }));
  };

  for (;;) {
    // Loses no signals, because the database has everything that they reported and the new execution reads it first.
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof reservation>(input);
    changed = false;
    const hold = await readHold(orderId);
    if (!hold.open) return finish(hold.status);
    if (
      hold.payableForMs > 0 &&
      !(await elapsesUnchanged('End of the checkout', hold.payableForMs, '**Reserved**: waiting for the payment.'))
    )
      continue;
    const checkout = await closeCheckout(orderId);
    const { holdEndsInMs } = await readHold(orderId);
    const sentence =
      checkout === 'closed'
        ? '**Checkout closed**: released when the hold ends, unless a payment is heard of.'
        : '**Checkout complete**: the payment is being settled.';
    if (!(await elapsesUnchanged('End of the hold', holdEndsInMs, sentence))) continue;
    const status = await endHold(orderId);
    if (status !== 'creating' && status !== 'pending_payment') return finish(status);
  }
}

function finish(status: string): ReservationOutcome {
  return { ...conclude({ outcome: status, summary: SENTENCES[status] ?? 'Nothing is held any more.' }), status };
}

const SENTENCES: Record<string, string> = {
  fulfilled: 'Paid in time; nothing is held any more.',
  expired: 'Nobody paid in time; what was held is free again.',
  canceled: 'The buyer left the checkout; what was held is free again.',
  failed: 'The checkout could not be made, or its payment failed; what was held is free again.',
};
