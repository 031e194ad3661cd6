/** `npm run histories`: runs every branch of the workflows on real parts and keeps their histories for replay. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { PACKAGE_ROOT } from '../../contracts/package-root';
import { createTemplate } from '../support/database';
import { eventually } from '../support/eventually';
import { startRealParts } from '../support/real-parts';
import { startStack, startWorker, type Stack, type StackOptions } from '../support/stack';

const FOLDER = join(PACKAGE_ROOT, 'test', 'replay', 'histories');

interface Branch {
  name: string;
  options?: StackOptions;
  run(stack: Stack): Promise<string>;
}

const sessionRuns = (stack: Stack, runId: string) =>
  eventually('a session runs', async () => (await stack.agents.sessionsOf(runId)).length === 1);

const BRANCHES: Branch[] = [
  { name: 'evaluation-done', run: (stack) => stack.create() },
  {
    name: 'evaluation-repaired',
    async run(stack) {
      await stack.agents.fault('task:heat pumps', 'invalid_findings', 2);
      return stack.create();
    },
  },
  {
    name: 'evaluation-failed',
    async run(stack) {
      await stack.agents.fault('task:heat pumps', 'refusal');
      return stack.create();
    },
  },
  {
    name: 'evaluation-invalid',
    async run(stack) {
      await stack.agents.fault('task:heat pumps', 'invalid_findings', 10);
      return stack.create();
    },
  },
  {
    name: 'evaluation-canceled',
    async run(stack) {
      await stack.agents.fault('task:heat pumps', 'hang');
      const runId = await stack.create();
      await sessionRuns(stack, runId);
      await stack.cancel(runId);
      return runId;
    },
  },
  {
    name: 'evaluation-deadline',
    options: { settings: { evaluationDeadlineMs: 1_000 } },
    async run(stack) {
      await stack.agents.fault('task:heat pumps', 'hang');
      return stack.create();
    },
  },
  {
    name: 'evaluation-canceled-in-queue',
    options: { worker: false },
    async run(stack) {
      const runId = await stack.create();
      await stack.cancel(runId);
      return runId;
    },
  },
  {
    name: 'evaluation-expired',
    options: { worker: false, settings: { runQueueExpiryMs: 1 } },
    run: (stack) => stack.create(),
  },
];

async function record({ name, options, run }: Branch): Promise<void> {
  const stack = await startStack(options);
  try {
    const runId = await run(stack);
    const late =
      options?.worker === false ? await startWorker(stack.db, stack.agents, stack.mails, stack.taskQueue) : null;
    const { status } = await stack.finished(runId);
    const handle = stack.temporal.workflow.getHandle(`evaluation/${runId}`);
    await handle.result();
    const history = historyToJSON(await handle.fetchHistory());
    await writeFile(join(FOLDER, `${name}.json`), `${JSON.stringify(JSON.parse(history), null, 1)}\n`);
    console.log(`${name}: ${status}`);
    await late?.stop();
  } finally {
    await stack.close();
  }
}

async function main(): Promise<void> {
  const parts = await startRealParts();
  process.env.TEST_DATABASE_URL = parts.databaseUrl;
  process.env.TEST_TEMPORAL_ADDRESS = parts.temporalAddress;
  try {
    await createTemplate(parts.databaseUrl);
    await mkdir(FOLDER, { recursive: true });
    for (const branch of BRANCHES) await record(branch);
  } finally {
    await parts.stop();
  }
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    console.error(error);
    process.exit(1);
  },
);
