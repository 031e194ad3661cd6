// Baseline of POST /webhooks/stripe: Koa, the body as JSON, and one row written.
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { Pool } from 'pg';

const { DATABASE_URL, DATABASE_POOL, PORT } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL) });

const app = new Koa();
app.use(koaBody());
app.use(async (ctx) => {
  if (ctx.path === '/ready') {
    ctx.body = 'ready';
    return;
  }
  const { id, type } = (ctx.request as unknown as { body: { id: string; type: string } }).body;
  await pool.query({
    name: 'insert',
    text: `INSERT INTO payment_events (id, about, mode) VALUES ($1, $2, 'live') ON CONFLICT DO NOTHING`,
    values: [id, type],
  });
  ctx.body = { received: true };
});
app.listen(Number(PORT), '127.0.0.1');
