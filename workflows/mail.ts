import type { WorkflowOutcome } from '../base/outcomes';
import type { MailInput } from '../base/workflow-messages';
import { conclude, failWithCause } from './conclude';
import { callsOf } from './steps';

// The provider forgets idempotency keys after 24 h, so retries end before that.
const { sendMail } = callsOf(
  { startToCloseTimeout: '1 minute', scheduleToCloseTimeout: '20 hours', retry: { maximumInterval: '10 minutes' } },
  { sendMail: 'Send the mail' },
);

/** Sends one background email. Fails if the mail provider permanently rejects it, but no other work depends on it. */
export async function mail(input: MailInput): Promise<WorkflowOutcome & { sent: boolean }> {
  const { sent } = await sendMail(input.mail, input.id).catch(failWithCause);
  const conclusion = sent
    ? { outcome: 'sent', summary: `Sent: ${input.mail}.` }
    : { outcome: 'not_sent', summary: 'Nothing to send, or the address is not to be mailed.' };
  return { ...conclude(conclusion), sent };
}
