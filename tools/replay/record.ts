/**
 * `npm run histories [-- PREFIX]`: runs every branch of the workflows whose name begins with PREFIX on real parts, and
 * records the histories of those that were not recorded yet: one that a release may have left behind is never edited.
 */
import { mkdir } from 'node:fs/promises';
import { eventually } from '../../test/support/eventually';
import { onRealParts } from '../../test/support/on-real-parts';
import { startStack, startWorker, type Stack, type StackOptions } from '../../test/support/stack';
import { recordErasures } from './erasure-branches';
import { HISTORIES, keepHistory, notKept, type Wanted } from './keep-history';
import { recordPeople } from './people-branches';
import { recordPayouts } from './payout-branches';
import { recordReconciliations } from './reconciliation-branches';
import { recordSandbox } from './sandbox-branches';
import { recordShop } from './shop-branches';
import { recordWebhooks } from './webhook-branches';

interface Branch {
  name: string;
  options?: StackOptions;
  run(stack: Stack): Promise<string>;
  /** Id of the recorded workflow; defaults to the evaluation. */
  workflow?(runId: string): string;
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
    name: 'evaluation-short-of-evidence',
    async run(stack) {
      await stack.agents.variety({ profile: 'lazy' });
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
  {
    name: 'evaluation-quotation-corrected',
    async run(stack) {
      await stack.agents.breakRule('heat pumps', 'quotation', 1);
      return stack.create();
    },
  },
  {
    name: 'evaluation-quotation-kept',
    async run(stack) {
      await stack.agents.breakRule('heat pumps', 'quotation', 1);
      await stack.agents.fault('task:heat pumps', 'correction_refusal');
      return stack.create();
    },
  },
  {
    name: 'evaluation-deadline-kept',
    options: { settings: { evaluationDeadlineMs: 6_000 } },
    async run(stack) {
      await stack.agents.breakRule('heat pumps', 'quotation', 1);
      await stack.agents.fault('task:heat pumps', 'correction_hang');
      return stack.create();
    },
  },
];

const ofSearch = (runId: string) => `search/${runId}`;
const ofFirst = (runId: string) => `candidate/${runId}/c1`;
const aimedAt = (place: number) => `task:(idea ${place} of 3)`;
const candidateRuns = (stack: Stack, runId: string) =>
  eventually('a candidate is researched', async () => (await stack.agents.sessionsBelow(runId)).length > 0);

BRANCHES.push(
  { name: 'search-done', workflow: ofSearch, run: (stack) => stack.search({ candidateCount: 3 }) },
  { name: 'candidate-passed', workflow: ofFirst, run: (stack) => stack.search({ candidateCount: 3 }) },
  {
    name: 'search-partial',
    workflow: ofSearch,
    async run(stack) {
      await stack.agents.fault(aimedAt(1), 'refusal');
      return stack.search({ candidateCount: 3 });
    },
  },
  {
    name: 'candidate-excluded',
    workflow: ofFirst,
    async run(stack) {
      await stack.agents.fault(aimedAt(1), 'invalid_findings', 10);
      return stack.search({ candidateCount: 3 });
    },
  },
  {
    name: 'search-too-few',
    workflow: ofSearch,
    async run(stack) {
      await stack.agents.fault('task:(idea', 'refusal', 2);
      return stack.search({ candidateCount: 3 });
    },
  },
  {
    name: 'search-plan-invalid',
    workflow: ofSearch,
    async run(stack) {
      await stack.agents.fault('task:operatorProfile":"', 'invalid_findings', 10);
      return stack.search({ candidateCount: 3 });
    },
  },
  {
    name: 'candidate-late',
    workflow: ofFirst,
    options: { settings: { evaluationDeadlineMs: 1_500 } },
    async run(stack) {
      await stack.agents.fault(aimedAt(1), 'hang');
      return stack.search({ candidateCount: 3 });
    },
  },
  {
    name: 'search-child-terminated',
    workflow: ofSearch,
    async run(stack) {
      await stack.agents.fault(aimedAt(1), 'hang');
      const runId = await stack.search({ candidateCount: 3 });
      await eventually('it runs', async () => (await stack.agents.sessionsOf(`${runId}/c1`)).length === 1);
      await stack.temporal.workflow.getHandle(ofFirst(runId)).terminate('recorded');
      return runId;
    },
  },
  ...['candidate-quotation-corrected', 'candidate-quotation-kept', 'candidate-deadline-kept'].map((name): Branch => ({
    name,
    workflow: ofFirst,
    ...(name === 'candidate-deadline-kept' && { options: { settings: { evaluationDeadlineMs: 12_000 } } }),
    async run(stack) {
      await stack.agents.breakRule('(idea 1 of 3)', 'quotation', 1);
      if (name === 'candidate-quotation-kept') await stack.agents.fault(aimedAt(1), 'correction_refusal');
      if (name === 'candidate-deadline-kept') await stack.agents.fault(aimedAt(1), 'correction_hang');
      return stack.search({ candidateCount: 3 });
    },
  })),
  {
    name: 'search-deadline-kept',
    workflow: ofSearch,
    options: { settings: { searchDeadlineMs: 30_000, searchParallelism: 3 } },
    async run(stack) {
      await stack.agents.fault(aimedAt(1), 'hang');
      return stack.search({ candidateCount: 3 });
    },
  },
  ...[ofSearch, ofFirst].map((workflow): Branch => ({
    name: workflow === ofSearch ? 'search-canceled' : 'candidate-canceled',
    workflow,
    async run(stack) {
      await stack.agents.fault('task:(idea', 'hang', 10);
      const runId = await stack.search({ candidateCount: 3 });
      await candidateRuns(stack, runId);
      await stack.cancel(runId);
      return runId;
    },
  })),
  {
    name: 'search-canceled-in-queue',
    workflow: ofSearch,
    options: { worker: false },
    async run(stack) {
      const runId = await stack.search({ candidateCount: 3 });
      await stack.cancel(runId);
      return runId;
    },
  },
  {
    name: 'search-expired',
    workflow: ofSearch,
    options: { worker: false, settings: { runQueueExpiryMs: 1 } },
    run: (stack) => stack.search({ candidateCount: 3 }),
  },
  {
    name: 'search-deadline',
    workflow: ofSearch,
    options: { settings: { searchDeadlineMs: 2_000 } },
    async run(stack) {
      await stack.agents.fault('task:(idea', 'hang', 10);
      return stack.search({ candidateCount: 3 });
    },
  },
);

async function record({ name, options, run, workflow = (runId) => `evaluation/${runId}` }: Branch): Promise<void> {
  const stack = await startStack(options);
  try {
    const runId = await run(stack);
    const late =
      options?.worker === false ? await startWorker(stack.db, stack.agents, stack.mails, stack.taskQueue) : null;
    const { status } = await stack.finished(runId);
    await keepHistory(stack.temporal, workflow(runId), name);
    console.log(`${name}: ${status}`);
    await late?.stop();
  } finally {
    await stack.close();
  }
}

async function recordBranches(wanted: Wanted): Promise<void> {
  await mkdir(HISTORIES, { recursive: true });
  for (const branch of BRANCHES.filter(({ name }) => wanted(name))) await record(branch);
  await recordSandbox(wanted);
  await recordShop(wanted);
  await recordPayouts(wanted);
  await recordReconciliations(wanted);
  await recordWebhooks(wanted);
  await recordPeople(wanted);
  await recordErasures(wanted);
}

onRealParts(() => recordBranches(notKept(process.argv[2] ?? ''))).then(
  () => process.exit(0),
  (error: Error) => {
    console.error(error);
    process.exit(1);
  },
);
