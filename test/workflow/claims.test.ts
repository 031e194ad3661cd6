import { CLAIM_CHECK_BUDGET_MICROS } from '../../modules/findings/contract/agents';
import type { Findings } from '../../modules/findings/contract/findings';
import { sampleSubmission } from '../../stand-ins/agents/samples';
import { call } from '../support/api';
import { costFlaws } from '../support/run-invariants';
import { researchDossier } from '../support/runs';
import { useStack } from '../support/use';

/** Cost of one judgment: the stand-in's usage at the reader's list price, in millionths of a dollar. */
const EACH = 400;

const stack = useStack({ claimReader: 'claude-haiku-5-5' });
beforeAll(() => stack.agents.variety({ sources: [6, 6] }));

const findingsOf = async (runId: string) => {
  const { body } = await call<Findings>(stack.api, 'GET', `/v1/runs/${runId}/findings`, { key: stack.customer.apiKey });
  return body;
};
const dossierOf = async (runId: string) => researchDossier(await findingsOf(runId));
const askedOf = async (idea: string) => {
  const claims = new Set(
    sampleSubmission({ idea, audience: null, geography: null }).evidence.map(({ claim }) => claim),
  );
  return (await stack.agents.claimsAsked()).filter(({ claim }) => claims.has(claim));
};

test('has the second reader judge each claim once, at the run’s cost', async () => {
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
  expect(await dossierOf(runId)).toContain('A second review found every claim supported by its quote.');
});

test('sends an unsupported claim back, and withdraws it at the last submission', async () => {
  await stack.agents.fault('POST /v1/messages', 'reader_no', 6);
  const idea = 'A monthly letter on slate roofs for the people who mend them';
  const runId = await stack.create(idea);
  const run = await stack.finished(runId);
  const [session] = await stack.agents.sessionsOf(runId);
  expect(session!.answers[0]).toMatchObject({ accepted: false });
  expect(session!.answers[0]!.text).toMatch(/\/evidence\/0\/claim.*second reader/s);
  expect(run).toMatchObject({ status: 'completed', evidence: { supported: 0, partly: 0, unsupported: 6 } });
  // A claim is judged only once, even if it is submitted again.
  expect(await askedOf(idea)).toHaveLength(6);
  expect(run.cost!.claimCheckMicros).toBe(6 * EACH);
  const { evidence, dimensions, limitations } = await findingsOf(runId);
  expect(evidence.map(({ claim }) => claim)).toEqual(evidence.map(() => expect.stringContaining('did not follow')));
  expect(Object.values(dimensions).map(({ basis }) => basis)).not.toContain('fact');
  expect(limitations.join('\n')).toContain('were removed');
});

test('completes without judgments, at no cost, while the reader is down', async () => {
  await stack.agents.fault('POST /v1/messages', 'error_500', 12, 10);
  const run = await stack.finished(await stack.create('A letter on anchors for small harbours'));
  expect(run).toMatchObject({ status: 'completed', cost: { claimCheckMicros: 0 } });
  expect(run.evidence).toMatchObject({ verified: 6, supported: null });
  await stack.agents.clearFaults();
});

/**
 * A model without a list price is charged at the highest price. `DEAREST` is the actual cost of a judgment, `MOST` the
 * maximum.
 */
const DEAREST = 8_000;
const MOST = 92_800;
const CLAIMS = 25;

const dear = useStack({ claimReader: 'a-model-without-a-price' });

test('leaves claims beyond the reader’s budget unjudged, and says so in the dossier', async () => {
  await dear.agents.variety({ sources: [CLAIMS, CLAIMS] });
  const runId = await dear.create('A weekly letter on tide mills for those who keep one running');
  const run = await dear.finished(runId);
  // The reader stops when the maximum cost exceeds the remaining budget, even if the actual cost would not.
  const judged = Math.floor((CLAIM_CHECK_BUDGET_MICROS - MOST) / DEAREST) + 1;
  expect(await dear.agents.claimsAsked()).toHaveLength(judged);
  const { cited, verified, supported, partly, unsupported } = run.evidence!;
  expect({ status: run.status, cited, verified }).toEqual({ status: 'completed', cited: CLAIMS, verified: CLAIMS });
  expect(supported! + partly! + unsupported!).toBe(judged);
  expect(run.cost!.claimCheckMicros).toBe(judged * DEAREST);
  expect(await costFlaws(dear.db, await dear.agents.sessionsOf(runId))).toEqual([]);
  const findings = await call<Findings>(dear.api, 'GET', `/v1/runs/${runId}/findings`, { key: dear.customer.apiKey });
  const text = researchDossier(findings.body);
  expect(text).toContain('A second review compared the claims with their quotes: ');
  expect(text).toContain(`, ${CLAIMS - judged} not reviewed.`);
});
