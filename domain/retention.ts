/** Retention rule of one table, with its reason. */
interface Retention {
  /** Meaning of a row, for answers to data requests. */
  what: string;
  /** Days until deletion; null for rows that live with their parent, or forever. */
  days: number | null;
  /** Column that starts the period; `where` restricts it to some rows. */
  from?: string;
  where?: string;
  /** Reason for the period, or the rule that replaces it. */
  why: string;
}

const YEAR = 365;

/**
 * Retention of every table. The sweep applies it to rows that no aggregate deletes; a test compares it with the schema,
 * so no table is forgotten.
 */
export const RETENTION: Record<string, Retention> = {
  accounts: { what: 'Accounts', days: null, why: 'Until erased; then the id alone.' },
  account_devices: {
    what: 'Browsers that signed in',
    days: 400,
    why: 'Browsers keep a cookie no longer; then a browser is a stranger.',
    from: 'last_seen_at',
  },
  account_links: {
    what: 'Links mailed to sign in or reset',
    days: 30,
    why: 'Abuse is looked into by then.',
    from: 'requested_at',
  },
  account_sessions: { what: 'Signed-in browsers', days: null, why: 'Until they end.' },
  alerts: { what: 'Alerts: ids only', days: YEAR, why: 'What happened is looked back on.', from: 'raised_at' },
  api_keys: { what: 'API keys, as hashes', days: null, why: 'Runs refer to them; names go with the account.' },
  artifacts: { what: 'Documents of runs', days: null, why: 'With their run.' },
  audit_events: { what: 'Who did what', days: 7 * YEAR, why: 'Disputes and audits; no personal data.', from: 'at' },
  candidates: { what: 'Ideas of a search', days: null, why: 'With their run.' },
  consents: { what: 'Consents', days: null, why: 'Proof for as long as the scan, or the mailing, lasts.' },
  contributors: { what: 'Contributors', days: null, why: 'Books, 10 years.' },
  deployment: { what: 'Identity of this deployment', days: null, why: 'No data of customers.' },
  disputes: { what: 'Disputes of payments', days: null, why: 'Tax law, 10 years.' },
  entitlements: { what: 'Credits', days: null, why: 'Books, 10 years; no personal data.' },
  erasures: { what: 'Erasures', days: null, why: 'Proof that it was done; the address goes when it is.' },
  evidence_checks: {
    what: 'Checks of quotations, by a hash, with what stands around them',
    days: 90,
    why: 'The result stands in the findings; gone as soon as a run completes.',
    from: 'checked_at',
  },
  figure_changes: { what: 'Changes of counts for operators', days: null, why: 'Until the sweep has added them up.' },
  figure_totals: { what: 'Counts for operators', days: null, why: 'No data of customers.' },
  foreign_deployments: {
    what: 'Other deployments on the same provider account',
    days: 400,
    why: 'Longer than one rests unnoticed; no data of customers.',
    from: 'last_seen_at',
  },
  fraud_warnings: { what: 'Fraud warnings of banks', days: null, why: 'With their payment, 10 years.' },
  free_scans: {
    what: 'Free scans that were confirmed',
    days: 180,
    why: 'The result can be read for half a year. Unconfirmed ones: SCAN_DATA_RETENTION.',
    from: 'created_at',
    where:
      "status IN ('completed', 'failed') AND NOT EXISTS (SELECT 1 FROM consents WHERE scan_id = free_scans.id AND kind = 'marketing' AND withdrawn_at IS NULL)",
  },
  idempotency_records: {
    what: 'Answers to repeat',
    days: 30,
    why: 'Clients retry within days; those of paid work stay.',
    from: 'expires_at',
  },
  ledger_entries: { what: 'Books', days: null, why: 'Tax law, 10 years; append-only.' },
  ledger_transactions: { what: 'Books', days: null, why: 'Tax law, 10 years; append-only.' },
  mail_events: {
    what: 'Events of the mail provider',
    days: 180,
    why: 'Repeated deliveries are known by then.',
    from: 'received_at',
  },
  opportunities: { what: 'Catalogue', days: null, why: 'No data of customers.' },
  orders: { what: 'Orders', days: null, why: 'Tax law, 10 years; without address once erased.' },
  outbox: { what: 'Messages to workflows: ids only', days: 1, why: 'Deleted once delivered.', from: 'delivered_at' },
  password_attempts: { what: 'Wrong passwords by address', days: 30, why: 'Lockout.', from: 'tried_at' },
  payment_events: {
    what: 'Events of the payment provider: ids only',
    days: 400,
    why: 'Longer than a dispute can take.',
    from: 'received_at',
  },
  payments: { what: 'Payments', days: null, why: 'Tax law, 10 years.' },
  refunds: { what: 'Refunds', days: null, why: 'Tax law, 10 years.' },
  products: { what: 'Prices', days: null, why: 'No data of customers.' },
  provisioned_agents: { what: 'Deployed agent', days: null, why: 'No data of customers.' },
  rate_limits: { what: 'Counters of limits', days: null, why: 'Each ends with its window.' },
  reconciliation_breaks: {
    what: 'Differences between the provider’s books and ours',
    days: 400,
    why: 'Open ones stay; closed ones for longer than a dispute can take.',
    from: 'closed_at',
  },
  reconciliation_runs: {
    what: 'Comparisons of the provider’s books with ours',
    days: 400,
    why: 'A year can be shown.',
    from: 'ended_at',
  },
  run_labels: { what: 'Metadata of runs, as hashes', days: null, why: 'With their run, until the account is erased.' },
  run_shares: {
    what: 'Links that share a dossier',
    days: 30,
    why: 'They ended; who shared what stands in the log of actions.',
    from: 'expires_at',
  },
  runs: { what: 'Runs with their inputs and metadata', days: null, why: 'Until the account is erased.' },
  shares: { what: 'Shares of contributors', days: null, why: 'Books, 10 years.' },
  site_turns: {
    what: 'Sites that pages were cited of, and when each may be asked again',
    days: 1,
    why: 'They matter for seconds; no data of customers.',
    from: 'free_at',
  },
  submission_flaws: {
    what: 'Flaws of what an agent handed in',
    days: 90,
    why: 'A run that failed is looked into by then.',
    from: 'found_at',
  },
  support_requests: { what: 'Support requests', days: 2 * YEAR, why: 'Claims of that time.', from: 'created_at' },
  suppressions: {
    what: 'Addresses that get no mail',
    days: null,
    why: 'Until allowed again; a keyed hash once erased.',
  },
  stray_sessions: {
    what: 'Agent sessions that were found later: ids and costs',
    days: YEAR,
    why: 'Their cost is part of that of their run by then.',
    from: 'found_at',
    where: 'closed_at IS NOT NULL',
  },
  sweep_looks: {
    what: 'Looks of sweeps: ids only',
    days: 7,
    why: 'Items that are due are looked at long before.',
    from: 'looked_at',
  },
  sweep_passes: { what: 'End of the last pass of each sweep', days: null, why: 'No data of customers.' },
  usage_counters: {
    what: 'Requests by key and day',
    days: 400,
    why: 'A year can be compared with the one before.',
    from: 'day',
  },
  webhook_attempts: { what: 'Attempts of webhook deliveries', days: null, why: 'With their delivery.' },
  webhook_deliveries: {
    what: 'Webhook deliveries',
    days: 30,
    why: 'Receivers are looked into by then.',
    from: 'ended_at',
  },
  webhooks: { what: 'Webhook endpoints', days: null, why: 'Until the account is erased.' },
  workers: {
    what: 'Worker processes and when they were last seen',
    days: 7,
    why: 'What ran last week is looked back on; no data of customers.',
    from: 'seen_at',
  },
  withdrawals: { what: 'Withdrawals', days: null, why: 'Tax law, 10 years; without notes once erased.' },
};

/** Dependent rows to delete before the rows of a table. */
export const RETENTION_PARTS: Record<string, { table: string; by: string }[]> = {
  free_scans: [{ table: 'consents', by: 'scan_id' }],
  webhook_deliveries: [{ table: 'webhook_attempts', by: 'delivery_id' }],
};

/** Renders the rules as a Markdown table for docs/operations.md. */
export function retentionAsMarkdown(): string {
  const rows = Object.entries(RETENTION).map(
    ([table, { what, days, why }]) => `| \`${table}\` | ${what} | ${days === null ? '–' : `${days} days`} | ${why} |`,
  );
  return ['| table | what | kept | why |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
