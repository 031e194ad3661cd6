import { createCustomer } from '../../test/support/api';
import { createTestDatabase } from '../../test/support/database';
import { createWorkflowRunner } from './begin-runs';
import type { Row } from './compare';
import { acceptEvaluations, perSecond } from './evaluations';
import { residentMb, startServer } from './process';
import { prepareWorker, startAgents, startWorker } from './product';

const RUNS = 10_000;
/** Runs between two readings of the worker's memory. */
const BATCH = 500;
/** Most megabytes of a worker that completed all of them, and their growth over the second half. */
const MOST_MB = 300;
const FLAT = 1.1;

const TASK_QUEUE = 'bench-memory';

/**
 * (l) Resident megabytes of an API and a worker that do nothing, and of a worker after 10,000 runs, which must not grow
 * with them.
 */
export async function benchMemory(): Promise<Row[]> {
  const db = await createTestDatabase();
  const customer = await createCustomer(db, { credits: RUNS });
  const agents = await startAgents();
  await agents.pace(0);
  const env = await prepareWorker(db.url, agents, TASK_QUEUE);
  const api = await startServer('server/main.js', { ...env, LIMITS_SCALE: '1000' }, '/health/ready');
  const worker = await startWorker('worker/main', env);
  const runner = await createWorkflowRunner(TASK_QUEUE);
  try {
    const idle = { api: await residentMb(api.pid), worker: await residentMb(worker.pid) };
    const after: number[] = [];
    for (let done = 0; done < RUNS; done += BATCH) {
      await perSecond(await acceptEvaluations(db, customer, BATCH), (message) => runner.complete(message));
      after.push(await residentMb(worker.pid));
      console.error(`  ${done + BATCH} of ${RUNS} runs, ${after.at(-1)!.toFixed(0)} MB`);
    }
    const half = after[after.length / 2 - 1]!;
    const last = after.at(-1)!;
    const mb = (name: string, ratio: number) => ({ name: `(l) MB resident, ${name}`, ratio, target: null, detail: '' });
    return [
      mb('API idle', idle.api),
      mb('worker idle', idle.worker),
      { ...mb(`worker after ${RUNS} runs`, last), target: { atMost: MOST_MB } },
      {
        name: `(l) worker after ${RUNS} runs / after ${RUNS / 2}`,
        ratio: last / half,
        target: { atMost: FLAT },
        detail: `${last.toFixed(0)} MB / ${half.toFixed(0)} MB`,
      },
    ];
  } finally {
    await runner.close();
    await Promise.all([worker.stop(), api.stop()]);
    await agents.stop();
    await db.close();
  }
}
