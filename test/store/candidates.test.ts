import { newId } from '../../contracts/ids';
import { fingerprint } from '../../store/idempotency/claim-key';
import { acceptRun } from '../../store/runs/accept-run';
import { beginRun } from '../../store/runs/begin-run';
import { recordPlan } from '../../store/runs/record-plan';
import { saveCandidateFindings } from '../../store/runs/save-candidate-documents';
import { settleCandidate } from '../../store/runs/settle-candidate';
import { endRun } from '../../store/runs/end-run';
import { loadRun } from '../../store/runs/find-run';
import { runMessage } from '../../domain/messages/runs';
import { samplePlan } from '../../stand-ins/agents/sample-plan';
import { createCustomer, SEARCH } from '../../tools/support/api';
import { useDatabase } from '../support/use';

const COUNT = 25;
const candidates = Array.from({ length: COUNT }, (_, i) => `c${i + 1}`);

const db = useDatabase();

/** A running search with its plan, and findings for each candidate. */
async function plannedSearch(): Promise<string> {
  const { accountId, keyId } = await createCustomer(db, { kind: 'custom_search' });
  const input = { ...SEARCH, candidateCount: COUNT };
  const { pending } = await acceptRun(db, {
    idempotency: {
      accountId,
      mode: 'live',
      operation: 'POST /v1/searches',
      key: newId('run'),
      fingerprint: fingerprint(input),
    },
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

test('a candidate that settles after its run has ended moves nothing of the run', async () => {
  const runId = await plannedSearch();
  await endRun(db, runId, 'failed', 'deadline_exceeded', null);
  const ended = await loadRun(db, runId);
  expect(await settleCandidate(db, runId, 'c1', passed)).toMatchObject({ status: 'passed' });
  expect(await loadRun(db, runId)).toEqual(ended);
});
