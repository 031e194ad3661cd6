import type { TestDatabase } from '../../test/support/database';

/** Rows of a database; what one account and the present have is the same in every size. */
export interface Size {
  runs: number;
  orders: number;
  waiting: number;
}

/** Runs of the measured account: a tenth of all, of which this many are of this month. */
export const THIS_MONTH = 400;
/**
 * Rare runs of the measured account, its oldest: searches that failed. Rare opportunities too, with a topic, a geography, a
 * language and a price that no other has and the lowest scores; as many more have the highest score.
 */
export const RARE = 20;
/** Runs and orders that are open, and messages that failed a moment ago. */
const OPEN = 200;
/** Accounts besides the measured one for each thousand runs. */
const ACCOUNTS_A_THOUSAND = 10;

/** Fills a database so that every table grew for two years; all others have the rest. */
export async function seed(db: TestDatabase, account: { id: string; keyId: string }, size: Size): Promise<void> {
  const others = Math.ceil((size.runs / 1_000) * ACCOUNTS_A_THOUSAND);
  const id = (prefix: string, n: string) => `'${prefix}_' || lpad((${n})::text, 26, '0')`;
  const owner = (n: string) => `CASE WHEN ${n} % 10 = 0 THEN '${account.id}' ELSE ${id('acc', `${n} % ${others}`)} END`;
  // Ages fall from two years to a month; the last of each are of this month.
  const age = (n: string, all: number) => `interval '1 hour' * (720 + 16800 * (1 - ${n}::float8 / ${all}))`;
  const recent = `n > ${size.runs - THIS_MONTH * 10}`;
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
     FROM (SELECT n, CASE WHEN n > ${size.runs - OPEN} THEN 'queued' WHEN n <= ${RARE * 10} THEN 'failed'
                          WHEN n % 7 = 0 THEN 'expired' ELSE 'completed' END AS state,
                  CASE WHEN ${recent} THEN greatest(date_trunc('month', now()), now() - interval '10 minutes')
                       ELSE date_trunc('month', now()) - ${age('n', size.runs)} END AS born
           FROM generate_series(1, ${size.runs}) AS n) AS run`,
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
     FROM generate_series(1, ${size.orders}) AS n`,
    `INSERT INTO orders (id, account_id, mode, product, product_name, status, price_amount, price_currency,
       checkout_session_id, expires_at, hold_ends_at, consent_text_version, consent_recorded_at, created_at)
     SELECT ${id('ord', 'n')}, ${owner('n')}, 'live', 'idea_check', 'Idea Check',
       CASE WHEN n > ${size.orders - OPEN} THEN 'pending_payment' WHEN n <= ${RARE} THEN 'refund_failed'
            WHEN n % 3 = 0 THEN 'expired' ELSE 'fulfilled' END,
       4900, 'usd', 'cs_' || n, now() + interval '1 hour', now() + interval '1 hour', '1', now(), now() - ${age('n', size.orders)}
     FROM generate_series(1, ${size.orders}) AS n`,
    `INSERT INTO payments (id, order_id, mode, session_id, amount, currency, outcome, refund_status, updated_at)
     SELECT 'pi_' || n, ${id('ord', 'n')}, 'live', 'cs_' || n, 4900, 'usd',
       CASE WHEN n <= ${RARE} THEN 'refund' ELSE 'granted' END, CASE WHEN n <= ${RARE} THEN 'failed' END, now() - ${age('n', size.orders)}
     FROM generate_series(1, ${size.orders}) AS n WHERE n <= ${size.orders - OPEN} AND (n % 3 <> 0 OR n <= ${RARE})`,
    `INSERT INTO payment_events (id, about, mode, object_id, order_id, received_at)
     SELECT 'evt_' || n, CASE WHEN n % 100 = 0 THEN 'dispute' ELSE 'session' END, 'live',
       'obj_' || n, CASE WHEN n > ${size.orders * 2 - 400} AND n % 100 = 0 THEN NULL ELSE ${id('ord', 'n / 2')} END,
       now() - ${age('n', size.orders * 2)} * 0.5 FROM generate_series(1, ${size.orders * 2}) AS n`,
    `INSERT INTO usage_counters (api_key_id, day, endpoint, status, requests)
     SELECT CASE WHEN n % 10 = 0 THEN '${account.keyId}' ELSE 'key_' || n % ${others} END,
       (now() - ${age('n', size.orders)} * 0.5)::date, 'GET /v1/runs/' || n % 8, 200, 10
     FROM generate_series(1, ${size.orders}) AS n ON CONFLICT DO NOTHING`,
    `INSERT INTO outbox (dedupe_key, message, available_at)
     SELECT 'seed:' || n, json_build_object('workflowId', 'evaluation/' || n, 'search', json_build_object('kind', 'idea_check',
         'accountId', CASE WHEN n % 2 = 0 THEN '${account.id}' ELSE ${id('acc', `n % ${others}`)} END)),
       now() - interval '1 minute' FROM generate_series(1, ${size.waiting}) AS n`,
  ]) {
    await db.asOwner(sql);
  }
  await db.asOwner('VACUUM ANALYZE');
}
