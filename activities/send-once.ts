import { ApplicationFailure } from '@temporalio/common';
import type { MailInput } from '../contracts/workflow-messages';
import { beginMail } from '../store/mail/begin-mail';
import { endMail } from '../store/mail/end-mail';
import type { Delivered } from './deliver-mail';
import type { ActivityDeps } from './deps';

/**
 * Sends a mail by `send`, unless its row says that it has ended, and records the end: also of one that is refused for
 * good, which nobody tries again. Whoever sends it, its own workflow or the one of its run or scan, asks here first.
 */
export async function sendOnce(
  { db }: Pick<ActivityDeps, 'db'>,
  mail: MailInput,
  send: () => Promise<Delivered>,
): Promise<Delivered> {
  const { expected, ended, sent } = await beginMail(db, mail);
  if (ended) return { sent };
  try {
    const delivered = await send();
    await endMail(db, mail, delivered.sent);
    return delivered;
  } catch (error) {
    // A row that came meanwhile is of a later end, such as the one that a sweep gave a run that a restore took back.
    if (expected && error instanceof ApplicationFailure && error.nonRetryable) await endMail(db, mail, false);
    throw error;
  }
}
