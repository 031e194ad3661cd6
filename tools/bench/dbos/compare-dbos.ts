import type { WorkflowMessage } from '../../../contracts/workflow-messages';
import { createCustomer } from '../../support/api';
import { administer, createTestDatabase, within } from '../../support/database';
import { createWorkflowRunner } from '../begin-runs';
import type { Row } from '../compare';
import { acceptEvaluations, compareEvaluations, EVALUATIONS_COMPARED } from '../evaluations';
import { startServer } from '../process';
import { prepareWorker, startAgents, startWorker } from '../product';

const SYSTEM_DATABASE = 'bench_dbos';

/**
 * (k) The same evaluations as a workflow of DBOS (dbos.dev), whose steps are the activities of our worker, on the same
 * PostgreSQL with the same stand-ins: completed a second, and milliseconds of one alone. What each of them keeps and
 * does besides is in docs/decisions/temporal-and-postgresql.md.
 */
export async function benchDbos(): Promise<Row[]> {
  const db = await createTestDatabase();
  const customer = await createCustomer(db, { credits: 2 * EVALUATIONS_COMPARED });
  const agents = await startAgents();
  await agents.pace(0);
  const env = await prepareWorker(db.url, agents, 'bench-dbos');
  const dbos = await startDbos(env);
  const worker = await startWorker('worker/main', env);
  const ours = await createWorkflowRunner('bench-dbos');
  const prepare = (count: number) => acceptEvaluations(db, customer, count);
  try {
    const { rates, times } = await compareEvaluations(
      { prepare, complete: (message) => ours.complete(message) },
      { prepare, complete: (message) => dbos.complete(message) },
    );
    return [
      { name: '(k) evaluations a second / as a workflow of DBOS', target: null, ...rates },
      { name: '(k) one evaluation alone / as a workflow of DBOS, p50', target: null, ...times },
    ];
  } finally {
    await ours.close();
    await Promise.all([worker.stop(), dbos.stop()]);
    await agents.stop();
    await db.close();
  }
}

/** Program that runs evaluations as workflows of DBOS, with a system database of its own. */
export interface Dbos {
  /** Runs an accepted evaluation to its end. @throws Error with what the workflow threw */
  complete(message: Pick<WorkflowMessage, 'input'>): Promise<{ status: string }>;
  /** Ends the program and drops its system database. */
  stop(): Promise<void>;
}

/** Starts DBOS with the settings of a worker. */
export async function startDbos(env: NodeJS.ProcessEnv): Promise<Dbos> {
  const server = process.env.TEST_DATABASE_URL!;
  await administer(server, `CREATE DATABASE ${SYSTEM_DATABASE}`);
  const dbos = await startServer(
    'tools/bench/dbos/worker.js',
    { ...env, SYSTEM_DATABASE_URL: within(server, SYSTEM_DATABASE) },
    '/ready',
  );
  return {
    async complete({ input }) {
      const response = await fetch(dbos.url, { method: 'PUT', body: JSON.stringify(input) });
      if (!response.ok) throw new Error(await response.text());
      return (await response.json()) as { status: string };
    },
    async stop() {
      await dbos.stop();
      await administer(server, `DROP DATABASE ${SYSTEM_DATABASE} WITH (FORCE)`);
    },
  };
}
