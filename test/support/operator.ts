import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Client, Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { built } from '../../local/process/launch';
import { deploymentNameOf, readDeployment } from '../../vendors/worker-deployments';
import type { TestDatabase } from './database';
import { eventually } from './eventually';

export interface AskedCommand {
  args: string[];
  env: NodeJS.ProcessEnv;
}

export interface CommandResult {
  status: number;
  stdout: string;
  stderr: string;
  /** Kinds of resources that would have kept the process from exiting. */
  leftOpen: string[];
}

const idle: ChildProcess[] = [];

/**
 * Runs `npm run admin -- …args` with only these variables and returns its output. Reuses the process for the next
 * command, because loading a process costs more than most commands. Concurrent commands use separate processes.
 * @throws Error if the command would not have exited by itself
 */
export async function runAdmin(args: string[], env: NodeJS.ProcessEnv): Promise<CommandResult> {
  const child = idle.pop() ?? fork(built('test/support/children/operator'));
  keep(child, true);
  const done = new AbortController();
  const answered = once(child, 'message', done) as Promise<[CommandResult]>;
  const ended = once(child, 'exit', done).then(() => {
    throw new Error('The process of operators ended.');
  });
  const asked: AskedCommand = { args, env: { PATH: process.env.PATH, LOCAL_DIR: '/nonexistent', ...env } };
  child.send(asked);
  const [result] = await Promise.race([answered, ended]);
  done.abort();
  await ended.catch(() => undefined);
  keep(child, false);
  if (result.leftOpen.length > 0) {
    child.kill();
    throw new Error(`admin ${args.join(' ')} would not have ended: ${result.leftOpen.join(', ')}`);
  }
  idle.push(child);
  return result;
}

/** Sets whether a child keeps this process alive. The child always exits with its parent. */
function keep(child: ChildProcess, kept: boolean): void {
  child[kept ? 'ref' : 'unref']();
  child.channel?.[kept ? 'ref' : 'unref']();
}

/** The one JSON value that a command prints with `--json`. @throws Error with its output if the exit code is not 0 */
export async function adminJson<T = Record<string, unknown>>(args: string[], env: NodeJS.ProcessEnv): Promise<T> {
  const { status, stdout, stderr } = await runAdmin([...args, '--json'], env);
  if (status !== 0) throw new Error(stderr + stdout);
  return JSON.parse(stdout) as T;
}

const { WORKER_VERSIONING_MODE_VERSIONED: VERSIONED } = temporal.api.enums.v1.WorkerVersioningMode;
const WITHIN_MS = 45_000;

/** Polls an empty task queue as if there were a worker for each build, until the server knows all builds. */
export async function pollAs(taskQueue: string, ...buildIds: string[]): Promise<void> {
  const connection = await Connection.connect({ address: process.env.TEST_TEMPORAL_ADDRESS! });
  const client = new Client({ connection });
  const deploymentName = deploymentNameOf(taskQueue);
  const known = new AbortController();
  const poll = (buildId: string) =>
    client.workflowService.pollWorkflowTaskQueue({
      namespace: 'default',
      taskQueue: { name: taskQueue },
      identity: `${buildId} of a test`,
      deploymentOptions: { deploymentName, buildId, workerVersioningMode: VERSIONED },
    });
  // The server rejects polls without a deadline.
  const polls = buildIds.map((buildId) =>
    client
      .withAbortSignal(known.signal, () => client.withDeadline(Date.now() + WITHIN_MS, () => poll(buildId)))
      .catch(() => undefined),
  );
  try {
    await eventually(
      `builds ${buildIds.join(', ')} are known`,
      async () => {
        const builds = (await readDeployment(client, taskQueue)).builds.map(({ buildId }) => buildId);
        return buildIds.every((buildId) => builds.includes(buildId));
      },
      WITHIN_MS,
    );
  } finally {
    known.abort();
    await Promise.all(polls);
    await connection.close();
  }
}

/** All secrets and hashes in the database, in every form that a command might print. */
export async function secretsOf(database: TestDatabase): Promise<string[]> {
  const { rows: columns } = await database.pool.query<{ table: string; column: string }>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name ~ 'hash|secret|fingerprint'`,
  );
  const forms: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await database.pool.query<{ value: Buffer | string }>(
      `SELECT "${column}" AS value FROM "${table}" WHERE "${column}" IS NOT NULL`,
    );
    for (const { value } of rows) {
      const bytes = Buffer.from(value);
      forms.push(bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url'));
      forms.push(JSON.stringify([...bytes]), JSON.stringify({ ...bytes }), JSON.stringify(bytes));
      if (typeof value === 'string') forms.push(value);
    }
  }
  return forms;
}
