import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { newId } from '../../contracts/ids';
import { reservationMessage } from '../../domain/messages/orders';
import { enqueue } from '../../store/outbox/enqueue';
import { createCustomer, type Customer } from '../../test/support/api';
import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { eventually } from '../../test/support/eventually';
import { offer } from '../../test/support/shop';
import { alternate, median, type Row } from './compare';
import { closedLoop } from './post';
import { startServer } from './process';
import { prepareWorker, startAgents, startWorker } from './product';

const ROUNDS = 5;
const POOL = '20';
const SECRET = 'whsec_of_the_bench';
const WEBHOOKS = 1_500;
const WEBHOOK_CONNECTIONS = 16;
/** CPU of the API a webhook falls by a third in its first 6,000. */
const WEBHOOK_WARM_UPS = 4;
const PURCHASES = 150;
const PURCHASE_CONNECTIONS = 4;
/** CPU of the API a purchase falls by a third in its first 600. */
const PURCHASE_WARM_UPS = 4;
const HOLDS = [100, 10_000];

const shopEnv = (provider: string) => ({
  LIMITS_SCALE: '1000000',
  DATABASE_POOL: POOL,
  STRIPE_BASE_URL: provider,
  STRIPE_SECRET_KEY_LIVE: PAYMENTS_STAND_IN_KEYS.live,
  STRIPE_WEBHOOK_SECRETS_LIVE: SECRET,
  TEMPORAL_ADDRESS: '127.0.0.1:1',
});

/** (g) Webhooks accepted per second (signature, dedupe, message, commit) against a bare server that writes one row. */
export async function benchWebhooks(): Promise<Row[]> {
  const db = await createTestDatabase();
  const orderId = await openOrder(db);
  const servers = await Promise.all([
    startServer('tools/bench/bare/webhook-server.js', { DATABASE_URL: db.url, DATABASE_POOL: POOL }, '/ready'),
    startServer('server/main.js', { ...shopEnv('http://127.0.0.1:1'), DATABASE_URL: db.url }, '/health'),
  ]);
  const [bare, api] = servers;
  let events = 0;
  const rate = (url: string) => async () => {
    const began = performance.now();
    await closedLoop(WEBHOOKS, WEBHOOK_CONNECTIONS, () => webhook(url, orderId, `evt_${events++}`));
    return (WEBHOOKS / (performance.now() - began)) * 1_000;
  };
  try {
    const { ours, floor, ratio } = await alternate(
      ROUNDS,
      rate(`${api.url}/webhooks/stripe`),
      rate(bare.url),
      WEBHOOK_WARM_UPS,
    );
    const detail = `${median(ours).toFixed(0)}/s against ${median(floor).toFixed(0)}/s`;
    return [{ name: '(g) webhooks / one insert', ratio, target: { atLeast: 0.75 }, detail }];
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await db.close();
  }
}

function webhook(url: string, orderId: string, id: string) {
  const now = Math.floor(Date.now() / 1_000);
  const object = { id: 'cs_live_bench', object: 'checkout.session', metadata: { orderId }, payment_status: 'paid' };
  const body = {
    id,
    object: 'event',
    type: 'checkout.session.completed',
    livemode: true,
    created: now,
    data: { object },
  };
  const signature = createHmac('sha256', SECRET)
    .update(`${now}.${JSON.stringify(body)}`)
    .digest('hex');
  return { url, headers: { 'stripe-signature': `t=${now},v1=${signature}` }, body };
}

/** (h) A purchase, p50, against one bare transaction and one call of the provider. */
export async function benchPurchases(): Promise<Row[]> {
  const db = await createTestDatabase();
  const buyers = await Promise.all(Array.from({ length: PURCHASES / 2 }, () => createCustomer(db, { credits: 0 })));
  const provider = await startServer('stand-ins/payments/main.js', {}, '/_control/faults');
  const stripe = { STRIPE_BASE_URL: provider.url, STRIPE_KEY: PAYMENTS_STAND_IN_KEYS.live };
  const servers = await Promise.all([
    startServer(
      'tools/bench/bare/purchase-server.js',
      { ...stripe, DATABASE_URL: db.url, DATABASE_POOL: POOL },
      '/ready',
    ),
    startServer('server/main.js', { ...shopEnv(provider.url), DATABASE_URL: db.url }, '/health'),
  ]);
  const [bare, api] = servers;
  let keys = 0;
  const p50 =
    (post: (opportunityId: string, buyer: Customer, key: string) => Parameters<typeof closedLoop>[2]) => async () => {
      const offers = await Promise.all(Array.from({ length: PURCHASES }, () => offer(db)));
      // A buyer can hold at most two: release those of the previous round.
      await db.pool.query(`UPDATE orders SET status = 'expired' WHERE status IN ('creating', 'pending_payment')`);
      const next = offers.values();
      let turn = 0;
      const times = await closedLoop(PURCHASES, PURCHASE_CONNECTIONS, () => {
        const buyer = buyers[turn++ % buyers.length]!;
        return post(next.next().value!, buyer, `key-${keys++}`)();
      });
      return median(times);
    };
  const consents = { immediateAccessConsent: true, withdrawalLossAcknowledgment: true };
  const ours = p50((id, buyer, key) => () => ({
    url: `${api.url}/v1/opportunities/${id}/purchase`,
    headers: { 'x-api-key': buyer.apiKey, 'idempotency-key': key },
    body: consents,
  }));
  const floor = p50((id, buyer, key) => () => ({
    url: bare.url,
    headers: { 'x-opportunity': id, 'x-account': buyer.accountId, 'idempotency-key': key },
    body: consents,
  }));
  try {
    const compared = await alternate(ROUNDS, ours, floor, PURCHASE_WARM_UPS);
    const detail = `${median(compared.ours).toFixed(1)} ms against ${median(compared.floor).toFixed(1)} ms`;
    return [
      { name: '(h) purchase / transaction and call, p50', ratio: compared.ratio, target: { atMost: 1.1 }, detail },
    ];
  } finally {
    await Promise.all([...servers, provider].map((server) => server.stop()));
    await db.close();
  }
}

/** (i) Memory of a worker that keeps ten thousand reservations, against one that keeps a hundred. */
export async function benchReservations(): Promise<Row[]> {
  const [few, many] = [await memoryWith(HOLDS[0]!), await memoryWith(HOLDS[1]!)];
  const detail = `${few.toFixed(0)} MB with ${HOLDS[0]}, ${many.toFixed(0)} MB with ${HOLDS[1]}`;
  return [{ name: '(i) worker with 10,000 holds / with 100', ratio: many / few, target: { atMost: 1.1 }, detail }];
}

async function memoryWith(holds: number): Promise<number> {
  const db = await createTestDatabase();
  const agents = await startAgents();
  const taskQueue = `bench-holds-${holds}`;
  try {
    const env = await prepareWorker(db.url, agents, taskQueue);
    const worker = await startWorker('worker/main', { ...env, MAX_CONCURRENT_SESSIONS: '200' });
    for (let i = 0; i < holds; i++) await openOrder(db);
    await eventually(
      `${holds} reservations are started`,
      async () => (await db.prisma.outboxMessage.count({ where: { deliveredAt: null } })) === 0,
      600_000,
    );
    await untilIdle(worker.pid);
    const megabytes = residentMegabytes(worker.pid);
    await worker.stop();
    return megabytes;
  } finally {
    await agents.stop();
    await db.close();
  }
}

/** Idle seconds before memory is measured: V8 releases memory only when idle. */
const REST_S = 40;

/** Waits until a process is idle: each reservation has read its hold and waits for its end. */
async function untilIdle(pid: number): Promise<void> {
  for (let busy = true; busy;) {
    const before = processorSeconds(pid);
    await new Promise((resolve) => setTimeout(resolve, REST_S * 1_000));
    busy = processorSeconds(pid) - before > REST_S * 0.05;
  }
}

/** CPU time of a process (proc_pid_stat(5), utime and stime in hundredths of a second). */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Resident memory of a process. */
function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1_024;
}

/** Order that waits for its payment, with its reservation in the outbox. */
async function openOrder(db: TestDatabase): Promise<string> {
  const id = newId('ord');
  const end = new Date(Date.now() + 3_600_000);
  await db.prisma.order.create({
    data: {
      id,
      mode: 'live',
      product: 'idea_check',
      productName: 'Idea Check',
      status: 'pending_payment',
      priceAmount: 4900,
      priceCurrency: 'usd',
      expiresAt: end,
      holdEndsAt: end,
      consentTextVersion: '1',
      consentRecordedAt: new Date(),
    },
  });
  await enqueue(db.pool, id, reservationMessage({ id, product: 'idea_check', mode: 'live', accountId: null }));
  return id;
}
