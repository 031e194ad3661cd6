import { readBudget } from '../../modules/entitlements/store/budget';
import { recordSessionCost, recordStrays } from '../../modules/operations/store/sessions';
import { runMessage } from '../../modules/runs/messages';
import { acceptRun } from '../../modules/runs/store/accept';
import {
  recordCandidateSession,
  recordPlan,
  saveCandidateFindings,
  settleCandidate,
} from '../../modules/runs/store/candidates';
import { endRun } from '../../modules/runs/store/end';
import { beginRun, recordSession } from '../../modules/runs/store/progress';
import { loadRun } from '../../modules/runs/store/runs';
import { samplePlan } from '../../stand-ins/agents/samples';
import { createCustomer, SEARCH } from '../support/api';
import { checkCosts } from '../support/run-invariants';
import { liveClaim } from '../support/runs';
import { useDatabase } from '../support/use';

const COUNT = 25;
const candidates = Array.from({ length: COUNT }, (_, i) => `c${i + 1}`);

const db = useDatabase();
afterEach(() => checkCosts(db));

/** A running search with a plan, and findings for each candidate. */
async function plannedSearch(): Promise<string> {
  const { accountId, keyId } = await createCustomer(db, { kind: 'custom_search' });
  const input = { ...SEARCH, candidateCount: COUNT };
  const search = { kind: 'custom_search', accountId, mode: 'live', progressTotal: COUNT } as const;
  const {
    pending: [pending],
  } = await acceptRun(db, liveClaim(accountId, 'POST /v1/searches', input), {
    ...search,
    apiKeyId: keyId,
    input,
    queueExpiryMs: 60_000,
    returnsPerDay: 3,
    reservation: { mostCents: 6_000, leastCents: 12 },
    pollAfterSeconds: 5,
    start: (id) => runMessage({} as never, { id, ...search }),
  });
  const runId = pending!.message.search.runId!;
  await beginRun(db, runId, 60_000);
  await recordPlan(db, runId, samplePlan(input).candidates);
  for (const candidateId of candidates) await saveCandidateFindings(db, runId, candidateId, Buffer.from('{}'));
  return runId;
}

const passed = { reason: null, costMicros: 3 };
const SESSION = { provider: 'anthropic', agentId: 'a', agentVersion: '1', rulesEdition: 1, model: 'm' };
const begins = (runId: string, ids = candidates) =>
  Promise.all(ids.map((id) => recordCandidateSession(db, runId, id, { ...SESSION, sessionId: `${runId}/${id}` })));
const ended = (runId: string) => endRun(db, runId, 'failed', 'deadline_exceeded', null);

test('candidates that settle twice at the same time are counted once', async () => {
  const runId = await plannedSearch();
  const twice = [...candidates, ...candidates];
  const outcomes = await Promise.all(twice.map((candidateId) => settleCandidate(db, runId, candidateId, passed)));
  expect(outcomes).toEqual(twice.map((candidateId) => ({ candidateId, status: 'passed', reason: null })));
  expect(await loadRun(db, runId)).toMatchObject({ progressDone: COUNT, progressTotal: COUNT });
});

test('a candidate that settles after its run ended changes only the cost of the run', async () => {
  const runId = await plannedSearch();
  await ended(runId);
  await begins(runId, ['c2']);
  const { version: before, updatedAt: _endedAt, ...rest } = (await loadRun(db, runId))!;
  expect(await settleCandidate(db, runId, 'c2', passed)).toMatchObject({ status: 'passed' });
  const { version, updatedAt: _updatedAt, ...settled } = (await loadRun(db, runId))!;
  expect(settled).toEqual({ ...rest, costMicros: 3, costsOpen: false });
  expect(version).toBeGreaterThan(before);
});

describe('the cost of a search', () => {
  const closed = (runId: string, candidateId: string | null, costMicros: number, stray = false) => {
    const sessionId = `${runId}/${candidateId ?? 'own'}`;
    const session = { sessionId, runId, candidateId: stray ? null : candidateId, scanId: null, stray, erased: false };
    return recordSessionCost(db, session, costMicros);
  };
  const budget = async (runId: string) => {
    const { accountId } = (await loadRun(db, runId))!;
    const { spentCents: spent, reservedCents: reserved } = await readBudget(db.pool, { accountId, mode: 'live' });
    return [spent, reserved];
  };

  test('counts as it becomes known, and stays reserved until all of it is known', async () => {
    const runId = await plannedSearch();
    await recordSession(db, runId, { ...SESSION, sessionId: `${runId}/own` });
    await begins(runId, ['c1', 'c2', 'c3']);
    await settleCandidate(db, runId, 'c1', { reason: null, costMicros: 1_000_000 });
    expect(await budget(runId)).toEqual([0, 6_000]);
    await ended(runId);
    expect(await budget(runId)).toEqual([100, 5_900]);
    await settleCandidate(db, runId, 'c2', { reason: 'deadline_exceeded', costMicros: 15_000_000 });
    expect(await budget(runId)).toEqual([1_600, 4_400]);
    await settleCandidate(db, runId, 'c3', { reason: 'deadline_exceeded', costMicros: null });
    await closed(runId, null, 500_000);
    expect(await budget(runId)).toEqual([1_650, 4_350]);
    await closed(runId, 'c3', 250_000);
    expect(await budget(runId)).toEqual([1_675, 0]);
  });

  test('is pending for sessions that are recorded or found only after its end', async () => {
    const runId = await plannedSearch();
    await ended(runId);
    expect(await budget(runId)).toEqual([0, 0]);
    await begins(runId, ['c1']);
    expect(await budget(runId)).toEqual([0, 6_000]);
    await closed(runId, 'c1', 10_000);
    expect(await budget(runId)).toEqual([1, 0]);
    await recordStrays(db, [
      { sessionId: `${runId}/c2`, assignmentId: `${runId}/c2`, createdAt: new Date(), ofDeployment: true },
    ]);
    expect(await budget(runId)).toEqual([1, 5_999]);
    await closed(runId, 'c2', 20_000, true);
    expect(await budget(runId)).toEqual([3, 0]);
  });

  test('is complete even if candidates settle at the moment of its end', async () => {
    for (let round = 0; round < 4; round++) {
      const runId = await plannedSearch();
      await begins(runId);
      const settles = candidates.map((candidateId) => settleCandidate(db, runId, candidateId, passed));
      await Promise.all([...settles.slice(0, 12), ended(runId), ...settles.slice(12)]);
      expect(await loadRun(db, runId)).toMatchObject({ costMicros: 3 * COUNT, costsOpen: false });
    }
  });
});
