import type { BookedObject } from '../../contracts/reconciliation';
import type { OwnRecords } from '../../domain/own-records';
import { causeOf } from '../../domain/reconciliation';

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

test('a second transfer of a paid withdrawal differs until it was taken back; the recorded one differs once it was', () => {
  expect(causeOf(transfer('tr_recorded', 5_000), own)).toBeNull();
  expect(causeOf(transfer('tr_recorded', 0), own)).toBe('status');
  expect(causeOf(transfer('tr_late', 5_000), own)).toBe('status');
  expect(causeOf(transfer('tr_late', 0), own)).toBeNull();
});

test('a movement of a transfer that we recorded and the ledger lacks is a missing entry', () => {
  const movement = { kind: 'transfer', known: true, aboutId: 'tr_recorded', fee: 0, converted: false } as const;
  const moved: BookedObject = { ...transfer('txn_1', 0), kind: 'balance_movement', movement };
  const known = { ...own, transfers: new Map([['tr_recorded', WITHDRAWAL]]) };
  expect(causeOf(moved, known)).toBe('missing_entry');
  const entries = new Map([[`withdrawal:${WITHDRAWAL}:transferred`, moved.total]]);
  expect(causeOf(moved, { ...known, entries })).toBeNull();
});
