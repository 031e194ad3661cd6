import { setTimeout as sleep } from 'node:timers/promises';
import { MailError, type Mailer } from './mailer';

/** A mail that would wait longer than this is put back: its activity has a time limit. */
const MAX_WAIT_MS = 20_000;

/** What tells and spends time. */
interface Clock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

/**
 * A mailer that begins at most `perSecond` mails a second, in the order in which they come. What would wait longer than 20 s is
 * thrown back as `rate_limited`, with the time after which there is room.
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
