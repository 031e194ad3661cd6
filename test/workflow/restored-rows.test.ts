/** Rows that a restore of the database took back, while Temporal and the agent provider know what they had done. */
import { AGENT_NAME } from '../../contracts/agent';
import { runMessage } from '../../domain/messages/runs';
import { scanMessage } from '../../domain/messages/scans';
import { MailError, type Mail } from '../../providers/mail/mailer';
import { openAgents } from '../../providers/agents/open-agents';
import { recordProvisionedAgent } from '../../store/agents/provisioned-agents';
import { markRestored } from '../../store/deployment/restores';
import { snapshotOf } from '../support/restore';
import { RUN_PATIENCE } from '../support/run-patience';
import { call, createEvaluation, IDEA } from '../support/api';
import { eventually } from '../support/eventually';
import { mailTo, tokenIn } from '../support/mails';
import { startWorker } from '../support/stack';
import { SWEEPING } from '../support/sweeping';
import { useStack } from '../support/use';

const stack = useStack({ worker: false });
/** Whether the mail provider takes results; what it was sent. */
let takesResults = false;
const sent: Mail[] = [];

async function send(mail: Mail): Promise<void> {
  if (!takesResults && /^\w+-completed\//.test(mail.idempotencyKey)) throw new MailError('unavailable', 'away');
  sent.push(mail);
}
const work = () => startWorker(stack.db, stack.agents, [], stack.taskQueue, { send });

/** A run with a worker, whose agent is slow until its pace is set; `recorded` is the session that its row knows. */
async function beginSlowly(key: string) {
  await recordProvisionedAgent(stack.db, AGENT_NAME, await openAgents(stack.agents.settings).provision());
  await stack.agents.pace(400);
  const { runId } = (await createEvaluation(stack.api, stack.customer, key, { idea: IDEA })).body;
  const recorded = async () => (await stack.db.prisma.run.findUniqueOrThrow({ where: { id: runId } })).sessionId;
  return { runId, worker: await work(), recorded };
}

test('a run that forgot its session finds it, once it is said that there was a restore', async () => {
  const { runId } = (await createEvaluation(stack.api, stack.customer, 'forgot', { idea: IDEA })).body;
  const agents = openAgents(stack.agents.settings);
  const agent = await agents.provision();
  await recordProvisionedAgent(stack.db, AGENT_NAME, agent);
  const brief = { idea: IDEA, audience: null, geography: null };
  const { sessionId } = await agents.startSession(agent, runId, brief, 1_000_000);
  await markRestored(stack.db);
  const worker = await work();
  try {
    expect(await stack.finished(runId)).toMatchObject({ status: 'completed', provider: { sessionId } });
    expect(await stack.agents.sessionsOf(runId)).toHaveLength(1);
  } finally {
    await worker.stop();
  }
});

test('a run whose session a promoted standby never heard of finds it as the session hands in', async () => {
  const { runId, worker, recorded } = await beginSlowly('unheard');
  try {
    const sessionId = await eventually('it has a session', recorded);
    await stack.db.prisma.run.update({ where: { id: runId }, data: { sessionId: null } });
    await stack.agents.pace(5);
    expect(await stack.finished(runId)).toMatchObject({ status: 'completed', provider: { sessionId } });
    await eventually('it knows its cost', async () => (await stack.status(runId)).cost !== null);
    expect(await stack.agents.sessionsOf(runId)).toHaveLength(1);
  } finally {
    await worker.stop();
    await stack.agents.pace(5);
  }
});

test('a run that forgot that it had begun ends with the session that it had, and knows its cost', async () => {
  const { runId, worker, recorded } = await beginSlowly('begun');
  try {
    const session = await eventually('it has a session', async () => (await stack.agents.sessionsOf(runId))[0]);
    await eventually('it knows it', recorded);
    const before = { status: 'queued', stage: 'queued', startedAt: null, deadlineAt: null, sessionId: null };
    await stack.db.prisma.run.update({ where: { id: runId }, data: before });
    await markRestored(stack.db);
    await stack.agents.pace(5);
    await expect(stack.temporal.workflow.getHandle(`evaluation/${runId}`).result()).rejects.toThrow(
      'Workflow execution failed',
    );
    expect(await recorded()).toBe(session.id);
    const { accountId } = stack.customer;
    const run = { id: runId, kind: 'idea_check', accountId, mode: 'live', progressTotal: 3 } as const;
    // As `runs resume` starts it again.
    await stack.start({ ...runMessage(RUN_PATIENCE, run), restarts: true });
    expect(await stack.finished(runId)).toMatchObject({ status: 'completed', provider: { sessionId: session.id } });
    await eventually('it knows its cost', async () => (await stack.status(runId)).cost !== null);
    expect(await stack.agents.sessionsOf(runId)).toHaveLength(1);
  } finally {
    await worker.stop();
    await stack.agents.pace(5);
  }
});

test('a run whose end was lost while its mail waited begins again by itself, with the session that it had', async () => {
  const { runId, worker, recorded } = await beginSlowly('end');
  try {
    const sessionId = await eventually('it has a session', recorded);
    const restore = await snapshotOf(stack.db);
    await stack.agents.pace(5);
    const mail = { mail_id: { mail: 'run_ended', id: runId } };
    await eventually(
      'its mail was tried',
      async () => (await stack.db.prisma.mail.findUnique({ where: mail }))?.triedAt,
    );
    expect(await stack.status(runId)).toMatchObject({ status: 'completed' });
    await restore();
    takesResults = true;
    expect(await stack.finished(runId)).toMatchObject({ status: 'completed', provider: { sessionId } });
    await stack.temporal.workflow.getHandle(`evaluation/${runId}`).result();
    expect(sent.filter(({ idempotencyKey }) => idempotencyKey.endsWith(`/${runId}`))).toMatchObject([
      { idempotencyKey: `run-completed/${runId}` },
    ]);
    expect(await stack.agents.sessionsOf(runId)).toHaveLength(1);
  } finally {
    takesResults = false;
    await worker.stop();
    await stack.agents.pace(5);
  }
});

test('a scan that is not over any more ends its workflow, which would wait for hours for a result to mail', async () => {
  const email = 'taken-back@example.com';
  const { scanId } = (await call<{ scanId: string }>(stack.api, 'POST', '/v1/scan', { body: { email, idea: IDEA } }))
    .body;
  const worker = await work();
  try {
    const token = tokenIn(await mailTo(sent, email, 'scan-confirmation'));
    await call(stack.api, 'GET', `/v1/scan/confirm?token=${encodeURIComponent(token)}`, {
      headers: { accept: 'application/json' },
    });
    const mail = { mail_id: { mail: 'scan_result', id: scanId } };
    await eventually(
      'its result was tried',
      async () => (await stack.db.prisma.mail.findUnique({ where: mail }))?.triedAt,
    );
    await stack.db.prisma.mail.delete({ where: mail });
    const before = { status: 'running', findings: null, submission: null, completedAt: null };
    await stack.db.prisma.freeScan.update({ where: { id: scanId }, data: before });
    takesResults = true;
    await stack.temporal.workflow.getHandle(`scan/${scanId}`).result();
    // As the sweep starts it again.
    await stack.start({ ...scanMessage(SWEEPING.scans, scanId, 'scanConfirmed'), restarts: true });
    expect(await mailTo(sent, email, 'scan-completed')).toBeDefined();
    expect(await stack.agents.sessionsOf(scanId)).toHaveLength(1);
  } finally {
    await worker.stop();
  }
});

test('a scan that a restore undid ends its workflow, in words', async () => {
  const worker = await work();
  try {
    const body = { email: 'undone@example.com', idea: IDEA };
    const { scanId } = (await call<{ scanId: string }>(stack.api, 'POST', '/v1/scan', { body })).body;
    await mailTo(sent, body.email, 'scan-confirmation');
    await stack.db.prisma.freeScan.delete({ where: { id: scanId } });
    const workflow = stack.temporal.workflow.getHandle(`scan/${scanId}`);
    // It works on as if it had been confirmed before the restore.
    await workflow.signal('scanConfirmed');
    await expect(workflow.result()).rejects.toMatchObject({
      cause: { type: 'scan_not_found', message: expect.stringContaining(`There is no scan ${scanId}`) },
    });
  } finally {
    await worker.stop();
  }
});
