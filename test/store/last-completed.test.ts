import { sampleFindings } from '../../contracts/sample-findings';
import { findRun } from '../../store/runs/find-run';
import { readResearchFigures } from '../../store/runs/research-figures';
import { typicalTime } from '../../store/runs/typical-time';
import { createCustomer, createEvaluation } from '../support/api';
import { complete } from '../support/run-states';
import { useApi } from '../support/use';

const { db, api } = useApi();

/** Repeats a completed run as one of the sandbox, later than all that there are. */
const REPEATED_IN_THE_SANDBOX = `
  INSERT INTO runs SELECT copied.* FROM runs, generate_series(1, 600) AS number,
    jsonb_populate_record(runs, jsonb_build_object('id', 'run_z' || number, 'mode', 'test', 'workflow_id', 'z' || number,
                          'completed_at', started_at + interval '9 minutes')) AS copied
  WHERE runs.id = $1`;

test('a sandbox that is used much leaves times and figures of live runs as they are', async () => {
  const customer = await createCustomer(db, { credits: 5 });
  const live: string[] = [];
  for (const key of ['a', 'b', 'c', 'd', 'e']) {
    const { runId } = (await createEvaluation(api, customer, key)).body;
    await complete(db, runId, sampleFindings);
    live.push(runId);
  }
  const owner = { accountId: customer.accountId, mode: 'live' } as const;
  const run = (await findRun(db, owner, live[0]!))!;
  expect(await typicalTime(db, run)).toBe(1);
  const before = await readResearchFigures(db);
  expect(before).toMatchObject([{ kind: 'idea_check', runs: 5 }]);

  await db.pool.query(REPEATED_IN_THE_SANDBOX, [live[4]]);
  expect(await db.prisma.run.count({ where: { mode: 'test', status: 'completed' } })).toBe(600);
  expect(await typicalTime(db, run)).toBe(1);
  expect(await readResearchFigures(db)).toEqual(before);
  expect(await typicalTime(db, { ...run, mode: 'test' })).toBeNull();
});
