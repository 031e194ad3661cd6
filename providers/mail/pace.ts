import { setTimeout as sleep } from 'node:timers/promises';
import { MailError, type Mailer } from './mailer';

/** Longest wait of a mail in this process, below the timeout of its activity. */
const MAX_WAIT_MS = 20_000;

/** Source of time and of delays. */
interface Clock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

/**
 * Throttles a mailer to `perSecond` mails a second, in order of arrival. A mail that would wait longer than 20 s is
 * rejected as `rate_limited` with the remaining wait.
 */
export function paced(mailer: Mailer, perSecond: number, clock: Clock = { now: Date.now, sleep }): Mailer {
  let free = 0;
  return {
    async send(mail) {
      const now = clock.now();
      const waitMs = Math.max(0, free - now);
      if (waitMs > MAX_WAIT_MS)
        throw new MailError('rate_limited', 'Too many mails are waiting in this worker.', waitMs);
      free = now + waitMs + 1_000 / perSecond;
      if (waitMs > 0) await clock.sleep(waitMs);
      await mailer.send(mail);
    },
  };
}
