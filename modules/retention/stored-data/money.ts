import type { KEPT_BY_LAW, PersonalTable } from './stored-table';

const OF_ACCOUNT = [{ account: 'account_id' }] as const;
const OF_ORDER = [{ part: 'orders', by: 'order_id' }] as const;

/** A table whose rows are exported in full and kept by law. */
const kept = (by: keyof typeof KEPT_BY_LAW, what: string, why: string, rows: PersonalTable['rows'] = OF_ACCOUNT) =>
  ({ what, days: null, why, rows, shown: {}, erased: { kept: by } }) satisfies PersonalTable;

export const MONEY = {
  entitlements: kept('orders', 'Credits', 'Books: 10 years.'),
  orders: {
    what: 'Orders',
    days: null,
    why: 'Tax law: 10 years.',
    rows: OF_ACCOUNT,
    shown: { without: ['buyer_token_hash', 'buyer_address_hash', 'buyer_network_hash'] },
    erased: {
      blanked: {
        buyer_token_hash: 'NULL',
        buyer_address_hash: 'NULL',
        buyer_network_hash: 'NULL',
        checkout_url: 'NULL',
      },
      kept: 'orders',
    },
    dated: 'created_at',
  },
  payments: kept('orders', 'Payments', 'Tax law: 10 years.', OF_ORDER),
  refunds: kept('orders', 'Refunds', 'Tax law: 10 years.', OF_ORDER),
  disputes: kept('orders', 'Disputes', 'Tax law: 10 years.', OF_ORDER),
  fraud_warnings: kept('orders', 'Fraud warnings from banks', 'Tax law: 10 years.', OF_ORDER),
  payment_events: {
    what: 'Payment provider events: ids only',
    days: 400,
    why: 'Longer than any dispute.',
    from: 'received_at',
    rows: OF_ORDER,
    shown: { never: 'ids of rows in other tables' },
    erased: 'expires',
  },
  reconciliation_breaks: {
    what: 'Differences from the provider’s books',
    days: 400,
    why: 'Counted from closing. Longer than any dispute.',
    from: 'closed_at',
    rows: [...OF_ORDER, { part: 'withdrawals', by: 'withdrawal_id' }],
    shown: { never: 'ids of rows in other tables' },
    erased: 'expires',
  },
  opportunities: {
    what: 'Catalog',
    days: null,
    why: 'No customer data, except the contributor’s account id.',
    rows: [{ account: 'contributor_account_id' }],
    shown: { never: 'the catalog is public, sales are in the books' },
    erased: { kept: 'books' },
  },
  opportunity_watches: {
    what: 'Requests to be notified when an opportunity is free',
    days: 30,
    why: 'To investigate missing mail.',
    from: 'ended_at',
    rows: OF_ACCOUNT,
    shown: {},
    erased: 'deleted',
    dated: 'created_at',
  },
  contributors: kept('books', 'Contributors', 'Books: 10 years.'),
  shares: kept('books', 'Contributors’ shares', 'Books: 10 years.'),
  ledger_transactions: kept('books', 'Ledger transactions', 'Tax law: 10 years.'),
  ledger_entries: kept('books', 'Ledger postings', 'Tax law: 10 years.', [
    { part: 'ledger_transactions', by: 'transaction_id' },
  ]),
  withdrawals: {
    what: 'Withdrawals',
    days: null,
    why: 'Tax law: 10 years.',
    rows: OF_ACCOUNT,
    shown: { without: ['refusal_words'] },
    erased: { blanked: { note: 'NULL', review_reason: 'NULL', end_reason: 'NULL' }, kept: 'books' },
    dated: 'requested_at',
  },
} as const satisfies Record<string, PersonalTable>;
