import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { createSecretBox, type SealingKeys, type SecretBox } from '../../base/secrets';
import {
  boundedLookups,
  namesPrivateAddress,
  publicLookup,
  REFUSED_ADDRESS,
  refusedAddress,
  resolveByDns,
  resolveBySystem,
  type ResolveAll,
} from '../public-network';

/** Why an attempt got no response. Shown in the delivery log. */
type SendFailure = 'timeout' | 'address_refused' | 'host_not_found' | 'connection_failed';

/** Result of one attempt: the response status, or why there was no response. */
export interface Sent {
  status: number | null;
  failure: SendFailure | null;
  retryAfterMs: number | null;
}

interface Message {
  /** Account of the receiver. Limits the account's concurrent look-ups, so that accounts share them fairly. */
  owner: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface WebhookSender {
  /** Posts JSON and reads only the status. Does not follow redirects or read bodies. Never throws. */
  send(message: Message): Promise<Sent>;
}

export interface SenderOptions {
  /** Allows private addresses and plain http. Only for tests and a single machine. */
  allowPrivate: boolean;
  /** Timeout until the headers of the response arrive, in milliseconds. */
  timeoutMs?: number;
  /** Resolves a name. Defaults to {@link resolveByDns}, or to the system if private receivers are allowed. */
  resolveAll?: ResolveAll;
}

const TIMEOUT_MS = 15_000;
const MAX_RETRY_AFTER_MS = 3_600_000;

/** Creates a sender that reaches only public addresses (see {@link publicLookup}). */
export function createWebhookSender({
  allowPrivate,
  timeoutMs = TIMEOUT_MS,
  resolveAll = allowPrivate ? resolveBySystem : resolveByDns,
}: SenderOptions): WebhookSender {
  const lookups = boundedLookups(resolveAll);

  return {
    async send({ url: address, ...message }) {
      const url = new URL(address);
      try {
        if (!allowPrivate && (url.protocol !== 'https:' || namesPrivateAddress(url))) throw refusedAddress();
        const response = await post(url, message);
        return { status: response.statusCode!, failure: null, retryAfterMs: retryAfter(response) };
      } catch (error) {
        return { status: null, failure: failureOf(error), retryAfterMs: null };
      }
    },
  };

  function post(url: URL, { owner, headers, body }: Omit<Message, 'url'>): Promise<IncomingMessage> {
    return new Promise((answered, failed) => {
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
        method: 'POST',
        // A reused connection would skip the address check.
        agent: false,
        lookup: publicLookup(lookups(owner), allowPrivate),
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

function failureOf(error: unknown): SendFailure {
  const { code, name, syscall = '' } = error as NodeJS.ErrnoException;
  if (code === REFUSED_ADDRESS) return 'address_refused';
  if (code === 'ABORT_ERR' || name === 'TimeoutError' || name === 'AbortError') return 'timeout';
  // The error code is the same whether the DNS server or the receiver refuses us, so the system call tells them apart.
  return /^(?:query|getaddrinfo)/u.test(syscall) ? 'host_not_found' : 'connection_failed';
}

function retryAfter({ headers }: IncomingMessage): number | null {
  const seconds = Number(headers['retry-after']);
  return Number.isInteger(seconds) && seconds > 0 ? Math.min(seconds * 1_000, MAX_RETRY_AFTER_MS) : null;
}

/** Components for webhooks: the encryption of their secrets, and the sender. */
export interface Webhooks {
  secrets: SecretBox;
  sender: WebhookSender;
  /** Allows private receivers (`http://localhost:…`). Only for a single machine. */
  allowPrivate: boolean;
  /** Ports that customers' receivers may use. */
  ports: readonly number[];
}

/** Creates the components from settings. Null without a key, because webhooks are then disabled. */
export function createWebhooks(settings: {
  WEBHOOK_SECRET_KEY: SealingKeys | undefined;
  WEBHOOK_ALLOW_PRIVATE: boolean;
  WEBHOOK_PORTS: readonly number[];
}): Webhooks | null {
  if (!settings.WEBHOOK_SECRET_KEY) return null;
  const allowPrivate = settings.WEBHOOK_ALLOW_PRIVATE;
  return {
    secrets: createSecretBox(settings.WEBHOOK_SECRET_KEY),
    sender: createWebhookSender({ allowPrivate }),
    allowPrivate,
    ports: settings.WEBHOOK_PORTS,
  };
}
