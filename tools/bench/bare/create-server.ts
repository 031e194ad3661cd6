// Baseline of POST /v1/evaluations: Koa, a JSON body, and the statements of `acceptRun` in one bare transaction. No
// key, no
// limits, no validation, no logging, nothing to deliver. The statements are copied from store/ on purpose and must
// follow
// its changes.
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { Pool } from 'pg';
import { newId } from '../../../contracts/ids';

const STATEMENTS = {
  claim: `INSERT INTO idempotency_records (account_id, operation, key, fingerprint)
          VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
  lock: 'SELECT 1 FROM accounts WHERE id = $1 AND monthly_budget_cents IS NOT NULL FOR NO KEY UPDATE',
  take: `UPDATE entitlements SET status = 'consumed', consumed_at = now(), run_id = $4
         WHERE id = (SELECT id FROM entitlements
                     WHERE account_id = $1 AND mode = $2 AND kind = $3 AND status = ANY (ARRAY['unused'])
                       AND frozen_at IS NULL
                     ORDER BY status, id LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id`,
  insert: `INSERT INTO runs (id, account_id, api_key_id, kind, mode, status, stage, input, entitlement_id,
                             progress_total, workflow_id, queue_expires_at, reserved_cents)
           VALUES ($1, $2, $3, $4, $5, 'queued', 'queued', $6, $7, $8, $9, now() + $10 * interval '1 millisecond', $11)
           RETURNING created_at AS "createdAt"`,
  enqueue: `INSERT INTO outbox (dedupe_key, message, available_at)
            VALUES ($1, $2, now() + $3 * interval '1 millisecond')
            ON CONFLICT (dedupe_key) DO NOTHING RETURNING id`,
  record: 'UPDATE idempotency_records SET response = $4 WHERE account_id = $1 AND operation = $2 AND key = $3',
};

const OPERATION = 'POST /v1/evaluations';
const FINGERPRINT = Buffer.alloc(32);
const { DATABASE_URL, DATABASE_POOL, PORT, ACCOUNT_ID, KEY_ID } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL) });

async function create(key: string, input: object): Promise<object> {
  const runId = newId('run');
  const workflowId = `evaluation/${runId}`;
  const message = {
    workflowType: 'evaluation',
    workflowId,
    input: { runId, accountId: ACCOUNT_ID, mode: 'live', deadlineMs: 1, maxRepairs: 3, heartbeatTimeoutMs: 1 },
    summary: `Idea Check ${runId} (live)`,
    search: { kind: 'idea_check', accountId: ACCOUNT_ID, runId, mode: 'live' },
  };
  const tx = await pool.connect();
  const run = (name: keyof typeof STATEMENTS, values: unknown[]) =>
    tx.query<{ id: string; createdAt: Date }>({ name, text: STATEMENTS[name], values });
  await tx.query('BEGIN');
  await run('claim', [ACCOUNT_ID, OPERATION, key, FINGERPRINT]);
  await run('lock', [ACCOUNT_ID]);
  const taken = await run('take', [ACCOUNT_ID, 'live', 'idea_check', runId]);
  const entitlementId = taken.rows[0]!.id;
  const made = await run('insert', [
    ...[runId, ACCOUNT_ID, KEY_ID, 'idea_check', 'live', JSON.stringify(input), entitlementId],
    ...[3, workflowId, 3_600_000, 1_000],
  ]);
  // Due in a year: no relay delivers what only the baseline wrote.
  await run('enqueue', [`start:${workflowId}`, JSON.stringify(message), 365 * 86_400_000]);
  const { createdAt } = made.rows[0]!;
  const answer = { runId, kind: 'idea_check', status: 'queued', mode: 'live', entitlementId, createdAt };
  await run('record', [ACCOUNT_ID, OPERATION, key, JSON.stringify(answer)]);
  await tx.query('COMMIT');
  tx.release();
  return answer;
}

const app = new Koa();
app.use(koaBody());
app.use(async (ctx) => {
  if (ctx.path === '/ready') {
    ctx.body = 'ready';
    return;
  }
  ctx.body = await create(ctx.get('idempotency-key'), (ctx.request as { body?: object }).body!);
  ctx.status = 202;
});
app.listen(Number(PORT), '127.0.0.1');
