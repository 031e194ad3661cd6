/** Rows that wait for a workflow that was terminated, or that Temporal lost with its data (docs/waiting.md). */
import type { WorkflowMessage } from '../../contracts/workflow-messages';
import { waitingOf, type LostWorkName, type WaitingName } from '../../domain/waiting';
import { MailError, type Mail } from '../../providers/mail/mailer';
import { beginErasure } from '../../store/accounts/begin-erasure';
import { ensureAccount } from '../../store/accounts/ensure-account';
import { raiseAlert } from '../../store/alerts/raise-alert';
import { acknowledge } from '../../store/outbox/acknowledge';
import { listDeliveries } from '../../store/webhooks/read-deliveries';
import { requestTestDelivery } from '../../store/webhooks/request-test-delivery';
import { startLostWork } from '../../worker/start-lost-work';
import { call, createCustomer, createEvaluation, createWebhook, IDEA } from '../support/api';
import { eventually } from '../support/eventually';
import { mailTo, tokenIn } from '../support/mails';
import { startReceiver, type Receiver } from '../support/receiver';
import { startWorker, workerLines, type StackOptions } from '../support/stack';
import { SWEEPING } from '../support/sweeping';
import { waitingFlaws } from '../support/waiting-invariants';
import { useStack } from '../support/use';

const stack = useStack({ worker: false });
let worker: Awaited<ReturnType<typeof startWorker>> | null = null;
let receivers: Receiver[] = [];
/** Whether the mail provider takes mails; what it was sent. */
let mailerAnswers = true;
let sent: Mail[] = [];

beforeEach(() => {
  [mailerAnswers, sent] = [true, []];
});
afterEach(async () => {
  await stopWorker();
  await Promise.all(receivers.map((receiver) => receiver.close()));
  receivers = [];
});

async function send(mail: Mail): Promise<void> {
  if (!mailerAnswers) throw new MailError('unavailable', 'it is away');
  sent.push(mail);
}
async function work(options: StackOptions = {}): Promise<void> {
  worker = await startWorker(stack.db, stack.agents, [], stack.taskQueue, { send, ...options });
}
async function stopWorker(): Promise<void> {
  await worker?.stop();
  worker = null;
}
async function listen(...answers: Parameters<typeof startReceiver>): Promise<Receiver> {
  const one = await startReceiver(...answers);
  receivers.push(one);
  return one;
}

const isKnown = (workflowId: string) =>
  handleOf(workflowId)
    .describe()
    .then(Boolean, () => false);
const handleOf = (workflowId: string) => stack.temporal.workflow.getHandle(workflowId);
const ends: [string, (workflowId: string) => Promise<unknown>][] = [
  ['was terminated', (workflowId) => handleOf(workflowId).terminate('by a test')],
  [
    'is lost with the data of Temporal',
    async (workflowId) => {
      const execution = { namespace: 'default', workflowExecution: { workflowId } };
      await stack.temporal.workflowService.deleteWorkflowExecution(execution);
      await eventually('it is forgotten', async () => !(await isKnown(workflowId)));
    },
  ],
];

/** Moves the beginning of a row's wait back by more than its longest wait. */
async function letTimePass(name: WaitingName, id: string): Promise<void> {
  const { table, since, longestMs, id: column } = waitingOf(name);
  const beginning = since.split('.').at(-1)!;
  const { rowCount } = await stack.db.pool.query(
    `UPDATE ${table} SET ${beginning} = ${beginning} - interval '${longestMs + 60_000} milliseconds' WHERE ${column} = $1`,
    [id],
  );
  expect(rowCount).toBe(1);
}

/** One pass of the sweep, and the delivery of what it enqueued; returns the workflows that it started again. */
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

/** Loses the workflow of a row, notices it, and starts it again; a worker is there afterwards. */
async function loseAndSweep(
  name: LostWorkName,
  id: string,
  workflowId: string,
  lose: (workflowId: string) => Promise<unknown>,
  options: StackOptions = {},
): Promise<void> {
  await lose(workflowId);
  expect(await flaws()).toEqual([]);
  await letTimePass(name, id);
  expect(await flaws()).toContain(`${name} ${id} waits for ${waitingWorkflow(name, id)}, which is gone`);
  expect(await sweep()).toEqual([waitingWorkflow(name, id)]);
  expect(await flaws()).toEqual([]);
  await work(options);
}
const PREFIXES: Record<LostWorkName, string> = {
  scan: 'scan',
  webhook_delivery: 'webhook-delivery',
  mail: 'mail',
  alert: 'alert',
  erasure: 'erasure',
  orphan_return: 'orphan-refund',
};
const waitingWorkflow = (name: LostWorkName, id: string) => `${PREFIXES[name]}/${id}`;

let people = 0;

/** A run that has ended, and the mail of it that its provider did not take. */
async function untold(name: string) {
  mailerAnswers = false;
  const key = `${name}-${++people}`;
  const { runId } = (await createEvaluation(stack.api, stack.customer, key, { idea: IDEA })).body;
  await work();
  await stack.finished(runId);
  const mail = { mail_id: { mail: 'run_ended', id: runId } };
  await eventually('it was tried', async () => (await stack.db.prisma.mail.findUnique({ where: mail }))?.triedAt);
  return { runId, mail };
}
async function confirmedScan(): Promise<{ scanId: string; email: string; confirm(): Promise<void> }> {
  const email = `waits-${++people}@example.com`;
  const body = { email, idea: IDEA };
  const { scanId } = (await call<{ scanId: string }>(stack.api, 'POST', '/v1/scan', { body })).body;
  await work();
  const token = tokenIn(await mailTo(sent, email, 'scan-confirmation'));
  await stopWorker();
  const path = `/v1/scan/confirm?token=${encodeURIComponent(token)}`;
  const confirm = async () => {
    await call(stack.api, 'GET', path, { headers: { accept: 'application/json' } });
    const where = { dedupeKey: `confirmed:scan/${scanId}`, deliveredAt: { not: null } };
    await eventually(
      'its signal is delivered',
      async () => (await stack.db.prisma.outboxMessage.count({ where })) === 1,
    );
  };
  return { scanId, email, confirm };
}
async function webhookTo({ url }: Receiver): Promise<string> {
  const key = `hook-${new URL(url).port}`;
  return (await createWebhook(stack.api, stack.customer, key, { url, eventTypes: ['webhook.test'] })).body.webhookId;
}

describe.each(ends)('where its workflow %s', (_, lose) => {
  test('a scan that was confirmed is researched, and its recipient has one mail of each kind', async () => {
    const { scanId, email, confirm } = await confirmedScan();
    await confirm();
    await loseAndSweep('scan', scanId, `scan/${scanId}`, lose);
    await mailTo(sent, email, 'scan-completed');
    expect(sent.filter(({ to }) => to === email)).toHaveLength(2);
    expect(await stack.agents.sessionsOf(scanId)).toHaveLength(1);
  });

  test('a scan whose workflow was gone before it was confirmed is researched all the same', async () => {
    const { scanId, email, confirm } = await confirmedScan();
    await lose(`scan/${scanId}`);
    await confirm();
    // Where Temporal knows nothing of the workflow the signal starts another, which is lost too.
    await handleOf(`scan/${scanId}`)
      .terminate('by a test')
      .catch(() => undefined);
    await loseAndSweep('scan', scanId, `scan/${scanId}`, () => Promise.resolve());
    expect(await mailTo(sent, email, 'scan-completed')).toBeDefined();
  });

  test('a webhook is delivered with the id of its earlier attempts, which its log keeps', async () => {
    const hook = await listen([{ status: 500 }]);
    const webhookId = await webhookTo(hook);
    const patience = { firstRetryMs: 3_600_000, maxRetryMs: 3_600_000 };
    const { deliveryId, pending } = await requestTestDelivery(stack.db, webhookId, { patience });
    await stack.start(pending!.message);
    await work();
    const logged = async () => (await listDeliveries(stack.db, webhookId, { limit: 1 }))[0]!;
    await eventually('the first attempt', async () => (await logged()).attempts.length === 1);
    await stopWorker();
    await loseAndSweep('webhook_delivery', deliveryId, `webhook-delivery/${deliveryId}`, lose);
    await eventually('it is delivered', async () => (await logged()).status === 'delivered');
    expect(hook.received.map(({ headers }) => headers['webhook-id'])).toEqual([deliveryId, deliveryId]);
    expect((await logged()).attempts.map(({ attempt, responseStatus }) => [attempt, responseStatus])).toEqual([
      [1, 500],
      [2, 204],
    ]);
  });

  test('a mail that was asked for is sent once', async () => {
    const email = `link-${++people}@example.com`;
    await ensureAccount(stack.db, email, 'free');
    await call(stack.api, 'POST', '/v1/auth/sign-in-link', { body: { email } });
    const { id } = await stack.db.prisma.accountLink.findFirstOrThrow({ where: { email } });
    const workflowId = `mail/account_link/${id}`;
    await eventually('it has begun', () => isKnown(workflowId));
    await loseAndSweep('mail', `account_link/${id}`, workflowId, lose);
    await handleOf(workflowId).result();
    expect(sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual([`sign-in-link/${id}`]);
    const row = await stack.db.prisma.mail.findUniqueOrThrow({ where: { mail_id: { mail: 'account_link', id } } });
    expect(row).toMatchObject({ sent: true, endedAt: expect.any(Date) });
  });

  test('an alert reaches the channel that has not taken it, and no other again', async () => {
    const inbox = await listen();
    const alerts = { ALERT_WEBHOOK_URL: inbox.url, ALERT_WEBHOOK_KEY: undefined };
    const subject = `wdr_waits_${++people}`;
    mailerAnswers = false;
    await raiseAlert(stack.db.pool, { alert: 'withdrawal-stuck', subject, facts: { withdrawalId: subject } });
    const id = `withdrawal-stuck/${subject}`;
    const { message } = await stack.db.prisma.outboxMessage.findFirstOrThrow({
      where: { dedupeKey: `alert:${id.replace('/', ':')}` },
    });
    await stack.start(message as unknown as WorkflowMessage);
    await work({ alerts });
    const left = async () =>
      (
        await stack.db.prisma.alert.findUniqueOrThrow({
          where: { alert_subject: { alert: 'withdrawal-stuck', subject } },
        })
      ).undelivered;
    await eventually('the others have it', async () => (await left()).join() === 'mail');
    await stopWorker();
    mailerAnswers = true;
    await loseAndSweep('alert', id, `alert/${id}`, lose, { alerts });
    await eventually('it is mailed', async () => (await left()).length === 0);
    expect(sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual([id]);
    expect(inbox.received).toHaveLength(1);
    expect(workerLines({ subject })).toHaveLength(1);
  });

  test('the owner of a run that ended is told', async () => {
    const { runId, mail } = await untold('told');
    await stopWorker();
    mailerAnswers = true;
    await loseAndSweep('mail', `run_ended/${runId}`, `evaluation/${runId}`, lose);
    await eventually('it is sent', async () => (await stack.db.prisma.mail.findUniqueOrThrow({ where: mail })).sent);
    expect(sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual([`run-completed/${runId}`]);
  });
});

test('an erasure whose workflow was terminated goes on', async () => {
  const { accountId } = await createCustomer(stack.db, { credits: 0 });
  const { pending } = await beginErasure(stack.db, accountId);
  for (const { message } of pending) await stack.start(message);
  await loseAndSweep('erasure', accountId, `erasure/${accountId}`, ends[0]![1]);
  expect(await handleOf(`erasure/${accountId}`).result()).toMatchObject({ outcome: 'erased' });
});

describe('work whose workflow runs', () => {
  const runOf = async (workflowId: string) => (await handleOf(workflowId).describe()).runId;

  test('a delivery between two attempts is left alone', async () => {
    const hook = await listen([{ status: 500 }]);
    const webhookId = await webhookTo(hook);
    const patience = { firstRetryMs: 3_600_000, maxRetryMs: 3_600_000 };
    const { deliveryId, pending } = await requestTestDelivery(stack.db, webhookId, { patience });
    const { workflowId } = pending!.message;
    await stack.start(pending!.message);
    await work();
    await eventually('the first attempt', () => hook.received.length === 1);
    const runId = await runOf(workflowId);
    await letTimePass('webhook_delivery', deliveryId);
    expect(await flaws()).toEqual([]);
    expect(await sweep()).toEqual([workflowId]);
    expect(await sweep()).toEqual([]);
    expect(await runOf(workflowId)).toBe(runId);
    expect(hook.received).toHaveLength(1);
    await handleOf(workflowId).cancel();
    await handleOf(workflowId).result();
  });

  test('a mail that its provider does not take is sent once it does, by whichever of two workflows is first', async () => {
    const { runId } = await untold('twice');
    await letTimePass('mail', `run_ended/${runId}`);
    // The workflow of the run tries still, and one of the mail's own begins.
    expect(await sweep()).toEqual([`mail/run_ended/${runId}`]);
    mailerAnswers = true;
    await Promise.all([`mail/run_ended/${runId}`, `evaluation/${runId}`].map((id) => handleOf(id).result()));
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set([`run-completed/${runId}`]));
  });
});

test('a delivery is attempted eight times at most, however many workflows make the attempts', async () => {
  const hook = await listen(Array.from({ length: 20 }, () => ({ status: 500 })));
  const webhookId = await webhookTo(hook);
  const patience = { firstRetryMs: 1, maxRetryMs: 1 };
  const { deliveryId, pending } = await requestTestDelivery(stack.db, webhookId, { patience });
  await stack.db.pool.query(
    `INSERT INTO webhook_attempts (delivery_id, attempt, started_at, duration_ms) SELECT $1, n, now(), 1 FROM generate_series(1, 6) n`,
    [deliveryId],
  );
  await stack.start(pending!.message);
  await work();
  expect(await handleOf(pending!.message.workflowId).result()).toMatchObject({
    status: 'failed',
    failureCode: 'refused',
  });
  expect(hook.received).toHaveLength(2);
});

test('a mail whose first attempt was a day ago ends unsent: its provider may have forgotten that it has it', async () => {
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
