import { Context } from '@temporalio/activity';

/** Below the pause before the next attempt, so that what follows an answer precedes all that the next attempt does. */
const ANSWER_IS_FRESH_MS = 500;

/**
 * Resolves if this attempt of the activity is under way; call it before what must not be done concurrently with the
 * next attempt. A worker that was suspended can hold an attempt that timed out, or be handed one, so an attempt that
 * may have ended by the clock asks Temporal. Clocks may differ by half of the time limit.
 *
 * @throws ActivityNotFoundError if the attempt has ended, ActivityCancelledError if nobody waits for it
 */
export async function requireCurrentAttempt(): Promise<void> {
  const context = Context.current();
  const { info } = context;
  // The SDK says 0 where there is no heartbeat timeout.
  const limitMs = Math.min(info.startToCloseTimeoutMs, info.heartbeatTimeoutMs || Infinity);
  if (Date.now() - info.currentAttemptScheduledTimestampMs < limitMs / 2) return;
  for (let askedAt = -Infinity; performance.now() - askedAt > ANSWER_IS_FRESH_MS;) {
    askedAt = performance.now();
    await context.client.activity.heartbeat(info.taskToken);
  }
}
