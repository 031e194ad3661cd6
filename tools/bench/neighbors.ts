import type { WorkflowMessage } from '../../contracts/workflow-messages';
import type { PageEffect } from '../../stand-ins/web/web';
import { createCustomer, type Customer } from '../../test/support/api';
import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { acceptEvaluation, createWorkflowRunner } from './begin-runs';
import { alternate, median, type Row } from './compare';
import { prepareWorker, startAgents, startWorker } from './product';

const ROUNDS = 5;
const STEP_MS = 100;
/** What hostile runs may cost an honest one at most. */
const AT_MOST_MS = 1_000;
const HOSTILE = ['A letter on anvils', 'A letter on bellows', 'A letter on chisels'];
const TRAPS: readonly PageEffect[] = ['huge', 'gzip_bomb', 'slow'];

/**
 * (n) Milliseconds of an Idea Check that runs beside three of another account, of which each page is huge, a bomb or never
 * ends, against one alone and the second that they may cost it. What the hostile ones become is not measured.
 */
export async function benchNeighbors(): Promise<Row[]> {
  const db = await createTestDatabase();
  const honest = await createCustomer(db, { credits: 2 * (ROUNDS + 1) });
  const enemy = await createCustomer(db, { credits: (ROUNDS + 2) * HOSTILE.length });
  const agents = await startAgents();
  await agents.pace(STEP_MS);
  const worker = await startWorker('worker/main', await prepareWorker(db.url, agents, 'bench-neighbors'));
  const runner = await createWorkflowRunner('bench-neighbors');
  const complete = (message: WorkflowMessage) => runner.complete(message);
  try {
    // Played once as they are, which shows what they cite: another run of the same idea cites the same.
    await Promise.all((await acceptAll(db, enemy)).map(complete));
    const cited = await agents.visits();
    if (cited.length === 0) throw new Error('The hostile runs cited no page');
    for (const [i, url] of cited.entries()) await agents.page(url, TRAPS[i % TRAPS.length]!);

    const alone = async () => {
      const message = await acceptEvaluation(db, honest);
      const began = performance.now();
      const { status } = await complete(message);
      if (status !== 'completed') throw new Error(`The honest run ended as ${status}`);
      return performance.now() - began;
    };
    const figures = await alternate(
      ROUNDS,
      async () => {
        const hostile = (await acceptAll(db, enemy)).map(complete);
        const ms = await alone();
        await Promise.all(hostile);
        return ms;
      },
      async () => (await alone()) + AT_MOST_MS,
    );
    const [beside, permitted] = [median(figures.ours), median(figures.floor)];
    return [
      {
        name: '(n) an Idea Check beside three hostile ones / alone and a second',
        ratio: figures.ratio,
        target: { atMost: 1 },
        detail: `${beside.toFixed(0)} ms / ${permitted.toFixed(0)} ms, ${cited.length} pages against it`,
      },
    ];
  } finally {
    await runner.close();
    await worker.stop();
    await agents.stop();
    await db.close();
  }
}

function acceptAll(db: TestDatabase, customer: Customer): Promise<WorkflowMessage[]> {
  return Promise.all(HOSTILE.map((idea) => acceptEvaluation(db, customer, idea)));
}
