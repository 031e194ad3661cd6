import { Context } from '@temporalio/activity';

/** Shorter than the pause between attempts: code that runs this soon after a response runs before the next attempt. */
const ANSWER_IS_FRESH_MS = 500;

/**
 * Resolves if this is the activity's current attempt. Call it before work that must not run concurrently with the next
 * attempt. A suspended worker can still run or receive an attempt that has timed out. Asks Temporal only if half of the
 * time limit has passed by the local clock, to allow for clock skew.
 *
 * @throws ActivityNotFoundError if the attempt has ended, ActivityCancelledError if the activity was canceled
 */
export async function requireCurrentAttempt(): Promise<void> {
  const context = Context.current();
  const { info } = context;
  // The SDK reports 0 if the activity has no heartbeat timeout.
  const limitMs = Math.min(info.startToCloseTimeoutMs, info.heartbeatTimeoutMs || Infinity);
  if (Date.now() - info.currentAttemptScheduledTimestampMs < limitMs / 2) return;
  for (let askedAt = -Infinity; performance.now() - askedAt > ANSWER_IS_FRESH_MS;) {
    askedAt = performance.now();
    await context.client.activity.heartbeat(info.taskToken);
  }
}
