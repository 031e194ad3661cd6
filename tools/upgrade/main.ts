/**
 * `npm run upgrade:record -- --version 1.0.0`: runs the product and stores the resulting data in
 * `test/upgrade/<version>/`. Never record a version again, because customers have the data of its first recording.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Database } from '../../prisma/client';
import { startAgents } from '../../test/support/agents';
import { exitWith } from '../../test/support/exit-with';
import { MACHINES } from '../../test/support/machines';
import { onRealParts } from '../../test/support/real-parts';
import { startShop } from '../../test/support/shop';
import { startReceiver } from '../../test/support/webhooks';
import type { Mail } from '../../vendors/mail/mailer';
import { dumpDatabase, RECORDINGS, type Recording } from './recording';
import {
  leaveAccounts,
  leaveBooks,
  leaveDelivery,
  leaveOrders,
  leavePayouts,
  leaveRuns,
  leaveScans,
  leaveWaiting,
  type Scene,
} from './scenes';

const SHARE_MATURITY_MS = 14 * 24 * 3_600_000;

/** The order matters: scenes that break the providers permanently come last. */
const SCENES = [leaveOrders, leaveScans, leaveAccounts, leaveDelivery, leaveBooks, leavePayouts, leaveRuns];

/** States of unfinished work. Each recording needs a row in each state. The first recording covers finished states. */
const UNDERWAY: Readonly<Record<string, readonly string[]>> = {
  runs: ['queued', 'running', 'canceling'],
  orders: ['creating', 'pending_payment', 'refund_pending'],
  withdrawals: ['requested', 'under_review', 'processing', 'in_transit'],
  shares: ['pending'],
  free_scans: ['queued', 'awaiting_confirmation', 'confirmed', 'running'],
  webhook_deliveries: ['pending'],
  reconciliation_breaks: ['open', 'returning'],
};

/** Runs the product on real PostgreSQL and Temporal with test secrets, stops it, and returns its data. */
async function recordVersion(version: string): Promise<Recording> {
  const folder = mkdtempSync(join(tmpdir(), 'noi-upgrade-'));
  const states = { agents: join(folder, 'agents.json'), payments: join(folder, 'payments.json') };
  const agents = await startAgents({ stepMs: 5, stateFile: states.agents });
  const mails: Mail[] = [];
  const receiver = await startReceiver(Array.from({ length: 100 }, () => ({ status: 500 })));
  const shop = await startShop({
    agents,
    settings: { payoutReviewThreshold: 20_000 },
    activities: { shareMaturityMs: SHARE_MATURITY_MS },
    standIn: { stateFile: states.payments, payoutStepMs: 3_600_000, openingBalance: 10_000_000 },
    send: (mail) => Promise.resolve(void mails.push(mail)),
  });
  const scene: Scene = { shop, mails, receiver };
  for (const play of SCENES) {
    process.stdout.write(`${play.name}\n`);
    await play(scene);
  }
  await shop.halt();
  await leaveWaiting(scene);

  const { rows } = await shop.db.pool.query<{ name: string; now: Date }>(
    'SELECT migration_name AS name, now() FROM _prisma_migrations ORDER BY 1',
  );
  const { accountId, apiKey } = shop.customer;
  const left = {
    version,
    recordedAt: rows[0]!.now.toISOString(),
    migrations: rows.map(({ name }) => name),
    states: await statesOf(shop.db),
    customer: { accountId, apiKey },
    database: await dumpDatabase(shop.db),
  };
  // Closing the shop writes the stand-ins' state.
  await Promise.all([receiver.close(), shop.close()]);
  const [state, books] = [readFileSync(states.agents, 'utf8'), readFileSync(states.payments, 'utf8')];
  rmSync(folder, { recursive: true });
  return { ...left, agents: state, payments: books };
}

/** States of rows by table. @throws Error naming the states in {@link UNDERWAY} that have no row */
async function statesOf(db: Database): Promise<Record<string, string[]>> {
  const states: Record<string, string[]> = {};
  for (const { table, column } of MACHINES) {
    const text = `SELECT DISTINCT ${column} AS state FROM ${table} ORDER BY 1`;
    states[table] = (await db.pool.query<{ state: string }>(text)).rows.map(({ state }) => state);
  }
  const missing = Object.entries(UNDERWAY).flatMap(([table, needed]) =>
    needed.filter((state) => !states[table]!.includes(state)).map((state) => `${table} ${state}`),
  );
  if (missing.length > 0) throw new Error(`No row is left in these states: ${missing.join(', ')}`);
  return states;
}

async function record(): Promise<number> {
  const { version } = parseArgs({ options: { version: { type: 'string' } } }).values;
  if (!version) throw new Error('Pass the released version: --version X');
  const folder = join(RECORDINGS, version);
  if (existsSync(folder)) throw new Error(`${folder} exists: each release is recorded only once.`);
  const { database, payments, agents, ...manifest } = await recordVersion(version);
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('database.sql', database);
  write('payments.json', `${payments}\n`);
  write('agents.json', `${agents}\n`);
  write('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
  console.log(`${version} is recorded in ${folder}: commit it with the release.`);
  return 0;
}

exitWith(onRealParts(record));
