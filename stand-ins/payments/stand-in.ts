import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StateFile } from '../base/data';
import type { Fault } from '../base/fault-list';
import {
  PAGE_HEADERS,
  sendFrontPage,
  closeServer,
  stall,
  jsonObject,
  KEEP_ALIVE_MS,
  readText,
  retryAfterSeconds,
  sendJson,
  forThisMachine,
  type StandIn,
} from '../base/http';
import { accountRoutes } from './accounts';
import { Agenda } from './agenda';
import { answerApi, Idempotency, type ApiRequest } from './answer';
import { Books, NO_FEES, type Platform, type Fees } from './books';
import { checkoutSessionRoutes, expireWhenDue } from './checkout-sessions';
import { balanceTransactionRoutes, currencyOf, connectRoutes, verifyAccount } from './connect';
import { control } from './control';
import { disputeRoutes, fraudWarningRoutes } from './disputes';
import { Faults, type OwnRequestEffect } from './faults';
import { eventRoutes } from './lists';
import { hostedPage, paymentsFrontPage, type PageAnswer } from './pages';
import { invoiceRoutes, paymentRoutes } from './payments';
import { advancePayout, payoutRoutes, setPayoutStatus, transferRoutes } from './payouts';
import { answerBy, invalid, missing, ProviderError, type Route } from './protocol';
import { refundRoutes, setRefundStatus } from './refunds';
import { Webhooks } from './webhooks';
import { age, emptyWorld } from './world';

export interface StandInOptions {
  /** File for state that survives restarts; null keeps it in memory. */
  stateFile?: string | null;
  /** Destination of signed events; null sends none. */
  webhook?: { url: string; secrets: { live: string; test: string } } | null;
  /** Milliseconds before a failed delivery is retried. Doubles up to a minute. */
  webhookRetryMs?: number;
  /** Shortest lifetime of a checkout session in milliseconds. The provider requires 30 minutes. */
  minSessionLifetimeMs?: number;
  payoutStepMs?: number;
  /** Milliseconds until transferred money is available. The provider takes a day or more. */
  transferDelayMs?: number;
  /** The platform's own account: country, settlement currency, payout schedule. */
  platform?: Partial<Platform>;
  /** Opening balance of the platform in minor units, to allow payouts before the first sale; default 0. */
  openingBalance?: number;
  /** The provider's fees. None by default, so that balances are sums of payments. */
  fees?: Fees;
  /** Public URL of the hosted pages, without a trailing slash, if it differs from the listening URL. */
  publicUrl?: string | null;
}

interface PaymentsStandIn extends StandIn {
  /** Simulates elapsed time by making everything older by whole seconds. Used only by tests. */
  age(seconds: number): void;
}

/** Placeholder for control requests, which find objects by id in any realm. */
const NOWHERE = { live: false, account: null };
const STATE_FORMAT = 1;

/** Implements the parts of the payment protocol that the product uses, with checkout, onboarding and invoice pages. */
export function createPaymentsStandIn(options: StandInOptions = {}): PaymentsStandIn {
  const path = options.stateFile ?? null;
  const world = StateFile.load(path, STATE_FORMAT, emptyWorld());
  const state = new StateFile(path, STATE_FORMAT, world);
  const changed = () => state.touch();
  const faults = new Faults();
  const agenda: Agenda = new Agenda(
    world.tasks,
    {
      deliver_event: (task) => webhooks.deliver(task),
      expire_session: ({ about }) => expireWhenDue(books, about),
      advance_payout: ({ about }) => advancePayout(books, about),
      fail_later: ({ about }) => failLater(books, about),
      verify_account: ({ about }) => verifyAccount(books, about),
    },
    changed,
  );
  const webhook = options.webhook ? { ...options.webhook, retryMs: options.webhookRetryMs ?? 1_000 } : null;
  const webhooks = new Webhooks(world, agenda, faults, webhook, changed);
  const { payoutStepMs = 1_000, openingBalance = 0, fees = NO_FEES, transferDelayMs = 0 } = options;
  const { minSessionLifetimeMs = 30 * 60_000 } = options;
  const timing = { minSessionLifetimeMs, payoutStepMs, openingBalance, fees, transferDelayMs };
  const country = options.platform?.country ?? 'US';
  const platform: Platform = {
    country,
    currency: currencyOf(country),
    payoutInterval: 'manual',
    tax: true,
    connect: true,
    ...options.platform,
  };
  const site = () => options.publicUrl ?? listeningUrl();
  const books = new Books(world, webhooks, agenda, faults, timing, platform, site);
  const idempotency = new Idempotency(world.answers);
  const controls = control(world, books, webhooks);
  const routes: Route[] = [
    ...checkoutSessionRoutes(books),
    ...paymentRoutes(books),
    ...invoiceRoutes(books),
    ...refundRoutes(books),
    ...disputeRoutes(books),
    ...fraudWarningRoutes(books),
    ...accountRoutes(books),
    ...connectRoutes(books),
    ...transferRoutes(books),
    ...payoutRoutes(books),
    ...balanceTransactionRoutes(books),
    ...eventRoutes(world, webhook?.url ?? null),
  ];

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://stand-in');
    const method = request.method!;
    const body = await readText(request);
    agenda.runDue();
    if (method === 'GET' && url.pathname === '/') return sendFrontPage(response, paymentsFrontPage(books));
    if (url.pathname.startsWith('/_control/')) {
      const call = { method, path: url.pathname, params: jsonObject(body, invalid), realm: NOWHERE };
      const answer = answerBy(controls, call);
      if (answer === undefined) throw missing('control', `${method} ${url.pathname}`, 'path');
      sendJson(response, 200, JSON.stringify(answer));
    } else {
      const shown = /^\/v\d\//.test(url.pathname) ? null : hostedPage(books, method, url, new URLSearchParams(body));
      if (shown) sendPage(response, shown);
      else await respondApi({ method, url, headers: request.headers, body }, response);
    }
    if (method !== 'GET') changed();
  }

  async function respondApi(request: ApiRequest, response: ServerResponse): Promise<void> {
    const fault = faults.forRequest(request.method, request.url.pathname);
    const answer = await answerApi(books, routes, idempotency, request, () => applyFault(fault, response));
    if (response.destroyed) return;
    if (fault?.effect === 'timeout_after') {
      changed();
      return stall(response, fault.delayMs);
    }
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
    sendJson(response, answer.status, answer.body);
  }

  const server = createServer(
    forThisMachine((request, response) => {
      respond(request, response).catch((error: unknown) => {
        const known =
          error instanceof ProviderError ? error : new ProviderError(500, String(error), { type: 'api_error' });
        sendJson(response, known.status, JSON.stringify(known.body()));
      });
    }),
  );
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  function listeningUrl(): string {
    const { address, family, port } = server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  }
  server.on('listening', () => {
    // Open sessions of an earlier process may have a different port in their URLs, so update the URLs.
    for (const session of books.all('checkout.session')) {
      if (session.status === 'open') session.url = `${books.site()}/c/pay/${session.id}`;
    }
    agenda.runDue();
  });
  return {
    server,
    age(seconds) {
      age(world, seconds);
      changed();
      agenda.runDue();
    },
    async close() {
      agenda.close();
      webhooks.close();
      await closeServer(server);
      await state.close();
    },
  };
}

function failLater(books: Books, id: string): void {
  const object = books.peek(id);
  if (object?.object === 'refund') setRefundStatus(books, object, 'failed');
  else if (object?.object === 'payout') setPayoutStatus(books, object, 'failed');
}

const MESSAGE = 'Fault of the stand-in';
const FAILURES: Partial<Record<OwnRequestEffect, (after: string) => ProviderError>> = {
  error_500: () => new ProviderError(500, MESSAGE, { type: 'api_error', executed: true }),
  error_400: () => invalid(MESSAGE),
  rate_limit: (after) => {
    const headers = { 'retry-after': after };
    return new ProviderError(429, MESSAGE, { type: 'rate_limit_error', code: 'rate_limit', headers });
  },
  timeout_before: () => new ProviderError(500, MESSAGE, { type: 'api_error' }),
};

async function applyFault(fault: Fault<OwnRequestEffect> | null, response: ServerResponse): Promise<void> {
  if (fault?.effect === 'timeout_before') await stall(response, fault.delayMs);
  const failure = fault && FAILURES[fault.effect]?.(retryAfterSeconds(fault.delayMs));
  if (failure) throw failure;
}

function sendPage(response: ServerResponse, page: PageAnswer): void {
  if ('location' in page) response.writeHead(303, { location: page.location }).end();
  else if ('pdf' in page) response.writeHead(200, { 'content-type': 'application/pdf' }).end(page.pdf);
  else response.writeHead(page.status, PAGE_HEADERS).end(page.html);
}
