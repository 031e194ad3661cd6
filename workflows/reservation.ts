import { condition, defineSignal, proxyActivities, setCurrentDetails, setHandler } from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities';
import { SIGNALS, type ReservationInput } from '../contracts/workflow-messages';

/** Tells a reservation that its order has changed: paid, or its checkout begun anew with a later end. */
export const orderChanged = defineSignal(SIGNALS.orderChanged);

// Tried until the database takes it: no hold is without an end.
const { readHold, endHold } = proxyActivities<Activities>({
  startToCloseTimeout: '20 seconds',
  retry: { maximumInterval: '30 seconds', nonRetryableErrorTypes: ['order_not_found'] },
});

// As long as the provider does not say that the checkout is closed, somebody may be paying: it is asked until it says so.
const { closeCheckout } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { maximumInterval: '1 minute', nonRetryableErrorTypes: ['order_not_found'] },
  summary: 'Close the checkout session',
});

/**
 * One order from its creation to its payment or its end. First the checkout is closed at the provider, then, after a while in which
 * a payment that raced the end may still be heard of, what the order holds is released. Dying anywhere changes nothing: the end
 * of a hold stands in the database too.
 */
export async function reservation({ orderId }: ReservationInput): Promise<{ status: string }> {
  let changed = false;
  setHandler(orderChanged, () => void (changed = true));
  const quietUntil = async (end: string, ms: number, sentence: string) => {
    setCurrentDetails(sentence);
    return ms <= 0 ? !changed : !(await condition(() => changed, ms, { summary: end }));
  };

  for (;;) {
    changed = false;
    const hold = await readHold(orderId);
    if (!hold.open) return over(hold.status);
    if (
      hold.payableForMs > 0 &&
      !(await quietUntil('End of the checkout', hold.payableForMs, '**Reserved**: waiting for the payment.'))
    )
      continue;
    const checkout = await closeCheckout(orderId);
    const { holdEndsInMs } = await readHold(orderId);
    const sentence =
      checkout === 'closed'
        ? '**Checkout closed**: released when the hold ends, unless a payment is heard of.'
        : '**Checkout complete**: the payment is being settled.';
    if (!(await quietUntil('End of the hold', holdEndsInMs, sentence))) continue;
    const status = await endHold(orderId);
    if (status !== 'creating' && status !== 'pending_payment') return over(status);
  }
}

function over(status: string): { status: string } {
  setCurrentDetails(`**${status}**: nothing is held any more.`);
  return { status };
}
