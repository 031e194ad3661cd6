/** Rows waiting for a workflow that was terminated, or that Temporal lost with its data (docs/waiting.md). */
import type { WorkflowMessage } from '../../base/workflow-messages';
import { waitingOf, type LostWorkName, type WaitingName } from '../../modules/operations/waiting';
import { acknowledge } from '../../modules/outbox/store/outbox';
import { MailError, type Mail } from '../../vendors/mail/mailer';
import { startLostWork } from '../../worker/sweep-steps';
import { call, createEvaluation, IDEA } from '../support/api';
import { eventually } from '../support/eventually';
import { mailTo, tokenIn } from '../support/mails';
import { waitingFlaws } from '../support/run-invariants';
import { SWEEPING } from '../support/runs';
import { startWorker } from '../support/stack';
import { useStack } from '../support/use';

const stack = useStack({ worker: false });
let worker: Awaited<ReturnType<typeof startWorker>> | null = null;
/** Whether the mail provider is up, and the emails that the provider accepted. */
let mailerAnswers = true;
let sent: Mail[] = [];

beforeEach(() => {
  [mailerAnswers, sent] = [true, []];
});
afterEach(() => stopWorker());

async function send(mail: Mail): Promise<void> {
  if (!mailerAnswers) throw new MailError('unavailable', 'it is away');
  sent.push(mail);
}
async function work(): Promise<void> {
  worker = await startWorker(stack.db, stack.agents, [], stack.taskQueue, { send });
}
async function stopWorker(): Promise<void> {
  await worker?.stop();
  worker = null;
}

const isKnown = (workflowId: string) =>
  handleOf(workflowId)
    .describe()
    .then(Boolean, () => false);
const handleOf = (workflowId: string) => stack.temporal.workflow.getHandle(workflowId);
const ends: [string, (workflowId: string) => Promise<unknown>][] = [
  ['was terminated', (workflowId) => handleOf(workflowId).terminate('by a test')],
  [
    'was lost with Temporal’s data',
    async (workflowId) => {
      const execution = { namespace: 'default', workflowExecution: { workflowId } };
      await stack.temporal.workflowService.deleteWorkflowExecution(execution);
      await eventually('it is forgotten', async () => !(await isKnown(workflowId)));
    },
  ],
];

/** Backdates a row by more than its maximum wait. */
async function letTimePass(name: WaitingName, id: string): Promise<void> {
  const { table, since, longestMs, id: column } = waitingOf(name);
  const beginning = since.split('.').at(-1)!;
  const { rowCount } = await stack.db.pool.query(
    `UPDATE ${table} SET ${beginning} = ${beginning} - interval '${longestMs + 60_000} milliseconds' WHERE ${column} = $1`,
    [id],
  );
  expect(rowCount).toBe(1);
}

/** Runs the sweep once and delivers its messages. Returns the workflows that it restarted. */
async function sweep(): Promise<string[]> {
  const { log, scans } = SWEEPING;
  await startLostWork(stack.db, scans, { log, onProgress: () => undefined });
  const where = { dedupeKey: { startsWith: 'again:' }, deliveredAt: null };
  const messages = await stack.db.prisma.outboxMessage.findMany({ where });
  for (const { id, message } of messages) {
    await stack.start(message as unknown as WorkflowMessage);
    await acknowledge(stack.db, String(id));
  }
  return messages.map(({ message }) => (message as unknown as WorkflowMessage).workflowId);
}
const flaws = async () => (await waitingFlaws(stack.db, stack.temporal, 0)).map(({ what }) => what);

/** Loses a row's workflow, has the sweep restart it, and starts a worker. */
async function loseAndSweep(
  name: LostWorkName,
  id: string,
  workflowId: string,
  lose: (workflowId: string) => Promise<unknown>,
): Promise<void> {
  await lose(workflowId);
  expect(await flaws()).toEqual([]);
  await letTimePass(name, id);
  expect(await flaws()).toContain(`${name} ${id} waits for ${workflowId}, which is gone`);
  expect(await sweep()).toEqual([workflowId]);
  expect(await flaws()).toEqual([]);
  await work();
}
let people = 0;

async function confirmedScan(): Promise<{ scanId: string; email: string }> {
  const email = `waits-${++people}@example.com`;
  const body = { email, idea: IDEA };
  const { scanId } = (await call<{ scanId: string }>(stack.api, 'POST', '/v1/scan', { body })).body;
  await work();
  const token = tokenIn(await mailTo(sent, email, 'scan-confirmation'));
  await stopWorker();
  const path = `/v1/scan/confirm?token=${encodeURIComponent(token)}`;
  await call(stack.api, 'GET', path, { headers: { accept: 'application/json' } });
  const where = { dedupeKey: `confirmed:scan/${scanId}`, deliveredAt: { not: null } };
  await eventually('its signal is delivered', async () => (await stack.db.prisma.outboxMessage.count({ where })) === 1);
  return { scanId, email };
}

describe.each(ends)('when the workflow %s', (_, lose) => {
  test('researches a confirmed scan, and sends each kind of mail once', async () => {
    const { scanId, email } = await confirmedScan();
    await loseAndSweep('scan', scanId, `scan/${scanId}`, lose);
    await mailTo(sent, email, 'scan-completed');
    expect(sent.filter(({ to }) => to === email)).toHaveLength(2);
    expect(await stack.agents.sessionsOf(scanId)).toHaveLength(1);
  });
});

test('sends a run’s mail once when two workflows try it', async () => {
  mailerAnswers = false;
  const { runId } = (await createEvaluation(stack.api, stack.customer, 'twice', { idea: IDEA })).body;
  await work();
  await stack.finished(runId);
  const mail = { mail_id: { mail: 'run_ended', id: runId } };
  await eventually('it was tried', async () => (await stack.db.prisma.mail.findUnique({ where: mail }))?.triedAt);
  await letTimePass('mail', `run_ended/${runId}`);
  // The run's workflow is still retrying, and the email gets a separate workflow.
  expect(await sweep()).toEqual([`mail/run_ended/${runId}`]);
  mailerAnswers = true;
  await Promise.all([`mail/run_ended/${runId}`, `evaluation/${runId}`].map((id) => handleOf(id).result()));
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set([`run-completed/${runId}`]));
});

test('ends a mail unsent that was first tried a day ago', async () => {
  const id = (await stack.db.prisma.apiKey.findFirstOrThrow()).id;
  const requested = { mail: 'new_key', id, triedAt: new Date(Date.now() - 24 * 3_600_000) };
  await stack.db.prisma.mail.create({ data: requested });
  await letTimePass('mail', `new_key/${id}`);
  const [workflowId] = await sweep();
  await work();
  expect(await handleOf(workflowId!).result()).toMatchObject({ sent: false });
  expect(sent).toEqual([]);
  expect(await flaws()).toEqual([]);
});
