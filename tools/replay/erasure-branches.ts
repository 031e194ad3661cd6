import { startTemporal } from '../../local/temporal/start-temporal';
import { beginErasure } from '../../store/accounts/begin-erasure';
import { eventually } from '../../test/support/eventually';
import { startStack, type Stack } from '../../test/support/stack';
import { keepHistory, type Wanted } from './keep-history';

/** Work in progress of the account in each branch when it is erased. */
const BRANCHES: Record<string, (stack: Stack) => Promise<unknown>> = {
  'erasure-done': async (stack) => stack.finished(await stack.create()),
  'erasure-waited': hanging,
};

/** Events after which a workflow is to continue as new: the server's own limit takes hours to reach. */
const FEW_EVENTS = 60;

async function hanging(stack: Stack): Promise<unknown> {
  await stack.agents.fault('task:heat pumps', 'hang');
  const runId = await stack.create();
  return eventually('a session runs', async () => (await stack.agents.sessionsOf(runId)).length === 1);
}

/** Runs every branch of the erasure workflow and records their histories. */
export async function recordErasures(wanted: Wanted): Promise<void> {
  for (const [name, prepare] of Object.entries(BRANCHES).filter(([branch]) => wanted(branch))) {
    await onStack(async (stack) => {
      await prepare(stack);
      const { accountId } = stack.customer;
      const { pending } = await beginErasure(stack.db, accountId, 1);
      // The erasure checks once before the run is asked to stop.
      const [erasing, ...canceling] = pending.toReversed();
      await stack.start(erasing!.message);
      await eventually(
        'it checked',
        async () => (await stack.db.prisma.apiKey.count({ where: { accountId, name: '' } })) > 0,
      );
      for (const { message } of canceling) await stack.start(message);
      await keepHistory(stack.temporal, `erasure/${accountId}`, name);
      console.log(`${name}: kept`);
    });
  }
  if (wanted('erasure-continued')) await recordContinued('erasure-continued');
}

/** Records the first run of an erasure that waited for long, on a server of its own. */
async function recordContinued(name: string): Promise<void> {
  const shared = process.env.TEST_TEMPORAL_ADDRESS;
  const temporal = await startTemporal({ dynamic: { 'limit.historyCount.suggestContinueAsNew': FEW_EVENTS } });
  process.env.TEST_TEMPORAL_ADDRESS = temporal.address;
  try {
    await onStack(async (stack) => {
      await hanging(stack);
      const { accountId } = stack.customer;
      const { pending } = await beginErasure(stack.db, accountId, 1);
      await stack.start(pending.at(-1)!.message);
      const { runId } = await stack.temporal.workflow.getHandle(`erasure/${accountId}`).describe();
      await keepHistory(stack.temporal, `erasure/${accountId}`, name, runId);
      console.log(`${name}: kept`);
    });
  } finally {
    process.env.TEST_TEMPORAL_ADDRESS = shared;
    await temporal.stop();
  }
}

async function onStack(work: (stack: Stack) => Promise<void>): Promise<void> {
  const stack = await startStack();
  try {
    await work(stack);
  } finally {
    await stack.close();
  }
}
