import { SCOPES } from '../../contracts/access';
import type { Findings } from '../../contracts/findings';
import type { RunStatus } from '../../contracts/runs';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';
import { createKey } from '../../store/keys/create-key';
import { call } from '../support/api';
import { costFlaws } from '../support/cost-invariants';
import { eventually } from '../support/eventually';
import { researchDossier } from '../support/research-dossier';
import { useStack } from '../support/use';

/** What the stand-in's usage costs at the reader's list price, in millionths of a dollar. */
const EACH = 400;

const stack = useStack({ claimReader: 'claude-haiku-5-5' });
beforeAll(() => stack.agents.variety({ sources: [6, 6] }));

const findingsOf = async (runId: string) => {
  const { body } = await call<Findings>(stack.api, 'GET', `/v1/runs/${runId}/findings`, { key: stack.customer.apiKey });
  return body;
};
const dossierOf = async (runId: string) => researchDossier(await findingsOf(runId));
/** Judgements that were asked for of a run's claims. */
const askedOf = async (idea: string) => {
  const claims = new Set(
    sampleSubmission({ idea, audience: null, geography: null }).evidence.map(({ claim }) => claim),
  );
  return (await stack.agents.claimsAsked()).filter(({ claim }) => claims.has(claim));
};

test('each claim is judged once by the second reader, which its run counts and pays for', async () => {
  const idea = 'A weekly letter on glass furnaces for studios that share one';
  const runId = await stack.create(idea);
  const run = await stack.finished(runId);
  expect(run).toMatchObject({
    status: 'completed',
    evidence: { cited: 6, verified: 6, supported: 6, partly: 0, unsupported: 0 },
    cost: { claimCheckMicros: 6 * EACH },
  });
  expect(await askedOf(idea)).toHaveLength(6);
  const [session] = await stack.agents.sessionsOf(runId);
  expect(run.cost!.amountMicros).toBe(Number(session!.usage.list_cost.amount) * 10_000 + 6 * EACH);
  expect(await costFlaws(stack.db, await stack.agents.sessionsOf(runId))).toEqual([]);
  expect(await dossierOf(runId)).toContain('A second reader judged 6 claims: 6 supported, 0 in part, 0 not.');
});

test('a claim that does not follow goes back to the agent; at its last hand-in it is taken back, and nothing rests on it', async () => {
  await stack.agents.fault('POST /v1/messages', 'reader_no', 6);
  const idea = 'A monthly letter on slate roofs for the people who mend them';
  const runId = await stack.create(idea);
  const run = await stack.finished(runId);
  const [session] = await stack.agents.sessionsOf(runId);
  expect(session!.answers[0]).toMatchObject({ accepted: false });
  expect(session!.answers[0]!.text).toMatch(/\/evidence\/0\/claim.*second reader/s);
  expect(run).toMatchObject({ status: 'completed', evidence: { supported: 0, partly: 0, unsupported: 6 } });
  // However often it is handed in, a claim is judged once.
  expect(await askedOf(idea)).toHaveLength(6);
  expect(run.cost!.claimCheckMicros).toBe(6 * EACH);
  const { evidence, dimensions, limitations } = await findingsOf(runId);
  expect(evidence.map(({ claim }) => claim)).toEqual(evidence.map(() => expect.stringContaining('did not follow')));
  expect(Object.values(dimensions).map(({ basis }) => basis)).not.toContain('fact');
  expect(limitations.join('\n')).toContain('were taken back');
});

test('a claim that was converted is judged with its calculation', async () => {
  await stack.agents.variety({ sources: [25, 25] });
  const runId = await stack.create('A letter on looms for weavers who repair their own');
  const run = await stack.finished(runId);
  await stack.agents.variety({ sources: [6, 6] });
  expect(run.evidence).toMatchObject({ cited: 25, supported: 25, partly: 0, unsupported: 0 });
  const { evidence } = await findingsOf(runId);
  expect(evidence.filter(({ calculation, exchange }) => calculation && exchange)).not.toEqual([]);
});

test('what follows in part is said so', async () => {
  await stack.agents.fault('POST /v1/messages', 'reader_partly', 2);
  const runId = await stack.create('A letter on millstones for bakers who grind their own flour');
  expect((await stack.finished(runId)).evidence).toMatchObject({ supported: 4, partly: 2, unsupported: 0 });
  expect(await dossierOf(runId)).toContain('the claim follows in part');
});

test.each([
  ['reader_malformed', 6],
  ['reader_refusal', 6],
  ['reader_max_tokens', 6],
])('a reader with %s is paid and gives no judgement, and the run goes on', async (effect, times) => {
  await stack.agents.fault('POST /v1/messages', effect, times);
  const runId = await stack.create(`A letter on ropes that says ${effect.replaceAll('_', ' ')}`);
  expect(await stack.finished(runId)).toMatchObject({
    status: 'completed',
    evidence: { cited: 6, verified: 6, supported: null, partly: null, unsupported: null },
    cost: { claimCheckMicros: 6 * EACH },
  });
  expect(await dossierOf(runId)).toContain('No second reader judged whether the claims follow from them.');
});

test.each(['error_500', 'overloaded', 'rate_limit'])(
  'a provider that answers the reader by %s is asked a few times, and the run goes on without judgements',
  async (effect) => {
    await stack.agents.fault('POST /v1/messages', effect, 12, 10);
    const idea = `A letter on anchors and ${effect.replaceAll('_', ' ')} for small harbours`;
    const run = await stack.finished(await stack.create(idea));
    expect(run).toMatchObject({ status: 'completed', cost: { claimCheckMicros: 0 } });
    expect(run.evidence).toMatchObject({ verified: 6, supported: null });
    await stack.agents.clearFaults();
  },
);

test('a run of the sandbox asks no reader and costs nothing', async () => {
  const { secret: key } = await createKey(stack.db, {
    accountId: stack.customer.accountId,
    name: 'sandbox',
    mode: 'test',
    scopes: SCOPES,
  });
  const before = (await stack.agents.claimsAsked()).length;
  const body = { idea: 'A letter on sand castles for the people who judge them' };
  const { body: created } = await call<{ runId: string }>(stack.api, 'POST', '/v1/sandbox/evaluations', {
    key,
    headers: { 'idempotency-key': 'sand-castles' },
    body,
  });
  const run = await eventually('the run ends', async () => {
    const { body: status } = await call<RunStatus>(stack.api, 'GET', `/v1/runs/${created.runId}`, { key });
    return status.completedAt !== null && status;
  });
  expect(run).toMatchObject({
    mode: 'test',
    cost: { amountMicros: 0, claimCheckMicros: 0 },
    evidence: { supported: null },
  });
  expect((await stack.agents.claimsAsked()).length).toBe(before);
});
