import { startDbos } from '../../tools/bench/dbos/compare-dbos';
import { acceptEvaluations } from '../../tools/bench/evaluations';
import { prepareWorker, startAgents } from '../../tools/bench/product';
import { createCustomer } from '../../tools/support/api';
import { createTestDatabase } from '../../tools/support/database';

describe('an evaluation as a workflow of DBOS', () => {
  // The bench runs our activities outside of Temporal: a step that comes to need more of it would be noticed by nobody.
  it('completes with the activities of the worker', async () => {
    const db = await createTestDatabase();
    const agents = await startAgents();
    await agents.pace(0);
    const dbos = await startDbos(await prepareWorker(db.url, agents, 'dbos'));
    try {
      const [message] = await acceptEvaluations(db, await createCustomer(db, { credits: 1 }), 1);
      expect(await dbos.complete(message!)).toEqual({ status: 'completed' });
      const { runId } = message!.input as { runId: string };
      expect(await db.prisma.run.findUnique({ where: { id: runId } })).toMatchObject({ status: 'completed' });
    } finally {
      await dbos.stop();
      await agents.stop();
      await db.close();
    }
  });
});
