import { pino } from 'pino';
import { newId } from '../../base/ids';
import { runWorkflowId, WORKFLOWS, type WorkflowMessage } from '../../base/workflow-messages';
import { mailMessage } from '../../modules/mail/messages';
import { paymentMessage } from '../../modules/orders/messages';
import { acknowledge, claimPending, enqueue } from '../../modules/outbox/store/outbox';
import { payoutMessage } from '../../modules/payouts/messages';
import { transaction } from '../../prisma/client';
import { runRelay } from '../../worker/relay';
import { createTestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { useEach } from '../support/use';

const WAITING = 300;
const BATCH = 100;

const db = useEach(() => createTestDatabase());

function messageOf(accountId: string): WorkflowMessage {
  const runId = newId('run');
  return {
    workflowType: WORKFLOWS.evaluation,
    workflowId: runWorkflowId(WORKFLOWS.evaluation, runId),
    input: { runId, accountId, mode: 'live', deadlineMs: 1, maxRepairs: 0, heartbeatTimeoutMs: 1, stepTimeoutMs: 1 },
    summary: `Idea Check ${runId} (live)`,
    search: { kind: 'idea_check', accountId, runId, mode: 'live' },
  };
}

/** Commits `count` messages of the account without delivering them, as if the process had died in between. */
async function leaveBehind(accountId: string, count: number): Promise<void> {
  await transaction(db, async (tx) => {
    for (let i = 0; i < count; i++) {
      const message = messageOf(accountId);
      await enqueue(tx, `start:${message.workflowId}`, message);
    }
  });
  // Backdate the messages, because rounding may move them half a millisecond into the future, after the claim.
  await db.pool.query("UPDATE outbox SET available_at = created_at - interval '1 second' WHERE attempts = 0");
}

const accountsOf = (messages: { message: WorkflowMessage }[]) =>
  messages.map(({ message }) => message.search.accountId);

test('payments and payouts do not queue behind a flood of link requests', async () => {
  for (let i = 0; i < WAITING; i++)
    await enqueue(db.pool, `link:${i}`, mailMessage({ mail: 'account_link', id: `${i}` }));
  const hint = { about: 'session', sessionId: 'cs_1' } as const;
  await enqueue(db.pool, 'payment', paymentMessage({ id: 'ord_1', mode: 'live' }, hint));
  await enqueue(db.pool, 'payout', payoutMessage({ id: 'wdr_1', mode: 'live' }));
  await db.pool.query('UPDATE outbox SET available_at = created_at');
  const kinds = (await claimPending(db, BATCH, 60_000)).map(({ message }) => message.search.kind);
  expect(kinds.slice(0, 4).toSorted()).toEqual(['mail', 'mail', 'payment', 'payout']);
});

test('accounts take turns, oldest first, and nothing is lost or claimed twice', async () => {
  await leaveBehind('acc_a', 150);
  await leaveBehind('acc_b', 2);
  await leaveBehind('acc_c', 1);
  const first = await claimPending(db, BATCH, 60_000);
  expect(accountsOf(first).slice(0, 6)).toEqual(['acc_a', 'acc_b', 'acc_c', 'acc_a', 'acc_b', 'acc_a']);
  const second = await claimPending(db, BATCH, 60_000);
  expect(await claimPending(db, BATCH, 60_000)).toEqual([]);
  const all = [...first, ...second].map(({ id }) => id);
  expect(new Set(all).size).toBe(153);
  const ofA = [...first, ...second].filter(({ message }) => message.search.accountId === 'acc_a');
  expect(ofA.map(({ id }) => Number(id))).toEqual([...ofA.map(({ id }) => Number(id))].sort((x, y) => x - y));
});

test('concurrent relays never claim the same message', async () => {
  await leaveBehind('acc_a', 60);
  await leaveBehind('acc_b', 60);
  const claims = await Promise.all(Array.from({ length: 6 }, () => claimPending(db, 20, 60_000)));
  let ids = claims.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  // A claim gets fewer messages if a concurrent claim selected the same rows, so claim the rest.
  for (
    let left = await claimPending(db, BATCH, 60_000);
    left.length > 0;
    left = await claimPending(db, BATCH, 60_000)
  ) {
    ids = ids.concat(left.map(({ id }) => id));
  }
  expect(ids).toHaveLength(120);
  expect(new Set(ids).size).toBe(120);
});

test('an unacknowledged message is due again after its lease', async () => {
  await leaveBehind('acc_a', 1);
  const [claimed] = await claimPending(db, BATCH, 0);
  const again = await eventually('it is due again', async () => (await claimPending(db, BATCH, 0))[0]);
  expect(again.id).toBe(claimed!.id);
  expect(again.attempts).toBeGreaterThan(1);
  await acknowledge(db, again.id);
  expect(await claimPending(db, BATCH, 0)).toEqual([]);
});

test('a message stays in the outbox until Temporal has it', async () => {
  await enqueue(db.pool, 'mail', mailMessage({ mail: 'account_link', id: '1' }));
  await db.pool.query('UPDATE outbox SET available_at = created_at');
  const undelivered = () => db.prisma.outboxMessage.count({ where: { deliveredAt: null } });
  const stop = new AbortController();
  const seen: number[] = [];
  const start = async () => {
    seen.push(await undelivered());
  };
  const relay = runRelay(db, start, { intervalMs: 10, log: pino({ level: 'silent' }), signal: stop.signal });
  await eventually('it is delivered', async () => (await undelivered()) === 0);
  await eventually('Temporal was asked', () => seen.length > 0);
  stop.abort();
  await relay;
  expect(seen).toEqual([1]);
});
