import { pino } from 'pino';
import { newId } from '../../contracts/ids';
import { evaluationWorkflowId, WORKFLOWS, type WorkflowMessage } from '../../contracts/workflow-messages';
import { transaction } from '../../prisma/client';
import { acknowledge, claimPending, enqueue } from '../../store/outbox';
import { runRelay } from '../../worker/relay';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';

const WAITING = 300;
const BATCH = 100;

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.close());

function messageOf(accountId: string): WorkflowMessage {
  const runId = newId('run');
  return {
    workflowType: WORKFLOWS.evaluation,
    workflowId: evaluationWorkflowId(runId),
    input: { runId, accountId, mode: 'live', deadlineMs: 1, maxRepairs: 0, heartbeatTimeoutMs: 1, stepTimeoutMs: 1 },
    summary: `Idea Check ${runId} (live)`,
    search: { kind: 'idea_check', accountId, runId, mode: 'live' },
  };
}

/** Messages of the account that the process which committed them never delivered, in this order. */
async function leaveBehind(accountId: string, count: number): Promise<void> {
  await transaction(db, async (tx) => {
    for (let i = 0; i < count; i++) {
      const message = messageOf(accountId);
      await enqueue(tx, `start:${message.workflowId}`, message);
    }
  });
  await db.pool.query('UPDATE outbox SET available_at = created_at WHERE attempts = 0');
}

const accountsOf = (messages: { message: WorkflowMessage }[]) =>
  messages.map(({ message }) => message.search.accountId);

test("one account's 300 waiting messages do not hold up the single message of another", async () => {
  await leaveBehind('acc_busy', WAITING);
  await leaveBehind('acc_lone', 1);
  const delivered: (string | null)[] = [];
  const stop = new AbortController();
  const relay = runRelay(
    db,
    ({ search }) => {
      delivered.push(search.accountId);
      return Promise.resolve();
    },
    { intervalMs: 10, log: pino({ level: 'silent' }), signal: stop.signal },
  );
  await eventually('all are delivered', () => delivered.length === WAITING + 1);
  stop.abort();
  await relay;
  expect(delivered.indexOf('acc_lone')).toBeLessThanOrEqual(1);
});

test('accounts take turns in a claim, each with its oldest first, and nothing is lost or claimed twice', async () => {
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

test('relays that claim at the same time share the work and never hold the same message', async () => {
  await leaveBehind('acc_a', 60);
  await leaveBehind('acc_b', 60);
  const claims = await Promise.all(Array.from({ length: 6 }, () => claimPending(db, 20, 60_000)));
  let ids = claims.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  // Who ranked the same rows as another got fewer; the rest is there for the next claim.
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

test('a message is due again when its lease is over, until it is acknowledged', async () => {
  await leaveBehind('acc_a', 1);
  const [claimed] = await claimPending(db, BATCH, 0);
  const again = await eventually('it is due again', async () => (await claimPending(db, BATCH, 0))[0]);
  expect(again.id).toBe(claimed!.id);
  expect(again.attempts).toBeGreaterThan(1);
  await acknowledge(db, again.id);
  expect(await claimPending(db, BATCH, 0)).toEqual([]);
});
