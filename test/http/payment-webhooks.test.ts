import { createHmac } from 'node:crypto';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { payLostOrder } from '../support/reconciliation';
import { DEPLOYMENT_OF_TESTS, WEBHOOK_SECRETS } from '../support/shop';
import { useSellingApi } from '../support/use';

const { db, api, provider } = useSellingApi();

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
    const headers = { 'stripe-signature': `t=${seconds},v1=${signature}` };
    return call(api, 'POST', '/webhooks/stripe', { body, headers });
  };
  const { live, test: ofTest } = WEBHOOK_SECRETS;

  test.each<[string, () => ReturnType<typeof post>]>([
    ['signature', () => post(event(), 'whsec_of_nobody')],
    ['timestamp', () => post(event(), live, Date.now() - 400_000)],
    ['mode', () => post(event({ livemode: false }), live)],
    ['mode', () => post(event({ account: 'acct_1', type: 'payout.paid' }), ofTest)],
    ['malformed', () => post('not json', live)],
  ])('for its %s', async (reason, send) => {
    const body = { code: 'invalid_webhook', detail: `Refused: ${reason}.` };
    expect(await send()).toMatchObject({ status: 400, body });
    expect(await db.prisma.paymentEvent.count({ where: { id: 'evt_forged' } })).toBe(0);
  });

  test('not where it is a test event of a connected account, which is ignored', async () => {
    const body = event({ livemode: false, account: 'acct_1', type: 'payout.paid' });
    expect(await post(body, live)).toMatchObject({ status: 200, body: { received: true } });
    expect(await db.prisma.paymentEvent.count({ where: { id: 'evt_forged' } })).toBe(0);
  });
});

describe('of deployments that share a provider account', () => {
  interface Sent {
    objectId: string;
    attempts: { status: number | null }[];
  }
  const delivered = async (sessionId: string) =>
    (await provider.control<Sent[]>('events')).find(({ objectId, attempts }) => objectId === sessionId && attempts[0]);

  test('another one’s event is accepted, counted and ignored, our own recorded with its work', async () => {
    for (const [deployment, recorded] of [
      ['staging', 0],
      ['another business', 0],
      [DEPLOYMENT_OF_TESTS, 1],
    ] as const) {
      const { sessionId: objectId } = await payLostOrder(provider, { deploymentId: deployment });
      const { attempts } = await eventually('it was delivered', () => delivered(objectId));
      expect([deployment, attempts[0]!.status]).toEqual([deployment, 200]);
      expect(await db.prisma.paymentEvent.count({ where: { objectId } })).toBe(recorded);
      expect(await db.prisma.outboxMessage.count()).toBe(recorded);
    }
    const [staging] = await db.prisma.foreignDeployment.findMany({ where: { id: 'staging' } });
    expect(staging).toMatchObject({ ignoredEvents: 1 });
  });
});
