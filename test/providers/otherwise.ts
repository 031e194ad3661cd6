import type { Exchange } from '../../admin/first-contact/forward';
import { operationOf } from '../../providers/measured-calls';

/** Changes an answer of a provider on its way. */
export type Alter = (exchange: Exchange) => Partial<Pick<Exchange, 'status' | 'headers' | 'body'>>;

/** Alters the answers to an operation, of those that a condition picks. */
const to =
  (operation: string, change: (body: Json, exchange: Exchange) => Json, when: (of: Exchange) => boolean = ok): Alter =>
  (exchange) => {
    if (operationOf(exchange.method, exchange.path) !== operation || !when(exchange)) return {};
    const body = JSON.parse(exchange.body);
    return { body: JSON.stringify(change(body, exchange) ?? body) };
  };
const ok = ({ status }: Exchange) => status < 400;
const refused = ({ status }: Exchange) => status >= 400;
const restated =
  (operation: string, status: number, when: (of: Exchange) => boolean): Alter =>
  (exchange) =>
    operationOf(exchange.method, exchange.path) === operation && when(exchange) ? { status } : {};
const withoutHeader =
  (name: string): Alter =>
  ({ headers }) => ({ headers: { ...headers, [name]: 'another' } });

// Answers are altered field by field.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

const SESSIONS = 'POST /v1/checkout/sessions';
const EVENTS = 'POST /v1/sessions/{id}/events';

/** A provider that does otherwise, for each assumption: its row must say so. A new assumption needs a line here. */
export const OTHERWISE: Record<string, Alter> = {
  'payments key': (exchange) =>
    exchange.path === '/v1/account' ? { status: 401, body: '{"error": {"type": "invalid_request_error"}}' } : {},
  'payments unknown-key': restated('GET /v1/payment_intents/{id}', 400, ({ status }) => status === 401),
  'payments version': withoutHeader('stripe-version'),
  'payments session': to(SESSIONS, (body) => void (body.livemode = true)),
  'payments replay': withoutHeader('idempotent-replayed'),
  'payments key-reused': to(SESSIONS, (body) => void (body.error.type = 'api_error'), refused),
  'payments shortest-session': restated(SESSIONS, 200, ({ body }) =>
    body.includes('expires_at` timestamp must be at least'),
  ),
  'payments bad-address': to(
    SESSIONS,
    (body) => void (body.error.code = 'parameter_invalid'),
    ({ body }) => body.includes('email_invalid'),
  ),
  'payments expire': to('POST /v1/checkout/sessions/{id}/expire', (body) => void (body.status = 'open')),
  'payments webhook': () => ({}),
  'payments events': to('GET /v1/events', (body) => {
    for (const { data } of body.data) data.object.metadata = {};
  }),
  'payments payment': to('GET /v1/payment_intents/{id}', (body) => void (body.status = 'processing')),
  'payments paid-session': to('GET /v1/checkout/sessions/{id}', (body) => {
    if (body.payment_intent?.latest_charge) body.payment_intent.latest_charge = null;
  }),
  'payments books': to('GET /v1/balance_transactions', (body) => {
    for (const moved of body.data) moved.type = 'unheard_of';
  }),
  'payments refund': to('POST /v1/refunds', (body) => void (body.error.code = 'refunded'), refused),
  'payments dispute': to('GET /v1/disputes/{id}', (body) => void (body.evidence_details.due_by = 0)),
  'payments unknown-object': to('GET /v1/payment_intents/{id}', (body) => void (body.error.code = 'gone'), refused),
  'payments account': to('POST /v1/accounts', (body) => void (body.settings.payouts.schedule.interval = 'daily')),
  'payments unknown-account': to('POST /v1/transfers', (body) => void (body.error.param = 'amount'), refused),
  'payments transfer': to('GET /v1/transfers', (body) => {
    for (const each of body.data) each.reversed = false;
  }),
  'payments payout': to('GET /v1/payouts', (body) => {
    for (const each of body.data) each.metadata = {};
  }),
  'payments shape': to('POST /v1/refunds', (body) => void (body.amount = String(body.amount))),
  'mail key': restated('GET /domains', 403, ok),
  'mail mail': restated('POST /emails', 422, ok),
  'mail replay': to('POST /emails', () => ({ id: `another-${Math.random()}` })),
  'mail key-reused': to('POST /emails', (body) => void (body.name = 'validation_error'), refused),
  'mail shape': to('POST /emails', () => ({ id: 7 })),
  'agents unknown-key': restated('GET /v1/agents', 403, refused),
  'agents agent': to('GET /v1/agents', (body) => {
    for (const agent of body.data) agent.system = 'Another prompt';
  }),
  'agents session': to('POST /v1/sessions', (body) => void (body.metadata = {})),
  'agents session-found': to('GET /v1/sessions', (body) => void (body.data = [])),
  'agents events': ({ path, headers }) =>
    path.includes('/events/stream') ? { headers: { ...headers, 'content-type': 'text/event-stream-of-another' } } : {},
  'agents answer': restated(EVENTS, 500, ({ asked, status }) => asked.includes('tool_result') && status >= 400),
  'agents steps': to('GET /v1/sessions/{id}/events', (body, { path }) =>
    path.includes('agent.tool_use') ? { ...body, data: [] } : body,
  ),
  'agents stop': to(
    'POST /v1/sessions/{id}/archive',
    (body) => void (body.usage = { ...body.usage, input_tokens: 0, list_cost: null }),
  ),
  'agents erase': restated(EVENTS, 200, ({ status }) => status === 404),
  'agents reader': to('POST /v1/messages', (body) => void (body.content = [])),
  'agents shape': to('POST /v1/sessions', (body) => void (body.created_at = 7)),
};
