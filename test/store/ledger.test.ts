import { newId } from '../../base/ids';
import { contributorBalance } from '../../modules/ledger/store/balances';
import { post, reverse } from '../../modules/ledger/store/post';
import { moveWithdrawal, recordTransfer } from '../../modules/payouts/store/move';
import { transaction } from '../../prisma/client';
import { createContributor } from '../support/contributors';
import { checkLedger } from '../support/money-invariants';
import { useDatabase, useEach } from '../support/use';

const db = useDatabase();
const contributor = useEach(() => createContributor(db, { balance: 10_000 }));
afterEach(() => checkLedger(db));

const enter = (cause: string, entries: Parameters<typeof post>[2]) =>
  transaction(db, (tx) =>
    post(tx, { cause, accountId: contributor.accountId, mode: 'live', currency: 'usd' }, entries),
  );
const balance = () => contributorBalance(db.pool, contributor.accountId, 'live');

test.each([
  'UPDATE ledger_entries SET amount = 1',
  'DELETE FROM ledger_entries',
  'TRUNCATE ledger_entries',
  "UPDATE ledger_transactions SET note = 'x'",
  'DELETE FROM ledger_transactions',
  'TRUNCATE ledger_transactions CASCADE',
])('entries are permanent, even for the table owner: %s', async (sql) => {
  await expect(db.asOwner(sql)).rejects.toThrow('append-only');
  expect(await balance()).toMatchObject({ available: 10_000 });
});

test('a transaction that does not sum to zero is rejected as a whole', async () => {
  const cause = `test:${newId('led')}`;
  await expect(enter(cause, { platform: -100, available: 101 })).rejects.toThrow('does not sum to zero');
  await expect(enter(cause, { available: 100 })).rejects.toThrow('does not sum to zero');
  expect(await db.prisma.ledgerTransaction.count({ where: { cause } })).toBe(0);
  expect(await balance()).toMatchObject({ available: 10_000 });
});

test('a balance without a contributor is rejected', async () => {
  await expect(
    db.pool.query(`WITH entered AS (INSERT INTO ledger_transactions (cause, mode, currency)
      VALUES ('nobody', 'live', 'usd') RETURNING id)
      INSERT INTO ledger_entries (transaction_id, account, amount)
      SELECT id, account, amount FROM entered, (VALUES ('platform', -1), ('available', 1)) AS line(account, amount)`),
  ).rejects.toThrow('names no contributor');
});

test('one cause is booked once and reversed once, despite concurrent requests', async () => {
  const cause = `test:${newId('led')}`;
  const entered = await Promise.all(Array.from({ length: 20 }, () => enter(cause, { platform: -5, available: 5 })));
  expect(entered.filter(Boolean)).toHaveLength(1);
  expect(await balance()).toMatchObject({ available: 10_005 });
  for (let i = 0; i < 3; i++) await transaction(db, (tx) => reverse(tx, cause, `back:${cause}`));
  expect(await balance()).toMatchObject({ available: 10_000, held: 0 });
  await transaction(db, (tx) => reverse(tx, 'test:nothing', 'back:nothing'));
  expect(await contributorBalance(db.pool, contributor.accountId, 'test')).toBeNull();
});

describe('a withdrawal', () => {
  const held = async (status: string) => {
    const id = newId('wdr');
    const { accountId } = contributor;
    await db.prisma.withdrawal.create({
      data: { id, accountId, mode: 'live', amount: 4_000, currency: 'usd', status, review: true },
    });
    await enter(`withdrawal:${id}:held`, { available: -4_000, held: 4_000 });
    if (status === 'in_transit') await recordTransfer(db, id, { transferId: `tr_${id}`, connectedAccountId: 'acct_1' });
    return id;
  };
  const ENDS = ['failed', 'canceled', 'paid'] as const;

  test.each([null, ...ENDS])('releases its hold once when ended concurrently (first: %s)', async (first) => {
    const id = await held('in_transit');
    const ended = first && (await moveWithdrawal(db, id, first));
    const states = await Promise.all([...ENDS, ...ENDS].map((end) => moveWithdrawal(db, id, end)));
    expect(new Set(states).size).toBe(1);
    expect(states[0]).toBe(ended ?? states[0]);
    expect(await balance()).toMatchObject({ available: states[0] === 'paid' ? 6_000 : 10_000, held: 0 });
  });

  test('moves only along its allowed states', async () => {
    const id = await held('requested');
    expect(await moveWithdrawal(db, id, 'paid')).toBe('requested');
    expect(await moveWithdrawal(db, id, 'under_review')).toBe('under_review');
    expect(await moveWithdrawal(db, id, 'in_transit')).toBe('under_review');
    expect(await moveWithdrawal(db, id, 'rejected', { failure: 'review_rejected' })).toBe('rejected');
    expect(await moveWithdrawal(db, id, 'processing')).toBe('rejected');
    expect(await balance()).toMatchObject({ available: 10_000, held: 0 });
    const again = db.prisma.withdrawal.update({ where: { id }, data: { status: 'processing' } });
    await expect(again).rejects.toThrow('cannot become');
  });
});
