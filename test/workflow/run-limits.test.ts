import { endOverdueRuns } from '../../modules/runs/store/end';
import { Dice } from '../../stand-ins/agents/sample-topic';
import { sampleSubmission } from '../../stand-ins/agents/samples';
import { eventually } from '../support/eventually';
import { startStack, startWorker } from '../support/stack';
import { useStack } from '../support/use';

/** The deadlines leave time for the first submission on a busy machine. All runs wait concurrently. */
const deadlines = { searchDeadlineMs: 20_000, evaluationDeadlineMs: 25_000, searchParallelism: 4 };

describe('at its deadline', () => {
  const stack = useStack({ settings: deadlines });
  const IDEA = 'A letter that hangs for its readers';
  const PROFILES = { hanging: 'Keeper of hanging gardens', sound: 'Ringer of sound bells' };
  let runs: Record<'evaluation' | 'search' | 'soundSearch', string>;

  beforeAll(async () => {
    const { agents } = stack;
    await agents.variety({ sources: [6, 6] });
    await agents.fault(`task:${IDEA}`, 'hang');
    await agents.fault(`task:${PROFILES.hanging} (idea`, 'hang', 10);
    await agents.breakRule(`${PROFILES.sound} (idea 1 of 4)`, 'quotation', 1);
    await agents.fault(`task:${PROFILES.sound} (idea 1 of 4)`, 'correction_hang');
    await agents.fault(`task:${PROFILES.sound} (idea 4 of 4)`, 'hang');
    runs = {
      search: await stack.search({ operatorProfile: PROFILES.hanging, candidateCount: 3 }),
      soundSearch: await stack.search({ operatorProfile: PROFILES.sound, candidateCount: 4 }),
      evaluation: await stack.create(IDEA),
    };
  });

  test('fails a search, stops every session and returns its credit', async () => {
    expect(await stack.finished(runs.search)).toMatchObject({
      status: 'failed',
      failure: { code: 'deadline_exceeded' },
      entitlementRestored: true,
    });
    const sessions = [
      ...(await stack.agents.sessionsOf(runs.search)),
      ...(await stack.agents.sessionsBelow(runs.search)),
    ];
    expect(sessions.length).toBeGreaterThan(1);
    expect(sessions.filter(({ phase }) => phase !== 'done')).toEqual([]);
  });

  test('delivers the sound candidates of a search if there are enough', async () => {
    const runId = runs.soundSearch;
    expect(await stack.finished(runId)).toMatchObject({ status: 'completed', progress: { done: 4, total: 4 } });
    const candidates = await stack.db.prisma.candidate.findMany({ where: { runId }, orderBy: { place: 'asc' } });
    expect(candidates.map(({ reason }) => reason)).toEqual([null, null, null, 'deadline_exceeded']);
    const sessions = await stack.agents.sessionsBelow(runId);
    expect(sessions.map(({ phase }) => phase)).toEqual(['done', 'done', 'done', 'done']);
  });

  test('fails an evaluation, stops its session and returns its credit', async () => {
    expect(await stack.finished(runs.evaluation)).toMatchObject({
      status: 'failed',
      failure: { code: 'deadline_exceeded' },
      entitlementRestored: true,
    });
    expect(await stack.agents.sessionsOf(runs.evaluation)).toMatchObject([{ archived: true }]);
  });
});

test('delivers what is sound at the end of a run’s budget, which the agent knows in advance', async () => {
  const idea = 'A letter on ferries for the captains who steer them';
  const brief = { idea, audience: null, geography: null };
  const dice = new Dice(brief);
  const stepMicros = dice.between(4_000, 9_000) * 4 + dice.between(300, 900) * 20;
  // The budget covers the five steps up to the first submission, but not its correction.
  const runBudgetMicros = Math.floor((stepMicros * 4.5) / 10_000) * 10_000;
  const stack = await startStack({ activities: { runBudgetMicros } });
  await stack.agents.variety({ sources: [6, 6] });
  await stack.agents.page(sampleSubmission(brief).evidence[1]!.sourceUrl, 'missing');
  const runId = await stack.create(idea);
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 5 } });
  const [session] = await stack.agents.sessionsOf(runId);
  expect(session!.submissions).toBe(1);
  expect(session!.task).toContain(`may cost $${(runBudgetMicros / 1_000_000).toFixed(2)} and ends at`);
  expect(session!.answers[0]!.text).toContain('hand in now');
  await stack.close();
});

describe('in the queue', () => {
  const stack = useStack({ worker: false });
  const credits = (sourceId: string) => stack.db.prisma.entitlement.findMany({ where: { sourceId } });
  const overdue = async () => {
    const id = await stack.create();
    await stack.db.prisma.run.update({ where: { id }, data: { queueExpiresAt: new Date(Date.now() - 1_000) } });
    return id;
  };

  test('expires an overdue run once, by the sweep or when its owner reads it', async () => {
    const swept = await overdue();
    expect(await endOverdueRuns(stack.db, 10)).toEqual([swept]);
    expect(await endOverdueRuns(stack.db, 10)).toEqual([]);
    const read = await overdue();
    for (const runId of [swept, read]) {
      expect(await stack.status(runId)).toMatchObject({ status: 'expired', entitlementRestored: true });
      expect(await credits(runId)).toHaveLength(1);
    }
  });

  test('starts no session for expired or canceled runs when a worker starts late', async () => {
    const [expired, canceled, search] = [await overdue(), await stack.create(), await stack.search()];
    for (const runId of [canceled, search]) expect(await stack.cancel(runId)).toBe(202);
    const late = await startWorker(stack.db, stack.agents, stack.mails, stack.taskQueue);
    try {
      // Wait for the workflow first, because reading the run would also expire it.
      await stack.temporal.workflow.getHandle(`evaluation/${expired}`).result();
      const end = { status: 'expired', stage: 'queued', failure: { code: 'queue_expired' }, entitlementRestored: true };
      expect(await stack.status(expired)).toMatchObject(end);
      for (const runId of [canceled, search])
        expect(await stack.finished(runId)).toMatchObject({ status: 'canceled', entitlementRestored: true });
      await eventually('the workflow of the search ends', () =>
        stack.temporal.workflow
          .getHandle(`search/${search}`)
          .result()
          .then(() => true),
      );
      for (const runId of [expired, canceled, search]) expect(await stack.agents.sessionsOf(runId)).toEqual([]);
    } finally {
      await late.stop();
    }
  });
});
