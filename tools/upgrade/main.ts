/**
 * `npm run upgrade:record -- --version 1.0.0`: plays the product on real parts and keeps what this version leaves behind
 * under `test/upgrade/<version>/`. A recording is never made again: it is what customers have.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { WORKFLOWS } from '../../contracts/workflow-messages';
import type { Database } from '../../prisma/client';
import { MailError, type Mail } from '../../providers/mail/mailer';
import { notFound, textOf } from '../replay/histories';
import { startAgents } from '../../test/support/agents';
import { startApi } from '../../test/support/api';
import { eventually } from '../../test/support/eventually';
import { exitWith } from '../../test/support/exit-with';
import { MACHINES } from '../../test/support/machines';
import { onRealParts } from '../../test/support/real-parts';
import { startReceiver } from '../../test/support/webhooks';
import { clientOf, startShop, type Shop } from '../../test/support/shop';
import { dumpDatabase } from './dump-database';
import { RECORDINGS, type Recording } from './recording';
import { leaveBooks, leaveSweep } from './scenes/books';
import { leaveOrders, leavePaying } from './scenes/orders';
import { leavePayouts, leaveProcessing, leaveRequested } from './scenes/payouts';
import { leaveAccounts, leaveMails, leaveScans, leaveWaiting, leaveWebhooks } from './scenes/people';
import { leaveQueued, leaveRunning, leaveRuns } from './scenes/runs';
import type { Scene } from './scenes/scene';

const SHARE_MATURITY_MS = 14 * 24 * 3_600_000;
/** What the hasty API accepts ends within seconds. */
const HASTY = { checkoutLifetimeMs: 1_500, reservationGraceMs: 1_500, runQueueExpiryMs: 1, scanConfirmationMs: 1_000 };

/** In this order: what breaks the providers for good comes last. */
const SCENES = [leaveRuns, leaveOrders, leaveScans, leaveAccounts, leaveWebhooks, leavePayouts, leaveBooks];
const LAST_SCENES = [leaveProcessing, leaveRunning, leaveMails, leaveSweep];
/** Once the worker is gone. */
const WAITING = [leaveQueued, leavePaying, leaveRequested, leaveWaiting];

/**
 * Plays the product through its own verbs on real parts, and returns what is left when it is halted in the middle of its
 * work. Its secrets are those of tests: `TEST_TOKEN_SECRETS`, `TEST_SEALING_KEY`, `WEBHOOK_SECRETS`.
 */
async function recordVersion(version: string): Promise<Recording> {
  const folder = mkdtempSync(join(tmpdir(), 'noi-upgrade-'));
  const states = { agents: join(folder, 'agents.json'), payments: join(folder, 'payments.json') };
  const agents = await startAgents({ stepMs: 5, stateFile: states.agents });
  const mails: Mail[] = [];
  const unreachable = new Set<string>();
  const answers: { status: number }[] = [];
  const receiver = await startReceiver(answers);
  const shop = await startShop({
    agents,
    settings: { payoutReviewThreshold: 20_000 },
    activities: { shareMaturityMs: SHARE_MATURITY_MS },
    standIn: { stateFile: states.payments, payoutStepMs: 3_600_000, openingBalance: 10_000_000 },
    async send(mail) {
      if (unreachable.has(mail.to)) throw new MailError('unavailable', 'The mail provider does not answer.');
      mails.push(mail);
    },
  });
  const settings = { checkoutOrigin: shop.provider.url, ...HASTY };
  const hasty = await startApi(shop.db, { payments: clientOf(shop.provider), settings });
  const open: Open[] = [];
  const leave = (name: string, workflowId: string, waits?: string) => void open.push({ name, workflowId, waits });
  const scene: Scene = { shop, hasty, mails, unreachable, receiver, answers, leave };
  const play = async (scenes: typeof SCENES) => {
    for (const each of scenes) {
      const began = performance.now();
      await each(scene);
      process.stdout.write(`${each.name}: ${Math.round(performance.now() - began)} ms\n`);
    }
  };
  await play([...SCENES, ...LAST_SCENES]);
  const histories = await openHistories(shop, open);
  await shop.halt();
  await play(WAITING);

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
    histories,
  };
  // Writes the state of the stand-ins.
  await Promise.all([hasty.close(), receiver.close(), shop.close()]);
  const [state, books] = [readFileSync(states.agents, 'utf8'), readFileSync(states.payments, 'utf8')];
  rmSync(folder, { recursive: true });
  return { ...left, agents: state, payments: books };
}

/** A workflow that is left open. */
interface Open {
  name: string;
  workflowId: string;
  waits: string | undefined;
}

/** States of rows by table. @throws Error that names states of a machine that no row is in */
async function statesOf(db: Database): Promise<Record<string, string[]>> {
  const states: Record<string, string[]> = {};
  const missing: string[] = [];
  for (const { table, column, machine } of MACHINES) {
    const { rows } = await db.pool.query<{ state: string }>(
      `SELECT DISTINCT ${column} AS state FROM ${table} ORDER BY 1`,
    );
    states[table] = rows.map(({ state }) => state);
    missing.push(
      ...machine.states.filter((state) => !states[table]!.includes(state)).map((state) => `${table} ${state}`),
    );
  }
  if (missing.length > 0) throw new Error(`No row is left in these states: ${missing.join(', ')}`);
  return states;
}

/** Histories of workflows that wait, each where nothing is left for it to decide. */
async function openHistories({ temporal }: Shop, open: Open[]): Promise<Record<string, string>> {
  const kept = open.map(async ({ name, workflowId, waits }) => {
    const handle = temporal.workflow.getHandle(workflowId);
    const history = await eventually(`${name} waits`, async () => {
      const started = await handle.describe().catch(notFound);
      if (!started) return false;
      if (started.status.name !== 'RUNNING') throw new Error(`${name} should wait, and is ${started.status.name}`);
      const found = await handle.fetchHistory();
      const last = found.events!.at(-1)!;
      const decides = last.workflowTaskScheduledEventAttributes ?? last.workflowTaskStartedEventAttributes;
      const waiting = found.events!.some((event) => event.workflowTaskCompletedEventAttributes) && !decides;
      return waiting && (waits === undefined || last.timerStartedEventAttributes) && found;
    });
    return [name, textOf(history)] as const;
  });
  const histories = await Promise.all(kept);
  const types = await Promise.all(
    open.map(async ({ workflowId }) => (await temporal.workflow.getHandle(workflowId).describe()).type),
  );
  const missing = Object.values(WORKFLOWS).filter((type) => !types.includes(type));
  if (missing.length > 0) throw new Error(`No workflow is left open of these types: ${missing.join(', ')}`);
  return Object.fromEntries(histories);
}

async function record(): Promise<number> {
  const { version } = parseArgs({ options: { version: { type: 'string' } } }).values;
  if (!version) throw new Error('Name the version that is released: --version X');
  const folder = join(RECORDINGS, version);
  if (existsSync(folder)) throw new Error(`${folder} exists: what a release left behind is never recorded again.`);
  const { database, payments, agents, histories, ...manifest } = await recordVersion(version);
  mkdirSync(join(folder, 'histories'), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  for (const [name, history] of Object.entries(histories)) write(join('histories', `${name}.json`), history);
  write('database.sql', database);
  write('payments.json', `${payments}\n`);
  write('agents.json', `${agents}\n`);
  write('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
  console.log(`${version} is recorded in ${folder}: commit it with the release.`);
  return 0;
}

exitWith(onRealParts(record));
