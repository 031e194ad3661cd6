import { CLAIM_CHECK_BUDGET_MICROS } from '../../contracts/claim-reader';
import type { Findings } from '../../contracts/findings';
import { call } from '../support/api';
import { costFlaws } from '../support/cost-invariants';
import { researchDossier } from '../support/research-dossier';
import { useStack } from '../support/use';

/** Of no listed price, so it is paid as the dearest: what one judgement costs with the stand-in's usage, and at most. */
const EACH = 8_000;
const MOST = 92_800;
const CLAIMS = 25;

const stack = useStack({ claimReader: 'a-model-without-a-price' });

test('claims beyond the budget of the reader stay without a judgement, the run completes, and the dossier says so', async () => {
  await stack.agents.variety({ sources: [CLAIMS, CLAIMS] });
  const runId = await stack.create('A weekly letter on tide mills for those who keep one running');
  const run = await stack.finished(runId);
  // The next one could cost more than what is left, though it would not.
  const judged = Math.floor((CLAIM_CHECK_BUDGET_MICROS - MOST) / EACH) + 1;
  expect(judged).toBe(14);
  expect(await stack.agents.claimsAsked()).toHaveLength(judged);
  const { cited, verified, supported, partly, unsupported } = run.evidence!;
  expect({ status: run.status, cited, verified }).toEqual({ status: 'completed', cited: CLAIMS, verified: CLAIMS });
  expect(supported! + partly! + unsupported!).toBe(judged);
  expect(run.cost!.claimCheckMicros).toBe(judged * EACH);
  expect(run.cost!.claimCheckMicros).toBeLessThanOrEqual(CLAIM_CHECK_BUDGET_MICROS);
  expect(await costFlaws(stack.db, await stack.agents.sessionsOf(runId))).toEqual([]);
  const findings = await call<Findings>(stack.api, 'GET', `/v1/runs/${runId}/findings`, { key: stack.customer.apiKey });
  const text = researchDossier(findings.body);
  expect(text).toContain(`A second reader judged ${judged} claims`);
  expect(text).toContain(`${CLAIMS - judged} were not judged`);
});
