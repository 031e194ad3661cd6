/** Frequent work reads few rows beyond those it returns, even with two years of data. */
import { addUpFigures, readFigures } from '../../modules/operations/store/figures';
import { findTeaser, listTeasers } from '../../modules/opportunities/store/catalog';
import { searchTeasers, similarTeasers } from '../../modules/opportunities/store/search';
import { ordersAwaitingPayment } from '../../modules/orders/store/news';
import { listOrders } from '../../modules/orders/store/orders';
import { acknowledge, claimPending, purgeDelivered, COUNTED } from '../../modules/outbox/store/outbox';
import { purgeExpired } from '../../modules/retention/store/retention';
import { overdueRuns } from '../../modules/runs/store/end';
import { listRuns } from '../../modules/runs/store/lists';
import { monthOf, readUsage } from '../../modules/usage/store/usage';
import { createCustomer } from '../support/api';
import { createTestDatabase } from '../support/database';
import { acceptEvaluation } from '../support/runs';
import { use } from '../support/use';

/**
 * The measured account owns a tenth of the runs and orders. The first `RARE` rows of each kind have a rare status, and
 * the last `OPEN` rows are unfinished.
 */
const [RUNS, ORDERS, WAITING, RARE, OPEN] = [40_000, 20_000, 40_000, 20, 200];
const PAGE = 21;
/** Allows a few pages, all open rows or one month's rows. For few rows, the planner's choice of index varies. */
const MOST_ROWS = 8_000;

const idOf = (prefix: string, n: number) => `${prefix}_${String(n).padStart(26, '0')}`;
// Every fifth opportunity is not for sale, so pick one that is.
const [RUN, OPPORTUNITY, ORDER] = [idOf('run', RUNS / 2), idOf('opp', ORDERS / 2 + 1), idOf('ord', ORDERS / 2)];

const sized = use(async () => {
  // One connection, so that its counters include every read.
  const db = await createTestDatabase(1);
  const customer = await createCustomer(db, { credits: 100 });
  for (const sql of seed(customer)) await db.asOwner(sql);
  await addUpFigures(db);
  await db.asOwner('VACUUM ANALYZE');
  return { db, customer, live: { accountId: customer.accountId, mode: 'live' as const }, close: () => db.close() };
});

/**
 * SQL statements that fill the tables. Rows are one month to two years old, except that a tenth of the runs are from
 * the current month.
 */
function seed({ accountId, keyId }: { accountId: string; keyId: string }): string[] {
  const id = (prefix: string, n = 'n') => `'${prefix}_' || lpad((${n})::text, 26, '0')`;
  const owner = `CASE WHEN n % 10 = 0 THEN '${accountId}' ELSE ${id('acc', 'n % 400')} END`;
  const age = (all: number) => `interval '1 hour' * (720 + 16800 * (1 - n::float8 / ${all}))`;
  const rare = (one: string, other: string) => `CASE WHEN n <= ${RARE} THEN ${one} ELSE ${other} END`;
  return [
    `INSERT INTO accounts (id, email, plan, status)
     SELECT ${id('acc')}, n || '@seed.example', 'pro', 'active' FROM generate_series(0, 399) AS n`,
    `INSERT INTO runs (id, account_id, api_key_id, kind, mode, status, stage, input, entitlement_id, progress_total,
       workflow_id, queue_expires_at, created_at, started_at, deadline_at, completed_at, session_id, cost_micros,
       session_cost_micros, reserved_cents, metadata)
     SELECT ${id('run')}, ${owner}, CASE WHEN n % 10 = 0 THEN '${keyId}' ELSE 'key_' || n % 400 END,
       ${rare("'custom_search'", "'idea_check'")}, 'live', state, CASE state WHEN 'queued' THEN 'queued' ELSE 'done' END,
       '{"idea": "A newsletter"}', ${id('ent')}, 3, 'evaluation/' || n, born + interval '1 hour', born,
       CASE state WHEN 'queued' THEN NULL ELSE born END, CASE state WHEN 'queued' THEN NULL ELSE born + interval '1 hour' END,
       CASE state WHEN 'queued' THEN NULL ELSE born + interval '5 minutes' END,
       CASE WHEN state = 'completed' THEN 'ses_' || n END, CASE WHEN state = 'completed' THEN 100000 END,
       CASE WHEN state = 'completed' THEN 100000 END, 300, ${rare(`'{"team": "a", "rarely": "yes"}'`, `'{"team": "a"}'`)}::jsonb
     FROM (SELECT n, CASE WHEN n > ${RUNS - OPEN} THEN 'queued' WHEN n <= ${RARE} THEN 'failed'
                          WHEN n % 7 = 0 THEN 'expired' ELSE 'completed' END AS state,
                  CASE WHEN n > ${RUNS} * 0.9 THEN greatest(date_trunc('month', now()), now() - interval '10 minutes')
                       ELSE date_trunc('month', now()) - ${age(RUNS)} END AS born
           FROM generate_series(1, ${RUNS}) AS n) AS run`,
    `INSERT INTO run_labels (account_id, mode, label, run_id)
     SELECT account_id, mode, sha256(convert_to('["' || key || '","' || value || '"]', 'UTF8')), id
     FROM runs, jsonb_each_text(metadata)`,
    `INSERT INTO opportunities (id, mode, status, title, summary, niche, audience, geography, language, score,
       price_amount, price_currency, findings)
     SELECT ${id('opp')}, 'live', CASE WHEN n % 5 = 0 THEN 'archived' ELSE 'available' END,
       'An opportunity of ' || ${rare("'puffins'", "'kind ' || n % 500")}, 'Its summary',
       ${rare("'Puffins'", "'Topic ' || n % 40")} || ': part ' || n % 3, 'audience',
       ${rare("'Iceland'", "'Country ' || n % 50")}, ${rare("'is'", "'en'")}, ${rare('1', '20 + n * 37 % 75')},
       ${rare('900', '4900 + n * 13 % 100 * 1000')}, 'usd', ''
     FROM generate_series(1, ${ORDERS}) AS n`,
    `INSERT INTO orders (id, account_id, mode, product, product_name, status, price_amount, price_currency,
       checkout_session_id, expires_at, hold_ends_at, consent_text_version, consent_recorded_at, created_at)
     SELECT ${id('ord')}, ${owner}, 'live', 'idea_check', 'Idea Check',
       CASE WHEN n > ${ORDERS - OPEN} THEN 'pending_payment' WHEN n <= ${RARE} THEN 'refund_failed'
            WHEN n % 3 = 0 THEN 'expired' ELSE 'fulfilled' END,
       4900, 'usd', 'cs_' || n, now() + interval '1 hour', now() + interval '1 hour', '1', now(), now() - ${age(ORDERS)}
     FROM generate_series(1, ${ORDERS}) AS n`,
    `INSERT INTO outbox (dedupe_key, message, available_at)
     SELECT 'seed:' || n, json_build_object('workflowId', 'evaluation/' || n, 'search',
         json_build_object('kind', 'idea_check', 'accountId', ${id('acc', 'n % 400')})), now() - interval '1 minute'
     FROM generate_series(1, ${WAITING}) AS n`,
  ];
}

/** Rows read so far, from tables and through their indexes. */
async function rowsRead(): Promise<number> {
  await sized.db.pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await sized.db.pool.query<{ rows: number }>(
    `SELECT sum(COALESCE(seq_tup_read, 0) + COALESCE(idx_tup_fetch, 0))::float8 AS rows FROM pg_stat_user_tables`,
  );
  return rows[0]!.rows;
}

test('detects a full table scan', async () => {
  const before = await rowsRead();
  await sized.db.pool.query('SELECT count(input) FROM runs');
  expect((await rowsRead()) - before).toBeGreaterThanOrEqual(RUNS);
});

const page = { limit: PAGE };
const now = new Date();

test.each<[what: string, work: (parts: typeof sized) => Promise<unknown>, alsoRead?: number]>([
  [
    'claiming and acknowledging 100 messages',
    async ({ db }) => {
      const claimed = await claimPending(db, 100, 600_000, '');
      await Promise.all(claimed.map(({ id }) => acknowledge(db, id)));
    },
  ],
  ['deleting delivered messages', ({ db }) => purgeDelivered(db, 86_400_000, 1_000)],
  ['accepting a run', ({ db, customer }) => acceptEvaluation(db, customer)],
  ['runs, in the middle', ({ db, live }) => listRuns(db, live, { ...page, before: RUN })],
  ['runs by rare metadata', ({ db, live }) => listRuns(db, live, { ...page, metadata: { rarely: 'yes' } })],
  ['orders, in the middle', ({ db, live }) => listOrders(db, live, { ...page, before: ORDER })],
  ['the catalog, in the middle', ({ db }) => listTeasers(db, 'live', PAGE, OPPORTUNITY)],
  [
    'the cheapest, in the middle',
    ({ db }) => searchTeasers(db, {}, { ...page, after: { value: 55_000, id: OPPORTUNITY }, order: 'price' }),
  ],
  ['a rare word', ({ db }) => searchTeasers(db, { words: 'puffin' }, { ...page, after: null, order: 'score' })],
  ['similar opportunities', async ({ db }) => similarTeasers(db, (await findTeaser(db, OPPORTUNITY))!, 3)],
  [
    'usage of a key this month',
    ({ db, live, customer }) => readUsage(db, { ...live, apiKeyId: customer.keyId }, monthOf(now)),
  ],
  ['overdue runs', ({ db }) => overdueRuns(db, now, 1_000)],
  ['orders awaiting payment', ({ db }) => ordersAwaitingPayment(db, now, 1_000)],
  // This work counts messages one by one up to a limit.
  ['figures for operators', ({ db }) => readFigures(db), COUNTED],
  ['retention, nothing due', ({ db }) => purgeExpired(db, 1_000)],
])('%s: reads no more rows when tables grow', async (_, work, alsoRead = 0) => {
  const before = await rowsRead();
  await work(sized);
  expect((await rowsRead()) - before).toBeLessThan(MOST_ROWS + alsoRead);
});
