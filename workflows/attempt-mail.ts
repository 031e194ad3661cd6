import { log } from '@temporalio/workflow';
import { explained } from './reasons';

/** Waits until a mail is sent. A failure is only logged: no run, scan or payment depends on a mail. */
export async function attemptMail(mail: Promise<unknown>, about: Record<string, string>): Promise<void> {
  await mail.catch((error: unknown) => log.error('a mail could not be sent', { ...about, error: explained(error) }));
}
