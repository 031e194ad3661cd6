import type { StoredTable } from './stored-table';

/** Tables without personal data. A test checks their column names. */
export const OPERATIONS = {
  agent_stops: { what: 'Last time the agent provider refused all work', days: null, why: 'No customer data.' },
  deployment: { what: 'Identity of this deployment', days: null, why: 'No customer data.' },
  figure_changes: { what: 'Pending changes to operators’ counts', days: null, why: 'Until the sweep adds them up.' },
  figure_totals: { what: 'Operators’ counts', days: null, why: 'No customer data.' },
  foreign_deployments: {
    what: 'Other deployments on the same provider account',
    days: 400,
    why: 'Longer than another deployment stays unnoticed.',
    from: 'last_seen_at',
  },
  mail_events: {
    what: 'Mail provider events',
    days: 180,
    why: 'To detect repeated deliveries.',
    from: 'received_at',
  },
  products: { what: 'Prices', days: null, why: 'No customer data.' },
  provisioned_agents: { what: 'Provisioned agent, one row per definition', days: null, why: 'No customer data.' },
  reconciliation_bookmarks: {
    what: 'How far the provider’s books were compared',
    days: null,
    why: 'No customer data.',
  },
  reconciliation_runs: {
    what: 'Reconciliations',
    days: 400,
    why: 'To show a whole year.',
    from: 'ended_at',
  },
  site_turns: {
    what: 'Cited sites, and when each may be asked again',
    days: 1,
    why: 'Used for seconds.',
    from: 'free_at',
  },
  sweep_looks: {
    what: 'Sweep checks: ids only',
    days: 7,
    why: 'Due items are checked long before.',
    from: 'looked_at',
  },
  sweep_passes: { what: 'Last completed pass of each sweep', days: null, why: 'No customer data.' },
  usage_writers: {
    what: 'Processes that count requests, and their last batch',
    days: 30,
    why: 'Batches are resent within seconds.',
    from: 'written_at',
  },
  workers: {
    what: 'Processes, and when each was last seen',
    days: 7,
    why: 'To review the last week.',
    from: 'seen_at',
  },
} as const satisfies Record<string, StoredTable>;
