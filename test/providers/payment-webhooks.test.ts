/** Webhooks of the payment stand-in: verified, missed and caught up by the product. */
// oxlint-disable-next-line import/no-named-as-default -- for CommonJS the named export is a type only
import Stripe from 'stripe';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProviderEvent } from '../../contracts/payment-events';
import { HANDLED_EVENTS } from '../../providers/payments/provider-events';
import { SUBSCRIBED } from '../../stand-ins/payments/webhooks';
import { eventually } from '../support/eventually';
import { use } from '../support/use';
import { anOrder, paidOrder, SECRETS, startEndpoint, startParts, type Endpoint, type Parts } from './payment-parts';

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

async function missedOf({ payments }: Parts, mode: 'live' | 'test' = 'live'): Promise<ProviderEvent[]> {
  const missed: ProviderEvent[] = [];
  for await (const event of payments.events({ mode, from: new Date(0), undelivered: true })) missed.push(event);
  return missed;
}
const countOf = (endpoint: Endpoint, objectId: string) =>
  endpoint.received.filter(({ event }) => event.data.object.id === objectId).length;

describe('verifying', () => {
  test('takes what the vendor’s own verifier takes', async () => {
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

  test.each([-299, 299])('accepts a timestamp that is %i s off', (offset) => {
    const header = signed(payload, SECRETS.live, seconds() + offset);
    expect(parts.payments.verifyWebhook(payload, header)?.eventId).toBe('evt_1');
  });

  test.each([
    ['too old', 'timestamp', payload, () => signed(payload, SECRETS.live, seconds() - 302)],
    ['from the future', 'timestamp', payload, () => signed(payload, SECRETS.live, seconds() + 302)],
    ['signed with another secret', 'signature', payload, () => signed(payload, 'whsec_forged')],
    ['changed on the way', 'signature', payload.replace('re_1', 're_2'), () => signed(payload)],
    ['signed with two times', 'signature', payload, () => `t=${seconds()},${signed(payload)}`],
    ['without a signature', 'signature', payload, () => undefined],
    ['a live event signed with the secret of test mode', 'mode', payload, () => signed(payload, SECRETS.test)],
    ['no JSON', 'malformed', 'hello', () => signed('hello')],
    ['no event', 'malformed', 'null', () => signed('null')],
  ])('refuses an event that is %s: %s', (_, reason, body, header) => {
    expect(() => parts.payments.verifyWebhook(body, header())).toThrow(expect.objectContaining({ reason }));
  });

  test('knows what each handled event is about, and the stand-in sends no others', () => {
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
  test('is repeated until the endpoint answers, and what is missed is listed meanwhile', async () => {
    const other = await startParts();
    other.endpoint.status = 500;
    const { session } = await paidOrder(other);
    await eventually('a second try', () => countOf(other.endpoint, session.id) >= 2);
    expect(await missedOf(other)).toMatchObject([{ about: 'session', objectId: session.id, mode: 'live' }]);
    expect(await missedOf(other, 'test')).toEqual([]);
    other.endpoint.status = 200;
    await eventually('delivery', async () => (await missedOf(other)).length === 0);
    await other.close();
  });

  test('of a dropped event is caught up from the list', async () => {
    await parts.control('faults', { match: 'checkout.session.expired', effect: 'drop_event' });
    const { id } = await parts.payments.createCheckoutSession(anOrder());
    await parts.payments.expireSession('live', id);
    const [missed] = await missedOf(parts);
    expect([missed?.objectId, countOf(parts.endpoint, id)]).toEqual([id, 0]);
    await parts.control(`events/${missed!.eventId}/redeliver`, {});
    await arrived(parts.endpoint, 'checkout.session.expired', id);
  });

  test('of a duplicated event comes twice under one id', async () => {
    await parts.control('faults', { match: 'checkout.session.*', effect: 'duplicate_event' });
    const { session } = await paidOrder(parts);
    await eventually('both', () => countOf(parts.endpoint, session.id) === 2);
    const sent = parts.endpoint.received.filter(({ event }) => event.data.object.id === session.id);
    expect(new Set(sent.map(({ event }) => event.id)).size).toBe(1);
  });

  test('survives a restart of the stand-in, with all that it kept', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payments-'));
    const endpoint = await startEndpoint();
    endpoint.status = 503;
    const options = { stateFile: join(folder, 'payments.json'), webhookRetryMs: 600 };
    const before = await startParts(options, endpoint);
    const { order, session, paymentId } = await paidOrder(before);
    const request = { orderId: order.orderId, mode: 'live' as const, paymentId, attempt: 1 };
    const refund = await before.payments.refund(request);
    await eventually('a first try', () => countOf(endpoint, session.id) >= 1);
    await before.close();

    endpoint.status = 200;
    endpoint.received.length = 0;
    const after = await startParts(options, endpoint);
    expect(await after.payments.retrieveSession('live', session.id)).toMatchObject({
      paid: true,
      orderId: order.orderId,
    });
    expect((await after.payments.refund(request)).id).toBe(refund.id);
    await arrived(endpoint, 'checkout.session.completed', session.id);
    await arrived(endpoint, 'refund.created', refund.id);
    await after.close();
    await endpoint.close();
    rmSync(folder, { recursive: true });
  });
});
