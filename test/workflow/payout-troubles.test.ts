import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { contributorBalance } from '../../store/ledger/read-balances';
import type { Customer } from '../../tools/support/api';
import {
  advancePayoutTo,
  createContributor,
  forgetWithdrawal,
  openConnectedAccount,
  withdraw,
  withdrawalIn,
} from '../../tools/support/contributors';
import { eventually } from '../../tools/support/eventually';
import { checkLedger } from '../../tools/support/ledger-invariants';
import { mailTo } from '../../tools/support/mails';
import { checkMoney } from '../../tools/support/money-invariants';
import { useShop } from '../support/use';

/** What the contributor has earned, and can withdraw. */
const EARNED = 41_930;
const OPERATOR = 'operator@example.com';

let connectedAccountId: string;
let contributor: Customer;
// Payouts move only when the test moves them.
const shop = useShop({
  standIn: { payoutStepMs: 3_600_000, openingBalance: 800_000 },
  settings: { payoutReviewThreshold: 1_000_000, payoutReviewMonthly: 1_000_000 },
});
beforeEach(async () => {
  connectedAccountId = await openConnectedAccount(shop.provider);
  contributor = await createContributor(shop.db, { balance: EARNED, connectedAccountId });
});
afterEach(async () => {
  await shop.provider.control('faults', undefined, 'DELETE');
  await checkLedger(shop.db, shop.provider);
  await checkMoney(shop.db, shop.provider);
});

const balance = () => contributorBalance(shop.db.pool, contributor.accountId, 'live');
const requested = async (amount = 10_000) =>
  (await withdraw(shop.api, contributor, { amount, currency: 'usd' })).body.withdrawalId;
const inState = (id: string, status: string) => withdrawalIn(shop, contributor, id, status);
const bring = (id: string, status: string) => advancePayoutTo(shop.provider, id, status);
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
    const id = await requested();
    await inState(id, 'in_transit');
    await bring(id, 'paid');
    const paid = await mailTo(shop.mails, await address(), 'withdrawal-paid');
    expect(paid.subject).toBe('Paid out: $100.00');
    await bring(id, 'failed');
    const returned = await mailTo(shop.mails, await address(), 'withdrawal-not-paid');
    expect(returned.text).toContain('account_closed');
    expect(returned.text).toContain('$100.00 is back in your balance');
    const sent = shop.mails.map(({ idempotencyKey }) => idempotencyKey).filter((key) => key.endsWith(id));
    const kinds = ['withdrawal-not-paid', 'withdrawal-paid', 'withdrawal-requested'];
    expect(sent.toSorted()).toEqual(kinds.map((kind) => `${kind}/${id}`));
  });

  test('the operator, once, where the money does not move for an hour', async () => {
    await shop.provider.fault('POST /v1/transfers', 'error_500', 1_000);
    const id = await requested();
    await inState(id, 'processing');
    await checkQuiet(id);
    await checkQuiet(id);
    expect((await alertOf(id)).text).toContain(`payout/${id}`);
    await shop.provider.control('faults', undefined, 'DELETE');
    await inState(id, 'in_transit');
    await bring(id, 'paid');
    await inState(id, 'paid');
    expect(shop.mails.filter(({ idempotencyKey }) => idempotencyKey === `withdrawal-stuck/${id}`)).toHaveLength(1);
  });
});

test('a withdrawal above the platform’s balance is paid once the balance covers it, and the operator is alerted', async () => {
  await createContributor(shop.db, { balance: 900_000, connectedAccountId, of: contributor });
  const id = await requested(900_000);
  expect((await alertOf(id)).text).toContain("provider's balance");
  expect(await inState(id, 'processing')).toMatchObject({ failureReason: null });
  const opportunityId = await shop.offer();
  await shop.db.prisma.opportunity.update({ where: { id: opportunityId }, data: { priceAmount: 2_000_000 } });
  await shop.provider.pay((await shop.purchase(opportunityId, await shop.buyer())).body.checkoutSessionId!);
  await inState(id, 'in_transit');
  await bring(id, 'paid');
  await inState(id, 'paid');
});

test('a refused payout is reversed, and the contributor learns why', async () => {
  await shop.provider.fault('POST /v1/payouts', 'error_500', 2);
  const id = await requested();
  await eventually('the transfer is made', async () =>
    (await shop.provider.ledger()).transfers.find(({ withdrawalId }) => withdrawalId === id),
  );
  await shop.provider.control(`accounts/${connectedAccountId}`, { payoutsEnabled: false });
  expect(await inState(id, 'failed')).toMatchObject({ failureReason: 'payout_refused' });
  expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  const mail = await eventually('the contributor is notified', () =>
    shop.mails.find(({ idempotencyKey }) => idempotencyKey === `withdrawal-not-paid/${id}`),
  );
  expect(mail.text).toContain('refused to send the money to your bank');
});

test('a transfer that cannot be reversed is not credited until it can, and the operator is alerted', async () => {
  const id = await requested();
  await inState(id, 'in_transit');
  await shop.provider.fault('POST /v1/transfers/*/reversals', 'error_500', 1_000);
  await bring(id, 'failed');
  const byHand = await fetch(`${shop.provider.url}/v1/payouts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PAYMENTS_STAND_IN_KEYS.live}`, 'stripe-account': connectedAccountId },
    body: new URLSearchParams({ amount: '10000', currency: 'usd' }),
  });
  const { id: payoutId } = (await byHand.json()) as { id: string };
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
