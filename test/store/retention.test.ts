import { Client } from 'pg';
import { purgePendingAccounts } from '../../modules/accounts/store/accounts';
import { RETENTION } from '../../modules/retention/rules';
import { purgeExpired } from '../../modules/retention/store/retention';
import { loadRecording, readRecording, type Loaded } from '../../tools/upgrade/recording';
import { within } from '../support/database';
import { use } from '../support/use';

/** Statements that add an expired row to tables that have no such row in the recorded release's data. */
const MADE: Readonly<Record<string, string>> = {
  account_sessions: `INSERT INTO account_sessions (hash, id, account_id, browser, expires_at)
    VALUES ('\\x00', 'ses_old', 'acc_old', 'Firefox on Linux', now())`,
  account_devices: `INSERT INTO account_devices (id, account_id, hash, browser)
    VALUES ('dev_old', 'acc_old', '\\x00', 'Firefox on Linux')`,
  password_attempts: `INSERT INTO password_attempts (email, failures, tried_at) VALUES ('old@example.com', 1, now())`,
  mails: `INSERT INTO mails (mail, id, ended_at) VALUES ('new_key', 'key_old', now())`,
  opportunity_watches: `INSERT INTO opportunity_watches (id, account_id, opportunity_id, ended_at, ended_as)
    VALUES ('wch_old', 'acc_old', 'opp_old', now(), 'sold')`,
  support_requests: `INSERT INTO support_requests (id, email, subject, message, status)
    VALUES ('sup_old', 'old@example.com', 's', 'm', 'received')`,
  submission_flaws: `INSERT INTO submission_flaws (run_id, flaws) VALUES ('run_old', '[]')`,
  evidence_checks: `INSERT INTO evidence_checks (run_id, quotation, status) VALUES ('run_old', 'q', 'verified')`,
  research_trails: `INSERT INTO research_trails (run_id, log, unopened, seen) VALUES ('run_old', '[]', '{}', '{}')`,
  run_timeline: `INSERT INTO run_timeline (run_id, key, entry, kind, detail)
    VALUES ('run_old', 'plan', 1, 'plan', '{"candidates": 3}')`,
  name_checks: `INSERT INTO name_checks (run_id, domain, registration) VALUES ('run_old', 'old.example', '{}')`,
  claim_checks: `INSERT INTO claim_checks (run_id, claim, support, cost_micros) VALUES ('run_old', 'c', 'partly', 400)`,
  stray_sessions: `INSERT INTO stray_sessions (session_id, assignment_id, closed_at) VALUES ('session', 'run_old', now())`,
  free_scans: `INSERT INTO free_scans (id, email, idea, marketing_consent, status, confirmation_expires_at, confirmed_at,
      completed_at, failure_code)
    VALUES ('scn_old', 'old@example.com', 'An idea', false, 'failed', now(), now(), now(), 'agent_failed')`,
  mail_events: `INSERT INTO mail_events (id, type) VALUES ('msg_old', 'email.bounced')`,
  site_turns: `INSERT INTO site_turns (site, holder, free_at) VALUES ('example.com', 'run_old', now())`,
  usage_writers: `INSERT INTO usage_writers (id, sequence) VALUES ('old', 1)`,
  api_requests: `INSERT INTO api_requests (id, account_id, mode, api_key_id, request_id, method, path, status, duration_ms,
      service_version, at)
    VALUES ('req_old', 'acc_old', 'live', 'key_old', 'old', 'GET', '/v1/runs', 200, 1, '1.0.0', now())`,
  workers: `INSERT INTO workers (identity, role, host, pid, version, build_id, started_at)
    VALUES ('old', 'worker', 'host', 1, '1.0.0', 'old', now())`,
  product_events: `INSERT INTO product_events (id, account_id, mode, type, subject, sequence, payload)
    VALUES ('evt_old', 'acc_of_events', 'live', 'order.paid', 'ord_old', 1, '{}'),
           ('evt_last', 'acc_of_events', 'live', 'order.fulfilled', 'ord_old', 2, '{}')`,
  passkey_challenges: `INSERT INTO passkey_challenges (hash, purpose, expires_at) VALUES ('\\x00', 'sign_in', now())`,
};

const db = use(async () => {
  const loaded: Loaded = await loadRecording(readRecording('1.0.0'));
  loaded.migrate();
  return loaded.db;
});

const aged = Object.entries(RETENTION).flatMap(([table, { days, from, where = 'true' }]) =>
  days === null || !from ? [] : [{ table, days, from, where }],
);

/** Runs a statement without triggers and foreign keys, because the ledger and the logs reject backdating. */
async function unchecked(sql: string): Promise<number> {
  const { pathname } = new URL(db.url);
  const client = new Client({ connectionString: within(process.env.TEST_DATABASE_URL!, pathname.slice(1)) });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    return (await client.query(sql)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** Number of rows that repeated small purges delete from the table. */
async function purgedOf(table: string): Promise<number> {
  let sum = 0;
  for (;;) {
    const purged = await purgeExpired(db, 20);
    sum += purged[table] ?? 0;
    if (Object.keys(purged).length === 0) return sum;
  }
}

test.each(aged)('rows of $table are kept for $days days and no longer', async ({ table, days, from, where }) => {
  const left = async () =>
    (await db.pool.query(`SELECT FROM ${table} WHERE ${from} IS NOT NULL AND ${where}`)).rowCount;
  if (MADE[table]) await unchecked(MADE[table]);
  const age = (by: number) =>
    unchecked(`UPDATE ${table} SET ${from} = now() - interval '${by} days' WHERE ${from} IS NOT NULL AND ${where}`);
  const rows = await age(days - 2);
  expect(rows).toBeGreaterThan(0);
  expect(await purgedOf(table)).toBe(0);
  expect(await left()).toBe(rows);
  await age(days + 2);
  expect(await purgedOf(table)).toBe(rows);
  expect(await left()).toBe(0);
});

test('a pending account is kept while links are requested or it has credits', async () => {
  const account = (id: string) => `INSERT INTO accounts (id, email, plan, status, created_at)
    VALUES ('${id}', '${id}@example.com', 'free', 'pending', now() - interval '8 days');`;
  await unchecked(`${['acc_asked', 'acc_old', 'acc_given'].map(account).join('')}
    INSERT INTO account_links (id, purpose, email, account_id, requested_at) VALUES
      ('lnk_new', 'sign_in', 'acc_asked@example.com', 'acc_asked', now() - interval '6 days'),
      ('lnk_old', 'sign_in', 'acc_old@example.com', 'acc_old', now() - interval '8 days');
    INSERT INTO entitlements (id, account_id, kind, mode, status, source)
      VALUES ('ent_given', 'acc_given', 'idea_check', 'live', 'unused', 'grant')`);
  expect(await purgePendingAccounts(db, 1)).toBe(1);
  expect(await purgePendingAccounts(db, 10)).toBe(0);
  const kept = await db.prisma.account.findMany({
    where: { id: { in: ['acc_asked', 'acc_old', 'acc_given'] } },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  expect(kept.map(({ id }) => id)).toEqual(['acc_asked', 'acc_given']);
  expect(await db.prisma.accountLink.findUniqueOrThrow({ where: { id: 'lnk_old' } })).toMatchObject({
    accountId: null,
  });
});

test('every table has a retention period, and every period its column', async () => {
  const { rows } = await db.pool.query<{ name: string; columns: string[] }>(
    `SELECT table_name AS name, array_agg(column_name::text) AS columns FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' GROUP BY 1`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(RETENTION).toSorted());
  const wrong = rows.filter(({ name, columns }) => {
    const { days, from } = RETENTION[name]!;
    return (days === null) !== (from === undefined) || (from !== undefined && !columns.includes(from));
  });
  expect(wrong).toEqual([]);
});
