import type { Following } from '../../activities/following';
import { Findings } from '../../contracts/findings';
import { runMessage } from '../../domain/messages/runs';
import { answerCheck } from '../../http/validation';
import { acknowledge } from '../../store/outbox/acknowledge';
import { claimPending } from '../../store/outbox/claim-pending';
import { loadRun } from '../../store/runs/find-run';
import { retryRun } from '../../store/runs/retry-run';
import { stopRun } from '../../store/runs/stop-run';
import { call } from '../support/api';
import { listFlaws } from '../../store/runs/record-flaws';
import { eventually } from '../support/eventually';
import { callsIn, endOf } from '../support/history';
import { workerLines } from '../support/stack';
import { useStack } from '../support/use';

const stack = useStack();

const TEST_RUN_PATIENCE = {
  maxRepairs: 3,
  heartbeatTimeoutMs: 5_000,
  stepTimeoutMs: 10_000,
  searchParallelism: 1,
  evaluationDeadlineMs: 60_000,
  searchDeadlineMs: 60_000,
};

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
  const stored = await stack.db.prisma.artifact.findMany({ where: { runId }, select: { name: true } });
  expect(stored.map(({ name }) => name).toSorted()).toEqual(['dossierHtml', 'findings']);
  // A first print on a busy machine can end at the budget of a request, and its 503 asks for a repetition.
  const pdf = await eventually('the dossier is printed', async () => {
    const answer = await call(stack.api, 'GET', `${run.links.dossier}?format=pdf`, { key: stack.customer.apiKey });
    return answer.status !== 503 && answer;
  });
  expect(pdf.text).toMatch(/^%PDF-/);
  const [session, ...others] = await stack.agents.sessionsOf(runId);
  expect(others).toEqual([]);
  expect(session).toMatchObject({ submissions: 1, answers: [{ accepted: true }], archived: true });
  const mail = await eventually('the owner is notified', () => stack.mails.find((sent) => sent.text.includes(runId)));
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

test('what a request led to names it: the workflow in its memo, the lines of its activities, what they enqueue', async () => {
  const requestId = 'support-asks-for-this';
  await stack.agents.fault('POST /v1/sessions', 'error_500', 1);
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
  expect(Object.keys(line!)).not.toEqual(expect.arrayContaining(['err']));
  expect(JSON.stringify(line)).not.toMatch(/taskToken|stack/);
  const messages = await stack.db.prisma.outboxMessage.findMany({ where: { dedupeKey: { contains: runId } } });
  expect(messages.map(({ message }) => (message as { origin?: object }).origin)).toContainEqual({ requestId });
});

test('findings that fail the checks go back to the agent with what is wrong, and the corrected ones are published', async () => {
  await stack.agents.fault('task:returned twice', 'invalid_findings', 2);
  const runId = await stack.create('A newsletter whose findings are returned twice before they pass');

  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });

  const [session] = await stack.agents.sessionsOf(runId);
  expect(session!.answers.map((answer) => answer.accepted)).toEqual([false, false, true]);
  expect(session!.answers[0]!.text).toContain('/dimensions/demand/score');
});

test('what the service can correct goes back to the agent first, and does not fail the run at the last correction', async () => {
  await stack.agents.breakRule('never the right advice', 'recommendation-by-score', 10);
  const runId = await stack.create('A newsletter with never the right advice for its score');

  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });

  const [session] = await stack.agents.sessionsOf(runId);
  expect(session!.answers.map((answer) => answer.accepted)).toEqual([false, false, false, true]);
  expect(session!.answers[0]!.text).toContain('/verdict/recommendation');
  const answer = await call(stack.api, 'GET', `/v1/runs/${runId}/findings`, { key: stack.customer.apiKey });
  const { verdict, limitations } = answer.body as unknown as Findings;
  const { score } = verdict;
  expect(verdict.recommendation).toBe(score >= 70 ? 'pursue' : score >= 45 ? 'refine' : 'avoid');
  expect(limitations[0]).toContain('score and recommendation of the verdict disagreed');
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
  const mail = await eventually('the owner is notified', () => stack.mails.find((sent) => sent.text.includes(runId)));
  expect(mail.idempotencyKey).toBe(`run-failed/${runId}`);
});

test('a run that failed is found in Temporal by its outcome and reason, says what happened, and keeps its flaws for operators', async () => {
  await stack.agents.fault('task:found by its flaws', 'invalid_findings', 10);
  const runId = await stack.create('A newsletter that is found by its flaws the next morning');
  await stack.finished(runId);

  // Completed: the run was taken care of. What became of it is in attributes and result.
  const workflow = stack.temporal.workflow.getHandle(`evaluation/${runId}`);
  expect(await endOf(workflow)).toEqual({
    status: 'COMPLETED',
    outcome: 'failed',
    failureCode: 'findings_invalid',
    amount: null,
    result: {
      status: 'failed',
      failureCode: 'findings_invalid',
      summary: expect.stringMatching(/^findings_invalid: \d+ flaws? left after 3 corrections.*The credit went back\.$/),
    },
  });
  const query = `Outcome = 'failed' AND FailureCode = 'findings_invalid' AND ProductRunId = '${runId}'`;
  await eventually('the view lists it', async () => (await stack.temporal.workflow.count(query)).count === 1);
  expect(await listFlaws(stack.db, runId)).toContainEqual({
    pointer: '/dimensions/demand/score',
    detail: expect.any(String) as string,
  });
});

test('flaws that were corrected are not left with the run, and every call has its summary', async () => {
  await stack.agents.fault('task:corrected in time', 'invalid_findings', 1);
  const runId = await stack.create('A newsletter whose findings are corrected in time');
  await stack.finished(runId);

  const workflow = stack.temporal.workflow.getHandle(`evaluation/${runId}`);
  expect(await endOf(workflow)).toMatchObject({
    status: 'COMPLETED',
    outcome: 'completed',
    failureCode: null,
    result: { status: 'completed', summary: 'The dossier is ready, after 1 correction.' },
  });
  expect(await listFlaws(stack.db, runId)).toEqual([]);
  const calls = await callsIn(workflow);
  expect(calls.length).toBeGreaterThan(5);
  expect(calls.filter(({ summary }) => !summary)).toEqual([]);
});

test('the heartbeat of a session that hangs says what was seen last and for how long it has been silent', async () => {
  await stack.agents.fault('task:silent half-way', 'hang');
  const runId = await stack.create('A newsletter whose agent falls silent half-way');
  const workflow = stack.temporal.workflow.getHandle(`evaluation/${runId}`);
  await eventually('the workflow has a session', async () => (await stack.agents.sessionsOf(runId)).length > 0);
  const following = await eventually('a heartbeat', async () => {
    const { raw } = await workflow.describe();
    const beat = raw.pendingActivities?.[0]?.heartbeatDetails?.payloads?.[0]?.data;
    const details = beat && (JSON.parse(Buffer.from(beat).toString()) as Following);
    // One that hangs before the first event was streamed to us is silent, too.
    return details && details.lastEvent !== null && details.silentForSeconds >= 1 && details;
  });
  expect(following).toMatchObject({
    lastEvent: expect.stringMatching(/^\w+\.\w+$/),
    cursor: expect.stringContaining('~'),
  });
  expect(following.events).toBeGreaterThan(0);
  expect(JSON.stringify(following)).not.toContain('newsletter');
  await stack.cancel(runId);
  await stack.finished(runId);
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

/** Lets the time pass in which a run can be taken back. */
const ageRun = (runId: string) =>
  stack.db.pool.query({
    text: "UPDATE runs SET started_at = started_at - interval '3 minutes' WHERE id = $1",
    values: [runId],
  });

test('a run that is taken back soon after its start stops the session and gives the credit back', async () => {
  await stack.agents.fault('task:regretted', 'hang');
  const runId = await stack.create('A regretted newsletter that is taken back as it begins');
  await eventually('a session runs', async () => (await stack.agents.sessionsOf(runId)).length === 1);

  expect(await stack.cancel(runId)).toBe(202);

  expect(await stack.finished(runId)).toMatchObject({ status: 'canceled', entitlementRestored: true });
  expect(await creditsOf(runId)).toHaveLength(1);
  expect((await stack.agents.sessionsOf(runId))[0]).toMatchObject({ archived: true });
});

test('cancel while running stops the session, keeps the credit and notifies the owner', async () => {
  await stack.agents.fault('task:endless', 'hang');
  const runId = await stack.create('An endless newsletter that is canceled while it runs');
  await eventually('a session runs', async () => (await stack.agents.sessionsOf(runId)).length === 1);
  await ageRun(runId);

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

test('an operator who cancels a running run stops its session and gives the credit back; a retry on it completes', async () => {
  const deliver = async () => {
    for (const { id, message } of await claimPending(stack.db, 100, 60_000)) {
      await stack.start(message);
      await acknowledge(stack.db, id);
    }
  };
  await stack.agents.fault('task:hangs once', 'hang', 1);
  const runId = await stack.create('A newsletter whose research hangs once and is repeated in the morning');
  await eventually('a session runs', async () => (await stack.agents.sessionsOf(runId)).length === 1);
  expect(await stopRun(stack.db, runId)).toMatchObject({ was: 'running', status: 'canceling' });
  // A message is the relay's after its grace.
  await eventually('it is signaled', async () => {
    await deliver();
    return (await stack.status(runId)).status === 'failed';
  });
  expect(await stack.status(runId)).toMatchObject({
    failure: { code: 'stopped_by_operator' },
    entitlementRestored: true,
  });
  const [credit] = await creditsOf(runId);
  expect((await stack.agents.sessionsOf(runId))[0]).toMatchObject({ archived: true });

  const retried = await retryRun(stack.db, runId, {
    grant: false,
    queueExpiryMs: 60_000,
    reservation: () => ({ mostCents: 1_000, leastCents: 1 }),
    start: (run, id) => runMessage(TEST_RUN_PATIENCE, { ...run, id }),
  });
  await eventually('it is started', async () => {
    await deliver();
    return (await stack.status(retried.runId)).status !== 'queued';
  });
  expect(await stack.finished(retried.runId)).toMatchObject({ status: 'completed' });
  expect((await loadRun(stack.db, retried.runId))!.entitlementId).toBe(credit!.id);
});
