import { forgetWithdrawal } from '../support/contributors';
import { eventually } from '../support/eventually';
import { mailTo } from '../support/mails';
import { EARNED, usePayouts } from '../support/payouts';

const OPERATOR = 'operator@example.com';

const {
  shop,
  contributor,
  balance,
  earn,
  requested,
  sent,
  account,
  inState,
  bring,
  paidOut,
  transfersOf,
  payOutByHand,
} = usePayouts({
  standIn: { openingBalance: 800_000 },
  settings: { payoutReviewThreshold: 1_000_000, payoutReviewMonthly: 1_000_000 },
});

/** Backdates a withdrawal by an hour without news, and runs the sweep. */
const checkQuiet = async (id: string) => {
  await forgetWithdrawal(shop.db, id);
  await shop.sweep();
};
const alertOf = (id: string) =>
  eventually('the operator is alerted', () =>
    shop.mails.find(({ to, idempotencyKey }) => to === OPERATOR && idempotencyKey === `withdrawal-stuck/${id}`),
  );

describe('people are notified', () => {
  const address = async () =>
    (await shop.db.prisma.account.findUniqueOrThrow({ where: { id: contributor.accountId } })).email;

  test('a contributor of what was paid, and of what came back, once each', async () => {
    const id = await sent();
    await bring(id, 'paid');
    const paid = await mailTo(shop.mails, await address(), 'withdrawal-paid');
    expect(paid.subject).toBe('Paid out: $100.00');
    await bring(id, 'failed');
    const returned = await mailTo(shop.mails, await address(), 'withdrawal-not-paid');
    expect(returned.text).toContain('account_closed');
    expect(returned.text).toContain('$100.00 is back in your balance');
    const keys = shop.mails.map(({ idempotencyKey }) => idempotencyKey).filter((key) => key.endsWith(id));
    const kinds = ['withdrawal-not-paid', 'withdrawal-paid', 'withdrawal-requested'];
    expect(keys.toSorted()).toEqual(kinds.map((kind) => `${kind}/${id}`));
  });

  test('the operator, once, where the money does not move for an hour', async () => {
    await shop.provider.fault('POST /v1/transfers', 'error_500', 1_000);
    const id = await requested();
    await inState(id, 'processing');
    await checkQuiet(id);
    await checkQuiet(id);
    expect((await alertOf(id)).text).toContain(`payout/${id}`);
    await shop.provider.control('faults', undefined, 'DELETE');
    await paidOut(id);
    expect(shop.mails.filter(({ idempotencyKey }) => idempotencyKey === `withdrawal-stuck/${id}`)).toHaveLength(1);
  });
});

test('a withdrawal above the platform’s balance is paid once the balance covers it, and the operator is alerted', async () => {
  await earn(900_000);
  const id = await requested(900_000);
  expect((await alertOf(id)).text).toContain("provider's balance");
  expect(await inState(id, 'processing')).toMatchObject({ failureReason: null });
  const opportunityId = await shop.offer();
  await shop.db.prisma.opportunity.update({ where: { id: opportunityId }, data: { priceAmount: 2_000_000 } });
  await shop.provider.pay((await shop.purchase(opportunityId, await shop.buyer())).body.checkoutSessionId!);
  await paidOut(id);
});

test('a refused payout is reversed, and the contributor learns why', async () => {
  await shop.provider.fault('POST /v1/payouts', 'error_500', 2);
  const id = await requested();
  await eventually('the transfer is made', async () => (await transfersOf(id)).length === 1);
  await account({ payoutsEnabled: false });
  expect(await inState(id, 'failed')).toMatchObject({ failureReason: 'payout_refused' });
  expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  const mail = await eventually('the contributor is notified', () =>
    shop.mails.find(({ idempotencyKey }) => idempotencyKey === `withdrawal-not-paid/${id}`),
  );
  expect(mail.text).toContain('refused to send the money to your bank');
});

test('a transfer that cannot be reversed is not credited until it can, and the operator is alerted', async () => {
  const id = await sent();
  await shop.provider.fault('POST /v1/transfers/*/reversals', 'error_500', 1_000);
  await bring(id, 'failed');
  const payoutId = await payOutByHand(10_000);
  await shop.provider.control('faults', undefined, 'DELETE');
  await alertOf(id);
  expect(await balance()).toMatchObject({ available: EARNED - 10_000, held: 10_000 });
  await shop.provider.control(`payouts/${payoutId}`, { status: 'failed' });
  // The operator's fix takes effect at once, not with the next retry minutes later.
  await shop.temporal.workflow.getHandle(`payout/${id}`).terminate('put right');
  await checkQuiet(id);
  await inState(id, 'failed');
  expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
});
