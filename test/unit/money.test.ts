import { describeOrder, describeWithdrawal } from '../../activities/outcome-activities';
import { inMoney } from '../../admin/print';
import { formatMoney } from '../../base/wording';
import type { RefundStatus } from '../../modules/ledger/contract';
import type { BookedObject } from '../../modules/orders/provider-books';
import type { OrderWithPayments } from '../../modules/orders/store/orders';
import { isCrossBorder } from '../../modules/payouts/rules';
import type { Withdrawal } from '../../modules/payouts/store/withdrawals';
import { causeOf, type OwnRecords } from '../../modules/reconciliation/rules';

test.each([
  [149_900, 'usd', 'always', '$1,499.00'],
  [-500, 'usd', 'always', '-$5.00'],
  [500, 'jpy', 'always', '¥500'],
  [120_000, 'usd', 'where needed', '$1,200'],
  [12_050, 'usd', 'where needed', '$120.50'],
  [-119_950, 'usd', 'never', '-$1,200'],
] as const)('formats %d minor units of %s with cents %s as %s', (amount, currency, cents, text) => {
  expect(formatMoney({ amount, currency }, cents)).toBe(text);
});

test.each([
  ['an amount beside its currency', { amount: 149_900, currency: 'usd', id: 'x' }, { amount: '$1,499.00', id: 'x' }],
  ['a price with a currency of its own', { priceAmount: 4_900, priceCurrency: 'eur' }, { price: '€49.00' }],
  ['millionths of a dollar', { costMicros: 123_456 }, { cost: '$0.1235' }],
  ['tax with the amount', { amount: 100, taxAmount: 19, currency: 'usd' }, { amount: '$1.00', taxAmount: '$0.19' }],
  ['what is inside', { payments: [{ amount: 1, currency: 'usd' }] }, { payments: [{ amount: '$0.01' }] }],
  ['no other number', { count: 3, amount: 4, text: 'usd' }, { count: 3, amount: 4, text: 'usd' }],
])('admin commands show %s as money', (_, value, shown) => {
  expect(inMoney(value)).toEqual(shown);
});

test.each([
  ['US', 'US', false],
  ['de', 'FR', false],
  ['US', 'DE', true],
  ['GB', 'DE', true],
])('treats a payout from %s to %s as cross-border: %s', (from, to, crosses) => {
  expect(isCrossBorder(from, to)).toBe(crosses);
});

describe('reconciliation', () => {
  const WITHDRAWAL = 'wdr_01m802s3nyf119wtrkqx5zcf1w';
  const paid = { status: 'paid', amount: 5_000, currency: 'usd', transferId: 'tr_recorded', payoutId: 'po_1' } as const;
  const own: OwnRecords = {
    deploymentId: 'dep_own',
    orders: new Set(),
    payments: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    fraudWarnings: new Set(),
    transfers: new Map([['tr_recorded', WITHDRAWAL]]),
    entries: new Map(),
    connectedAccounts: new Set(['acct_1']),
    withdrawals: new Map([[WITHDRAWAL, paid]]),
  };
  const transfer = (id: string, remaining: number): BookedObject => ({
    kind: 'transfer',
    id,
    mode: 'live',
    deploymentId: 'dep_own',
    orderId: null,
    withdrawalId: WITHDRAWAL,
    paymentId: null,
    connectedAccountId: 'acct_1',
    total: { amount: 5_000, currency: 'usd' },
    remaining,
    state: null,
    createdAt: new Date(),
  });

  test.each([
    ['tr_recorded', 5_000, null],
    ['tr_recorded', 0, 'status'],
    ['tr_late', 5_000, 'status'],
    ['tr_late', 0, null],
  ])('of transfer %s of a paid withdrawal with %i cents left finds %s', (id, remaining, cause) => {
    expect(causeOf(transfer(id, remaining), own)).toBe(cause);
  });
});

describe('the outcome in Temporal Web', () => {
  const orderOf = (parts: Partial<Record<'status' | 'payments' | 'refunds' | 'disputes', unknown>>) =>
    ({ status: 'fulfilled', payments: [], refunds: [], disputes: [], ...parts }) as unknown as OrderWithPayments;
  const paid = (more: object = {}) => ({ id: 'pi_1', amount: 74_900, currency: 'usd', outcome: 'granted', ...more });

  test.each<[RefundStatus | null, string, boolean]>([
    ['succeeded', 'refunded $749.00: late', false],
    ['pending', 'refund of $749.00 under way: late', true],
    ['failed', 'refund of $749.00 failed: late', true],
    ['charged_back', '$749.00 taken back by a lost dispute', true],
    ['returned_by_hand', 'returned $749.00 outside of the provider: late', false],
    ['waived', 'refund of $749.00 waived by an operator: late', false],
    [null, 'to be refunded $749.00: late', true],
  ])('of a payment states its refund status %s; a refund is due: %s', (refundStatus, summary, refundDue) => {
    const payments = [paid({ outcome: 'refund', reason: 'late', refundStatus })];
    expect(describeOrder(orderOf({ status: 'refund_pending', payments }))).toEqual({
      conclusion: { outcome: 'refund_pending', failureCode: 'late', amount: 74_900, summary },
      refundDue,
    });
  });

  test('of a withdrawal says where the money is', () => {
    const sent = { status: 'paid', amount: 25_000, currency: 'usd', payoutAmount: 23_000, payoutCurrency: 'eur' };
    expect(describeWithdrawal(sent as Withdrawal).summary).toBe('$250.00 paid out as €230.00');
    const failed = { ...sent, status: 'failed', payoutAmount: null, failureReason: 'account_closed' };
    expect(describeWithdrawal(failed as Withdrawal).summary).toContain('back in the balance: account_closed');
    expect(describeWithdrawal({ ...failed, writtenOff: true } as Withdrawal).summary).toContain('written off');
  });
});
