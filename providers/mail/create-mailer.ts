import { Resend } from 'resend';
import { MailError, type Mailer } from './mailer';

/** Longer than Resend ever takes to accept a mail; a hung connection must not hold an activity. */
const SEND_TIMEOUT_MS = 15_000;
/** Resend's answer while an earlier request with the same key is still being handled (409): later it has an answer. */
const STILL_SENDING = 'concurrent_idempotent_requests';

type SendResult = Awaited<ReturnType<Resend['emails']['send']>>;

/**
 * A mailer over Resend. `baseUrl` replaces https://api.resend.com (without a slash at the end); `from` is an address or
 * `Name <address>`. A mail sent again under its idempotency key within 24 hours is delivered once.
 *
 * `send` throws {@link MailError}: `rate_limited` (429) and `unavailable` (5xx, network, no answer within 15 s) can be tried again,
 * `rejected` (any other 4xx) cannot.
 */
export function createMailer({
  apiKey,
  baseUrl,
  from,
}: {
  apiKey: string;
  baseUrl?: string | undefined;
  from: string;
}): Mailer {
  const resend = new Resend(apiKey, { ...(baseUrl !== undefined && { baseUrl }) });
  return {
    async send({ idempotencyKey, ...mail }) {
      const result = await answerWithin(SEND_TIMEOUT_MS, (signal) =>
        resend.emails.send({ from, ...mail }, { idempotencyKey, signal }),
      );
      if (result.error) throw failure(result.error, result.headers);
      // An error whose body is the JSON `null` reaches us as neither error nor data.
      if (!result.data) throw new MailError('unavailable', 'The mail provider gave an empty answer.');
    },
  };
}

/** Resend reports an aborted request as an error value or throws it, depending on how far it was. */
async function answerWithin(ms: number, send: (signal: AbortSignal) => Promise<SendResult>): Promise<SendResult> {
  try {
    return await send(AbortSignal.timeout(ms));
  } catch (cause) {
    throw new MailError('unavailable', 'The mail provider did not answer.', null, { cause });
  }
}

function failure(error: NonNullable<SendResult['error']>, headers: SendResult['headers']): MailError {
  // Not the message: it can quote the address, and this text goes into logs and histories.
  const { name } = error;
  // Bodies that are not Resend's own (of a proxy) have no status.
  const status = error.statusCode ?? 503;
  const text = `The mail provider answered ${name ?? 'error'} (${status}).`;
  if (status === 429) return new MailError('rate_limited', text, retryAfterMs(headers));
  if (status >= 500 || (name as string) === STILL_SENDING)
    return new MailError('unavailable', text, retryAfterMs(headers));
  return new MailError('rejected', text);
}

/** `Retry-After` in milliseconds; null where it is absent or no number of seconds. */
function retryAfterMs(headers: SendResult['headers']): number | null {
  const seconds = Number(headers?.['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}
