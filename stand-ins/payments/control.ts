import { z } from 'zod';
import { moveBalance, view, type Books } from './books';
import { expire } from './checkout-sessions';
import { changeAccount } from './connect';
import { changeDispute, closeDispute, openDispute, takenBy, warnOfFraud } from './disputes';
import { OUTCOMES, pay, settle } from './payments';
import { setPayoutStatus, repeatTransfer, reverseTransfer } from './payouts';
import { get, group, none, optional, post, remove, missing, type Route } from './protocol';
import { setRefundStatus } from './refunds';
import { eventView, type Webhooks } from './webhooks';
import {
  CASE_TYPES,
  DISPUTE_PHASES,
  newId,
  PAYOUT_INTERVALS,
  PAYOUT_STATUSES,
  REFUND_STATUSES,
  type DisputeStatus,
  type EventRecord,
  type ObjectName,
  type ObjectNamed,
  type ProviderObject,
  type World,
} from './world';

const DISPUTE = {
  status: z.enum(Object.keys(DISPUTE_PHASES) as DisputeStatus[]).optional(),
  caseType: z.enum(CASE_TYPES).optional(),
  refundable: z.boolean().optional(),
  movements: z.array(z.int()).optional(),
};
const whole = z.int().optional();
const PAYMENT = group({
  outcome: z.enum(OUTCOMES),
  email: optional,
  country: optional,
  taxId: optional,
  force: z.boolean().optional(),
  agoS: whole,
});
const COMPLAINT = group({ paymentIntent: z.string(), amount: whole, currency: optional, dueInS: whole, ...DISPUTE });
const VERDICT = group({ outcome: z.enum(['won', 'lost']), returned: whole, refundable: z.boolean().optional() });
const CHANGE = group({
  payoutsEnabled: z.boolean().optional(),
  deauthorized: z.boolean().optional(),
  availableAfterMs: z.number().min(0).optional(),
  payoutInterval: z.enum(PAYOUT_INTERVALS).optional(),
});
const MOVEMENT = group({
  type: z.string(),
  currency: z.string(),
  amount: z.int(),
  fee: whole,
  source: z.string().nullable().default(null),
  livemode: z.boolean().default(true),
});
const EVENT = group({
  type: z.string(),
  object: z.union([z.string(), z.record(z.string(), z.unknown())]).nullable(),
  created: whole,
  livemode: z.boolean().optional(),
  timestamp: whole,
});

const only = <P>(name: string, schema: z.ZodType<P>) =>
  group({ [name]: schema }).transform((given) => given[name] as P);

/** Control surface for scripts and tests (stand-ins/README.md). Takes and returns JSON. */
export function control(world: World, books: Books, webhooks: Webhooks): Route[] {
  const change = <Name extends ObjectName, P>(
    name: Name,
    path: string,
    params: z.ZodType<P>,
    act: (books: Books, object: ObjectNamed<Name>, params: P) => ProviderObject,
  ) =>
    post(`/_control/${path}`, params, (call) => view(act(books, books.findAnywhere(name, call.ids[0]!), call.params)));
  const make = <P>(path: string, params: z.ZodType<P>, act: (books: Books, params: P) => ProviderObject) =>
    post(`/_control/${path}`, params, (call) => view(act(books, call.params)));
  const { faults } = books;
  return [
    change('checkout.session', 'checkout-sessions/*/pay', PAYMENT, pay),
    change('checkout.session', 'checkout-sessions/*/settle', only('outcome', z.enum(['succeeded', 'failed'])), settle),
    change('checkout.session', 'checkout-sessions/*/expire', none, expire),
    make('disputes', COMPLAINT, openDispute),
    change('dispute', 'disputes/*', group(DISPUTE), changeDispute),
    change('dispute', 'disputes/*/close', VERDICT, closeDispute),
    make('fraud-warnings', only('paymentIntent', z.string()), warnOfFraud),
    change('account', 'accounts/*', CHANGE, changeAccount),
    post('/_control/platform', group({ connect: z.boolean(), tax: z.boolean() }).partial(), ({ params }) =>
      Object.assign(books.platform, params),
    ),
    change('transfer', 'transfers/*/reverse', only('amount', whole), reverseTransfer),
    change('transfer', 'transfers/*/repeat', none, repeatTransfer),
    change('refund', 'refunds/*', only('status', z.enum(REFUND_STATUSES)), setRefundStatus),
    change('payout', 'payouts/*', only('status', z.enum(PAYOUT_STATUSES)), setPayoutStatus),
    make('balance-transactions', MOVEMENT, (_, { livemode, fee = 0, ...moved }) =>
      moveBalance(books, { live: livemode, account: null }, { ...moved, fee }),
    ),
    // Sets any field to any string, even to values that the vendor's types do not include yet.
    post('/_control/objects/*', z.record(z.string(), z.string()), ({ ids, params }) => {
      const object = books.peek(ids[0]!);
      if (!object) throw missing('object', ids[0]!);
      return view(Object.assign(object, params));
    }),
    get('/_control/ledger', none, () => ledger(books)),
    get('/_control/events', none, () => [...world.events.values()].map(eventReport)),
    post('/_control/events', EVENT, ({ params }) => eventReport(webhooks.send(eventFrom(books, params)))),
    post('/_control/events/*/redeliver', none, ({ ids }) => {
      const event = world.events.get(ids[0]!);
      if (!event) throw missing('event', ids[0]!);
      webhooks.redeliver(event);
      return eventReport(event);
    }),
    post('/_control/faults', z.unknown(), ({ params }) => faults.arm(params)),
    get('/_control/faults', none, () => faults.list()),
    remove('/_control/faults', none, () => (faults.clear(), [])),
  ];
}

/** Charges of the platform. Payments in connected accounts are listed as transfers. */
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
    disputes: books.all('dispute').map((dispute) => ({
      ...entry(dispute),
      taken: takenBy(dispute),
      moved: dispute.balance_transactions.length > 0,
      refundable: dispute.is_charge_refundable,
    })),
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

/** Builds an arbitrary event. The object's true mode selects the signing secret, not the mode that the event claims. */
function eventFrom(books: Books, { object, created, timestamp, livemode, type }: z.output<typeof EVENT>) {
  const known = books.peek(typeof object === 'string' ? object : String(object?.id));
  if (typeof object === 'string' && !known) throw missing('object', object, 'object');
  const snapshot = typeof object === 'string' ? view(known!) : (object ?? { id: newId('none') });
  return {
    type,
    snapshot,
    previous: null,
    realm: known?.realm ?? { live: livemode ?? snapshot.livemode === true, account: null },
    ...(created !== undefined && { created }),
    ...(livemode !== undefined && { livemode }),
    ...(timestamp !== undefined && { timestamp }),
  };
}
