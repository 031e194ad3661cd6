import { Findings } from '../../contracts/findings';
import { answerCheck } from '../../api/validation';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { startStack, type Stack } from '../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const creditsOf = async (runId: string) =>
  stack.db.prisma.entitlement.findMany({ where: { sourceId: runId, accountId: stack.customer.accountId } });

test('an Idea Check goes from queue to dossier: valid findings, both documents, cost, one session, a mail', async () => {
  const runId = await stack.create('A monthly letter on cargo bikes for craftsmen in hilly towns');

  const run = await stack.finished(runId);

  expect(run).toMatchObject({ status: 'completed', stage: 'done', progress: { done: 3, total: 3 }, failure: null });
  expect(run.cost!.amountMicros).toBeGreaterThan(0);
  expect(run.provider.name).toBe('local-sample');
  const findings = await call(stack.api, 'GET', run.links.findings, { key: stack.customer.apiKey });
  expect(answerCheck(Findings)(findings.body)).toBeNull();
  expect(findings.body).toMatchObject({
    runId,
    subject: { idea: 'A monthly letter on cargo bikes for craftsmen in hilly towns' },
  });
  const pdf = await call(stack.api, 'GET', `${run.links.dossier}?format=pdf`, { key: stack.customer.apiKey });
  expect(pdf.text.slice(0, 5)).toBe('%PDF-');
  const [session, ...others] = await stack.agents.sessionsOf(runId);
  expect(others).toEqual([]);
  expect(session).toMatchObject({ submissions: 1, answers: [{ accepted: true }], archived: true });
  const mail = await eventually('the owner is told', () => stack.mails.find((sent) => sent.text.includes(runId)));
  expect(mail.idempotencyKey).toBe(`run-completed/${runId}`);
});

test('Temporal shows the run: readable id, search attributes, stages, and no text of the caller', async () => {
  const runId = await stack.create('An unmistakable newsletter about Zanzibar cloves');
  await stack.finished(runId);
  const handle = stack.temporal.workflow.getHandle(`evaluation/${runId}`);
  await handle.result();

  const described = await handle.describe();
  expect(described.type).toBe('evaluation');
  expect(described.searchAttributes).toMatchObject({
    RunKind: ['idea_check'],
    RunMode: ['live'],
    ProductRunId: [runId],
  });
  const history = await handle.fetchHistory();
  expect(history.events!.length).toBeLessThan(80);
  const bytes = JSON.stringify(history);
  expect(bytes).not.toContain('Zanzibar');
  expect(Buffer.from(bytes).toString('latin1')).not.toContain(Buffer.from('Zanzibar').toString('base64').slice(2, -2));
});

test('findings that fail the checks go back to the agent with what is wrong, and the corrected ones are published', async () => {
  await stack.agents.fault('task:returned twice', 'invalid_findings', 2);
  const runId = await stack.create('A newsletter whose findings are returned twice before they pass');

  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });

  const [session] = await stack.agents.sessionsOf(runId);
  expect(session!.answers.map((answer) => answer.accepted)).toEqual([false, false, true]);
  expect(session!.answers[0]!.text).toContain('/dimensions/demand/score');
});

test('findings that still fail after three corrections end the run, and its credit comes back', async () => {
  await stack.agents.fault('task:never right', 'invalid_findings', 10);
  const runId = await stack.create('A newsletter whose findings are never right at all');

  expect(await stack.finished(runId)).toMatchObject({
    status: 'failed',
    stage: 'validating',
    failure: { code: 'findings_invalid', retryable: true },
    entitlementRestored: true,
  });

  expect(await creditsOf(runId)).toMatchObject([{ status: 'unused', source: 'run_failure' }]);
  const [session] = await stack.agents.sessionsOf(runId);
  expect(session).toMatchObject({ submissions: 4, archived: true });
  const mail = await eventually('the owner is told', () => stack.mails.find((sent) => sent.text.includes(runId)));
  expect(mail.idempotencyKey).toBe(`run-failed/${runId}`);
});

test('a refusal ends the run at once, with a reason to read and the credit back', async () => {
  await stack.agents.fault('task:declined', 'refusal');
  const runId = await stack.create('A newsletter that is declined by the agent for good reason');

  const run = await stack.finished(runId);

  expect(run).toMatchObject({ status: 'failed', failure: { code: 'agent_refused', retryable: false } });
  expect(run.failureReason).toContain('declined');
  expect(await creditsOf(runId)).toHaveLength(1);
  expect(await stack.agents.sessionsOf(runId)).toHaveLength(1);
});

test('errors and rate limits of the provider are waited out', async () => {
  await stack.agents.fault('task:unlucky', 'error_500', 2);
  await stack.agents.fault('task:unlucky', 'rate_limit', 1, 100);
  const runId = await stack.create('A newsletter for unlucky people whose provider fails now and then');
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
  expect(await stack.agents.sessionsOf(runId)).toHaveLength(1);
});

test('a session that was created although the answer was lost is found and followed, not made twice', async () => {
  await stack.agents.fault('POST /v1/sessions', 'timeout_after', 1, 10_000);
  const runId = await stack.create('A newsletter whose session is created without an answer');
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
  expect(await stack.agents.sessionsOf(runId)).toHaveLength(1);
});

test('cancel while running stops the session, keeps the credit and tells the owner', async () => {
  await stack.agents.fault('task:endless', 'hang');
  const runId = await stack.create('An endless newsletter that is canceled while it runs');
  await eventually('a session runs', async () => (await stack.agents.sessionsOf(runId)).length === 1);

  expect(await stack.cancel(runId)).toBe(202);

  expect(await stack.finished(runId)).toMatchObject({
    status: 'canceled',
    stage: 'researching',
    failure: { code: 'canceled' },
    entitlementRestored: false,
  });
  expect(await creditsOf(runId)).toEqual([]);
  expect((await stack.agents.sessionsOf(runId))[0]).toMatchObject({ archived: true });
  expect(await stack.cancel(runId)).toBe(409);
});

test('a session that is stopped by hand in Temporal ends the run with the credit back', async () => {
  await stack.agents.fault('task:operator', 'hang');
  const runId = await stack.create('A newsletter that an operator stops in the middle of the night');
  await eventually('a session runs', async () => (await stack.agents.sessionsOf(runId)).length === 1);

  await stack.temporal.workflow.getHandle(`evaluation/${runId}`).cancel();

  expect(await stack.finished(runId)).toMatchObject({
    status: 'failed',
    failure: { code: 'stopped_by_operator' },
    entitlementRestored: true,
  });
});
