import { ApplicationFailure } from '@temporalio/activity';
import type { RunFailureCode } from '../contracts/run-failures';
import { AgentsError } from '../providers/agents/research-agents';
import { MailError } from '../providers/mail/mailer';
import { PaymentsError } from '../providers/payments/payments';

/** A failure that no retry can mend and that ends the run with this code. */
export function endsRun(code: RunFailureCode, message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, code);
}

/**
 * Runs a call of a provider and rethrows its errors as Temporal should treat them: a rate limit is retried when the
 * provider says, a rejection not at all, the rest by the retry policy. Exhausted, they end a run as `agent_unavailable`.
 */
export async function callingProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof AgentsError || error instanceof MailError)) throw error;
    throw ApplicationFailure.create({
      message: error.message,
      type: 'agent_unavailable' satisfies RunFailureCode,
      nonRetryable: error.kind === 'rejected' || error.kind === 'session_lost',
      ...(error.retryAfterMs !== null && { nextRetryDelay: error.retryAfterMs }),
    });
  }
}

/** Failure type of a call that the payment provider refused: repeating it changes nothing, somebody has to look. */
export const PAYMENT_REFUSED = 'payment_refused';

/**
 * Runs a call of the payment provider. What money waits for is tried until it works: only a refusal of this very call is final,
 * while a key that is refused or missing can be mended by an operator.
 */
export async function callingPayments<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    throw ApplicationFailure.create({
      message: error.message,
      type: PAYMENT_REFUSED,
      nonRetryable: error.kind === 'rejected' || error.kind === 'not_found',
      ...(error.retryAfterMs !== null && { nextRetryDelay: error.retryAfterMs }),
    });
  }
}
