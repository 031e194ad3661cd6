import { acceptEvaluation } from './accept-evaluation';
import { disputesWithoutOrder } from '../../store/orders/payment-events';
import { listAllOrders, listOrders } from '../../store/orders/list-orders';
import {
  ordersAwaitingPayment,
  ordersWithLostReservation,
  ordersWithStuckRefund,
} from '../../store/orders/sweep-orders';
import { readFigures } from '../../store/figures/read-figures';
import { addUpFigures } from '../../store/figures/add-up-figures';
import { findTeaser, listTeasers } from '../../store/opportunities/read-opportunities';
import {
  countSold,
  countTeasers,
  lowestPrice,
  searchTeasers,
  similarTeasers,
  type CatalogueFilter,
  type CatalogueOrder,
  type Place,
} from '../../store/opportunities/search-teasers';
import { readFacets } from '../../store/opportunities/read-facets';
import { acknowledge } from '../../store/outbox/acknowledge';
import { claimPending } from '../../store/outbox/claim-pending';
import { purgeDelivered } from '../../store/outbox/purge-delivered';
import { purgeExpired } from '../../store/retention/purge-expired';
import { overdueRuns } from '../../store/runs/end-overdue-runs';
import { listAllRuns } from '../../store/runs/list-all-runs';
import { listRuns } from '../../store/runs/list-runs';
import { openSessions } from '../../store/sessions/open-sessions';
import { monthOf, readUsage } from '../../store/usage/read-usage';
import { createCustomer, type Customer } from './api';
import { createTestDatabase, type TestDatabase } from './database';

/** Rows that a database has after years; one account owns a tenth of them. */
const [RUNS, ORDERS, WAITING] = [40_000, 20_000, 40_000];
/** Runs of the measured account of this month. */
const THIS_MONTH = 400;
/** Its oldest runs, which failed, and opportunities that no filter but their own finds. */
const RARE = 20;
/** Runs and orders that are open. */
const OPEN = 200;
/** Accounts besides the measured one for each thousand runs. */
const ACCOUNTS_A_THOUSAND = 10;
const PAGE = 21;
const BATCH = 100;

/** A filled database, with the account that is measured. */
export interface Sized {
  db: TestDatabase;
  customer: Customer;
  /** Ids of a page in the middle. */
  middle: { run: string; opportunity: string; order: string };
  lane: string;
}

/** Work that must not take longer the more rows there are; each returns how many it found. */
export const PROBES: Record<string, (sized: Sized) => Promise<number>> = {
  'outbox: claim and acknowledge 100': async (sized) => {
    const claimed = await claimPending(sized.db, BATCH, 600_000, sized.lane);
    await Promise.all(claimed.map(({ id }) => acknowledge(sized.db, id)));
    sized.lane = claimed.at(-1)!.lane;
    return claimed.length;
  },
  'outbox: delete delivered': ({ db }) => purgeDelivered(db, 86_400_000, 1_000),
  'run: accept': async ({ db, customer }) => [await acceptEvaluation(db, customer)].length,
  'runs: page in the middle': async ({ db, customer, middle }) =>
    (await listRuns(db, live(customer), { limit: PAGE, before: middle.run })).length,
  'runs: rare and old, by status and kind': async ({ db, customer }) =>
    (await listRuns(db, live(customer), { limit: PAGE, status: 'failed', kind: 'custom_search' })).length,
  'runs: by metadata that all of them have': async ({ db, customer, middle }) =>
    (await listRuns(db, live(customer), { limit: PAGE, before: middle.run, metadata: { team: 'bench' } })).length,
  'runs: by metadata, rare and old': async ({ db, customer }) =>
    (await listRuns(db, live(customer), { limit: PAGE, metadata: { rarely: 'yes' } })).length,
  'runs: newest of all accounts': async ({ db }) => (await listAllRuns(db, PAGE)).length,
  'orders: page in the middle': async ({ db, customer, middle }) =>
    (await listOrders(db, live(customer), { limit: PAGE, before: middle.order })).length,
  'orders: rare and old, of all accounts': async ({ db }) => (await listAllOrders(db, PAGE, 'refund_failed')).length,
  'catalogue: page in the middle': async ({ db, middle }) =>
    (await listTeasers(db, 'live', PAGE, middle.opportunity)).length,
  'catalogue: best page': (sized) => searched(sized, {}),
  'catalogue: best page in the middle': (sized) => searched(sized, {}, { value: 55, id: sized.middle.opportunity }),
  'catalogue: cheapest page in the middle': (sized) =>
    searched(sized, {}, { value: 55_000, id: sized.middle.opportunity }, 'price'),
  'catalogue: sold': ({ db }) => countSold(db),
  'catalogue: by a rare topic': (sized) => searched(sized, { topic: 'Puffins' }),
  'catalogue: by a rare word': (sized) => searched(sized, { words: 'puffin' }),
  'catalogue: by everything at once': (sized) =>
    searched(sized, { words: 'puffin', topic: 'Puffins', geography: 'Iceland', language: 'is', maxPrice: 1_000 }),
  'catalogue: counted': ({ db }) => countTeasers(db, {}),
  'catalogue: choices of its filters': async ({ db }) => (await readFacets(db, PAGE)).length,
  'catalogue: lowest price': async ({ db }) => (await lowestPrice(db))!.amount,
  'catalogue: similar ones': async ({ db, middle }) =>
    (await similarTeasers(db, (await findTeaser(db, middle.opportunity))!, 3)).length,
  'usage of a key with 400 runs this month': async ({ db, customer }) =>
    (await readUsage(db, { ...live(customer), apiKeyId: customer.keyId }, monthOf(new Date()))).runs.length,
  'sweep: overdue runs': async ({ db }) => (await overdueRuns(db, new Date(), 1_000)).length,
  'sweep: open sessions': async ({ db }) => (await openSessions(db, new Date(), 1_000)).length,
  'sweep: orders awaiting payment': async ({ db }) => (await ordersAwaitingPayment(db, new Date(), 1_000)).length,
  'sweep: stuck refunds': async ({ db }) => (await ordersWithStuckRefund(db, new Date(), 1_000)).length,
  'sweep: lost reservations': async ({ db }) => (await ordersWithLostReservation(db, new Date(), 1_000)).length,
  'sweep: disputes without order': async ({ db }) => (await disputesWithoutOrder(db, new Date(), 1_000)).length,
  'figures for operators': async ({ db }) => (await readFigures(db)).length,
  'retention, nothing due': async ({ db }) => Object.values(await purgeExpired(db, 1_000)).length,
};

const searched = async (
  { db }: Sized,
  filter: CatalogueFilter,
  after: Place | null = null,
  order: CatalogueOrder = 'score',
) => (await searchTeasers(db, filter, { limit: PAGE, after, order })).length;

const live = ({ accountId }: Customer) => ({ accountId, mode: 'live' as const });

/** A new database with rows of years. */
export async function filled(): Promise<Sized> {
  // One connection, so that its counters have all that was read.
  const db = await createTestDatabase(1);
  const customer = await createCustomer(db, { credits: 1_000 });
  await seed(db, { id: customer.accountId, keyId: customer.keyId });
  await addUpFigures(db);
  await db.asOwner('VACUUM ANALYZE figure_changes');
  const id = (prefix: string, n: number) => `${prefix}_${String(n).padStart(26, '0')}`;
  // Every fifth opportunity is not on offer.
  const middle = { run: id('run', RUNS / 2), opportunity: id('opp', ORDERS / 2 + 1), order: id('ord', ORDERS / 2) };
  return { db, customer, middle, lane: '' };
}

/** Fills every table as if it had grown for two years. */
async function seed(db: TestDatabase, account: { id: string; keyId: string }): Promise<void> {
  const others = Math.ceil((RUNS / 1_000) * ACCOUNTS_A_THOUSAND);
  const id = (prefix: string, n: string) => `'${prefix}_' || lpad((${n})::text, 26, '0')`;
  const owner = (n: string) => `CASE WHEN ${n} % 10 = 0 THEN '${account.id}' ELSE ${id('acc', `${n} % ${others}`)} END`;
  // Ages fall from two years to a month; the last of each are of this month.
  const age = (n: string, all: number) => `interval '1 hour' * (720 + 16800 * (1 - ${n}::float8 / ${all}))`;
  const recent = `n > ${RUNS - THIS_MONTH * 10}`;
  const rare = `n <= ${RARE}`;
  for (const sql of [
    `INSERT INTO accounts (id, email, plan, status)
     SELECT ${id('acc', 'n')}, n || '@seed.example', 'pro', 'active' FROM generate_series(0, ${others - 1}) AS n`,
    `INSERT INTO runs (id, account_id, api_key_id, kind, mode, status, stage, input, entitlement_id, progress_total,
       workflow_id, queue_expires_at, created_at, started_at, deadline_at, completed_at, session_id, cost_micros,
       session_cost_micros, reserved_cents, metadata)
     SELECT ${id('run', 'n')}, ${owner('n')}, CASE WHEN n % 10 = 0 THEN '${account.keyId}' ELSE 'key_' || n % ${others} END,
       CASE WHEN n <= ${RARE * 10} THEN 'custom_search' ELSE 'idea_check' END, 'live', state,
       CASE state WHEN 'queued' THEN 'queued' ELSE 'done' END, '{"idea": "A newsletter for the bench"}',
       ${id('ent', 'n')}, 3, 'evaluation/' || n, born + interval '1 hour', born,
       CASE state WHEN 'queued' THEN NULL ELSE born END, CASE state WHEN 'queued' THEN NULL ELSE born + interval '1 hour' END,
       CASE state WHEN 'queued' THEN NULL ELSE born + interval '5 minutes' END,
       CASE WHEN state = 'completed' THEN 'ses_' || n END, CASE WHEN state = 'completed' THEN 100000 END,
       CASE WHEN state = 'completed' THEN 100000 END, 300,
       CASE WHEN n <= ${RARE * 10} THEN '{"team": "bench", "rarely": "yes"}' ELSE '{"team": "bench"}' END::jsonb
     FROM (SELECT n, CASE WHEN n > ${RUNS - OPEN} THEN 'queued' WHEN n <= ${RARE * 10} THEN 'failed'
                          WHEN n % 7 = 0 THEN 'expired' ELSE 'completed' END AS state,
                  CASE WHEN ${recent} THEN greatest(date_trunc('month', now()), now() - interval '10 minutes')
                       ELSE date_trunc('month', now()) - ${age('n', RUNS)} END AS born
           FROM generate_series(1, ${RUNS}) AS n) AS run`,
    // As labelRun makes them.
    `INSERT INTO run_labels (account_id, mode, label, run_id)
     SELECT account_id, mode, sha256(convert_to('["' || key || '","' || value || '"]', 'UTF8')), id
     FROM runs, jsonb_each_text(metadata)`,
    `INSERT INTO opportunities (id, mode, status, title, summary, niche, audience, geography, language, score,
       price_amount, price_currency, findings)
     SELECT ${id('opp', 'n')}, 'live', CASE WHEN n % 5 = 0 THEN 'archived' ELSE 'available' END,
       'An opportunity of ' || CASE WHEN ${rare} THEN 'puffins' ELSE 'kind ' || n % 500 END, 'Its summary',
       CASE WHEN ${rare} THEN 'Puffins' ELSE 'Topic ' || n % 40 END || ': part ' || n % 3, 'audience',
       CASE WHEN ${rare} THEN 'Iceland' ELSE 'Country ' || n % 50 END, CASE WHEN ${rare} THEN 'is' WHEN n % 4 = 0 THEN 'de' ELSE 'en' END,
       CASE WHEN ${rare} THEN 1 WHEN n <= ${RARE * 2} THEN 100 ELSE 20 + n * 37 % 75 END,
       CASE WHEN ${rare} THEN 900 ELSE 4900 + n * 13 % 100 * 1000 END, 'usd', ''
     FROM generate_series(1, ${ORDERS}) AS n`,
    `INSERT INTO orders (id, account_id, mode, product, product_name, status, price_amount, price_currency,
       checkout_session_id, expires_at, hold_ends_at, consent_text_version, consent_recorded_at, created_at)
     SELECT ${id('ord', 'n')}, ${owner('n')}, 'live', 'idea_check', 'Idea Check',
       CASE WHEN n > ${ORDERS - OPEN} THEN 'pending_payment' WHEN n <= ${RARE} THEN 'refund_failed'
            WHEN n % 3 = 0 THEN 'expired' ELSE 'fulfilled' END,
       4900, 'usd', 'cs_' || n, now() + interval '1 hour', now() + interval '1 hour', '1', now(), now() - ${age('n', ORDERS)}
     FROM generate_series(1, ${ORDERS}) AS n`,
    `INSERT INTO payments (id, order_id, mode, session_id, amount, currency, outcome, refund_status, updated_at)
     SELECT 'pi_' || n, ${id('ord', 'n')}, 'live', 'cs_' || n, 4900, 'usd',
       CASE WHEN n <= ${RARE} THEN 'refund' ELSE 'granted' END, CASE WHEN n <= ${RARE} THEN 'failed' END, now() - ${age('n', ORDERS)}
     FROM generate_series(1, ${ORDERS}) AS n WHERE n <= ${ORDERS - OPEN} AND (n % 3 <> 0 OR n <= ${RARE})`,
    `INSERT INTO payment_events (id, about, mode, object_id, order_id, received_at)
     SELECT 'evt_' || n, CASE WHEN n % 100 = 0 THEN 'dispute' ELSE 'session' END, 'live',
       'obj_' || n, CASE WHEN n > ${ORDERS * 2 - 400} AND n % 100 = 0 THEN NULL ELSE ${id('ord', 'n / 2')} END,
       now() - ${age('n', ORDERS * 2)} * 0.5 FROM generate_series(1, ${ORDERS * 2}) AS n`,
    `INSERT INTO usage_counters (api_key_id, day, endpoint, status, requests)
     SELECT CASE WHEN n % 10 = 0 THEN '${account.keyId}' ELSE 'key_' || n % ${others} END,
       (now() - ${age('n', ORDERS)} * 0.5)::date, 'GET /v1/runs/' || n % 8, 200, 10
     FROM generate_series(1, ${ORDERS}) AS n ON CONFLICT DO NOTHING`,
    `INSERT INTO outbox (dedupe_key, message, available_at)
     SELECT 'seed:' || n, json_build_object('workflowId', 'evaluation/' || n, 'search', json_build_object('kind', 'idea_check',
         'accountId', CASE WHEN n % 2 = 0 THEN '${account.id}' ELSE ${id('acc', `n % ${others}`)} END)),
       now() - interval '1 minute' FROM generate_series(1, ${WAITING}) AS n`,
  ]) {
    await db.asOwner(sql);
  }
  await db.asOwner('VACUUM ANALYZE');
}
