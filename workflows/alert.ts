import type { WorkflowOutcome } from '../base/outcomes';
import { ALERT_CHANNELS, type AlertInput } from '../modules/alerts/contract';
import { conclude, failWithCause } from './conclude';
import { callsOf } from './steps';

// The mail provider forgets idempotency keys after 24 h, so retries end before that.
const { deliverAlert } = callsOf(
  { startToCloseTimeout: '1 minute', scheduleToCloseTimeout: '20 hours', retry: { maximumInterval: '10 minutes' } },
  { deliverAlert: 'Deliver the alert by one channel' },
);

/**
 * Delivers one alert through every channel, or through the channels in its input. A channel that is down does not delay
 * others. Fails if a channel did not accept the alert within 20 hours, so that Temporal Web shows the failure.
 */
export async function alert(input: AlertInput): Promise<WorkflowOutcome> {
  const channels = input.channels ?? ALERT_CHANNELS;
  const deliveries = await Promise.allSettled(channels.map((channel) => deliverAlert(input, channel)));
  for (const delivery of deliveries) if (delivery.status === 'rejected') failWithCause(delivery.reason);
  const sent = channels.filter((_, i) => {
    const delivery = deliveries[i]!;
    return delivery.status === 'fulfilled' && delivery.value.sent;
  });
  return conclude({ outcome: 'delivered', summary: `Delivered by ${sent.join(', ') || 'no channel'}.` });
}
