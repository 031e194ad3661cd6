import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities';
import type { MailInput } from '../contracts/workflow-messages';

// The provider forgets idempotency keys after 24 h, so a mail is not tried longer than that.
const { sendMail } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '20 hours',
  retry: { maximumInterval: '10 minutes' },
});

/** One mail behind an answer. It fails where the provider refuses the mail for good: nothing waits for it. */
export function mail(input: MailInput): Promise<{ sent: boolean }> {
  return sendMail(input.mail, input.id);
}
