import { costFlaws } from '../support/cost-invariants';
import { eventually } from '../support/eventually';
import { prepareProcesses, running } from '../support/processes';
import { use } from '../support/use';

/** What the stand-in's usage costs at the reader's list price, in millionths of a dollar. */
const EACH = 400;

const product = use(() => running(prepareProcesses({ env: { STEP_TIMEOUT: '10s' } })));

test('a claim whose judgement a killed worker had not saved is judged again, and counted once: as often as it is saved', async () => {
  await product.agents.variety({ sources: [6, 6] });
  const held = await product.db.pool.connect();
  let runId: string;
  try {
    // Until it is rolled back nothing is saved of what the reader answers, and everything can be read.
    await held.query('BEGIN');
    await held.query('LOCK TABLE claim_checks IN SHARE MODE');
    ({ runId } = (await product.create('judged', 'A weekly letter on weather vanes for those who mend them')).body);
    await eventually('claims are judged', async () => (await product.agents.claimsAsked()).length === 4);
    await product.worker.kill();
  } finally {
    await held.query('ROLLBACK');
    held.release();
  }
  await product.worker.start();
  const run = await product.finished(runId);
  // Four are asked about at a time, so four were lost; the provider was paid for them, and no row knows of it.
  expect(await product.agents.claimsAsked()).toHaveLength(4 + 6);
  expect(run).toMatchObject({
    status: 'completed',
    evidence: { cited: 6, verified: 6, supported: 6 },
    cost: { claimCheckMicros: 6 * EACH },
  });
  expect(await costFlaws(product.db, await product.agents.sessionsOf(runId))).toEqual([]);
});
