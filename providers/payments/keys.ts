// oxlint-disable-next-line import/no-named-as-default -- for CommonJS the named export is a type only
import Stripe from 'stripe';
import { MODES, type Mode } from '../../contracts/access';
import { measured, type OnCall } from '../measured-calls';
import { PaymentsError } from '../../contracts/payments';
import { translated } from './vendor-errors';

/** Connection to the provider. */
export interface Connection {
  keys: Partial<Record<Mode, string | undefined>>;
  /** URL of the provider; in the embedded default that of the stand-in. */
  baseUrl?: string | undefined;
  /** Timeout of one response, in milliseconds. */
  requestTimeoutMs?: number | undefined;
  maxNetworkRetries?: number | undefined;
  onCall?: OnCall | undefined;
}

/** Vendor clients of the modes that have a key. */
export interface Clients {
  modes: Mode[];
  /** @throws PaymentsError `not_configured` */
  of(mode: Mode): Stripe;
}

/** Pinned, because minor versions of the client change the default; its types are of this version. */
const API_VERSION = '2026-10-28.endive';
const REQUEST_TIMEOUT_MS = 20_000;
const MAX_NETWORK_RETRIES = 2;

/**
 * Creates one client per mode, from secret or restricted keys.
 *
 * @throws Error if a key belongs to another mode than its setting, or the address is unusable; keys are not quoted
 */
export function openClients(connection: Connection): Clients {
  const clients = new Map<Mode, Stripe>();
  for (const mode of MODES) {
    const key = connection.keys[mode];
    if (key === undefined) continue;
    checkKey(mode, key);
    clients.set(mode, openClient(key, connection));
  }
  return {
    modes: [...clients.keys()],
    of(mode) {
      const client = clients.get(mode);
      if (!client) throw new PaymentsError('not_configured', `There is no payment key for ${mode} mode`);
      return client;
    },
  };
}

/** Calls of one mode, whose failures are {@link PaymentsError}s; `create` also gets the identity of the deployment. */
export type Calls = ReturnType<typeof callsOf>;

export function callsOf(clients: Clients, deploymentId: () => Promise<string>) {
  return {
    call: <T>(mode: Mode, make: (client: Stripe) => Promise<T>) => translated(() => make(clients.of(mode))),
    create: <T>(mode: Mode, make: (client: Stripe, deploymentId: string) => Promise<T>) =>
      translated(async () => make(clients.of(mode), await deploymentId())),
  };
}

function checkKey(mode: Mode, key: string): void {
  const [, given] = /^(?:sk|rk)_(live|test)_\S+$/.exec(key) ?? [];
  if (!given) throw new Error(`The payment key for ${mode} mode is no secret or restricted key (sk_… or rk_…)`);
  if (given !== mode) throw new Error(`The payment key given for ${mode} mode is a ${given} mode key`);
}

function openClient(key: string, { baseUrl, requestTimeoutMs, maxNetworkRetries, onCall }: Connection): Stripe {
  return new Stripe(key, {
    apiVersion: API_VERSION,
    timeout: requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    maxNetworkRetries: maxNetworkRetries ?? MAX_NETWORK_RETRIES,
    telemetry: false,
    ...(onCall && { httpClient: measuredClient(onCall) }),
    ...(baseUrl !== undefined && addressOf(baseUrl)),
  });
}

/** The vendor's own client for Node, reporting each request. */
function measuredClient(onCall: OnCall) {
  const client = Stripe.createNodeHttpClient();
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (...request: Parameters<typeof client.makeRequest>) => {
      const [, , path, method] = request;
      const send = () => client.makeRequest(...request);
      return measured(onCall, { provider: 'payments', method, path }, send, (answer) => answer.getStatusCode());
    },
  };
}

function addressOf(baseUrl: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { protocol, hostname, port, pathname, search } = new URL(baseUrl);
  if ((protocol !== 'http:' && protocol !== 'https:') || pathname !== '/' || search !== '')
    throw new Error('The address of the payment provider must be http(s)://host[:port] without a path');
  const secure = protocol === 'https:';
  return { host: hostname, port: port || (secure ? '443' : '80'), protocol: secure ? 'https' : 'http' };
}
