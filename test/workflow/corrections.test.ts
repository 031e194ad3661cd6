/** Activity attempts that die after receiving a correction and before reporting that it is stored. */
import { cleanerOf } from '../../activities/check-submission';
import { assembled } from '../../modules/findings/corrections';
import { readArtifact } from '../../modules/runs/store/artifacts';
import { openAgents } from '../../vendors/agents/open-agents';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startStack } from '../support/stack';
import { use } from '../support/use';

type Fate = 'stored' | 'lost' | 'unreported';

const product = use(async () => {
  const db = await createTestDatabase();
  const fates: Fate[] = [];
  const query = db.pool.query.bind(db.pool) as (...sent: unknown[]) => Promise<unknown>;
  const fateful = async (...sent: [{ name?: string; values?: unknown[] }]) => {
    const [{ name, values }] = sent;
    const fate = name === 'artifact-save' && values![1] === 'submission' ? fates.shift() : 'stored';
    if (fate === 'lost') throw new Error('the attempt dies before it stores the submission');
    const answer = await query(...sent);
    if (fate === 'unreported') throw new Error('the attempt dies before it reports the submission');
    return answer;
  };
  db.pool.query = fateful as unknown as TestDatabase['pool']['query'];
  const stack = await startStack({ db });
  return { stack, fates, close: () => stack.close() };
});

test('applies each correction once, even if attempts die before they store or report it', async () => {
  const { stack, fates } = product;
  const idea = 'A newsletter whose corrections are heard by workers that die';
  // With this seed, the agent corrects by submitting changes.
  await stack.agents.variety({ seed: 1 });
  // The first correction removes list entries and the second appends some, so a correction applied twice would be
  // noticed.
  await stack.agents.breakRule(idea, 'evidence-used', 1);
  await stack.agents.breakRule(idea, 'empty-field-explained', 1);
  fates.push('stored', 'lost', 'unreported', 'stored', 'unreported', 'lost', 'stored');
  const runId = await stack.create(idea);
  const run = await stack.finished(runId);
  expect(run).toMatchObject({ status: 'completed', entitlementRestored: false });
  expect(fates).toEqual([]);

  const [session, ...others] = await stack.agents.sessionsOf(runId);
  expect(others).toEqual([]);
  expect(session).toMatchObject({ submissions: 3, archived: true });
  expect(session!.answers.map(({ accepted }) => accepted)).toEqual([false, false, true]);
  expect(session!.answers.map(({ text }) => text).join('\n')).not.toContain('was not changed');

  const handedIn = (await openAgents(stack.agents.settings).acceptedSubmission(session!.id))!;
  expect(handedIn.corrections).toHaveLength(2);
  const { document } = assembled(handedIn, cleanerOf(handedIn));
  expect(JSON.parse(String(await readArtifact(stack.db, runId, 'findings')))).toMatchObject(document as object);

  expect(run.cost!.amountMicros).toBe(Number(session!.usage.list_cost.amount) * 10_000);
  const { accountId } = stack.customer;
  expect(await stack.db.prisma.entitlement.count({ where: { accountId, status: 'consumed' } })).toBe(1);
});
