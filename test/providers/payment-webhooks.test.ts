/** Webhooks of the payment stand-in: verified, missed and caught up by the product. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// oxlint-disable-next-line import/no-named-as-default -- for CommonJS the named export is a type only
import Stripe from 'stripe';
import type { ProviderEvent } from '../../contracts/payment-events';
import { HANDLED_EVENTS } from '../../providers/payments/provider-events';
import { SUBSCRIBED } from '../../stand-ins/payments/webhooks';
import { eventually } from '../support/eventually';
import { anOrder, paidOrder, SECRETS, startEndpoint, startParts, type Endpoint, type Parts } from './payment-parts';
import { use } from '../support/use';

const { webhooks } = Stripe;
const seconds = () => Math.floor(Date.now() / 1000);

const parts = use(() => startParts());
afterEach(() => parts.control('faults', undefined, 'DELETE'));

/** Waits for the event of a type about an object. */
function arrived(endpoint: Endpoint, type: string, objectId: string) {
  return eventually(`${type} about ${objectId}`, () =>
    endpoint.received.find(({ event }) => event.type === type && event.data.object.id === objectId),
  );
}

async function missedOf({ payments }: Parts, mode: 'live' | 'test', since: Date): Promise<ProviderEvent[]> {
  const missed: ProviderEvent[] = [];
  for await (const providerEvent of payments.events({ mode, from: since, undelivered: true }))
    missed.push(providerEvent);
  return missed;
}

const countOf = (endpoint: Endpoint, objectId: string) =>
  endpoint.received.filter(({ event }) => event.data.object.id === objectId).length;

describe('verifying a webhook', () => {
  test('the vendor’s own verifier takes the signature, and so does the product', async () => {
    const { session } = await paidOrder(parts);
    const { body, signature, event } = await arrived(parts.endpoint, 'checkout.session.completed', session.id);
    expect(webhooks.constructEvent(body, signature, SECRETS.live).id).toBe(event.id);
    expect(parts.payments.verifyWebhook(Buffer.from(body), signature)).toMatchObject({
      eventId: event.id,
      about: 'session',
      objectId: session.id,
      mode: 'live',
      connectedAccountId: null,
    });
  });

  const payload = JSON.stringify({
    id: 'evt_1',
    type: 'refund.created',
    created: 1,
    livemode: true,
    data: { object: { id: 're_1' } },
  });
  const signed = (body: string, secret = SECRETS.live, timestamp = seconds()) =>
    webhooks.generateTestHeaderString({ payload: body, secret, timestamp });

  test('a timestamp that is 299 s off is accepted both ways', () => {
    for (const offset of [-299, 299]) {
      const header = signed(payload, SECRETS.live, seconds() + offset);
      expect(parts.payments.verifyWebhook(payload, header)?.eventId).toBe('evt_1');
    }
  });

  test.each([
    ['too old', 'timestamp', payload, () => signed(payload, SECRETS.live, seconds() - 302)],
    ['from the future', 'timestamp', payload, () => signed(payload, SECRETS.live, seconds() + 302)],
    ['signed with another secret', 'signature', payload, () => signed(payload, 'whsec_forged')],
    ['changed on the way', 'signature', payload.replace('re_1', 're_2'), () => signed(payload)],
    ['signed with two times', 'signature', payload, () => `t=${seconds()},${signed(payload)}`],
    ['without a signature', 'signature', payload, () => undefined],
    ['with a signature that is none', 'signature', payload, () => 'v1=abc'],
    ['a live event signed with the secret of test mode', 'mode', payload, () => signed(payload, SECRETS.test)],
    ['no JSON', 'malformed', 'hello', () => signed('hello')],
    ['no event', 'malformed', 'null', () => signed('null')],
  ])('%s is refused: %s', (_, reason, body, header) => {
    expect(() => parts.payments.verifyWebhook(body, header())).toThrow(expect.objectContaining({ reason }));
  });

  test('an event of any shape is sent validly signed, and its forgeries are detected', async () => {
    const { session } = await paidOrder(parts);
    const send = (more: object) =>
      parts.control('events', { type: 'checkout.session.expired', object: session.id, ...more });
    const received = async (sent: { id: string }) =>
      eventually('the event', () => parts.endpoint.received.find(({ event }) => event.id === sent.id));

    const honest = await received(await send({ created: 1_700_000_000 }));
    const providerEvent = parts.payments.verifyWebhook(honest.body, honest.signature);
    expect(providerEvent!.createdAt).toEqual(new Date(1_700_000_000_000));

    const otherMode = await received(await send({ livemode: false }));
    expect(() => parts.payments.verifyWebhook(otherMode.body, otherMode.signature)).toThrow('mode');

    const late = await received(await send({ timestamp: seconds() - 3_600 }));
    expect(() => parts.payments.verifyWebhook(late.body, late.signature)).toThrow('timestamp');

    const strange = await received(await parts.control('events', { type: 'made.up', object: { id: 'x_1' } }));
    expect(parts.payments.verifyWebhook(strange.body, strange.signature)).toBeNull();
  });

  test('every event that is handled is about something of ours, and the stand-in sends no others', () => {
    const about = (type: string) => {
      const body = payload.replace('refund.created', type);
      return parts.payments.verifyWebhook(body, signed(body))?.about;
    };
    const expected = ['session', 'invoice', 'refund', 'dispute', 'fraud_warning', 'transfer', 'account', 'payout'];
    expect([...new Set(HANDLED_EVENTS.map(about))]).toEqual(expected);
    expect(about('charge.succeeded')).toBeUndefined();
    expect([...SUBSCRIBED].sort()).toEqual([...HANDLED_EVENTS].sort());
  });
});

describe('delivery', () => {
  test('an endpoint that fails is asked again until it answers', async () => {
    const other = await startParts();
    other.endpoint.status = 500;
    const { session } = await paidOrder(other);
    await eventually('a second try', () => countOf(other.endpoint, session.id) >= 2);
    const missed = await missedOf(other, 'live', new Date(Date.now() - 60_000));
    expect(missed).toMatchObject([{ about: 'session', objectId: session.id, mode: 'live' }]);
    expect(await missedOf(other, 'test', new Date(0))).toEqual([]);

    other.endpoint.status = 200;
    await eventually('delivery', async () => {
      return (await missedOf(other, 'live', new Date(0))).length === 0;
    });
    await other.close();
  });

  test('a dropped event is found in the list, and comes when it is redelivered', async () => {
    await parts.control('faults', { match: 'checkout.session.expired', effect: 'drop_event' });
    const { id } = await parts.payments.createCheckoutSession(anOrder());
    await parts.payments.expireSession('live', id);
    const [missed] = await missedOf(parts, 'live', new Date(Date.now() - 60_000));
    expect(missed).toMatchObject({ objectId: id });
    expect(countOf(parts.endpoint, id)).toBe(0);

    await parts.control(`events/${missed!.eventId}/redeliver`, {});
    await arrived(parts.endpoint, 'checkout.session.expired', id);
    await eventually('an empty list', async () => {
      return (await missedOf(parts, 'live', new Date(0))).length === 0;
    });
  });

  test('a duplicated event comes twice under one id', async () => {
    await parts.control('faults', { match: 'checkout.session.*', effect: 'duplicate_event' });
    const { session } = await paidOrder(parts);
    await eventually('both', () => countOf(parts.endpoint, session.id) === 2);
    const ids = parts.endpoint.received.filter(({ event }) => event.data.object.id === session.id);
    expect(new Set(ids.map(({ event }) => event.id)).size).toBe(1);
  });

  test('a delayed event comes after the one that happened later', async () => {
    // Far longer than the later one takes on a busy machine.
    await parts.control('faults', { match: 'refund.created', effect: 'delay_event', delayMs: 5_000 });
    const { order, session, paymentId } = await paidOrder(parts);
    const refund = await parts.payments.refund({ orderId: order.orderId, mode: 'live', paymentId, attempt: 1 });
    const dispute = await paidOrder(parts);
    await arrived(parts.endpoint, 'checkout.session.completed', dispute.session.id);
    expect(countOf(parts.endpoint, refund.id)).toBe(0);
    await arrived(parts.endpoint, 'refund.created', refund.id);
    expect(countOf(parts.endpoint, session.id)).toBe(1);
  });

  test.each([
    { match: 'checkout.session.expired', effect: 'error_500' },
    { match: 'POST /v1/refunds', effect: 'drop_event' },
    { match: 'POST /v1/refunds', effect: 'hang' },
    { match: 'POST /v1/refunds', effect: 'error_500', times: 0 },
  ])('a fault that makes no sense is refused: %o', async (fault) => {
    expect(await parts.control('faults', fault)).toMatchObject({ error: { type: 'invalid_request_error' } });
  });
});

test('after a restart everything is still there, and what was not delivered is delivered', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'payments-'));
  const endpoint = await startEndpoint();
  endpoint.status = 503;
  const stateFile = join(folder, 'payments.json');
  const before = await startParts({ stateFile, webhookRetryMs: 600 }, endpoint);
  const { order, session, paymentId } = await paidOrder(before);
  const request = { orderId: order.orderId, mode: 'live' as const, paymentId, attempt: 1 };
  const refund = await before.payments.refund(request);
  const open = await before.payments.createCheckoutSession(anOrder());
  await eventually('a first try', () => countOf(endpoint, session.id) >= 1);
  await before.close();

  endpoint.status = 200;
  endpoint.received.length = 0;
  const after = await startParts({ stateFile, webhookRetryMs: 600 }, endpoint);
  expect(await after.payments.retrieveSession('live', session.id)).toMatchObject({
    paid: true,
    orderId: order.orderId,
  });
  expect((await after.payments.refund(request)).id).toBe(refund.id);
  expect((await after.payments.retrieveSession('live', open.id)).url).toBe(`${after.url}/c/pay/${open.id}`);
  await arrived(endpoint, 'checkout.session.completed', session.id);
  await arrived(endpoint, 'refund.created', refund.id);
  await after.close();
  await endpoint.close();
  rmSync(folder, { recursive: true });
});
