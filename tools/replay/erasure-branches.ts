import { beginErasure } from '../../store/accounts/begin-erasure';
import { eventually } from '../support/eventually';
import { startStack, type Stack } from '../support/stack';
import { keepHistory, type Wanted } from './keep-history';

/** Work in progress of the account in each branch when it is erased. */
const BRANCHES: Record<string, (stack: Stack) => Promise<unknown>> = {
  'erasure-done': async (stack) => stack.finished(await stack.create()),
  'erasure-waited': async (stack) => {
    await stack.agents.fault('task:heat pumps', 'hang');
    const runId = await stack.create();
    return eventually('a session runs', async () => (await stack.agents.sessionsOf(runId)).length === 1);
  },
};

/** Runs every branch of the erasure workflow and records their histories. */
export async function recordErasures(wanted: Wanted): Promise<void> {
  for (const [name, prepare] of Object.entries(BRANCHES).filter(([branch]) => wanted(branch))) {
    const stack = await startStack();
    try {
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
    } finally {
      await stack.close();
    }
  }
}
