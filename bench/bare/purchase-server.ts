// The two floors of a purchase: the statements of `openOrder` in one bare transaction, then one call of the provider with the
// vendor's own client. No key, no limits, no validation, no logging, nothing to deliver, no note of the session.
import { createServer } from 'node:http';
import { Pool } from 'pg';
// oxlint-disable-next-line import/no-named-as-default -- for CommonJS the named export is a type only
import Stripe from 'stripe';
import { newId } from '../../contracts/ids';

const { DATABASE_URL, DATABASE_POOL, PORT, STRIPE_BASE_URL, STRIPE_KEY } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL) });
const { hostname, port } = new URL(STRIPE_BASE_URL!);
const stripe = new Stripe(STRIPE_KEY!, { host: hostname, port, protocol: 'http', telemetry: false });
const FINGERPRINT = Buffer.alloc(32);

async function purchase(key: string, opportunityId: string, accountId: string): Promise<object> {
  const orderId = newId('ord');
  const expiresAt = new Date(Math.floor(Date.now() / 1000) * 1000 + 31 * 60_000);
  const tx = await pool.connect();
  const run = (name: string, text: string, values: unknown[]) => tx.query({ name, text, values });
  await tx.query('BEGIN');
  await run(
    'claim',
    `INSERT INTO idempotency_records (account_id, operation, key, fingerprint) VALUES ($1, 'bare', $2, $3) ON CONFLICT DO NOTHING`,
    [accountId, key, FINGERPRINT],
  );
  await run(
    'reserve',
    `UPDATE opportunities SET status = 'reserved', reserved_by = $2, reserved_until = $3 WHERE id = $1 AND status = 'available'`,
    [opportunityId, orderId, expiresAt],
  );
  await run(
    'order',
    `INSERT INTO orders (id, account_id, mode, product, opportunity_id, status, price_amount, price_currency, expires_at,
                         hold_ends_at, consent_text_version, consent_recorded_at)
     VALUES ($1, $2, 'live', 'opportunity', $3, 'creating', 59900, 'usd', $4, $4, '1', now())`,
    [orderId, accountId, opportunityId, expiresAt],
  );
  await run(
    'outbox',
    `INSERT INTO outbox (dedupe_key, message, available_at) VALUES ($1, $2, now() + interval '1 year')`,
    [
      orderId,
      JSON.stringify({ workflowType: 'reservation', workflowId: `reservation/${orderId}`, input: { orderId } }),
    ],
  );
  await run(
    'record',
    `UPDATE idempotency_records SET response = $3 WHERE account_id = $1 AND operation = 'bare' AND key = $2`,
    [accountId, key, JSON.stringify({ orderId })],
  );
  await tx.query('COMMIT');
  tx.release();
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 59_900, product_data: { name: 'An opportunity' } } },
      ],
      metadata: { orderId },
      expires_at: expiresAt.getTime() / 1000,
      success_url: 'http://127.0.0.1/done',
    },
    { idempotencyKey: orderId },
  );
  return { orderId, checkoutUrl: session.url, checkoutSessionId: session.id };
}

createServer((request, response) => {
  if (request.url === '/ready') {
    response.end('ready');
    return;
  }
  request.resume();
  const { 'idempotency-key': key, 'x-opportunity': opportunityId, 'x-account': accountId } = request.headers;
  purchase(String(key), String(opportunityId), String(accountId)).then(
    (answer) => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer)),
    (error: Error) => response.writeHead(500).end(error.message),
  );
}).listen(Number(PORT), '127.0.0.1');
