import { newId } from '../../contracts/ids';
import { transaction } from '../../prisma/client';
import { contributorBalance } from '../../store/ledger/read-balances';
import { post, reverse } from '../../store/ledger/post';
import { moveWithdrawal } from '../../store/withdrawals/move-withdrawal';
import { recordTransfer } from '../../store/withdrawals/record-transfer';
import { createContributor } from '../support/contributors';
import { checkLedger } from '../support/ledger-invariants';
import { useDatabase } from '../support/use';

let accountId: string;
const db = useDatabase();
beforeEach(async () => {
  ({ accountId } = await createContributor(db, { balance: 10_000 }));
});
afterEach(() => checkLedger(db));

const enter = (cause: string, entries: Parameters<typeof post>[2]) =>
  transaction(db, (tx) => post(tx, { cause, accountId, mode: 'live', currency: 'usd' }, entries));
const balance = () => contributorBalance(db.pool, accountId, 'live');

test.each(['UPDATE ledger_entries SET amount = 1', 'DELETE FROM ledger_entries', 'TRUNCATE ledger_entries'])(
  'a ledger entry is permanent: %s is refused, even for the owner of the tables',
  async (sql) => {
    await expect(db.asOwner(sql)).rejects.toThrow('append-only');
    const onTransactions = sql.replace('ledger_entries', 'ledger_transactions').replace('amount = 1', "note = 'x'");
    await expect(db.asOwner(`${onTransactions}${sql.startsWith('TRUNCATE') ? ' CASCADE' : ''}`)).rejects.toThrow(
      'append-only',
    );
    expect(await balance()).toMatchObject({ available: 10_000 });
  },
);

test('a transaction that does not sum to zero is refused as a whole', async () => {
  const cause = `test:${newId('led')}`;
  await expect(enter(cause, { platform: -100, available: 101 })).rejects.toThrow('does not sum to zero');
  await expect(enter(cause, { available: 100 })).rejects.toThrow('does not sum to zero');
  expect(await db.prisma.ledgerTransaction.count({ where: { cause } })).toBe(0);
  expect(await balance()).toMatchObject({ available: 10_000 });
});

test('one cause is entered once, however many ask at once', async () => {
  const cause = `test:${newId('led')}`;
  const entered = await Promise.all(Array.from({ length: 20 }, () => enter(cause, { platform: -5, available: 5 })));
  expect(entered.filter(Boolean)).toHaveLength(1);
  expect(await balance()).toMatchObject({ available: 10_005 });
});

test('a transaction is reversed once, and one that is not there not at all', async () => {
  const cause = `test:${newId('led')}`;
  await enter(cause, { platform: -500, available: 500 });
  for (let i = 0; i < 3; i++) await transaction(db, (tx) => reverse(tx, cause, `back:${cause}`));
  await transaction(db, (tx) => reverse(tx, 'test:nothing', 'back:nothing'));
  expect(await balance()).toMatchObject({ available: 10_000, held: 0 });
});

test('an account that is not a contributor has no balance, and modes are separate', async () => {
  expect(await contributorBalance(db.pool, newId('acc'), 'live')).toBeNull();
  expect(await contributorBalance(db.pool, accountId, 'test')).toBeNull();
});

describe('a withdrawal', () => {
  const held = async (status: string) => {
    const id = newId('wdr');
    await db.prisma.withdrawal.create({
      data: { id, accountId, mode: 'live', amount: 4_000, currency: 'usd', status, review: true },
    });
    await enter(`withdrawal:${id}:held`, { available: -4_000, held: 4_000 });
    return id;
  };
  const ENDS = ['failed', 'canceled', 'paid'] as const;

  test.each(ENDS)('releases its hold once, whoever ends it and however often: %s came first', async (first) => {
    const id = await held('in_transit');
    await recordTransfer(db, id, { transferId: `tr_${id}`, connectedAccountId: 'acct_payee' });
    const states = [await moveWithdrawal(db, id, first)];
    states.push(...(await Promise.all([...ENDS, ...ENDS].map((end) => moveWithdrawal(db, id, end)))));
    expect(new Set(states)).toEqual(new Set([first]));
    expect(await balance()).toMatchObject({ available: first === 'paid' ? 6_000 : 10_000, held: 0 });
  });

  test('releases its hold once, where several end it at the same moment', async () => {
    const id = await held('in_transit');
    await recordTransfer(db, id, { transferId: `tr_${id}`, connectedAccountId: 'acct_payee' });
    const states = await Promise.all([...ENDS, ...ENDS].map((end) => moveWithdrawal(db, id, end)));
    expect(new Set(states).size).toBe(1);
    expect(await balance()).toMatchObject({ available: states[0] === 'paid' ? 6_000 : 10_000, held: 0 });
  });

  test('moves only along its states, and says where it is', async () => {
    const id = await held('requested');
    expect(await moveWithdrawal(db, id, 'paid')).toBe('requested');
    expect(await moveWithdrawal(db, id, 'under_review')).toBe('under_review');
    expect(await moveWithdrawal(db, id, 'in_transit')).toBe('under_review');
    expect(await moveWithdrawal(db, id, 'rejected', { failureReason: 'review_rejected' })).toBe('rejected');
    expect(await moveWithdrawal(db, id, 'processing')).toBe('rejected');
    expect(await balance()).toMatchObject({ available: 10_000, held: 0 });
  });

  test('that has ended stays so, by the database itself', async () => {
    const id = await held('processing');
    await moveWithdrawal(db, id, 'failed');
    await expect(db.prisma.withdrawal.update({ where: { id }, data: { status: 'processing' } })).rejects.toThrow(
      'cannot become',
    );
  });
});
