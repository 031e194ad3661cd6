import { lookup as resolve, type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress, literalAddress } from './private-address';

/** Why an attempt got no answer, as the delivery log says it. */
export type SendFailure = 'timeout' | 'address_refused' | 'host_not_found' | 'connection_failed';

/** How one attempt went: the status that was answered, or why there was none. */
export interface Sent {
  status: number | null;
  failure: SendFailure | null;
  /** What a busy receiver asked for; null where it asked for nothing. */
  retryAfterMs: number | null;
}

/** Sends one attempt of a webhook. */
export interface WebhookSender {
  /** Posts JSON and looks at the status of the answer only: redirects are not followed, bodies not read. Never throws. */
  send(message: { url: string; headers: Record<string, string>; body: string }): Promise<Sent>;
}

/** What a sender is allowed. */
export interface SenderOptions {
  /** Lets deliveries reach private addresses and plain http: for tests and one machine only. */
  allowPrivate: boolean;
  /** From the first byte to the answer's headers. */
  timeoutMs?: number;
  /** Asks for the addresses of a name; the system's resolver unless a test says otherwise. */
  resolveAll?: (host: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void;
}

const TIMEOUT_MS = 15_000;
const MAX_RETRY_AFTER_MS = 3_600_000;
const REFUSED = 'EREFUSED_ADDRESS';

/**
 * A sender that reaches public addresses only. A name is resolved once, by the connection itself, and the addresses that it is
 * about to connect to are the ones that are checked: an answer of DNS that changes in between cannot lead inside.
 */
export function createWebhookSender({
  allowPrivate,
  timeoutMs = TIMEOUT_MS,
  resolveAll = (host, done) => resolve(host, { all: true }, done),
}: SenderOptions): WebhookSender {
  const lookup: LookupFunction = (host, options, done) => {
    resolveAll(host, (error, addresses) => {
      if (error) return done(error, '');
      if (!allowPrivate && addresses.some(({ address }) => isPrivateAddress(address))) return done(refused(), '');
      if (options.all) return done(null, addresses);
      const [first] = addresses;
      return done(null, first!.address, first!.family);
    });
  };

  return {
    async send({ url: address, headers, body }) {
      const url = new URL(address);
      try {
        // A literal address is connected to without asking `lookup`.
        const literal = literalAddress(url);
        if (!allowPrivate && (url.protocol !== 'https:' || (literal && isPrivateAddress(literal)))) throw refused();
        const response = await post(url, headers, body);
        return { status: response.statusCode!, failure: null, retryAfterMs: retryAfter(response) };
      } catch (error) {
        return { status: null, failure: failureOf(error), retryAfterMs: null };
      }
    },
  };

  function post(url: URL, headers: Record<string, string>, body: string): Promise<IncomingMessage> {
    return new Promise((answered, failed) => {
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
        method: 'POST',
        // A connection of its own: one that is kept open would be used again without its address being looked at.
        agent: false,
        lookup,
        signal: AbortSignal.timeout(timeoutMs),
        headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
      });
      request.on('error', failed).on('response', (response) => {
        answered(response);
        response.destroy();
      });
      request.end(body);
    });
  }
}

function refused(): NodeJS.ErrnoException {
  return Object.assign(new Error('The address is not a public one'), { code: REFUSED });
}

function failureOf(error: unknown): SendFailure {
  const { code, name } = error as NodeJS.ErrnoException;
  if (code === REFUSED) return 'address_refused';
  if (code === 'ABORT_ERR' || name === 'TimeoutError' || name === 'AbortError') return 'timeout';
  return code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'host_not_found' : 'connection_failed';
}

function retryAfter({ headers }: IncomingMessage): number | null {
  const seconds = Number(headers['retry-after']);
  return Number.isInteger(seconds) && seconds > 0 ? Math.min(seconds * 1_000, MAX_RETRY_AFTER_MS) : null;
}
