import { ApplicationFailure } from '@temporalio/activity';
import { ACTIVITY_FAILURES, type ActivityFailureType } from '../base/activity-failures';
import { vendorMessage } from '../base/plain-text';
import type { RunFailureCode } from '../base/run-failures';
import { AgentsError } from '../modules/findings/contract/agents';
import { PaymentsError, type PaymentsErrorKind } from '../modules/orders/payment-provider';
import { MailError } from '../vendors/mail/mailer';

/** Non-retryable failure that ends the run with this code. */
export function runFailure(code: RunFailureCode, message: string): ApplicationFailure {
  return finalFailure(code, message);
}

/** Non-retryable failure because our own data is inconsistent. */
export function brokenRecord(message: string): ApplicationFailure {
  return finalFailure('internal_error', message);
}

export function finalFailure(type: ActivityFailureType, message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, type);
}

export function retryableFailure(type: ActivityFailureType, message: string): ApplicationFailure {
  return ApplicationFailure.retryable(message, type);
}

/** Temporal failure type of a provider error, and whether it is retried. */
interface Treatment {
  type: ActivityFailureType;
  final: boolean;
}

// Most of these errors share a type, because each ends a run as `agent_unavailable` once its retries are used up.
const AGENTS: Record<AgentsError['kind'], Treatment> = {
  rate_limited: { type: 'agent_unavailable', final: false },
  unavailable: { type: 'agent_unavailable', final: false },
  rejected: { type: 'agent_unavailable', final: true },
  session_lost: { type: 'agent_unavailable', final: true },
  // For essential steps, workflows wait for an operator (`workflows/agent-account.ts`). Other steps are retried.
  account_stopped: { type: ACTIVITY_FAILURES.agentAccountStopped, final: false },
};

const MAILER: Record<MailError['kind'], Treatment> = {
  rate_limited: { type: ACTIVITY_FAILURES.mailUnavailable, final: false },
  unavailable: { type: ACTIVITY_FAILURES.mailUnavailable, final: false },
  rejected: { type: ACTIVITY_FAILURES.mailRefused, final: true },
};

// Money is at stake, so calls are retried until they succeed. Only a rejection of the call itself is final, because an
// operator can replace a rejected or missing key.
const PAYMENTS: Record<PaymentsErrorKind, Treatment> = {
  rate_limited: { type: ACTIVITY_FAILURES.paymentUnavailable, final: false },
  unavailable: { type: ACTIVITY_FAILURES.paymentUnavailable, final: false },
  not_configured: { type: ACTIVITY_FAILURES.paymentNotConfigured, final: false },
  key_refused: { type: ACTIVITY_FAILURES.paymentKeyRefused, final: false },
  not_permitted: { type: ACTIVITY_FAILURES.paymentKeyRefused, final: false },
  disputed: { type: ACTIVITY_FAILURES.paymentDisputed, final: false },
  insufficient_funds: { type: ACTIVITY_FAILURES.paymentInsufficientFunds, final: false },
  account_gone: { type: ACTIVITY_FAILURES.paymentRefused, final: true },
  rejected: { type: ACTIVITY_FAILURES.paymentRefused, final: true },
  not_found: { type: ACTIVITY_FAILURES.paymentRefused, final: true },
};

/**
 * Calls the agent provider. Failures follow the activity's retry policy, rate limits follow the provider's Retry-After,
 * and rejections are not retried.
 *
 * @throws ApplicationFailure `agent_unavailable`
 */
export function callAgents<T>(call: () => Promise<T>): Promise<T> {
  return callProvider(call, (error) => error instanceof AgentsError && { ...AGENTS[error.kind], error });
}

/** Calls the mail provider, like {@link callAgents}. @throws ApplicationFailure `mail_unavailable`, `mail_refused` */
export function callMailer<T>(call: () => Promise<T>): Promise<T> {
  return callProvider(call, (error) => error instanceof MailError && { ...MAILER[error.kind], error });
}

/** Calls the payment provider, like {@link callAgents}. @throws a `payment_*` failure of `base/activity-failures.ts` */
export function callPayments<T>(call: () => Promise<T>): Promise<T> {
  return callProvider(call, (error) => error instanceof PaymentsError && { ...PAYMENTS[error.kind], error });
}

/** Reads from a connected account. Returns null if the account is closed or disconnected and so inaccessible. */
export async function nullIfAccountGone<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PaymentsError && error.kind === 'account_gone') return null;
    throw error;
  }
}

/**
 * Retryable failure for a provider refusal of a call that must eventually succeed, such as reversing a transfer. The
 * operator has already been alerted. The type depends on the kind of error, so that an outage never counts as a
 * refusal.
 */
export function retriedRefusal(error: Error): ApplicationFailure {
  const type = error instanceof PaymentsError ? PAYMENTS[error.kind].type : ACTIVITY_FAILURES.paymentRefused;
  const cause = saidBy(error);
  return ApplicationFailure.create({ message: error.message, type, ...(cause && { cause }) });
}

/** Describes a provider's refusal in one line for operators: our sentence and the provider's message. */
export function refusalWords(error: Error): string {
  const said = saidBy(error);
  return said ? `${error.message} (“${said.message}”)` : error.message;
}

async function callProvider<T>(
  call: () => Promise<T>,
  treat: (error: unknown) => false | (Treatment & { error: Error & { retryAfterMs: number | null } }),
): Promise<T> {
  try {
    return await call();
  } catch (thrown) {
    const treatment = treat(thrown);
    // Our own bugs and errors of other providers keep their type.
    if (!treatment) throw thrown;
    const { type, final: nonRetryable, error } = treatment;
    const cause = saidBy(error);
    throw ApplicationFailure.create({
      message: error.message,
      type,
      nonRetryable,
      ...(cause && { cause }),
      ...(error.retryAfterMs !== null && { nextRetryDelay: error.retryAfterMs }),
    });
  }
}

/** The provider's message as the cause of a failure. Excludes the error object, which holds requests and keys. */
function saidBy({ message, cause }: Error): ApplicationFailure | null {
  const words = vendorMessage(cause);
  if (words === null || message.includes(words)) return null;
  const said = ApplicationFailure.nonRetryable(words, 'provider_said');
  said.stack = '';
  return said;
}
