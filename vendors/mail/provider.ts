import { Resend } from 'resend';
import { measured, retryAfterMs, type OnCall } from '../measured-calls';
import { MailError, type Mailer } from './mailer';

/** Timeout of one send. Longer than Resend takes, but short enough that a hung connection blocks no activity. */
const SEND_TIMEOUT_MS = 15_000;
/** Resend's error (409) while an earlier request with the same key is in progress. Retryable. */
const STILL_SENDING = 'concurrent_idempotent_requests';
/** Resend's error (409) if it already accepted an email with the same key but different content. */
const TAKEN_BEFORE = 'invalid_idempotent_request';

/** Status assumed when the client reports none: after a broken connection or an unreadable response body. */
const NO_STATUS = 503;

type SendResult = Awaited<ReturnType<Resend['emails']['send']>>;

/**
 * Creates a mailer for Resend. `from` is an email address or `Name <address>`. Resend delivers only the first of
 * several emails with the same idempotency key within 24 hours. `send` throws {@link MailError}: `rate_limited` and
 * `unavailable` (5xx, network, 15 s) are retryable, `rejected` is not.
 */
export function createMailer({
  apiKey,
  baseUrl,
  from,
  onCall = () => undefined,
}: {
  apiKey: string;
  baseUrl?: string | undefined;
  from: string;
  onCall?: OnCall;
}): Mailer {
  const resend = new Resend(apiKey, { ...(baseUrl !== undefined && { baseUrl }) });
  return {
    async send({ idempotencyKey, to, subject, html, text, replyTo, headers }) {
      const mail = { to, subject, html, text, ...(replyTo && { replyTo }), ...(headers && { headers }) };
      const request = { provider: 'mail' as const, method: 'POST', path: '/emails' };
      const result = await answerWithin(SEND_TIMEOUT_MS, (signal) =>
        measured(
          onCall,
          request,
          () => resend.emails.send({ from, ...mail }, { idempotencyKey, signal }),
          ({ error }) => (error ? (error.statusCode ?? NO_STATUS) : 200),
        ),
      );
      if ((result.error?.name as string | undefined) === TAKEN_BEFORE) return;
      if (result.error) throw failure(result.error, result.headers);
      // For an error with the JSON body `null`, the SDK reports neither error nor data.
      if (!result.data) throw new MailError('unavailable', 'The mail provider gave an empty answer.');
    },
  };
}

/** Sends within `ms`. For an aborted request, the SDK returns or throws an error, depending on when it was aborted. */
async function answerWithin(ms: number, send: (signal: AbortSignal) => Promise<SendResult>): Promise<SendResult> {
  try {
    return await send(AbortSignal.timeout(ms));
  } catch (cause) {
    throw new MailError('unavailable', 'The mail provider did not answer.', null, { cause });
  }
}

function failure(error: NonNullable<SendResult['error']>, headers: SendResult['headers']): MailError {
  const { name } = error;
  // Error bodies that do not come from Resend, such as a proxy's, have no status.
  const status = error.statusCode ?? NO_STATUS;
  const text = `The mail provider answered ${name ?? 'error'} (${status}).`;
  const cause = { cause: error };
  if (status === 429) return new MailError('rate_limited', text, retryAfterMs(headers?.['retry-after']), cause);
  if (status >= 500 || (name as string) === STILL_SENDING)
    return new MailError('unavailable', text, retryAfterMs(headers?.['retry-after']), cause);
  return new MailError('rejected', text, null, cause);
}

const PROVIDER = 'https://api.resend.com';
const ANSWER_WITHIN_MS = 5_000;

/** Whether the mail provider accepts our key, and the state of our sending domain. */
type MailAccess =
  /** `domain` is null if it is unknown: the key may only send, or the server is a stand-in. */
  | { kind: 'accepted'; domain: { name: string; status: string } | null }
  | { kind: 'refused' }
  | { kind: 'unavailable'; status: number };

/**
 * Checks the key by listing our domains, which sends nothing. Send-only keys get a 401, invalid keys a 403.
 * @throws Error without a response within 5 s
 */
export async function checkMailAccess(options: {
  apiKey: string;
  baseUrl?: string | undefined;
  from: string;
}): Promise<MailAccess> {
  const response = await fetch(`${(options.baseUrl || PROVIDER).replace(/\/$/, '')}/domains`, {
    headers: { authorization: `Bearer ${options.apiKey}` },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    redirect: 'error',
  });
  const { status } = response;
  if (status === 403) return { kind: 'refused' };
  if (status === 429 || status >= 500) return { kind: 'unavailable', status };
  const body = (await response.json().catch(() => null)) as { data?: unknown } | null;
  if (status !== 200 || !Array.isArray(body?.data)) return { kind: 'accepted', domain: null };
  const name = domainOf(options.from);
  const domains = body.data as { name?: string; status?: string }[];
  const ours = domains.find((domain) => domain.name === name || name.endsWith(`.${domain.name}`));
  // A stand-in sends from any domain and lists no domains.
  if (!ours && options.baseUrl) return { kind: 'accepted', domain: null };
  return { kind: 'accepted', domain: { name, status: ours?.status ?? 'unknown there' } };
}

function domainOf(from: string): string {
  return /@([^>\s]+)/.exec(from)?.[1]?.toLowerCase() ?? from;
}

/** Timeout in case the provider hangs. Normal calls are much faster. */
const LIFTED_WITHIN_MS = 10_000;

/**
 * Removes an address from the provider's suppression list. True if the address was on the list.
 * @throws Error if the provider refuses, or without a response within 10 s
 */
export async function liftProviderSuppression(
  { apiKey, baseUrl }: { apiKey: string; baseUrl?: string | undefined },
  email: string,
): Promise<boolean> {
  const resend = new Resend(apiKey, { ...(baseUrl !== undefined && { baseUrl }) });
  const { data, error } = await resend.suppressions.remove(email, { signal: AbortSignal.timeout(LIFTED_WITHIN_MS) });
  if (!error) return data.deleted;
  if (error.statusCode === 404) return false;
  throw new Error(
    `The mail provider did not remove ${email} from its suppression list (${error.name} ${error.statusCode ?? 'without answer'}). Nothing was changed: try again, or remove it in the provider's dashboard.`,
  );
}
