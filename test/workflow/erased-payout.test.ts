import { alertErasedBalances } from '../../store/accounts/alert-erased-balances';
import { beginErasure } from '../../store/accounts/begin-erasure';
import { openBalances } from '../../store/ledger/open-balances';
import { settleBalance } from '../../store/ledger/settle-balance';
import { eventually } from '../support/eventually';
import { usePayouts } from '../support/payouts';

const { shop, contributor, requested, row, bring, paidOut } = usePayouts({ earned: 30_000 });

test('a payout is followed after the erasure of its contributor, and what the bank sends back is found and settled', async () => {
  const { db } = shop;
  const { accountId } = contributor;
  const withdrawalId = await requested(30_000);
  await expect(beginErasure(db, accountId)).rejects.toThrow(`withdrawal ${withdrawalId} is under way`);
  await paidOut(withdrawalId);
  const { pending } = await beginErasure(db, accountId, 1);
  for (const { message } of pending) await shop.start(message);
  const erasure = () => db.prisma.erasure.findUnique({ where: { accountId } });
  await eventually('the erasure is complete', async () => (await erasure())?.completedAt);

  await bring(withdrawalId, 'failed');
  await eventually('the payout came back', async () => (await row(withdrawalId)).status === 'returned');
  expect(await openBalances(db.pool, accountId, 'live')).toEqual([
    { account: 'available', currency: 'usd', amount: 30_000 },
  ]);
  expect(await alertErasedBalances(db, 10)).toBe(1);
  const settled = {
    accountId,
    mode: 'live',
    amount: 30_000,
    currency: 'usd',
    reason: 'paid by bank transfer',
  } as const;
  await settleBalance(db, settled);
  expect(await openBalances(db.pool, accountId, 'live')).toEqual([]);
});
