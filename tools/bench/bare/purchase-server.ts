// Baselines of a purchase: Koa, a JSON body, the statements of a purchase in one bare transaction, then the same call
// of the
// provider with the vendor's client. No key, no limits, no validation, no logging, nothing to deliver, no record of the
// session. The statements are copied from store/ on purpose and must follow its changes.
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { Pool } from 'pg';
// oxlint-disable-next-line import/no-named-as-default -- for CommonJS the named export is a type only
import Stripe from 'stripe';
import { newId } from '../../../contracts/ids';
import { createCheckoutSession } from '../../../providers/payments/checkout';

const STATEMENTS = {
  claim: `INSERT INTO idempotency_records (account_id, operation, key, fingerprint, response) VALUES ($1, 'bare', $2, $3, $4)
          ON CONFLICT DO NOTHING`,
  lock: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
  holds: `SELECT id FROM orders WHERE account_id = $1 AND opportunity_id IS NOT NULL
            AND status IN ('creating', 'pending_payment') AND hold_ends_at > now() FOR UPDATE`,
  reserve: `UPDATE opportunities SET status = 'reserved', reserved_by = $2, reserved_until = $3
            WHERE id = $1 AND status = 'available' RETURNING title, price_amount AS price`,
  order: `INSERT INTO orders (id, account_id, mode, product, product_name, opportunity_id, status, price_amount, price_currency,
                              expires_at, hold_ends_at, consent_text_version, consent_recorded_at)
          VALUES ($1, $2, 'live', 'opportunity', $5, $3, 'creating', $6, 'usd', $4, $4, '1', now())`,
  outbox: `INSERT INTO outbox (dedupe_key, message, available_at) VALUES ($1, $2, now() + interval '1 year')
           ON CONFLICT (dedupe_key) DO NOTHING`,
};

const { DATABASE_URL, DATABASE_POOL, PORT, STRIPE_BASE_URL, STRIPE_KEY } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL) });
const { hostname, port } = new URL(STRIPE_BASE_URL!);
const stripe = new Stripe(STRIPE_KEY!, { host: hostname, port, protocol: 'http', telemetry: false });
const FINGERPRINT = Buffer.alloc(32);

async function purchase(key: string, opportunityId: string, accountId: string): Promise<object> {
  const orderId = newId('ord');
  const expiresAt = new Date(Math.floor(Date.now() / 1000) * 1000 + 31 * 60_000);
  const message = {
    workflowType: 'reservation',
    workflowId: `reservation/${orderId}`,
    input: { orderId },
    summary: `Order ${orderId} (live)`,
    search: { kind: 'opportunity', accountId, orderId, mode: 'live' },
  };
  const tx = await pool.connect();
  const run = (name: keyof typeof STATEMENTS, values: unknown[]) =>
    tx.query<{ title: string; price: number }>({ name, text: STATEMENTS[name], values });
  await tx.query('BEGIN');
  await run('claim', [accountId, key, FINGERPRINT, JSON.stringify({ orderId })]);
  await run('lock', [accountId]);
  await run('holds', [accountId]);
  const { title, price } = (await run('reserve', [opportunityId, orderId, expiresAt])).rows[0]!;
  await run('order', [orderId, accountId, opportunityId, expiresAt, title, price]);
  await run('outbox', [orderId, JSON.stringify(message)]);
  await tx.query('COMMIT');
  tx.release();
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
app.use(koaBody());
app.use(async (ctx) => {
  if (ctx.path === '/ready') ctx.body = 'ready';
  else ctx.body = await purchase(ctx.get('idempotency-key'), ctx.get('x-opportunity'), ctx.get('x-account'));
});
app.listen(Number(PORT), '127.0.0.1');
