import { answerCheck } from '../../http/validation';
import { setBudget } from '../../modules/accounts/store/accounts';
import { readBudget } from '../../modules/entitlements/store/budget';
import { Findings } from '../../modules/findings/contract/findings';
import { listFlaws } from '../../modules/runs/store/submissions';
import { call, createCustomer, createEvaluation, IDEA } from '../support/api';
import { eventually } from '../support/eventually';
import { runAdmin } from '../support/operator';
import { workerLines } from '../support/stack';
import { useStack } from '../support/use';
import { callsIn, endOf } from '../support/workflows';

const stack = useStack({ activities: { dossierLanguage: 'fr' } });

/**
 * A run whose agent provider stays down. It starts before the tests, because it takes as long as all of them together.
 */
let unavailable: string;
beforeAll(async () => {
  await stack.agents.fault('task:stays down', 'error_500', 1_000);
  unavailable = await stack.create('A newsletter whose agent provider stays down');
});

const creditsOf = async (runId: string) =>
  stack.db.prisma.entitlement.findMany({ where: { sourceId: runId, accountId: stack.customer.accountId } });

test('takes an Idea Check from queue to dossier, with cost, one session and a mail', async () => {
  const idea = 'A monthly letter on cargo bikes for craftsmen in hilly towns';
  const runId = await stack.create(idea);
  const run = await stack.finished(runId);
  expect(run).toMatchObject({ status: 'completed', stage: 'done', progress: { done: 3, total: 3 }, failure: null });
  expect(run.cost!.amountMicros).toBeGreaterThan(0);
  expect(run.provider.name).toBe('local-sample');
  const findings = await call(stack.api, 'GET', run.links.findings, { key: stack.customer.apiKey });
  expect(answerCheck(Findings)(findings.body)).toBeNull();
  expect(findings.body).toMatchObject({ runId, subject: { idea } });
  const [session, ...others] = await stack.agents.sessionsOf(runId);
  expect(others).toEqual([]);
  expect(session).toMatchObject({ submissions: 1, answers: [{ accepted: true }], archived: true });
  const mail = await eventually('the owner is notified', () => stack.mails.find((sent) => sent.text.includes(runId)));
  expect(mail.idempotencyKey).toBe(`run-completed/${runId}`);
});

test('passes the caller’s request ID to the workflow and log lines', async () => {
  const requestId = 'support-asks-for-this';
  await stack.agents.fault('task:night trains', 'error_500', 1);
  const { body } = await call<{ runId: string }>(stack.api, 'POST', '/v1/evaluations', {
    key: stack.customer.apiKey,
    body: { idea: 'A letter on night trains for people who sell beds' },
    headers: { 'idempotency-key': 'named', 'x-request-id': requestId },
  });
  const { runId } = body;
  await stack.finished(runId);

  const { memo } = await stack.temporal.workflow.getHandle(`evaluation/${runId}`).describe();
  expect(memo).toEqual({ requestId });
  const [line, ...more] = await eventually('the failed attempt is logged', () => {
    const lines = workerLines({ runId, msg: 'Activity failed' });
    return lines.length > 0 && lines;
  });
  expect(more).toEqual([]);
  expect(line).toMatchObject({ level: 40, requestId, activityType: 'startSession', failureType: 'agent_unavailable' });
  expect(JSON.stringify(line)).not.toMatch(/taskToken|stack/);
});

test('fails a run whose findings never pass, returns its credit, and lists it in Temporal', async () => {
  await stack.agents.fault('task:never right', 'invalid_findings', 10);
  const runId = await stack.create('A newsletter whose findings are never right at all');
  expect(await stack.finished(runId)).toMatchObject({
    status: 'failed',
    stage: 'validating',
    failure: { code: 'findings_invalid', retryable: true },
    entitlementRestored: true,
  });
  expect(await creditsOf(runId)).toMatchObject([{ status: 'unused', source: 'run_failure' }]);
  expect(await stack.agents.sessionsOf(runId)).toMatchObject([{ submissions: 4, archived: true }]);
  const mail = await eventually('the owner is notified', () => stack.mails.find((sent) => sent.text.includes(runId)));
  expect(mail.idempotencyKey).toBe(`run-failed/${runId}`);
  const query = `Outcome = 'failed' AND FailureCode = 'findings_invalid' AND ProductRunId = '${runId}'`;
  await eventually('the view lists it', async () => (await stack.temporal.workflow.count(query)).count === 1);
  expect(await listFlaws(stack.db, runId)).toContainEqual({
    pointer: '/dimensions/demand/score',
    detail: expect.any(String) as string,
  });
});

test('sends flawed findings back to the agent, and publishes them once corrected', async () => {
  await stack.agents.fault('task:corrected in time', 'invalid_findings', 1);
  const runId = await stack.create('A newsletter whose findings are corrected in time');
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
  const [session] = await stack.agents.sessionsOf(runId);
  expect(session!.answers.map(({ accepted }) => accepted)).toEqual([false, true]);
  expect(session!.answers[0]!.text).toContain('/dimensions/demand/score');
  expect(await listFlaws(stack.db, runId)).toEqual([]);
  const workflow = stack.temporal.workflow.getHandle(`evaluation/${runId}`);
  expect((await endOf(workflow)).result).toMatchObject({ summary: 'The dossier is ready, after 1 correction.' });
  expect((await callsIn(workflow)).filter(({ summary }) => !summary)).toEqual([]);
});

test('returns an impossible change by its pointer, and applies the others', async () => {
  const idea = 'A newsletter with one misplaced change';
  // With this seed, the agent corrects its submission by sending only the changes.
  await stack.agents.variety({ seed: 1 });
  await stack.agents.breakRule(idea, 'basis-cited', 1);
  await stack.agents.breakRule(idea, 'change-in-place', 1);
  const runId = await stack.create(idea);
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
  const [{ answers } = { answers: [] }] = await stack.agents.sessionsOf(runId);
  expect(answers.map(({ accepted }) => accepted)).toEqual([false, false, true]);
  expect(answers[0]!.text).toContain('- /dimensions/demand');
  expect(answers[1]!.text).toMatch(/- \/evidence\/99\/claim: was not changed: .*"99"/u);
  expect(answers[1]!.text).not.toContain('/dimensions');
});

test('finds a session whose creation got no answer, instead of creating another', async () => {
  await stack.agents.fault('task:created without an answer', 'timeout_after', 1, 10_000);
  const runId = await stack.create('A newsletter whose session is created without an answer');
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
  expect(await stack.agents.sessionsOf(runId)).toHaveLength(1);
});

test('stops the session of a canceled run, and returns the credit only of an early cancel', async () => {
  await stack.agents.fault('task:regretted', 'hang', 2);
  const early = await stack.create('A regretted newsletter that is taken back as it begins');
  const late = await stack.create('A regretted newsletter that is canceled minutes later');
  for (const runId of [early, late])
    await eventually('a session runs', async () => (await stack.agents.sessionsOf(runId)).length === 1);
  await stack.db.pool.query("UPDATE runs SET started_at = started_at - interval '3 minutes' WHERE id = $1", [late]);
  for (const runId of [early, late]) expect(await stack.cancel(runId)).toBe(202);
  expect(await stack.finished(early)).toMatchObject({ status: 'canceled', entitlementRestored: true });
  expect(await stack.finished(late)).toMatchObject({ status: 'canceled', entitlementRestored: false });
  expect([await creditsOf(early), await creditsOf(late)]).toMatchObject([[{ status: 'unused' }], []]);
  for (const runId of [early, late]) expect(await stack.agents.sessionsOf(runId)).toMatchObject([{ archived: true }]);
  expect(await stack.cancel(late)).toBe(409);
});

test('has agents write in the language of the run, or else of the deployment', async () => {
  const wordOf = ({ task }: { task: string }) => /^Write all texts in (\w+)\.$/mu.exec(task)?.[1];
  const { body } = await createEvaluation(stack.api, stack.customer, 'in-german', { idea: IDEA, language: 'de' });
  const searchId = await stack.search({ candidateCount: 3, language: 'it' });
  const plainId = await stack.create();
  for (const runId of [body.runId, searchId, plainId])
    expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
  expect((await stack.agents.sessionsOf(body.runId)).map(wordOf)).toEqual(['German']);
  expect((await stack.agents.sessionsOf(searchId)).map(wordOf)).toEqual(['Italian']);
  expect((await stack.agents.sessionsBelow(searchId)).map(wordOf)).toEqual(['Italian', 'Italian', 'Italian']);
  expect((await stack.agents.sessionsOf(plainId)).map(wordOf)).toEqual(['French']);
});

test('stops a session at the part of the account budget that its run reserved', async () => {
  const thrifty = await createCustomer(stack.db, { credits: 1 });
  await setBudget(stack.db, thrifty.accountId, 2);
  const { runId } = (await createEvaluation(stack.api, thrifty, 'thrifty')).body;
  await eventually('the run has failed', async () => {
    const { failureCode } = await stack.db.prisma.run.findUniqueOrThrow({ where: { id: runId } });
    return failureCode === 'run_budget_exceeded';
  });
  const { reservedCents, spentCents } = await readBudget(stack.db.pool, { ...thrifty, mode: 'live' });
  expect(reservedCents).toBe(0);
  expect(spentCents).toBeGreaterThan(0);
});

test('fails a run and returns its credit when the agent provider stays down', async () => {
  expect(await stack.finished(unavailable)).toMatchObject({ status: 'failed', failure: { code: 'agent_unavailable' } });
  expect(await creditsOf(unavailable)).toHaveLength(1);
  const words = 'agent_unavailable: Agent provider: 500';
  const shown = await runAdmin(['runs', 'show', unavailable], { DATABASE_URL: stack.db.url });
  expect(shown.stdout).toContain(words);
  const told = await call(stack.api, 'GET', `/v1/runs/${unavailable}`, { key: stack.customer.apiKey });
  expect(JSON.stringify(told.body)).not.toContain(words);
});
