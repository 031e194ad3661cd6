// Baseline of GET /v1/runs/{id}: Koa, one prepared query, JSON. No key, no limits, no ETag, no logging.
import Koa from 'koa';
import { Pool } from 'pg';
import { RUN_COLUMNS } from '../../../store/runs/row';

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.DATABASE_POOL) });
const app = new Koa();
app.use(async (ctx) => {
  if (ctx.path === '/ready') {
    ctx.body = 'ready';
    return;
  }
  const { rows } = await pool.query<object>({
    name: 'bare-read',
    text: `SELECT ${RUN_COLUMNS} FROM runs WHERE id = $1`,
    values: [ctx.path.slice('/v1/runs/'.length)],
  });
  ctx.body = rows[0];
});
app.listen(Number(process.env.PORT), '127.0.0.1');
