import { describeOrder } from '../../activities/describe-order';
import { describeWithdrawal } from '../../activities/describe-withdrawal';
import { inMoney } from '../../admin/money';
import type { RefundStatus } from '../../contracts/orders';
import type { BookedObject } from '../../contracts/reconciliation';
import type { WithdrawalState } from '../../contracts/withdrawals';
import type { OwnRecords } from '../../domain/own-records';
import { isCrossBorder } from '../../domain/payout-regions';
import { causeOf } from '../../domain/reconciliation';
import { formatMoney } from '../../platform/format-money';
import type { OrderWithPayments } from '../../store/orders/row';
import type { Withdrawal } from '../../store/withdrawals/row';

test.each([
  [149_900, 'usd', '$1,499.00'],
  [50, 'usd', '$0.50'],
  [-500, 'usd', '-$5.00'],
  [2_050, 'eur', '€20.50'],
  [500, 'jpy', '¥500'],
])('formats %d minor units of %s as %s', (amount, currency, text) => {
  expect(formatMoney({ amount, currency })).toBe(text);
});

test.each([
  [120_000, 'where needed', '$1,200'],
  [-50, 'where needed', '-$0.50'],
  [12_050, 'where needed', '$120.50'],
  [-119_950, 'never', '-$1,200'],
  [-49, 'never', '$0'],
] as const)('formats %d cents with cents %s as %s', (amount, minorUnits, text) => {
  expect(formatMoney({ amount, currency: 'usd' }, minorUnits)).toBe(text);
});

describe('output of admin commands', () => {
  test.each([
    ['an amount beside its currency', { amount: 149_900, currency: 'usd', id: 'x' }, { amount: '$1,499.00', id: 'x' }],
    ['a currency without cents', { amount: 500, currency: 'jpy' }, { amount: '¥500' }],
    ['an amount that was taken', { amount: -500, currency: 'usd' }, { amount: '-$5.00' }],
    ['a price with a currency of its own', { priceAmount: 4_900, priceCurrency: 'eur' }, { price: '€49.00' }],
    ['cents', { monthlyBudgetCents: 5_000 }, { monthlyBudget: '$50.00' }],
    ['no cents', { monthlyBudgetCents: null }, { monthlyBudget: null }],
    ['zero', { reservedCents: 0 }, { reserved: '$0.00' }],
    ['millionths of a dollar', { costMicros: 123_456 }, { cost: '$0.1235' }],
    ['tax with the amount', { amount: 100, taxAmount: 19, currency: 'usd' }, { amount: '$1.00', taxAmount: '$0.19' }],
    ['what is inside', { payments: [{ amount: 1, currency: 'usd' }] }, { payments: [{ amount: '$0.01' }] }],
  ])('shows %s with its currency', (_, value, shown) => {
    expect(inMoney(value)).toEqual(shown);
  });

  test('leaves other values alone', () => {
    const at = new Date();
    const value = { count: 3, at, none: null, amount: 4, text: 'usd', nested: { currency: 'usd', id: 'x' } };
    expect(inMoney(value)).toEqual(value);
  });
});

test.each([
  ['US', 'US', false],
  ['DE', 'FR', false],
  ['de', 'FR', false],
  ['US', 'DE', true],
  ['GB', 'DE', true],
  ['DE', 'CH', true],
  ['US', 'CA', true],
])('a payout from %s to %s crosses a border: %s', (from, to, crosses) => {
  expect(isCrossBorder(from, to)).toBe(crosses);
});

describe('reconciliation of transfers', () => {
  const WITHDRAWAL = 'wdr_01m802s3nyf119wtrkqx5zcf1w';
  const own: OwnRecords = {
    deploymentId: 'dep_own',
    orders: new Set(),
    payments: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    fraudWarnings: new Set(),
    transfers: new Map(),
    entries: new Map(),
    connectedAccounts: new Set(['acct_1']),
    withdrawals: new Map([
      [WITHDRAWAL, { status: 'paid', amount: 5_000, currency: 'usd', transferId: 'tr_recorded', payoutId: 'po_1' }],
    ]),
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

  test('flags a second transfer until reversed and the recorded one after', () => {
    expect(causeOf(transfer('tr_recorded', 5_000), own)).toBeNull();
    expect(causeOf(transfer('tr_recorded', 0), own)).toBe('status');
    expect(causeOf(transfer('tr_late', 5_000), own)).toBe('status');
    expect(causeOf(transfer('tr_late', 0), own)).toBeNull();
  });

  test('flags a recorded transfer without a ledger entry', () => {
    const movement = { kind: 'transfer', known: true, aboutId: 'tr_recorded', fee: 0, converted: false } as const;
    const moved: BookedObject = { ...transfer('txn_1', 0), kind: 'balance_movement', movement };
    const known = { ...own, transfers: new Map([['tr_recorded', WITHDRAWAL]]) };
    expect(causeOf(moved, known)).toBe('missing_entry');
    const entries = new Map([[`withdrawal:${WITHDRAWAL}:transferred`, moved.total]]);
    expect(causeOf(moved, { ...known, entries })).toBeNull();
  });
});

describe('outcomes in Temporal Web', () => {
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
  ] as const)('describes a payment whose refund is %s, and whether one is due', (status, summary, refundDue) => {
    expect(describeOrder(orderOf({ status: 'refund_pending', payments: [late(status)] }))).toEqual({
      conclusion: { outcome: 'refund_pending', failureCode: 'late', amount: 74_900, summary },
      refundDue,
    });
  });

  test('describes grants, manual refunds and disputes', () => {
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

  test.each([
    [{ status: 'paid' }, '$250.00 paid out'],
    [{ status: 'paid', payoutAmount: 23_000, payoutCurrency: 'eur' }, '$250.00 paid out as €230.00'],
    [{ status: 'failed', failureReason: 'account_closed' }, '$250.00 not paid; in the balance again: account_closed'],
    [
      { status: 'failed', failureReason: 'written_off', writtenOff: true },
      '$250.00 written off; the provider could not reverse it: written_off',
    ],
  ] satisfies [Partial<Withdrawal> & { status: WithdrawalState }, string][])(
    'describes a withdrawal %j',
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
});
