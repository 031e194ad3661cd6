import { segmentsAt } from '../base/fault-list';
import { moveBalance, view, type Books } from './books';
import { expire } from './checkout-sessions';
import { changeAccount } from './connect';
import {
  changeDispute,
  closeDispute,
  openDispute,
  takenBy,
  warnOfFraud,
  type Complaint,
  type DisputeTerms,
  type Verdict,
} from './disputes';
import { OUTCOMES, pay, settle } from './payments';
import { setPayoutStatus } from './payouts';
import { invalid, missing } from './provider-error';
import { setRefundStatus } from './refunds';
import { repeatTransfer, reverseTransfer } from './transfers';
import { eventView, type Webhooks } from './webhooks';
import {
  CASE_TYPES,
  DISPUTE_PHASES,
  newId,
  PAYOUT_STATUSES,
  REFUND_STATUSES,
  type DisputeStatus,
  type EventRecord,
  type ObjectName,
  type ObjectNamed,
  type ProviderObject,
  type World,
} from './world';

type Body = Record<string, unknown>;
type ControlRoute = [method: string, path: string, act: (id: string, body: Body) => unknown];

/** Control surface for scripts and tests (docs/interface.md, Local stand-ins); JSON in and out. */
export function control(
  world: World,
  books: Books,
  webhooks: Webhooks,
): (method: string, path: string, body: Body) => unknown {
  const named =
    <Name extends ObjectName>(name: Name, act: (object: ObjectNamed<Name>, body: Body) => ProviderObject) =>
    (id: string, body: Body) =>
      view(act(books.findAnywhere(name, id), body));
  const faults = books.faults;
  const routes: ControlRoute[] = [
    [
      'POST',
      '/_control/checkout-sessions/*/pay',
      named('checkout.session', (it, body) => pay(books, it, payment(body))),
    ],
    [
      'POST',
      '/_control/checkout-sessions/*/settle',
      named('checkout.session', (it, body) =>
        settle(books, it, oneOf(body, 'outcome', ['succeeded', 'failed'] as const)),
      ),
    ],
    ['POST', '/_control/checkout-sessions/*/expire', named('checkout.session', (it) => expire(books, it))],
    ['POST', '/_control/disputes', (_, body) => view(openDispute(books, complaint(body)))],
    ['POST', '/_control/disputes/*', named('dispute', (it, body) => changeDispute(books, it, disputeTerms(body)))],
    ['POST', '/_control/disputes/*/close', named('dispute', (it, body) => closeDispute(books, it, verdict(body)))],
    ['POST', '/_control/fraud-warnings', (_, body) => view(warnOfFraud(books, text(body, 'paymentIntent')))],
    ['POST', '/_control/accounts/*', named('account', (it, body) => changeAccount(books, it, accountChange(body)))],
    [
      'POST',
      '/_control/transfers/*/reverse',
      named('transfer', (it, body) => reverseTransfer(books, it, integer(body, 'amount'))),
    ],
    ['POST', '/_control/transfers/*/repeat', named('transfer', (it) => repeatTransfer(books, it))],
    [
      'POST',
      '/_control/refunds/*',
      named('refund', (it, body) => setRefundStatus(books, it, oneOf(body, 'status', REFUND_STATUSES))),
    ],
    [
      'POST',
      '/_control/payouts/*',
      named('payout', (it, body) => setPayoutStatus(books, it, oneOf(body, 'status', PAYOUT_STATUSES))),
    ],
    ['POST', '/_control/objects/*', (id, body) => view(withWords(books, id, body))],
    [
      'POST',
      '/_control/balance-transactions',
      (_, body) => view(moveBalance(books, { live: body.livemode !== false, account: null }, movement(body))),
    ],
    ['GET', '/_control/ledger', () => ledger(books)],
    ['GET', '/_control/events', () => [...world.events.values()].map(eventReport)],
    ['POST', '/_control/events', (_, body) => eventReport(webhooks.send(eventFrom(books, body)))],
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
    ['POST', '/_control/faults', (_, body) => faults.arm(body)],
    ['GET', '/_control/faults', () => faults.list()],
    ['DELETE', '/_control/faults', () => (faults.clear(), [])],
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
  const { force = false } = body;
  const [email, country, taxId] = ['email', 'country', 'taxId'].map((name) => optional(body, name));
  const agoS = integer(body, 'agoS');
  return { outcome: oneOf(body, 'outcome', OUTCOMES), email, country, taxId, force: force === true, agoS };
}

/** Sets words of an object, such as its `status`, to any that the vendor's types have. */
function withWords(books: Books, id: string, body: Body): ProviderObject {
  const object = books.peek(id);
  if (!object) throw missing('object', id);
  for (const name of Object.keys(body)) text(body, name);
  return Object.assign(object, body);
}

/** Charges of the platform; what its transfers paid to connected accounts is listed as transfers. */
const ownCharges = (books: Books) => books.all('charge').filter(({ realm }) => realm.account === null);

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
      created: object.created,
    };
  };
  return {
    charges: ownCharges(books).map((charge) => ({ ...entry(charge), amountRefunded: charge.amount_refunded })),
    refunds: books.all('refund').map(entry),
    transfers: books.all('transfer').map(entry),
    payouts: books.all('payout').map(entry),
    disputes: books.all('dispute').map((dispute) => ({ ...entry(dispute), taken: takenBy(dispute) })),
  };
}

function eventReport(event: EventRecord) {
  const { id, type, created, livemode, pending, dropped, attempts, snapshot } = event;
  return {
    id,
    type,
    created,
    livemode,
    objectId: snapshot.id ?? null,
    pending,
    dropped,
    attempts: attempts.map(({ at, status }) => ({ at: new Date(at).toISOString(), status })),
    event: eventView(event),
  };
}

/** Builds an arbitrary event. The object's true mode selects the signing secret, whatever the event claims. */
function eventFrom(books: Books, body: Body) {
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

/** Movement by the provider itself, such as an adjustment, a fee of the month or a payout to our bank. */
function movement(body: Body) {
  const { amount, fee = 0, source = null } = body;
  if (!Number.isInteger(amount) || !Number.isInteger(fee)) throw invalid('"amount" and "fee" must be minor units');
  if (source !== null) text(body, 'source');
  const [type, currency] = ['type', 'currency'].map((name) => text(body, name)) as [string, string];
  return { type, source: source as string | null, amount: amount as number, fee: fee as number, currency };
}

function complaint(body: Body): Complaint {
  return {
    paymentIntent: text(body, 'paymentIntent'),
    amount: integer(body, 'amount'),
    currency: optional(body, 'currency'),
    dueInS: integer(body, 'dueInS'),
    ...disputeTerms(body),
  };
}

const DISPUTE_STATUSES = Object.keys(DISPUTE_PHASES) as DisputeStatus[];

function disputeTerms(body: Body): DisputeTerms {
  const { status, caseType, refundable, movements } = body;
  if (refundable !== undefined && typeof refundable !== 'boolean') throw invalid('"refundable" must be true or false');
  if (movements !== undefined && !(Array.isArray(movements) && movements.every(Number.isInteger)))
    throw invalid('"movements" must be a list of minor units');
  return {
    status: status === undefined ? undefined : oneOf(body, 'status', DISPUTE_STATUSES),
    caseType: caseType === undefined ? undefined : oneOf(body, 'caseType', CASE_TYPES),
    refundable,
    movements: movements as number[] | undefined,
  };
}

function verdict(body: Body): Verdict {
  const outcome = oneOf(body, 'outcome', ['won', 'lost'] as const);
  return { outcome, returned: integer(body, 'returned') ?? 0, refundable: body.refundable !== false };
}

function integer(body: Body, name: string): number | undefined {
  const value = body[name];
  if (value !== undefined && !Number.isInteger(value)) throw invalid(`"${name}" must be a whole number`);
  return value as number | undefined;
}

function optional(body: Body, name: string): string | undefined {
  return body[name] === undefined ? undefined : text(body, name);
}

function text(body: Body, name: string): string {
  const value = body[name];
  if (typeof value !== 'string') throw invalid(`"${name}" must be a text`);
  return value;
}

function accountChange(body: Body) {
  const { availableAfterMs, ...flags } = body;
  const { payoutsEnabled, deauthorized } = flags;
  for (const [name, value] of Object.entries(flags)) {
    if (typeof value !== 'boolean') throw invalid(`"${name}" must be true or false`);
  }
  const delay = availableAfterMs === undefined ? {} : { availableAfterMs: requireMs(availableAfterMs) };
  if (payoutsEnabled === undefined && deauthorized === undefined && availableAfterMs === undefined)
    throw invalid('"payoutsEnabled" must be true or false');
  return { payoutsEnabled, deauthorized, ...delay } as Parameters<typeof changeAccount>[2];
}

function requireMs(value: unknown): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw invalid('"availableAfterMs" must be a number of milliseconds');
}

function oneOf<Word extends string>(body: Body, name: string, words: readonly Word[]): Word {
  const found = words.find((each) => each === body[name]);
  if (!found) throw invalid(`"${name}" must be one of ${words.join(', ')}`);
  return found;
}
