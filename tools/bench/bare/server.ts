// Floors (lower bounds) for the API benchmarks: Koa with a JSON body and the bare SQL of a poll, an accepted run and a
// purchase. Omits keys, limits, validation, logs and deliveries. The SQL is copied from the stores; keep both in step.
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { Pool, type PoolClient } from 'pg';
// oxlint-disable-next-line import/no-named-as-default -- for CommonJS the named export is a type only
import Stripe from 'stripe';
import { newId } from '../../../base/ids';
import { createCheckoutSession } from '../../../vendors/payments/checkout';
import { RUN_COLUMNS } from '../../../modules/runs/store/runs';

const STATEMENTS = {
  read: `SELECT ${RUN_COLUMNS} FROM runs WHERE id = $1`,
  claim: `INSERT INTO idempotency_records (account_id, operation, key, fingerprint)
          VALUES ($1, 'bare', $2, $3) ON CONFLICT DO NOTHING`,
  budget: 'SELECT 1 FROM accounts WHERE id = $1 AND monthly_budget_cents IS NOT NULL FOR NO KEY UPDATE',
  take: `UPDATE entitlements SET status = 'consumed', consumed_at = now(), run_id = $2
         WHERE id = (SELECT id FROM entitlements
                     WHERE account_id = $1 AND mode = 'live' AND kind = 'idea_check' AND status = ANY (ARRAY['unused'])
                       AND frozen_at IS NULL
                     ORDER BY status, id LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id`,
  insert: `INSERT INTO runs (id, account_id, api_key_id, kind, mode, status, stage, input, entitlement_id,
                             progress_total, workflow_id, queue_expires_at, reserved_cents)
           VALUES ($1, $2, $3, 'idea_check', 'live', 'queued', 'queued', $4, $5, 3, $6, now() + interval '1 hour', 1000)
           RETURNING created_at AS "createdAt"`,
  // These messages are due in a year, so no relay delivers them.
  enqueue: `INSERT INTO outbox (dedupe_key, message, available_at) VALUES ($1, $2, now() + interval '1 year')
            ON CONFLICT (dedupe_key) DO NOTHING RETURNING id`,
  record: `UPDATE idempotency_records SET response = $3 WHERE account_id = $1 AND operation = 'bare' AND key = $2`,
  buyer: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
  holds: `SELECT id FROM orders WHERE account_id = $1 AND opportunity_id IS NOT NULL
            AND status IN ('creating', 'pending_payment') AND hold_ends_at > now() FOR UPDATE`,
  reserve: `UPDATE opportunities SET status = 'reserved', reserved_by = $2, reserved_until = $3
            WHERE id = $1 AND status = 'available' RETURNING title, price_amount AS price`,
  order: `INSERT INTO orders (id, account_id, mode, product, product_name, opportunity_id, status, price_amount, price_currency,
                              expires_at, hold_ends_at, consent_text_version, consent_recorded_at)
          VALUES ($1, $2, 'live', 'opportunity', $5, $3, 'creating', $6, 'usd', $4, $4, '1', now())`,
};

const { DATABASE_URL, DATABASE_POOL, PORT, STRIPE_BASE_URL, STRIPE_SECRET_KEY_LIVE } = process.env;
const FINGERPRINT = Buffer.alloc(32);
const pool = new Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL) });
const { hostname, port } = new URL(STRIPE_BASE_URL ?? 'http://127.0.0.1:1');
const stripe = new Stripe(STRIPE_SECRET_KEY_LIVE ?? 'none', {
  host: hostname,
  port,
  protocol: 'http',
  telemetry: false,
});

type Found = { id: string; title: string; price: number; createdAt: Date };
type Run = (name: keyof typeof STATEMENTS, ...values: unknown[]) => Promise<Found>;

const runOn = (client: Pool | PoolClient): Run => {
  return async (name, ...values) => (await client.query<Found>({ name, text: STATEMENTS[name], values })).rows[0]!;
};

async function transaction<T>(work: (run: Run) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  await client.query('BEGIN');
  const result = await work(runOn(client));
  await client.query('COMMIT');
  client.release();
  return result;
}

function message(workflowType: string, accountId: string, id: string, input: object): string {
  const search = { kind: workflowType, accountId, runId: id, mode: 'live' };
  const summary = `${workflowType} ${id} (live)`;
  return JSON.stringify({ workflowType, workflowId: `${workflowType}/${id}`, input, summary, search });
}

const accept = (key: string, accountId: string, keyId: string, body: object) =>
  transaction(async (run) => {
    const runId = newId('run');
    await run('claim', accountId, key, FINGERPRINT);
    await run('budget', accountId);
    const { id: entitlementId } = await run('take', accountId, runId);
    const workflowId = `evaluation/${runId}`;
    const made = await run('insert', runId, accountId, keyId, JSON.stringify(body), entitlementId, workflowId);
    const input = { runId, accountId, mode: 'live', deadlineMs: 1, maxRepairs: 3, heartbeatTimeoutMs: 1 };
    await run('enqueue', `start:${workflowId}`, message('evaluation', accountId, runId, input));
    const status = { runId, kind: 'idea_check', status: 'queued', mode: 'live', entitlementId, ...made };
    await run('record', accountId, key, JSON.stringify(status));
    return status;
  });

async function purchase(key: string, opportunityId: string, accountId: string): Promise<object> {
  const orderId = newId('ord');
  const expiresAt = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 31 * 60_000);
  const { title, price } = await transaction(async (run) => {
    await run('claim', accountId, key, FINGERPRINT);
    await run('buyer', accountId);
    await run('holds', accountId);
    const reserved = await run('reserve', opportunityId, orderId, expiresAt);
    await run('order', orderId, accountId, opportunityId, expiresAt, reserved.title, reserved.price);
    await run('enqueue', orderId, message('reservation', accountId, orderId, { orderId }));
    return reserved;
  });
  const session = await createCheckoutSession(
    stripe,
    {
      orderId,
      attempt: 1,
      mode: 'live',
      product: `Newsletter opportunity: ${title}`,
      price: { amount: price, currency: 'usd' },
      expiresAt,
      successUrl: 'http://127.0.0.1/checkout/success',
      cancelUrl: `http://127.0.0.1/checkout/cancelled?order=${orderId}`,
      customerEmail: null,
      heldUntil: null,
    },
    { tax: null, invoices: false },
    'bench',
  );
  return { orderId, checkoutUrl: session.url, checkoutSessionId: session.id };
}

const app = new Koa();
const read: Koa.Middleware = async (ctx) => {
  ctx.body = ctx.path === '/ready' ? 'ready' : await runOn(pool)('read', ctx.path.slice('/v1/runs/'.length));
};
app.use((ctx, next) => (ctx.method === 'GET' ? read(ctx, next) : next()));
app.use(koaBody());
app.use(async (ctx) => {
  const [key, account] = [ctx.get('idempotency-key'), ctx.get('x-account')];
  const { body } = ctx.request as unknown as { body: object };
  const [, opportunity] = /^\/v1\/opportunities\/([^/]+)/.exec(ctx.path) ?? [];
  ctx.body = opportunity
    ? await purchase(key, opportunity, account)
    : await accept(key, account, ctx.get('x-key'), body);
});
app.listen(Number(PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
