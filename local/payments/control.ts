import { segmentsAt } from '../stand-in/fault-list';
import { view, type Books } from './books';
import { expire } from './checkout-sessions';
import { setPayoutsEnabled } from './connect';
import { closeDispute, openDispute } from './disputes';
import { OUTCOMES, pay, settle } from './payments';
import { invalid, missing } from './provider-error';
import { REFUND_STATUSES, setRefundStatus } from './refunds';
import { PAYOUT_STATUSES, setPayoutStatus } from './transfers';
import { eventView, type Webhooks } from './webhooks';
import { newId, type EventRecord, type ProviderObject, type World } from './world';

type Body = Record<string, unknown>;
type ControlRoute = [method: string, path: string, act: (id: string, body: Body) => unknown];

/** What scripts and checks from outside drive the stand-in with; bodies and answers are JSON. */
export function control(
  world: World,
  books: Books,
  webhooks: Webhooks,
): (method: string, path: string, body: Body) => unknown {
  const session = (id: string) => books.findAnywhere('checkout.session', id);
  const routes: ControlRoute[] = [
    ['POST', '/_control/checkout-sessions/*/pay', (id, body) => view(pay(books, session(id), payment(body)))],
    [
      'POST',
      '/_control/checkout-sessions/*/settle',
      (id, body) => view(settle(books, session(id), word(body, 'outcome', ['succeeded', 'failed'] as const))),
    ],
    ['POST', '/_control/checkout-sessions/*/expire', (id) => view(expire(books, session(id)))],
    ['POST', '/_control/disputes', (_, body) => view(openDispute(books, text(body, 'paymentIntent')))],
    [
      'POST',
      '/_control/disputes/*/close',
      (id, body) =>
        view(closeDispute(books, books.findAnywhere('dispute', id), word(body, 'outcome', ['won', 'lost'] as const))),
    ],
    [
      'POST',
      '/_control/accounts/*',
      (id, body) => view(setPayoutsEnabled(books, books.findAnywhere('account', id), truth(body, 'payoutsEnabled'))),
    ],
    [
      'POST',
      '/_control/refunds/*',
      (id, body) =>
        view(setRefundStatus(books, books.findAnywhere('refund', id), word(body, 'status', REFUND_STATUSES))),
    ],
    [
      'POST',
      '/_control/payouts/*',
      (id, body) =>
        view(setPayoutStatus(books, books.findAnywhere('payout', id), word(body, 'status', PAYOUT_STATUSES))),
    ],
    ['GET', '/_control/ledger', () => ledger(books)],
    ['GET', '/_control/events', () => [...world.events.values()].map(eventReport)],
    ['POST', '/_control/events', (_, body) => eventReport(webhooks.send(anyEvent(books, body)))],
    [
      'POST',
      '/_control/events/*/redeliver',
      (id) => {
        const event = world.events.get(id);
        if (!event) throw missing('event', id);
        webhooks.redeliver(event);
        return eventReport(event);
      },
    ],
    ['POST', '/_control/faults', (_, body) => books.faults.arm(body)],
    ['GET', '/_control/faults', () => books.faults.list()],
    ['DELETE', '/_control/faults', () => (books.faults.clear(), [])],
  ];

  return (method, path, body) => {
    for (const [routeMethod, pattern, act] of routes) {
      const ids = routeMethod === method ? segmentsAt(pattern, path) : null;
      if (ids) return act(ids[0] ?? '', body);
    }
    throw missing('control', `${method} ${path}`, 'path');
  };
}

function payment(body: Body) {
  const { email, force = false } = body;
  if (email !== undefined && typeof email !== 'string') throw invalid('"email" must be a text');
  return { outcome: word(body, 'outcome', OUTCOMES), email, force: force === true };
}

function ledger(books: Books) {
  const entry = (object: Extract<ProviderObject, { amount: number }>) => {
    const charge = object.object === 'charge' ? object.id : 'charge' in object ? object.charge : null;
    const paid = charge ? books.peek(charge) : undefined;
    const { orderId = paid?.metadata.orderId, withdrawalId } = object.metadata;
    return {
      id: object.id,
      paymentIntent: 'payment_intent' in object ? object.payment_intent : null,
      charge,
      orderId: orderId ?? null,
      withdrawalId: withdrawalId ?? null,
      amount: object.amount,
      currency: object.currency,
      status: 'status' in object ? object.status : (object as { reversed?: boolean }).reversed ? 'reversed' : 'paid',
      livemode: object.realm.live,
    };
  };
  return {
    charges: books.all('charge').map((charge) => ({ ...entry(charge), amountRefunded: charge.amount_refunded })),
    refunds: books.all('refund').map(entry),
    transfers: books.all('transfer').map(entry),
    payouts: books.all('payout').map(entry),
    disputes: books.all('dispute').map(entry),
  };
}

function eventReport(event: EventRecord) {
  const { id, type, created, livemode, pending, attempts, snapshot } = event;
  return {
    id,
    type,
    created,
    livemode,
    objectId: snapshot.id ?? null,
    pending,
    attempts: attempts.map(({ at, status }) => ({ at: new Date(at).toISOString(), status })),
    event: eventView(event),
  };
}

/** Signed by the endpoint of the mode to which the object really belongs, whatever the event says of it. */
function anyEvent(books: Books, body: Body) {
  const { type, object, created, livemode, timestamp } = body;
  if (typeof type !== 'string') throw invalid('"type" must be a text');
  if (typeof object !== 'object' && typeof object !== 'string') throw invalid('"object" must be an object or an id');
  for (const [name, value] of Object.entries({ created, timestamp })) {
    if (value !== undefined && !Number.isInteger(value)) throw invalid(`"${name}" must be whole seconds since 1970`);
  }
  if (livemode !== undefined && typeof livemode !== 'boolean') throw invalid('"livemode" must be true or false');
  const known = books.peek(typeof object === 'string' ? object : String((object as Body | null)?.id));
  if (typeof object === 'string' && !known) throw missing('object', object, 'object');
  const snapshot = typeof object === 'string' ? view(known!) : ((object ?? { id: newId('none') }) as Body);
  return {
    type,
    snapshot,
    previous: null,
    realm: known?.realm ?? { live: livemode ?? snapshot.livemode === true, account: null },
    ...(created !== undefined && { created: created as number }),
    ...(livemode !== undefined && { livemode }),
    ...(timestamp !== undefined && { timestamp: timestamp as number }),
  };
}

function text(body: Body, name: string): string {
  const value = body[name];
  if (typeof value !== 'string') throw invalid(`"${name}" must be a text`);
  return value;
}

function truth(body: Body, name: string): boolean {
  const value = body[name];
  if (typeof value !== 'boolean') throw invalid(`"${name}" must be true or false`);
  return value;
}

function word<Word extends string>(body: Body, name: string, words: readonly Word[]): Word {
  const found = words.find((each) => each === body[name]);
  if (!found) throw invalid(`"${name}" must be one of ${words.join(', ')}`);
  return found;
}
