import { describeOrder } from '../../activities/describe-order';
import { describeWithdrawal } from '../../activities/describe-withdrawal';
import type { RefundStatus } from '../../contracts/orders';
import type { WithdrawalState } from '../../contracts/withdrawals';
import type { OrderWithPayments } from '../../store/orders/row';
import type { Withdrawal } from '../../store/withdrawals/row';

const orderOf = (parts: Partial<Record<'status' | 'payments' | 'refunds' | 'disputes', unknown>>) =>
  ({ status: 'fulfilled', payments: [], refunds: [], disputes: [], ...parts }) as unknown as OrderWithPayments;
const paid = (more: object = {}) => ({ id: 'pi_1', amount: 74_900, currency: 'usd', outcome: 'granted', ...more });
const late = (refundStatus: RefundStatus | null) => paid({ outcome: 'refund', reason: 'late', refundStatus });

test.each([
  ['succeeded', 'refunded $749.00: late', false],
  ['pending', 'refund of $749.00 under way: late', true],
  ['failed', 'refund of $749.00 failed: late', true],
  ['charged_back', '$749.00 taken back by a lost dispute', true],
  ['returned_by_hand', 'returned $749.00 outside of the provider: late', false],
  ['waived', 'refund of $749.00 waived by an operator: late', false],
  [null, 'to be refunded $749.00: late', true],
] as const)(
  'a payment whose return is %s is described so, and a dispute has refunds checked where one is due',
  (status, summary, refundDue) => {
    expect(describeOrder(orderOf({ status: 'refund_pending', payments: [late(status)] }))).toEqual({
      conclusion: { outcome: 'refund_pending', failureCode: 'late', amount: 74_900, summary },
      refundDue,
    });
  },
);

test('what was granted, refunded by hand and disputed is described together', () => {
  const refunds = [{ paymentId: 'pi_1', status: 'succeeded', amount: 2_000 }];
  expect(describeOrder(orderOf({ payments: [paid()] })).conclusion).toMatchObject({
    outcome: 'fulfilled',
    summary: 'granted $749.00',
  });
  expect(describeOrder(orderOf({ payments: [paid()], refunds })).conclusion.summary).toBe(
    'granted $749.00, $20.00 of it refunded by hand',
  );
  const disputes = [{ status: 'open', amount: 74_900, currency: 'usd', reason: 'fraudulent' }];
  expect(describeOrder(orderOf({ payments: [paid()], disputes }))).toMatchObject({
    conclusion: {
      outcome: 'disputed',
      failureCode: 'fraudulent',
      summary: 'granted $749.00; dispute open over $749.00: fraudulent',
    },
    refundDue: false,
  });
});

test('an order without a payment, and one that is lost, say so', () => {
  expect(describeOrder(orderOf({ status: 'expired' })).conclusion).toMatchObject({
    outcome: 'expired',
    amount: null,
    summary: 'Nothing was paid: expired.',
  });
  expect(describeOrder(null)).toMatchObject({ conclusion: { outcome: 'unknown_order' }, refundDue: false });
});

test.each([
  [{ status: 'paid' }, '$250.00 paid out'],
  [{ status: 'paid', payoutAmount: 23_000, payoutCurrency: 'eur' }, '$250.00 paid out as €230.00'],
  [{ status: 'failed', failureReason: 'account_closed' }, '$250.00 not paid; in the balance again: account_closed'],
  [
    { status: 'failed', failureReason: 'written_off', writtenOff: true },
    '$250.00 written off; the provider could not reverse it: written_off',
  ],
] satisfies [Partial<Withdrawal> & { status: WithdrawalState }, string][])(
  'a withdrawal %j is described in one line',
  (parts, summary) => {
    const none = { failureReason: null, payoutAmount: null, payoutCurrency: null, writtenOff: false };
    const withdrawal = { ...none, amount: 25_000, currency: 'usd', ...parts } as Withdrawal;
    expect(describeWithdrawal(withdrawal)).toEqual({
      outcome: parts.status,
      failureCode: withdrawal.failureReason,
      amount: 25_000,
      summary,
    });
  },
);
