import { ageDatabase } from '../../test/support/age';
import { retryOnOutage } from '../../test/support/patience';
import type { Parts } from './parts';

/**
 * Lets whole seconds pass at once: every moment in the database and at the payment provider becomes older by them.
 * Temporal's own timers run on: to it, its workers were slow.
 */
export async function letTimePass({ db, postgres, ageProvider, postbox }: Parts, seconds: number): Promise<void> {
  await retryOnOutage(() => db.pool.query('SELECT 1'));
  await ageDatabase(postgres().url, new URL(db.url).pathname.slice(1), seconds);
  ageProvider(seconds);
  // A mail that is sent again may name a moment of before.
  for (const mail of postbox.mails.values()) mail.digest = null;
}
