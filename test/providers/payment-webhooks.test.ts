/** Events of the payment provider that the product accepts. */
// oxlint-disable-next-line import/no-named-as-default -- for CommonJS the named export is a type only
import Stripe from 'stripe';
import { SUBSCRIBED } from '../../stand-ins/payments/webhooks';
import { HANDLED_EVENTS } from '../../vendors/payments/webhook-events';
import { eventually } from '../support/eventually';
import { use } from '../support/use';
import { paidOrder, SECRETS, startParts } from './payment-parts';

const { webhooks } = Stripe;
const seconds = () => Math.floor(Date.now() / 1000);
const parts = use(() => startParts());

test('accepts what the vendor’s own verifier accepts', async () => {
  const { session } = await paidOrder(parts);
  const { body, signature, event } = await eventually('its event', () =>
    parts.received.find(
      ({ event: { type, data } }) => type === 'checkout.session.completed' && data.object.id === session.id,
    ),
  );
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
])('rejects an event that is %s: %s', (_, reason, body, header) => {
  expect(() => parts.payments.verifyWebhook(body, header())).toThrow(expect.objectContaining({ reason }));
});

test('knows the object of each handled event, and gets no others from the stand-in', () => {
  const about = (type: string) => {
    const body = payload.replace('refund.created', type);
    return parts.payments.verifyWebhook(body, signed(body))?.about;
  };
  const expected = ['session', 'invoice', 'refund', 'dispute', 'fraud_warning', 'transfer', 'payout'];
  expect([...new Set(HANDLED_EVENTS.map(about))]).toEqual(expected);
  expect(about('charge.succeeded')).toBeUndefined();
  expect([...SUBSCRIBED].sort()).toEqual([...HANDLED_EVENTS].sort());
});
