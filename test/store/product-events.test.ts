import { newId } from '../../base/ids';
import { moveOrder } from '../../modules/orders/store/move';
import { moveWithdrawal } from '../../modules/payouts/store/move';
import { purgeExpired } from '../../modules/retention/store/retention';
import { endRun } from '../../modules/runs/store/end';
import { ALL_EVENTS, WEBHOOK_EVENTS, type WebhookEvent } from '../../modules/webhooks/contract';
import { disableWebhook } from '../../modules/webhooks/store/endpoints';
import { recordEvent, type HappenedEvent } from '../../modules/webhooks/store/events';
import { transaction, type Database } from '../../prisma/client';
import { createCustomer, createEvaluation, createWebhook, IDEA, type Customer } from '../support/api';
import { createContributor } from '../support/contributors';
import { openTestOrder } from '../support/sales';
import { useApi } from '../support/use';

const { db, api } = useApi({ settings: ALL_EVENTS });
const on = (): Database => ({ ...db, productEvents: true });

interface Told {
  type: string;
  data: { id: string; sequence: number; subject: string; status: string; links: Record<string, string | null> };
}

const subscribe = async (customer: Customer, eventTypes: readonly string[]) =>
  (await createWebhook(api, customer, newId('whk'), { url: 'https://hooks.example.com/noi', eventTypes })).body
    .webhookId;

async function told(webhookId: string): Promise<Told[]> {
  const rows = await db.prisma.webhookDelivery.findMany({ where: { webhookId }, orderBy: { id: 'asc' } });
  return rows.map(({ payload }) => JSON.parse(payload) as Told);
}

const EVENTS = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[];
const happen = (event: Omit<HappenedEvent, 'mode'>, to = on()) =>
  transaction(to, (tx) => recordEvent(tx, { mode: 'live', ...event }));

test('the end of a run is sent once to each active subscribed endpoint', async () => {
  const customer = await createCustomer(db);
  const wanted = await subscribe(customer, ['run.expired', 'run.completed']);
  const [other, off] = [await subscribe(customer, ['run.completed']), await subscribe(customer, ['run.expired'])];
  const strangers = await subscribe(await createCustomer(db), ['run.expired']);
  await disableWebhook(db, off);
  const { runId } = (await createEvaluation(api, customer, 'ends')).body;

  await endRun(on(), runId, 'expired', 'queue_expired', null);
  await endRun(on(), runId, 'expired', 'queue_expired', null);

  const links = { run: `/v1/runs/${runId}`, findings: null, dossier: null, portfolio: null };
  expect(await told(wanted)).toEqual([
    {
      type: 'run.expired',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: { id: expect.stringMatching(/^evt_/), sequence: 1, subject: runId, status: 'expired', links },
    },
  ]);
  for (const webhookId of [other, off, strangers]) expect(await told(webhookId)).toEqual([]);
  const { id } = await db.prisma.webhookDelivery.findFirstOrThrow({ where: { webhookId: wanted } });
  expect(await db.prisma.outboxMessage.count({ where: { dedupeKey: `start:webhook-delivery/${id}` } })).toBe(1);
});

test('sends the webhook of a run only the events its request names', async () => {
  const customer = await createCustomer(db, { credits: 2 });
  const start = async (eventTypes: string[]) =>
    (
      await createEvaluation(api, customer, newId('run'), {
        idea: IDEA,
        webhook: { url: 'https://hooks.example.com/run', eventTypes },
      })
    ).body.runId;
  await endRun(on(), await start(['run.completed']), 'expired', 'queue_expired', null);
  await endRun(on(), await start(['run.expired']), 'expired', 'queue_expired', null);
  const deliveries = await db.prisma.webhookDelivery.findMany({
    where: { webhook: { accountId: customer.accountId } },
    select: { url: true, eventType: true },
  });
  expect(deliveries).toEqual([{ url: 'https://hooks.example.com/run', eventType: 'run.expired' }]);
});

test("an order's payment, fulfillment and refund are each sent once, in order", async () => {
  const customer = await createCustomer(db);
  const webhookId = await subscribe(customer, EVENTS);
  const orderId = await openTestOrder(db, { accountId: customer.accountId });
  for (const to of ['fulfilled', 'fulfilled', 'refund_pending', 'refunded', 'refunded'] as const) {
    await transaction(on(), (tx) => moveOrder(tx, orderId, to));
  }
  expect((await told(webhookId)).map(({ type, data }) => [data.sequence, type, data.status])).toEqual([
    [1, 'order.paid', 'paid'],
    [2, 'order.fulfilled', 'fulfilled'],
    [3, 'order.refunded', 'refunded'],
  ]);
});

test('a returned payout is sent as paid, then as returned', async () => {
  const customer = await createContributor(db);
  const webhookId = await subscribe(customer, EVENTS);
  const id = newId('wdr');
  const of = { accountId: customer.accountId, mode: 'live', amount: 1_000, currency: 'usd' };
  await db.prisma.withdrawal.create({ data: { id, ...of, status: 'in_transit', review: false, transferId: 'tr_1' } });
  for (const to of ['paid', 'returned', 'returned'] as const) await moveWithdrawal(on(), id, to);
  expect((await told(webhookId)).map(({ type, data }) => [data.sequence, type, data.links])).toEqual([
    [1, 'withdrawal.paid', { withdrawal: `/v1/withdrawals/${id}` }],
    [2, 'withdrawal.returned', { withdrawal: `/v1/withdrawals/${id}` }],
  ]);
});

test('the sequence of a subject continues after its old events are purged', async () => {
  const customer = await createCustomer(db);
  const endpoint = await subscribe(customer, ['order.paid', 'order.refunded']);
  const order = { accountId: customer.accountId, subject: newId('ord') };
  await happen({ ...order, type: 'order.paid', status: 'paid' });
  await happen({ ...order, type: 'order.fulfilled', status: 'fulfilled' });
  await db.pool.query({
    text: "UPDATE product_events SET created_at = now() - interval '31 days' WHERE subject = $1",
    values: [order.subject],
  });
  expect(await purgeExpired(db, 1_000)).toMatchObject({ product_events: 1 });
  await happen({ ...order, type: 'order.refunded', status: 'refunded' });
  expect((await told(endpoint)).map(({ data }) => data.sequence)).toEqual([1, 3]);
});
