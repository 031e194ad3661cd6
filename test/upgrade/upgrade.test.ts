import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkflowNotFoundError } from '@temporalio/client';
import { SCOPES } from '../../base/access';
import { freePort } from '../../local/ports';
import { built } from '../../local/process/launch';
import { createKey } from '../../modules/accounts/store/keys';
import { exportAccount } from '../../modules/erasure/store/export';
import type { Order } from '../../modules/orders/contract';
import { OPEN_ORDER } from '../../modules/orders/rules';
import type { Withdrawal } from '../../modules/payouts/contract';
import { UNDERWAY } from '../../modules/payouts/rules';
import { decideReview } from '../../modules/payouts/store/operate';
import type { RunStatus } from '../../modules/run-kinds/contract';
import { RUN } from '../../modules/run-kinds/rules';
import { readMigrationState } from '../../prisma/schema-state';
import { loadRecording, readRecording, recordedVersions, writeState, type Loaded } from '../../tools/upgrade/recording';
import { openAgents } from '../../vendors/agents/open-agents';
import type { Mail } from '../../vendors/mail/mailer';
import { startAgents } from '../support/agents';
import { call, startApi } from '../support/api';
import { advancePayoutTo } from '../support/contributors';
import { eventually } from '../support/eventually';
import { MACHINES } from '../support/machines';
import { checkLedger, checkMoney } from '../support/money-invariants';
import { creditFlaws } from '../support/run-invariants';
import { startSweeping } from '../support/runs';
import { clientOf, startProvider, startShop, type Shop } from '../support/shop';
import { collectWorkerLog } from '../support/stack';
import { startReceiver } from '../support/webhooks';

/** A workflow may end while it is being terminated. */
function isOver(error: unknown): void {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}

const MONTH_S = 30 * 24 * 3_600;

describe.each(recordedVersions())('the data of %s', (version) => {
  const recording = readRecording(version);
  const folder = mkdtempSync(join(tmpdir(), 'noi-upgrade-'));
  const mails: Mail[] = [];
  let loaded: Loaded;
  let migrated: string;
  let shop: Shop;

  const db = () => loaded.db;
  const idsIn = async (table: string, state: string) =>
    (await db().pool.query<{ id: string }>(`SELECT id FROM ${table} WHERE status = $1`, [state])).rows.map(
      ({ id }) => id,
    );
  const comes = (table: string, id: string, state: string) =>
    eventually(`${id} is ${state}`, async () => (await idsIn(table, state)).includes(id), 120_000);
  const countIn = async (table: string, states: readonly string[]) =>
    (await db().pool.query(`SELECT FROM ${table} WHERE status = ANY($1)`, [states])).rowCount;

  beforeAll(async () => {
    collectWorkerLog();
    loaded = await loadRecording(recording);
    migrated = loaded.migrate();
  });
  afterAll(async () => {
    await shop?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('has rows in every state, and the current code still knows them all', async () => {
    for (const [table, states] of Object.entries(recording.states)) {
      const { column, machine } = MACHINES.find((one) => one.table === table)!;
      const { rows } = await db().pool.query<{ state: string }>(`SELECT DISTINCT ${column} AS state FROM ${table}`);
      expect(rows.map(({ state }) => state).toSorted()).toEqual(states.toSorted());
      expect(machine.states).toEqual(expect.arrayContaining(states));
    }
  });

  test('migrates with the current code and with a later release', async () => {
    const { applied, ...others } = await readMigrationState(db());
    expect(Object.values(others).flat()).toEqual([]);
    const since = applied.filter((name) => !recording.migrations.includes(name));
    expect(migrated).toBe(since.length > 0 ? `applied ${since.join(', ')}\n` : 'nothing to apply\n');

    const again = await loadRecording(recording);
    const env = { ...process.env, MIGRATION_DATABASE_URL: again.db.ownerUrl };
    const program = built('test/support/children/later-migration');
    expect(execFileSync(process.execPath, [program], { env, encoding: 'utf8' })).toMatch(/29991231000000_later\n$/);
    await again.db.close();
  });

  test('has balanced books, and credits that match their payments', async () => {
    await checkLedger(db());
    expect(await creditFlaws(db())).toEqual([]);
  });

  test('stays readable by its owners: runs, documents, orders, withdrawals, webhooks, exports', async () => {
    // This API checks each response against its schema.
    const { provider, close } = await startProvider(await freePort());
    const api = await startApi(db(), { payments: clientOf(provider) });
    expect((await call(api, 'GET', '/v1/account', { key: recording.customer.apiKey })).status).toBe(200);
    for (const { id: accountId } of await db().prisma.account.findMany({ where: { status: 'active' } })) {
      const { secret: key } = await createKey(db(), { accountId, name: 'reader', mode: 'live', scopes: SCOPES });
      const read = async <T>(path: string) => {
        const answer = await call<T>(api, 'GET', path, { key });
        expect([path, answer.status]).toEqual([path, 200]);
        return answer.body;
      };
      const owned = { where: { accountId } };
      for (const { id, status, kind } of await db().prisma.run.findMany(owned)) {
        expect((await read<RunStatus>(`/v1/runs/${id}`)).status).toBe(status);
        if (status !== 'completed') continue;
        const documents = ['findings', 'dossier', ...(kind === 'custom_search' ? ['portfolio'] : [])];
        for (const document of documents) await read(`/v1/runs/${id}/${document}`);
      }
      for (const { id, status } of await db().prisma.order.findMany(owned))
        expect((await read<Order>(`/v1/orders/${id}`)).status).toBe(status);
      for (const { id, status } of await db().prisma.withdrawal.findMany(owned))
        expect((await read<Withdrawal>(`/v1/withdrawals/${id}`)).status).toBe(status);
      for (const { id } of await db().prisma.webhook.findMany(owned)) await read(`/v1/webhooks/${id}/deliveries`);
      for (const path of ['account', 'usage', 'runs', 'orders', 'withdrawals', 'webhooks']) await read(`/v1/${path}`);
      let files = 0;
      for await (const file of await exportAccount(db(), accountId)) files += file ? 1 : 0;
      expect(files).toBeGreaterThan(0);
    }
    await api.close();
    await close();
  });

  test('delivers each waiting message, and its workflow does its work', async () => {
    const [queued, canceling] = [await idsIn('runs', 'queued'), await idsIn('runs', 'canceling')];
    const [scans, confirmed] = [await idsIn('free_scans', 'queued'), await idsIn('free_scans', 'confirmed')];
    const requested = await idsIn('withdrawals', 'requested');
    const { rows: told } = await db().pool.query<{ id: string }>(
      `SELECT orders.id FROM orders JOIN payment_events ON order_id = orders.id WHERE status = 'pending_payment'`,
    );
    expect([queued, canceling, scans, confirmed, requested, told].every(({ length }) => length > 0)).toBe(true);
    const receiver = await startReceiver();
    await db().pool.query('UPDATE webhooks SET url = $1', [receiver.url]);
    const states = { agents: join(folder, 'agents.json'), payments: join(folder, 'payments.json') };
    writeState(recording, 'agents', states.agents);
    writeState(recording, 'payments', states.payments);
    shop = await startShop({
      db: db(),
      agents: await startAgents({ stepMs: 5, stateFile: states.agents }),
      standIn: { stateFile: states.payments, payoutStepMs: 3_600_000, openingBalance: 10_000_000 },
      send: (mail) => Promise.resolve(void mails.push(mail)),
    });

    for (const id of queued) await comes('runs', id, 'completed');
    for (const id of canceling) await comes('runs', id, 'canceled');
    for (const id of scans) await comes('free_scans', id, 'awaiting_confirmation');
    for (const id of confirmed) await comes('free_scans', id, 'completed');
    for (const id of requested) await comes('withdrawals', id, 'in_transit');
    for (const { id } of told) await comes('orders', id, 'fulfilled');
    await eventually(
      'every message is delivered',
      async () => (await db().prisma.outboxMessage.count({ where: { deliveredAt: null } })) === 0,
    );
    await eventually('the test delivery has arrived', () => receiver.received.length > 0);
    await eventually('the link is mailed', () => mails.some(({ to }) => to === 'waiting@example.net'));
    await eventually('the alert is mailed', () => mails.some(({ text }) => text.includes('wdr_waiting')));
    await receiver.close();
  });

  test('is completed by sweeps a month later if its workflows are lost, with correct books', async () => {
    for (const id of await idsIn('withdrawals', 'under_review'))
      await decideReview(db(), id, { decision: 'approve', reason: 'known to us' });
    for (const { id, status } of (await shop.provider.ledger()).refunds)
      if (status === 'pending') await shop.provider.control(`refunds/${id}`, { status: 'succeeded' });
    const query = `TaskQueue = '${shop.taskQueue}' AND ExecutionStatus = 'Running'`;
    for await (const { workflowId } of shop.temporal.workflow.list({ query }))
      await shop.temporal.workflow.getHandle(workflowId).terminate('lost').catch(isOver);
    await loaded.age(MONTH_S);
    const sweep = startSweeping(db(), openAgents(shop.agents.settings), 200);
    const open = async () => ({
      runs: await countIn('runs', RUN.open),
      orders: await countIn('orders', OPEN_ORDER),
      refunds: await countIn('orders', ['refund_pending']),
      withdrawals: await countIn('withdrawals', UNDERWAY),
      shares: await countIn('shares', ['pending']),
      scans: await countIn('free_scans', ['queued', 'awaiting_confirmation']),
      erasures: await db().prisma.erasure.count({ where: { completedAt: null } }),
    });
    const none = { runs: 0, orders: 0, refunds: 0, withdrawals: 0, shares: 0, scans: 0, erasures: 0 };
    let left: object = none;
    await eventually(
      'nothing is open',
      async () => {
        await shop.sweep();
        for (const id of await idsIn('withdrawals', 'in_transit')) await advancePayoutTo(shop.provider, id, 'paid');
        left = await open();
        return JSON.stringify(left) === JSON.stringify(none);
      },
      120_000,
    ).catch(() => undefined);
    await sweep.stop();
    expect(left).toEqual(none);
    await checkMoney(db(), shop.provider);
    await checkLedger(db());
    expect(await creditFlaws(db())).toEqual([]);
  });
});
