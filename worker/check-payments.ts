import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { checkPlatform } from '../providers/payments/check-platform';
import type { Payments } from '../contracts/payments';

const CHECK_AGAIN_MS = 60_000;

/**
 * Checks the platform's account at the provider once, and logs what stops or can stop withdrawals, with its cure.
 * Retries until the provider answers or `signal` aborts.
 */
export async function reportPlatform(
  payments: Payments,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    try {
      for (const { status, name, mode, detail, cure } of await checkPlatform(payments)) {
        const facts = { check: name, mode, cure };
        if (status === 'fail') log.error(facts, detail);
        else if (status === 'warn') log.warn(facts, detail);
      }
      return;
    } catch (error) {
      log.warn({ err: error }, 'the account at the payment provider could not be checked; trying again');
      await sleep(CHECK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
