import { createHmac } from 'node:crypto';
import { call } from '../support/api';
import { WEBHOOK_SECRETS } from '../support/shop';
import { useSellingApi } from '../support/use';

const { db, api } = useSellingApi();

describe('a webhook is refused', () => {
  const event = (over: object = {}) =>
    JSON.stringify({
      id: 'evt_forged',
      object: 'event',
      type: 'checkout.session.completed',
      livemode: true,
      created: Math.floor(Date.now() / 1000),
      data: { object: { id: 'cs_live_1' } },
      ...over,
    });
  const post = (body: string, secret: string, at = Date.now()) => {
    const seconds = Math.floor(at / 1000);
    const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    return call(api, 'POST', '/webhooks/stripe', {
      body,
      headers: { 'stripe-signature': `t=${seconds},v1=${signature}` },
    });
  };
  const recorded = () => db.prisma.paymentEvent.count({ where: { id: 'evt_forged' } });

  test.each<[string, () => ReturnType<typeof post>]>([
    ['signature', () => post(event(), 'whsec_of_nobody')],
    ['timestamp', () => post(event(), WEBHOOK_SECRETS.live, Date.now() - 400_000)],
    ['timestamp', () => post(event(), WEBHOOK_SECRETS.live, Date.now() + 400_000)],
    ['mode', () => post(event({ livemode: false }), WEBHOOK_SECRETS.live)],
    ['mode', () => post(event(), WEBHOOK_SECRETS.test)],
    ['malformed', () => post('[]', WEBHOOK_SECRETS.live)],
    ['malformed', () => post('not json', WEBHOOK_SECRETS.live)],
  ])('for its %s', async (reason, send) => {
    const answer = await send();
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_webhook', detail: `Refused: ${reason}.` } });
    expect(await recorded()).toBe(0);
  });

  test('but a test event of a connected account, which the live endpoint gets as well, is taken and ignored', async () => {
    const body = event({ livemode: false, account: 'acct_1', type: 'payout.paid' });
    expect(await post(body, WEBHOOK_SECRETS.live)).toMatchObject({ status: 200, body: { received: true } });
    expect(await recorded()).toBe(0);
    const live = event({ account: 'acct_1', type: 'payout.paid' });
    expect(await post(live, WEBHOOK_SECRETS.test)).toMatchObject({ status: 400, body: { detail: 'Refused: mode.' } });
  });

  test('without a signature, and when it is larger than any event', async () => {
    expect(await call(api, 'POST', '/webhooks/stripe', { body: event() })).toMatchObject({ status: 400 });
    expect(await post('x'.repeat(1_100_000), WEBHOOK_SECRETS.live)).toMatchObject({ status: 413 });
  });
});
