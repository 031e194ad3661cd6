import { createCustomer, type Customer } from '../../test/support/api';
import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { acceptEvaluation, createWorkflowRunner, type WorkflowRunner } from './begin-runs';
import { median, percentile, type Row } from './compare';
import { steadily } from './post';
import { residentMb } from './process';
import { prepareWorker, startAgents, startWorker, type Agents } from './product';

const RUNS = 1_000;
/**
 * Runs arrive over 100 s and each agent works for 110 s, so that the last starts while the first is still researched.
 * They end at the same rate, which must stay below what the machine completes per second.
 */
const PER_SECOND = 10;
const SLOW_STEP_MS = 22_000;

const RUNS_ALONE = 15;
const STEP_ALONE_MS = 100;

const TASK_QUEUE = 'bench-many';

interface Parts {
  db: TestDatabase;
  customer: Customer;
  agents: Agents;
  runner: WorkflowRunner;
}

/**
 * (e) A thousand evaluations in progress at once on one worker: all complete, what each costs in memory, and the time
 * of a run beyond its agent's own against that of runs that are alone. One round of a thousand; the figures are medians
 * of runs.
 */
export async function benchManyEvaluations(): Promise<Row[]> {
  const db = await createTestDatabase();
  const customer = await createCustomer(db, { credits: RUNS + RUNS_ALONE });
  const agents = await startAgents();
  const worker = await startWorker('worker/main', await prepareWorker(db.url, agents, TASK_QUEUE));
  const parts = { db, customer, agents, runner: await createWorkflowRunner(TASK_QUEUE) };
  try {
    const alone = await runAlone(parts);
    const idleMb = await residentMb(worker.pid);
    const watched = watch(db, worker.pid);
    const many = await runMany(parts);
    const { peakMb, inProgress } = await watched.stop();
    if (inProgress < RUNS) throw new Error(`Only ${inProgress} runs were in progress at once`);
    const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;
    return [
      {
        name: `(e) ${inProgress} in progress, MB a run above idle`,
        ratio: (peakMb - idleMb) / RUNS,
        target: { atMost: 1 },
        detail: `${Math.round(peakMb)} MB at its highest, ${Math.round(idleMb)} MB idle; ${many.length} completed`,
      },
      {
        name: `(e) time beyond the agent's, ${RUNS} at once / alone`,
        ratio: median(many) / median(alone),
        target: { atMost: 3 },
        detail: `${seconds(median(many))} / ${seconds(median(alone))}; p95 ${seconds(percentile(many, 0.95))}`,
      },
    ];
  } finally {
    await parts.runner.close();
    await worker.stop();
    await agents.stop();
    await db.close();
  }
}

async function runAlone(parts: Parts): Promise<number[]> {
  await parts.agents.pace(STEP_ALONE_MS);
  const runIds: string[] = [];
  for (let run = 0; run < RUNS_ALONE; run++) runIds.push(await runOne(parts));
  // The first third warms up the worker: the compiler of dossiers, its connections, V8.
  return timesBeyond(parts, runIds.slice(RUNS_ALONE / 3));
}

async function runMany(parts: Parts): Promise<number[]> {
  await parts.agents.pace(SLOW_STEP_MS);
  const runIds: string[] = [];
  await steadily(RUNS, PER_SECOND, async () => void runIds.push(await runOne(parts)));
  return timesBeyond(parts, runIds);
}

async function runOne({ db, customer, runner }: Parts): Promise<string> {
  const message = await acceptEvaluation(db, customer);
  const { status } = await runner.complete(message);
  if (status !== 'completed') throw new Error(`An evaluation ended as ${status}`);
  return (message.input as { runId: string }).runId;
}

/** Overhead of each run in milliseconds: from creation to completion, minus the working time of its agent. */
async function timesBeyond({ db, agents }: Parts, runIds: string[]): Promise<number[]> {
  const { rows } = await db.pool.query<{ id: string; ms: number }>({
    text: `SELECT id, extract(epoch FROM completed_at - created_at)::float8 * 1000 AS ms FROM runs WHERE id = ANY($1)`,
    values: [runIds],
  });
  const active = await agents.activeMs();
  return rows.map(({ id, ms }) => ms - active.get(id)!);
}

/** Samples a process's memory and the number of runs in progress once a second. */
function watch(db: TestDatabase, pid: number) {
  const highest = { peakMb: 0, inProgress: 0 };
  const look = async () => {
    const { rows } = await db.pool.query<{ running: number }>(
      `SELECT count(*)::int AS running FROM runs WHERE status = 'running'`,
    );
    highest.inProgress = Math.max(highest.inProgress, rows[0]!.running);
    highest.peakMb = Math.max(highest.peakMb, await residentMb(pid));
  };
  const timer = setInterval(() => void look(), 1_000);
  return {
    async stop() {
      clearInterval(timer);
      await look();
      return highest;
    },
  };
}
