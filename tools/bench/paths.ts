import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { newId } from '../../base/ids';
import { within } from '../../base/time-limits';
import type { WorkflowMessage } from '../../base/workflow-messages';
import { cacheFolder } from '../../local/folder';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/answer';
import { createCustomer, IDEA, type Customer } from '../../test/support/api';
import { createTestDatabase } from '../../test/support/database';
import { acceptEvaluation } from '../../test/support/runs';
import { offer } from '../../test/support/shop';
import { createWorkflowStarter } from '../../vendors/workflow-starter';
import { compare, startAgents, startProductWorker, startWorker, closedLoop, besideFloor, startServer } from './measure';

/** Evaluations per round. Enough of them run at once to keep two cores busy. */
const TOGETHER = { evaluations: 120, atOnce: 24 };
const ALONE = { evaluations: 20, atOnce: 1 };
/** Evaluations need a time limit, because Temporal retries a failing workflow task forever. */
const ENDS_WITHIN_MS = 120_000;

/** (c) Evaluations per second and (j) the duration of one, with instant agents. The floor's activities do nothing. */
export async function benchEvaluations(): Promise<string[]> {
  const db = await createTestDatabase();
  const customer = await createCustomer(db, { credits: 2_000 });
  const agents = await startAgents();
  const TEMPORAL_ADDRESS = process.env.TEST_TEMPORAL_ADDRESS!;
  const worker = await startProductWorker(db.url, agents, 'bench');
  const bare = await startWorker('tools/bench/bare/worker', { TEMPORAL_ADDRESS, TASK_QUEUE: 'bench-bare' });
  const connection = await Connection.connect({ address: TEMPORAL_ADDRESS });
  const client = new Client({ connection });
  const [ours, floor] = [createWorkflowStarter(client, 'bench'), createWorkflowStarter(client, 'bench-bare')];

  const complete = async (start: typeof ours, message: WorkflowMessage) => {
    await start(message);
    const result = client.workflow.getHandle(message.workflowId).result();
    const { status } = (await within(ENDS_WITHIN_MS, message.workflowId, result)) as { status: string };
    if (status !== 'completed') throw new Error(`An evaluation ended as ${status}`);
  };
  /** Milliseconds per evaluation. The API accepts the evaluations beforehand, because benchmark (b) measures that. */
  const each = async (side: 'ours' | 'floor', { evaluations, atOnce }: typeof ALONE) => {
    const messages: WorkflowMessage[] = [];
    while (messages.length < evaluations) {
      const message = await acceptEvaluation(db, customer);
      const bareMessage = { ...message, workflowId: `bare/${message.workflowId}`, workflowType: 'bare' as never };
      messages.push(side === 'ours' ? message : bareMessage);
    }
    const rest = messages.values();
    const began = performance.now();
    const loop = async () => {
      for (const message of rest) await complete(side === 'ours' ? ours : floor, message);
    };
    await Promise.all(Array.from({ length: atOnce }, loop));
    return (performance.now() - began) / evaluations;
  };
  const rate = (side: 'ours' | 'floor') => async () => 1_000 / (await each(side, TOGETHER));
  const together = { ours: rate('ours'), floor: rate('floor'), unit: 'a second' };
  const alone = { ours: () => each('ours', ALONE), floor: () => each('floor', ALONE), unit: 'ms' };
  try {
    return [
      await compare('(c) evaluations / empty activities', ['>=', 0.85], together),
      await compare('(j) one evaluation alone / empty activities', ['<=', 2], alone),
    ];
  } finally {
    await connection.close();
    await Promise.all([worker.stop(), bare.stop(), agents.stop()]);
    await db.close();
  }
}

/** Few connections, so that we time requests and not a queue. */
const CONNECTIONS = 4;
const CREATES = 600;

const acceptance = (url: string, { apiKey, accountId, keyId }: Customer) =>
  closedLoop(CREATES, CONNECTIONS, () => ({
    url: `${url}/v1/evaluations`,
    headers: { 'x-api-key': apiKey, 'x-account': accountId, 'x-key': keyId, 'idempotency-key': randomUUID() },
    body: { idea: IDEA },
  }));

/** (b) Accepting an Idea Check, compared with its SQL in one bare transaction. */
export const benchCreates = (): Promise<string[]> =>
  besideFloor({}, async (db, api, bare) => {
    const [one, other] = [await createCustomer(db, { credits: 5_000 }), await createCustomer(db, { credits: 5_000 })];
    const sides = { ours: () => acceptance(api, one), floor: () => acceptance(bare, other), unit: 'ms' };
    return [await compare('(b) POST evaluation / one bare transaction, p50', ['<=', 1.2], sides)];
  });

const PURCHASES = 150;
const CONSENTS = { immediateAccessConsent: true, withdrawalLossAcknowledgment: true };

/** (h) A purchase, compared with one bare transaction and one call to the payment provider. */
export async function benchPurchases(): Promise<string[]> {
  const provider = await startServer('stand-ins/payments/main', {}, '/_control/faults');
  const env = {
    STRIPE_BASE_URL: provider.url,
    STRIPE_SECRET_KEY_LIVE: PAYMENTS_STAND_IN_KEYS.live,
    STRIPE_WEBHOOK_SECRETS_LIVE: 'whsec_bench',
  };
  const rows = besideFloor(env, async (db, api, bare) => {
    const buyers: Customer[] = [];
    while (buyers.length < PURCHASES / 2) buyers.push(await createCustomer(db, { credits: 0 }));
    let sent = 0;
    const p50 = (urlOf: (opportunityId: string) => string) => async () => {
      const offers = await Promise.all(Array.from({ length: PURCHASES }, () => offer(db)));
      // A buyer can hold at most two opportunities, so release those from the previous round.
      await db.pool.query(`UPDATE orders SET status = 'expired' WHERE status IN ('creating', 'pending_payment')`);
      return closedLoop(PURCHASES, CONNECTIONS, () => {
        const [id, { apiKey, accountId }] = [offers.pop()!, buyers[sent++ % buyers.length]!];
        const headers = { 'x-api-key': apiKey, 'x-account': accountId, 'idempotency-key': `key-${sent}` };
        return { url: urlOf(id), headers, body: CONSENTS };
      });
    };
    const path = (id: string) => `/v1/opportunities/${id}/purchase`;
    const sides = { ours: p50((id) => api + path(id)), floor: p50((id) => bare + path(id)), unit: 'ms', warmUps: 4 };
    return [await compare('(h) purchase / transaction and call, p50', ['<=', 1.1], sides)];
  });
  return rows.finally(() => provider.stop());
}

const RUNS = 1_000;
const POLLERS = 50;
const SECONDS = 4;

/** (a) Polls of a run with its key, limits, ETag and log, compared with bare Koa and one prepared query. */
export const benchReads = (): Promise<string[]> =>
  besideFloor({ DATABASE_POOL: '10' }, async (db, api, bare) => {
    const customer = await createCustomer(db, { credits: 0 });
    const ids = Array.from({ length: RUNS }, () => newId('run'));
    await db.pool.query(INSERT_RUNS, [ids, customer.accountId, customer.keyId]);
    await db.asOwner('VACUUM ANALYZE runs');
    const rows: string[] = [];
    for (const [place, status] of ['running', 'finished'].entries()) {
      const those = ids.filter((_, index) => index % 2 === place);
      const [ours, floor] = [api, bare].map((url) => () => load(url, customer, those));
      const sides = { ours: ours!, floor: floor!, unit: 'a second', warmUps: 4 };
      rows.push(await compare(`(a) GET ${status} run / bare Koa + one query`, ['>=', 1.3], sides));
    }
    return rows;
  });

const INSERT_RUNS = `
  INSERT INTO runs (id, account_id, api_key_id, kind, mode, status, stage, input, entitlement_id, progress_total,
                    workflow_id, queue_expires_at, reserved_cents, started_at, completed_at, cost_micros)
  SELECT id, $2, $3, 'idea_check', 'live', status, stage, '{"idea": "bench"}', 'ent_bench', 3,
         'evaluation/' || id, now() + '1 day', 100, now(), ended, cost
  FROM unnest($1::text[]) WITH ORDINALITY AS made(id, place)
  JOIN (VALUES (0, 'completed', 'done', now(), 12345), (1, 'running', 'researching', NULL, NULL))
    AS states(rest, status, stage, ended, cost) ON rest = place % 2`;

interface Load {
  non2xx: number;
  errors: number;
  requests: { average: number };
}

/** Loads autocannon. The first use installs it from npm into the cache. */
function autocannonOf(folder = join(cacheFolder(), 'autocannon-9.0.0')): (options: object) => Promise<Load> {
  if (!existsSync(join(folder, 'node_modules', 'autocannon'))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', 'autocannon@9.0.0'];
    execFileSync('npm', install, { cwd: folder });
  }
  return createRequire(join(folder, 'package.json'))('autocannon') as (options: object) => Promise<Load>;
}

async function load(url: string, { apiKey }: Customer, runIds: readonly string[]): Promise<number> {
  const autocannon = autocannonOf();
  const requests = runIds.map((id) => ({ path: `/v1/runs/${id}` }));
  const headers = { 'x-api-key': apiKey };
  const result = await autocannon({ url, connections: POLLERS, duration: SECONDS, headers, requests });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were not 200`);
  return result.requests.average;
}
