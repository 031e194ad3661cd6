import type { KEPT_BY_LAW, PersonalTable } from './stored-table';

const OF_ACCOUNT = [{ account: 'account_id' }] as const;
const OF_ORDER = [{ part: 'orders', by: 'order_id' }] as const;

/** Table that is shown as it is, and kept by law. */
const kept = (by: keyof typeof KEPT_BY_LAW, what: string, why: string, rows: PersonalTable['rows'] = OF_ACCOUNT) =>
  ({ what, days: null, why, rows, shown: {}, erased: { kept: by } }) satisfies PersonalTable;

/** Tables of what persons buy and are paid. */
export const MONEY = {
  entitlements: kept('orders', 'Credits', 'Books, 10 years; no personal data.'),
  orders: {
    what: 'Orders',
    days: null,
    why: 'Tax law, 10 years; without address once erased.',
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
  payments: kept('orders', 'Payments', 'Tax law, 10 years.', OF_ORDER),
  refunds: kept('orders', 'Refunds', 'Tax law, 10 years.', OF_ORDER),
  disputes: kept('orders', 'Disputes of payments', 'Tax law, 10 years.', OF_ORDER),
  fraud_warnings: kept('orders', 'Fraud warnings of banks', 'With their payment, 10 years.', OF_ORDER),
  payment_events: {
    what: 'Events of the payment provider: ids only',
    days: 400,
    why: 'Longer than a dispute can take.',
    from: 'received_at',
    rows: OF_ORDER,
    shown: { never: 'Ids of what is shown by its own table.' },
    erased: 'expires',
  },
  reconciliation_breaks: {
    what: 'Differences between the provider’s books and ours',
    days: 400,
    why: 'Open ones stay; closed ones for longer than a dispute can take.',
    from: 'closed_at',
    rows: [...OF_ORDER, { part: 'withdrawals', by: 'withdrawal_id' }],
    shown: { never: 'Ids of what is shown by its own table.' },
    erased: 'expires',
  },
  opportunities: {
    what: 'Catalog',
    days: null,
    why: 'No data of customers; names the account of its contributor.',
    rows: [{ account: 'contributor_account_id' }],
    shown: { never: 'The catalog is public; what was sold stands in the books.' },
    erased: { kept: 'books' },
  },
  opportunity_watches: {
    what: 'Reserved opportunities that somebody asked to be told of',
    days: 30,
    why: 'What a customer did not get is investigated by then.',
    from: 'ended_at',
    rows: OF_ACCOUNT,
    shown: {},
    erased: 'deleted',
    dated: 'created_at',
  },
  contributors: kept('books', 'Contributors', 'Books, 10 years.'),
  shares: kept('books', 'Shares of contributors', 'Books, 10 years.'),
  ledger_transactions: kept('books', 'Books', 'Tax law, 10 years; append-only.'),
  ledger_entries: kept('books', 'Books', 'Tax law, 10 years; append-only.', [
    { part: 'ledger_transactions', by: 'transaction_id' },
  ]),
  withdrawals: {
    what: 'Withdrawals',
    days: null,
    why: 'Tax law, 10 years; without notes once erased.',
    rows: OF_ACCOUNT,
    shown: { without: ['refusal_words'] },
    erased: { blanked: { note: 'NULL', review_reason: 'NULL', end_reason: 'NULL' }, kept: 'books' },
    dated: 'requested_at',
  },
} as const satisfies Record<string, PersonalTable>;
