import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fault, RequestEffect } from '../stand-in/fault-list';
import { closeServer, hold, jsonObject, KEEP_ALIVE_MS, readText, retryAfterSeconds, sendJson } from '../stand-in/http';
import type { StandIn } from '../stand-in/serve';
import { StateFile } from '../stand-in/state-file';
import { Agenda } from './agenda';
import { answerApi, type ApiRequest } from './answer';
import { Books } from './books';
import { checkoutSessionRoutes, expireWhenDue } from './checkout-sessions';
import { connectRoutes } from './connect';
import { control } from './control';
import { disputeRoutes } from './disputes';
import { eventRoutes } from './events';
import { Faults } from './faults';
import { hostedPage, type PageAnswer } from './hosted-pages';
import { Idempotency } from './idempotency';
import { paymentRoutes } from './payments';
import { invalid, ProviderError } from './provider-error';
import { refundRoutes, setRefundStatus } from './refunds';
import type { Route } from './route';
import { advancePayout, setPayoutStatus, transferRoutes } from './transfers';
import { Webhooks } from './webhooks';
import { emptyWorld } from './world';

/** How one stand-in differs from another. */
export interface StandInOptions {
  /** Where its state is kept over a restart; null keeps it in memory. */
  stateFile?: string | null;
  /** Where signed events go; null sends none. */
  webhook?: { url: string; secrets: { live: string; test: string } } | null;
  /** Milliseconds before a failed delivery is tried again; doubles with each further try, up to a minute. */
  webhookRetryMs?: number;
  /** Shortest lifetime of a checkout session in milliseconds; the provider's own rule is 30 minutes. */
  minSessionLifetimeMs?: number;
  /** Milliseconds from one state of a payout to the next. */
  payoutStepMs?: number;
  /** Minor units that the platform has to begin with, so that payouts can be tried before anything is sold; default none. */
  openingBalance?: number;
  /** Address of the hosted pages where it is not the one that is listened on; without a slash at the end. */
  publicUrl?: string | null;
}

const STATE_FORMAT = 1;
const DEFAULT_RETRY_MS = 1_000;
const DEFAULT_SESSION_LIFETIME_MS = 30 * 60_000;
const DEFAULT_PAYOUT_STEP_MS = 1_000;
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * The payment provider's protocol, as far as the product uses it. Money is kept as numbers only. Every unknown route answers with
 * the provider's error envelope; `/c/pay/…` and `/onboard/…` are its hosted pages, `/_control/…` drives it.
 */
export function createPaymentsStandIn(options: StandInOptions = {}): StandIn {
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
    },
    changed,
  );
  const webhook = options.webhook ? { ...options.webhook, retryMs: options.webhookRetryMs ?? DEFAULT_RETRY_MS } : null;
  const webhooks = new Webhooks(world, agenda, faults, webhook, changed);
  const pace = {
    minSessionLifetimeMs: options.minSessionLifetimeMs ?? DEFAULT_SESSION_LIFETIME_MS,
    payoutStepMs: options.payoutStepMs ?? DEFAULT_PAYOUT_STEP_MS,
    openingBalance: options.openingBalance ?? 0,
  };
  const books = new Books(world, webhooks, agenda, faults, pace, () => options.publicUrl ?? listeningAt());
  const idempotency = new Idempotency(world.answers);
  const drive = control(world, books, webhooks);
  const routes: Route[] = [
    ...checkoutSessionRoutes(books),
    ...paymentRoutes(books),
    ...refundRoutes(books),
    ...disputeRoutes(books),
    ...connectRoutes(books),
    ...transferRoutes(books),
    ...eventRoutes(world),
  ];

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://stand-in');
    const method = request.method!;
    const body = await readText(request);
    agenda.catchUp();
    if (url.pathname.startsWith('/_control/')) {
      sendJson(response, 200, JSON.stringify(drive(method, url.pathname, jsonObject(body, invalid))));
    } else {
      const shown = url.pathname.startsWith('/v1/') ? null : hostedPage(books, method, url, new URLSearchParams(body));
      if (shown) sendPage(response, shown);
      else await respondApi({ method, url, headers: request.headers, body }, response);
    }
    if (method !== 'GET') changed();
  }

  async function respondApi(request: ApiRequest, response: ServerResponse): Promise<void> {
    const fault = faults.forRequest(request.method, request.url.pathname);
    const answer = await answerApi(books, routes, idempotency, request, () => beforeActing(fault, response));
    if (response.destroyed) return;
    if (fault?.effect === 'timeout_after') {
      changed();
      return hold(response, fault.delayMs);
    }
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
    sendJson(response, answer.status, answer.body);
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      const known =
        error instanceof ProviderError ? error : new ProviderError(500, String(error), { type: 'api_error' });
      sendJson(response, known.status, JSON.stringify(known.body()));
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  function listeningAt(): string {
    const { address, family, port } = server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  }
  server.on('listening', () => {
    // Addresses of pages that an earlier process gave out, where this one listens elsewhere.
    for (const session of books.all('checkout.session')) {
      if (session.status === 'open') session.url = `${books.site()}/c/pay/${session.id}`;
    }
    agenda.catchUp();
  });
  return {
    server,
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

async function beforeActing(fault: Fault<RequestEffect> | null, response: ServerResponse): Promise<void> {
  if (fault?.effect === 'error_500') throw new ProviderError(500, 'Fault of the stand-in', { type: 'api_error' });
  if (fault?.effect === 'rate_limit') {
    const headers = { 'retry-after': retryAfterSeconds(fault.delayMs) };
    throw new ProviderError(429, 'Fault of the stand-in', { type: 'rate_limit_error', code: 'rate_limit', headers });
  }
  if (fault?.effect === 'timeout_before') {
    await hold(response, fault.delayMs);
    throw new ProviderError(500, 'Fault of the stand-in', { type: 'api_error' });
  }
}

function sendPage(response: ServerResponse, page: PageAnswer): void {
  if ('location' in page) response.writeHead(303, { location: page.location }).end();
  else response.writeHead(page.status, PAGE_HEADERS).end(page.html);
}
