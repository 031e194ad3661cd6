import type Stripe from 'stripe';
import { PaymentsError } from '../../modules/orders/payment-provider';
import { BOOK_KINDS } from '../../modules/orders/provider-books';
import { Differs, jsonOf, made, refusal, same, Unknown, type Assumption } from './assumption';
import {
  API_VERSION,
  errorOf,
  kindOf,
  MINUTE_MS,
  MODE,
  orderOf,
  pay,
  paymentsWith,
  paySession,
  PRICE,
  until,
  type PaymentsContact,
} from './payments-contact';
import { PAYOUT_ASSUMPTIONS, WEBHOOK_ASSUMPTIONS } from './payouts';

const SESSIONS = 'POST /v1/checkout/sessions';
const REFUNDS = 'POST /v1/refunds';

export const PAYMENT_ASSUMPTIONS: readonly Assumption<PaymentsContact>[] = [
  {
    name: 'key',
    says: 'The test key can read the account, the balance and connected accounts.',
    cure: 'Give the key the permissions in docs/operations.md, Payments, and turn on Connect in the dashboard.',
    async check({ payments }) {
      const { country, currencies } = await payments.connected.retrievePlatform(MODE);
      if (!/^[A-Z]{2}$/.test(country)) throw new Differs(`the country of the account is "${country}"`);
      return `an account in ${country} with balances in ${currencies.join(', ')}`;
    },
  },
  {
    name: 'unknown-key',
    says: 'An unknown key is refused with 401.',
    cure: 'See vendors/payments/clients.ts: the doctor detects invalid keys this way.',
    async check({ settings }) {
      const stranger = paymentsWith(settings, `sk_test_${settings.unique.replaceAll('-', '')}`);
      return kindOf(
        await refusal('an unknown key', stranger.retrievePayment(MODE, 'pi_1FirstContactUnknown')),
        'key_refused',
      );
    },
  },
  {
    name: 'version',
    says: `Answers use API version ${API_VERSION}.`,
    cure: 'Compare the changes of the version that answered (docs.stripe.com/changelog) with vendors/payments.',
    async check({ payments, last }) {
      await payments.connected.retrievePlatform(MODE);
      same('the version', last('GET /v1/account').headers['stripe-version'], API_VERSION);
      return API_VERSION;
    },
  },
  {
    name: 'session',
    says: 'A new checkout session is open and unpaid, in test mode, with our price, our metadata and a payment URL.',
    cure: 'See vendors/payments/checkout.ts. Sell nothing until you understand the difference.',
    async check(contact) {
      const { order, payments, isStandIn } = contact;
      const session = await payments.createCheckoutSession(order);
      same('the mode', session.mode, MODE);
      same('the order in the metadata', session.orderId, order.orderId);
      same('the state', `${session.status} ${session.paid}`, 'open false');
      same('the amount', `${session.total.amount} ${session.total.currency}`, `${PRICE.amount} ${PRICE.currency}`);
      if (!session.url || (!isStandIn && !session.url.startsWith('https://checkout.stripe.com/')))
        throw new Differs('its address is not at checkout.stripe.com, so buyers would not be sent there');
      contact.session = session;
      return session.id;
    },
  },
  {
    name: 'tax-and-invoice',
    says: 'A production checkout with tax, VAT id, numbered invoice, billing address and deadline can be created.',
    cure: "Enter the head office address in the provider's dashboard under Tax, or set CHECKOUT_AUTOMATIC_TAX=false.",
    async check({ settings, order, last }) {
      const { checkout, everyTerm } = settings;
      const payments = paymentsWith({ ...settings, checkout: everyTerm }, settings.key);
      try {
        await payments.createCheckoutSession({ ...order, orderId: `${order.orderId}_taxed` });
      } catch (error) {
        if (checkout.tax || !(error instanceof PaymentsError) || error.kind !== 'rejected') throw error;
        const { error: refused } = jsonOf(last(SESSIONS)) as { error?: { message?: string } };
        throw new Unknown(`Tax is off in these settings. With CHECKOUT_AUTOMATIC_TAX=true: ${refused?.message}`);
      }
      const created = jsonOf(last(SESSIONS)) as unknown as Stripe.Checkout.Session;
      same('automatic tax', created.automatic_tax.enabled, true);
      same('the question for a VAT id', created.tax_id_collection?.enabled, true);
      same('the invoice', created.invoice_creation?.enabled, true);
      same('the billing address', created.billing_address_collection, 'required');
      same('the deadline', typeof created.custom_text.submit?.message, 'string');
      return checkout.tax ? 'created with these settings' : 'created; tax is off in these settings';
    },
  },
  {
    name: 'replay',
    says: 'The same request with the same idempotency key gets the first answer again, marked as replayed.',
    cure: 'See vendors/payments/clients.ts: an order could be charged twice.',
    async check({ order, payments, session, last }) {
      const first = made(session, 'payments session');
      same('the session', (await payments.createCheckoutSession(order)).id, first.id);
      same('the header idempotent-replayed', last(SESSIONS).headers['idempotent-replayed'], 'true');
      return 'the same session, replayed';
    },
  },
  {
    name: 'key-reused',
    says: 'An idempotency key with a different body is refused with 400 idempotency_error.',
    cure: 'See vendors/payments/checkout.ts, keyOf.',
    async check({ order, payments, session, last }) {
      made(session, 'payments session');
      const other = { ...order, price: { ...PRICE, amount: PRICE.amount + 1 } };
      kindOf(await refusal('another body', payments.createCheckoutSession(other)), 'rejected');
      return errorOf(last(SESSIONS), 400, { type: 'idempotency_error' });
    },
  },
  {
    name: 'shortest-session',
    says: 'A session that expires in less than 30 minutes is refused with 400.',
    cure: 'See docs/interface/orders.md#orders: the shortest hold depends on it.',
    async check({ settings, payments, last }) {
      const short = orderOf(`ord_${settings.unique}_short`, new Date(Date.now() + 10 * MINUTE_MS));
      kindOf(await refusal('a session of ten minutes', payments.createCheckoutSession(short)), 'rejected');
      return errorOf(last(SESSIONS), 400, { param: 'expires_at' });
    },
  },
  {
    name: 'bad-address',
    says: 'An undeliverable email address is refused with email_invalid, and the product retries without it.',
    cure: 'See vendors/payments/checkout.ts: such a buyer could not buy.',
    async check({ settings, payments, order: first, all }) {
      const order = orderOf(`ord_${settings.unique}_address`, first.expiresAt);
      await payments.createCheckoutSession({ ...order, customerEmail: 'nobody@first-contact.invalid' });
      const refused = all(SESSIONS).at(-2);
      return errorOf(made(refused, 'a first request'), 400, { code: 'email_invalid' });
    },
  },
  {
    name: 'expire',
    says: 'An open session can be expired, and then cannot be paid. A second call is refused with 400.',
    cure: 'See vendors/payments/checkout.ts, expireSession: the release of holds depends on it.',
    async check({ payments, session, last }) {
      const { id } = made(session, 'payments session');
      same('the outcome', (await payments.expireSession(MODE, id)).outcome, 'expired');
      const again = await payments.expireSession(MODE, id);
      same('the outcome of the second call', again.outcome, 'expired');
      same('the address', again.session.url, null);
      return errorOf(last('POST /v1/checkout/sessions/{id}/expire'), 400, {});
    },
  },
  ...WEBHOOK_ASSUMPTIONS,
  {
    name: 'events',
    says: 'Events of handled types are listed with their object and its metadata, even if undelivered.',
    cure: 'See vendors/payments/webhook-events.ts: the sweep and reconciliation depend on it.',
    async check({ settings, payments, session, order }) {
      const { id } = made(session, 'payments session');
      const from = new Date(Date.now() - 10 * MINUTE_MS);
      const found = await until(settings, async () => {
        for await (const event of payments.events({ mode: MODE, from })) if (event.objectId === id) return event;
        return undefined;
      });
      if (!found) throw new Differs(`no event of ${id} is listed after ${settings.waitsMs / 1_000} s`);
      same('the order in its metadata', found.orderId, order.orderId);
      // oxlint-disable-next-line no-unused-vars -- only success matters
      for await (const _ of payments.events({ mode: MODE, from, undelivered: true })) break;
      return 'listed';
    },
  },
  {
    name: 'payment',
    says: 'A successful payment has the received amount and its order’s metadata.',
    cure: 'See vendors/payments/returns.ts, retrievePayment.',
    async check(contact) {
      const orderId = `ord_${contact.settings.unique}_paid`;
      const paymentId = await pay(contact, orderId, 'pm_card_bypassPending');
      const payment = await contact.payments.retrievePayment(MODE, paymentId);
      same('the order in its metadata', payment.orderId, orderId);
      same('success', payment.succeeded, true);
      same('the amount', `${payment.received.amount} ${payment.received.currency}`, `${PRICE.amount} usd`);
      contact.paid = { orderId, paymentId };
      return paymentId;
    },
  },
  {
    name: 'paid-session',
    says: 'A session paid by a person is complete and paid, with payment id, time, fee and the buyer’s email address.',
    cure: 'See vendors/payments/checkout.ts, toSession.',
    async check(contact) {
      const { settings, payments } = contact;
      let id = settings.paidSession;
      if (id === null && contact.isStandIn) id = (await paySession(contact, `ord_${settings.unique}_session`)).id;
      if (id === null) {
        const { url } = await payments.createCheckoutSession(
          orderOf(`ord_${settings.unique}_by_hand`, new Date(Date.now() + 60 * MINUTE_MS)),
        );
        throw new Unknown(
          `Pay at ${url} with 4242 4242 4242 4242, then pass the cs_test_… id of that URL with --session.`,
        );
      }
      const session = await payments.retrieveSession(MODE, id);
      same('the state', `${session.status} ${session.paid}`, 'complete true');
      if (!session.paymentId || !session.paidAt || !session.email)
        throw new Differs('payment, time or email address is missing');
      if (!session.arrival) throw new Differs('the fee is unknown');
      return `${id}, a fee of ${session.arrival.fee} cents`;
    },
  },
  {
    name: 'books',
    says: 'All lists that reconciliation reads are available. They contain the payment with its order and its balance transaction.',
    cure: 'See vendors/payments/books.ts: reconciliation depends on it.',
    async check({ payments, paid }) {
      const { paymentId, orderId } = made(paid, 'payments payment');
      const period = {
        mode: MODE,
        from: new Date(Date.now() - 60 * MINUTE_MS),
        until: new Date(Date.now() + MINUTE_MS),
      };
      const of = async (kind: (typeof BOOK_KINDS)[number]) =>
        (await payments.books.list({ ...period, kind, after: null })).objects.find(
          (each) => each.paymentId === paymentId,
        );
      for (const kind of BOOK_KINDS) if (kind !== 'payout') await of(kind);
      same('the order of the charge', (await of('charge'))?.orderId, orderId);
      const moved = await of('balance_movement');
      same('the movement', `${moved?.movement?.kind} ${moved?.movement?.known}`, 'charge true');
      return 'a charge and its movement';
    },
  },
  {
    name: 'refund',
    says: 'A refund without an amount returns everything, with our metadata. A second refund is refused with charge_already_refunded, and the first is found.',
    cure: 'See vendors/payments/returns.ts: an order could be refunded twice, or never.',
    async check({ payments, paid, last }) {
      const request = { mode: MODE, ...made(paid, 'payments payment'), attempt: 1 };
      const refund = await payments.refund(request);
      same('the amount', refund.total.amount, PRICE.amount);
      same('the attempt in its metadata', refund.attempt, 1);
      same('the state', ['pending', 'succeeded'].includes(refund.status), true);
      same('the refund of a second attempt', (await payments.refund({ ...request, attempt: 2 })).id, refund.id);
      return errorOf(last(REFUNDS), 400, { code: 'charge_already_refunded' });
    },
  },
  {
    name: 'dispute',
    says: 'A disputed payment lists its dispute with order, amount, reason and deadline, and cannot be refunded.',
    cure: 'See vendors/payments/returns.ts and clients.ts.',
    async check(contact) {
      const { payments, settings } = contact;
      const orderId = `ord_${settings.unique}_disputed`;
      const paymentId = await pay(contact, orderId, 'pm_card_createDispute', true);
      const [listed] = (await until(settings, async () => {
        const disputes = await payments.listDisputes(MODE, paymentId);
        return disputes.length > 0 ? disputes : undefined;
      })) ?? [undefined];
      const dispute = await payments.retrieveDispute(MODE, made(listed, 'a dispute of the test card').id);
      same('the order', dispute.orderId, orderId);
      same('the amount', dispute.total.amount, PRICE.amount);
      same('the state', dispute.status, 'open');
      if (!dispute.evidenceDueAt) throw new Differs('it has no evidence deadline');
      const refused = await refusal('a refund', payments.refund({ mode: MODE, orderId, paymentId, attempt: 1 }));
      return kindOf(refused, 'disputed');
    },
  },
  {
    name: 'unknown-object',
    says: 'An unknown object answers 404 resource_missing.',
    cure: 'See vendors/payments/clients.ts: this distinguishes a missing object from a failure.',
    async check({ payments, last }) {
      kindOf(
        await refusal('an unknown payment', payments.retrievePayment(MODE, 'pi_1FirstContactUnknown')),
        'not_found',
      );
      return errorOf(last('GET /v1/payment_intents/{id}'), 404, { code: 'resource_missing' });
    },
  },
  ...PAYOUT_ASSUMPTIONS,
];
