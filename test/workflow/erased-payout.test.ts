import { alertErasedBalances } from '../../store/accounts/alert-erased-balances';
import { beginErasure } from '../../store/accounts/begin-erasure';
import { openBalances } from '../../store/ledger/open-balances';
import { settleBalance } from '../../store/ledger/settle-balance';
import {
  advancePayoutTo,
  createContributor,
  openConnectedAccount,
  withdraw,
  withdrawalIn,
} from '../../tools/support/contributors';
import { eventually } from '../../tools/support/eventually';
import { checkLedger } from '../../tools/support/ledger-invariants';
import { useShop } from '../support/use';

const shop = useShop({ standIn: { openingBalance: 1_000_000 } });

test('a payout is followed after the erasure of its contributor, and what the bank sends back is found and settled', async () => {
  const { db, api, provider } = shop;
  const contributor = await createContributor(db, {
    connectedAccountId: await openConnectedAccount(provider),
    balance: 30_000,
  });
  const { accountId } = contributor;
  const { withdrawalId } = (await withdraw(api, contributor, { amount: 30_000, currency: 'usd' })).body;
  await expect(beginErasure(db, accountId)).rejects.toThrow(`withdrawal ${withdrawalId} is under way`);
  await withdrawalIn(shop, contributor, withdrawalId, 'paid');
  const { pending } = await beginErasure(db, accountId, 1);
  for (const { message } of pending) await shop.start(message);
  const erasure = () => db.prisma.erasure.findUnique({ where: { accountId } });
  await eventually('the erasure is complete', async () => (await erasure())?.completedAt);

  await advancePayoutTo(provider, withdrawalId, 'failed');
  await eventually('the payout came back', async () => {
    const withdrawal = await db.prisma.withdrawal.findUniqueOrThrow({ where: { id: withdrawalId } });
    return withdrawal.status === 'returned';
  });
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
  await checkLedger(db, provider);
});
