/** Money queries of sweeps and the daily comparison use an index, in a database with 300,000 rows. */
import { createPaymentSweepActivities } from '../../activities/payment-sweep-activities';
import { lastId } from '../../base/ids';
import { disputesWithMoneyLeft } from '../../modules/ledger/store/disputes';
import { listAllWithdrawals, listWithdrawals } from '../../modules/payouts/store/withdrawals';
import { paymentsOfPeriod, readOwnRecords, transfersOfPeriod } from '../../modules/reconciliation/store/own-records';
import { openAgents } from '../../vendors/agents/open-agents';
import { startAgents } from '../support/agents';
import { createTestDatabase, inSession, within } from '../support/database';
import { eventually } from '../support/eventually';
import { startSweeping } from '../support/runs';
import { use } from '../support/use';

const EACH = 37_500;
/** Maximum number of rows read: a few pages or batches. */
const MOST_READ = 3_000;

const id = (prefix: string) => `'${prefix}_' || lpad(n::text, 26, '0')`;
const ago = `now() - interval '1 day' - n * interval '30 minutes'`;
/** Chooses `yes` for the newest hundred rows of each kind, which are still open, and `no` for the others. */
const open = (yes: string, no: string) => `CASE WHEN n <= 100 THEN ${yes} ELSE ${no} END`;
const SEEDED: Record<string, string> = {
  orders: `(id, account_id, mode, product, product_name, status, price_amount, price_currency, checkout_session_id,
      expires_at, hold_ends_at, consent_text_version, consent_recorded_at, created_at, updated_at)
    SELECT ${id('ord')}, 'acc_1', 'live', 'opportunity', 'Seed', ${open("'pending_payment'", "'fulfilled'")}, 100, 'usd',
      'cs_' || n, ${ago}, ${ago}, '1', ${ago}, ${ago}, ${ago}`,
  payments: `(id, order_id, mode, session_id, amount, currency, outcome, reason, refund_status, created_at, updated_at)
    SELECT ${id('pi')}, ${id('ord')}, 'live', 'cs_' || n, 100, 'usd', ${open("'refund'", "'granted'")},
      ${open("'late'", 'NULL')}, ${open("'pending'", 'NULL')}, ${ago}, ${ago}`,
  refunds: `(id, payment_id, order_id, mode, amount, currency, status, origin, created_at)
    SELECT ${id('re')}, ${id('pi')}, ${id('ord')}, 'live', 100, 'usd', 'succeeded', 'dashboard', ${ago}`,
  disputes: `(id, mode, payment_id, order_id, status, amount, currency, reason, opened_at, closed_at, observed_at)
    SELECT ${id('du')}, 'live', ${id('pi')}, ${id('ord')}, ${open("'open'", "'won'")}, 100, 'usd', 'fraudulent', ${ago},
      ${open('NULL', ago)}, ${ago}`,
  shares: `(order_id, account_id, mode, amount, currency, status, matures_at)
    SELECT ${id('ord')}, 'acc_1', 'live', 100, 'usd', ${open("'pending'", "'available'")}, ${ago}`,
  withdrawals: `(id, account_id, mode, amount, currency, status, review, requested_at, updated_at, paid_at, transfer_id)
    SELECT ${id('wdr')}, 'acc_' || n % 400, 'live', 100, 'usd', ${open("'under_review'", "'paid'")}, false, ${ago}, ${ago},
      ${open('NULL', ago)}, 'tr_' || n`,
  ledger_transactions: `(cause, account_id, mode, currency, payment_id)
    SELECT 'dispute:' || ${id('du')} || ':txn', NULL, 'live', 'usd', ${id('pi')}`,
  ledger_entries: `(transaction_id, account, amount) SELECT n, 'disputed', -100`,
};

interface Sent {
  text: string;
  values?: unknown[];
}

const seeded = use(async () => {
  const db = await createTestDatabase(4);
  const sent = new Map<string, Sent>();
  db.pool.on('connect', (client) => {
    const { query } = client;
    client.query = (...args: unknown[]) => {
      const [first, values] = args as [string | Sent, unknown[]?];
      const one = typeof first === 'string' ? { text: first, ...(Array.isArray(values) && { values }) } : first;
      if (/^\s*(SELECT|WITH|UPDATE|DELETE)\b/i.test(one.text))
        sent.set(one.text, { text: one.text, values: one.values ?? [] });
      return Reflect.apply(query, client, args) as never;
    };
  });
  await inSession(within(process.env.TEST_DATABASE_URL!, new URL(db.url).pathname.slice(1)), async (session) => {
    // Seed without triggers, foreign keys and checks, because only reads matter here.
    await session.query('SET session_replication_role = replica');
    const { rows: checks } = await session.query<{ drop: string }>(
      `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop FROM pg_constraint
       WHERE contype = 'c' AND conrelid::regclass::text = ANY($1)`,
      [Object.keys(SEEDED)],
    );
    for (const { drop } of checks) await session.query(drop);
    for (const [table, rows] of Object.entries(SEEDED))
      await session.query(`INSERT INTO ${table} ${rows} FROM generate_series(1, ${EACH}) AS n`);
    await session.query('VACUUM ANALYZE');
  });
  return { db, sent, close: () => db.close() };
});
const agents = use(startAgents);

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** Scans of the seeded tables that read more rows than a page needs. */
function wide(plan: Plan): string[] {
  const read = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  const here = plan['Relation Name'] !== undefined && plan['Relation Name'] in SEEDED && read > MOST_READ;
  const inner = (plan.Plans ?? []).flatMap(wide);
  return here ? [`${plan['Node Type']} on ${plan['Relation Name']}: ${read} rows`, ...inner] : inner;
}

async function wideScans({ text, values = [] }: Sent): Promise<string[]> {
  const tx = await seeded.db.pool.connect();
  try {
    await tx.query('BEGIN');
    const { rows } = await tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    );
    return wide(rows[0]!['QUERY PLAN'][0].Plan).map((scan) => `${scan}\n${text}`);
  } finally {
    await tx.query('ROLLBACK');
    tx.release();
  }
}

test('detects a statement without an index', async () => {
  expect(await wideScans({ text: `SELECT id FROM payments WHERE session_id = 'cs_7'` })).toHaveLength(1);
});

test('every money statement of sweeps, retention, comparisons and lists uses an index', async () => {
  const { db, sent } = seeded;
  sent.clear();
  const sweep = startSweeping(db, openAgents(agents.settings), 60_000);
  await eventually('the sweep has passed', () => sweep.passes());
  await sweep.stop();
  // The provider and Temporal do not respond, so each pass lists its items and then fails.
  const unanswering = new Proxy({}, { get: () => () => Promise.reject(new Error('down')) });
  const payments = Object.assign(Object.create(unanswering) as object, { modes: ['live'] }) as never;
  const passes = createPaymentSweepActivities({ db, payments } as never);
  for (const pass of Object.values(passes)) await pass().catch(() => undefined);

  const [from, until] = [new Date(Date.now() - 5 * 86_400_000), new Date()];
  await paymentsOfPeriod(db, { mode: 'live', from, until }, '', 500);
  await transfersOfPeriod(db, { mode: 'live', from }, '', 500);
  const about = { orderId: 'ord_1', paymentId: 'pi_1', withdrawalId: 'wdr_1', connectedAccountId: 'acct_1' };
  const movement = { id: 'txn_1', amount: 100, fee: 0, currency: 'usd', aboutId: 'tr_1' };
  const object = { ...about, kind: 'movement', id: 'txn_1', mode: 'live', movement };
  await readOwnRecords(db, 'a deployment', [object as never]).catch(() => undefined);
  await disputesWithMoneyLeft(db.pool, ['du_1']);
  await listAllWithdrawals(db, 100);
  await listWithdrawals(db, { accountId: 'acc_1', mode: 'live' }, { limit: 20, before: lastId('wdr') });

  const money = [...sent.values()].filter(({ text }) => Object.keys(SEEDED).some((table) => text.includes(table)));
  expect(money.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const statement of money) found.push(...(await wideScans(statement)));
  expect(found).toEqual([]);
});
