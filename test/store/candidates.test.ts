import { readBudget } from '../../store/accounts/read-budget';
import { acceptRun } from '../../store/runs/accept-run';
import { beginRun } from '../../store/runs/begin-run';
import { loadCandidate } from '../../store/runs/read-candidates';
import { recordCandidateSession } from '../../store/runs/record-candidate-session';
import { recordPlan } from '../../store/runs/record-plan';
import { recordSession } from '../../store/runs/record-session';
import { saveCandidateFindings } from '../../store/runs/save-candidate-documents';
import { settleCandidate } from '../../store/runs/settle-candidate';
import { endRun } from '../../store/runs/end-run';
import { loadRun } from '../../store/runs/find-run';
import { recordSessionCost } from '../../store/sessions/record-session-cost';
import { recordStrays } from '../../store/sessions/record-strays';
import { runMessage } from '../../domain/messages/runs';
import { samplePlan } from '../../stand-ins/agents/sample-plan';
import { createCustomer, SEARCH } from '../support/api';
import { checkCosts } from '../support/run-invariants';
import { useDatabase } from '../support/use';
import { liveClaim } from '../support/live-claim';

const COUNT = 25;
const candidates = Array.from({ length: COUNT }, (_, i) => `c${i + 1}`);

const db = useDatabase();

/** A running search with its plan, and findings for each candidate. */
async function plannedSearch(): Promise<string> {
  const { accountId, keyId } = await createCustomer(db, { kind: 'custom_search' });
  const input = { ...SEARCH, candidateCount: COUNT };
  const claim = liveClaim(accountId, 'POST /v1/searches', input);
  const {
    pending: [pending],
  } = await acceptRun(db, claim, {
    accountId,
    apiKeyId: keyId,
    mode: 'live',
    kind: 'custom_search',
    input,
    progressTotal: COUNT,
    queueExpiryMs: 60_000,
    reservation: { mostCents: 6_000, leastCents: 12 },
    pollAfterSeconds: 5,
    start: (id) =>
      runMessage({} as never, { id, kind: 'custom_search', accountId, mode: 'live', progressTotal: COUNT }),
  });
  const runId = pending!.message.search.runId!;
  await beginRun(db, runId, 60_000);
  await recordPlan(db, runId, samplePlan(input).candidates);
  for (const candidateId of candidates) await saveCandidateFindings(db, runId, candidateId, Buffer.from('{}'));
  return runId;
}

const costOfCandidates = async (runId: string) =>
  (await db.prisma.candidate.aggregate({ where: { runId }, _sum: { costMicros: true } }))._sum.costMicros;
const passed = { reason: null, costMicros: 3 };
const SESSION = { provider: 'anthropic', agentId: 'a', agentVersion: '1', model: 'm' };
const begins = (runId: string, ids = candidates) =>
  Promise.all(ids.map((id) => recordCandidateSession(db, runId, id, { ...SESSION, sessionId: `${runId}/${id}` })));

test('the edition of the rules that a session was told is kept with its run and its candidate', async () => {
  const runId = await plannedSearch();
  const edition = async () => [
    (await loadRun(db, runId))?.rulesEdition,
    (await loadCandidate(db, runId, 'c1'))?.rulesEdition,
  ];
  expect(await edition()).toEqual([null, null]);
  await recordSession(db, runId, { ...SESSION, sessionId: `${runId}/own`, rulesEdition: 2 });
  await recordCandidateSession(db, runId, 'c1', { ...SESSION, sessionId: `${runId}/c1`, rulesEdition: 3 });
  expect(await edition()).toEqual([2, 3]);
});

test('a candidate without findings cannot pass', async () => {
  const runId = await plannedSearch();
  await db.pool.query({ text: 'UPDATE candidates SET findings = NULL WHERE run_id = $1', values: [runId] });
  await expect(settleCandidate(db, runId, 'c1', passed)).rejects.toThrow('no findings to pass with');
});

test('candidates that settle at the same time are each counted once, also where each is settled twice', async () => {
  const runId = await plannedSearch();
  const twice = [...candidates, ...candidates];
  const outcomes = await Promise.all(twice.map((candidateId) => settleCandidate(db, runId, candidateId, passed)));
  expect(outcomes).toEqual(twice.map((candidateId) => ({ candidateId, status: 'passed', reason: null })));
  expect(await loadRun(db, runId)).toMatchObject({ progressDone: COUNT, progressTotal: COUNT });
  expect(await costOfCandidates(runId)).toBe(3 * COUNT);
});

test('a settled candidate stays as it is, whatever comes later', async () => {
  const runId = await plannedSearch();
  const excluded = { candidateId: 'c1', status: 'excluded', reason: 'agent_refused' };
  expect(await settleCandidate(db, runId, 'c1', { reason: 'agent_refused', costMicros: 1 })).toEqual(excluded);
  expect(await settleCandidate(db, runId, 'c1', passed)).toEqual(excluded);
  expect(await costOfCandidates(runId)).toBe(1);
  expect((await loadRun(db, runId))!.progressDone).toBe(1);
});

test('a candidate that settles after its run has ended moves nothing of the run but its cost', async () => {
  const runId = await plannedSearch();
  await endRun(db, runId, 'failed', 'deadline_exceeded', null);
  const ended = await loadRun(db, runId);
  expect(await settleCandidate(db, runId, 'c1', { reason: null, costMicros: null })).toMatchObject({
    status: 'passed',
  });
  expect(await loadRun(db, runId)).toEqual(ended);
  await begins(runId, ['c2']);
  expect(await settleCandidate(db, runId, 'c2', passed)).toMatchObject({ status: 'passed' });
  const { version, updatedAt: _updatedAt, ...settled } = (await loadRun(db, runId))!;
  const { version: before, updatedAt: _endedAt, ...rest } = ended!;
  expect(settled).toEqual({ ...rest, costMicros: 3 });
  expect(version).toBeGreaterThan(before);
});

describe('what a search costs', () => {
  const closed = (runId: string, candidateId: string | null, costMicros: number) => {
    const sessionId = `${runId}/${candidateId ?? 'own'}`;
    const session = { sessionId, runId, candidateId, scanId: null, stray: false, erased: false };
    return recordSessionCost(db, session, costMicros);
  };
  const ended = (runId: string) => endRun(db, runId, 'failed', 'deadline_exceeded', null);
  const budget = async (runId: string) => {
    const { accountId } = (await loadRun(db, runId))!;
    const { spentCents: spent, reservedCents: reserved } = await readBudget(db.pool, { accountId, mode: 'live' });
    return { spent, reserved };
  };
  afterEach(() => checkCosts(db));

  test('is counted whenever it becomes known, and what is left of its reservation stands until all of it is', async () => {
    const runId = await plannedSearch();
    await recordSession(db, runId, { ...SESSION, sessionId: `${runId}/own` });
    await begins(runId, ['c1', 'c2', 'c3']);
    await settleCandidate(db, runId, 'c1', { reason: null, costMicros: 1_000_000 });
    expect(await budget(runId)).toEqual({ spent: 0, reserved: 6_000 });
    await ended(runId);
    expect(await budget(runId)).toEqual({ spent: 100, reserved: 5_900 });
    await settleCandidate(db, runId, 'c2', { reason: 'deadline_exceeded', costMicros: 15_000_000 });
    expect(await budget(runId)).toEqual({ spent: 1_600, reserved: 4_400 });
    await settleCandidate(db, runId, 'c3', { reason: 'deadline_exceeded', costMicros: null });
    await closed(runId, null, 500_000);
    expect(await budget(runId)).toEqual({ spent: 1_650, reserved: 4_350 });
    await closed(runId, 'c3', 250_000);
    expect(await budget(runId)).toEqual({ spent: 1_675, reserved: 0 });
  });

  test('reserves nothing below zero where its sessions cost more than they should', async () => {
    const runId = await plannedSearch();
    await begins(runId, ['c1', 'c2']);
    await settleCandidate(db, runId, 'c1', { reason: null, costMicros: 61_000_000 });
    await ended(runId);
    expect(await budget(runId)).toEqual({ spent: 6_100, reserved: 0 });
  });

  test('is awaited of a session that is recorded, or found, only after its end', async () => {
    const runId = await plannedSearch();
    await ended(runId);
    expect(await budget(runId)).toEqual({ spent: 0, reserved: 0 });
    await begins(runId, ['c1']);
    expect(await budget(runId)).toEqual({ spent: 0, reserved: 6_000 });
    await closed(runId, 'c1', 10_000);
    expect(await budget(runId)).toEqual({ spent: 1, reserved: 0 });
    await recordStrays(db, [
      { sessionId: `${runId}/c2`, assignmentId: `${runId}/c2`, createdAt: new Date(), ofDeployment: true },
    ]);
    expect(await budget(runId)).toEqual({ spent: 1, reserved: 5_999 });
    const stray = { sessionId: `${runId}/c2`, runId, candidateId: null, scanId: null, stray: true, erased: false };
    await recordSessionCost(db, stray, 20_000);
    expect(await budget(runId)).toEqual({ spent: 3, reserved: 0 });
    await begins(runId, ['c2']);
    await settleCandidate(db, runId, 'c2', { reason: 'deadline_exceeded', costMicros: 20_000 });
    expect(await budget(runId)).toEqual({ spent: 3, reserved: 0 });
  });

  test('is whole where its candidates settle in the moment of its end', async () => {
    for (let round = 0; round < 4; round++) {
      const runId = await plannedSearch();
      await begins(runId);
      const settles = candidates.map((candidateId) => settleCandidate(db, runId, candidateId, passed));
      await Promise.all([...settles.slice(0, 12), ended(runId), ...settles.slice(12)]);
      expect(await loadRun(db, runId)).toMatchObject({ costMicros: 3 * COUNT, costsOpen: false });
    }
  });
});
