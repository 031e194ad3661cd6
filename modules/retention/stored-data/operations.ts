import type { StoredTable } from './stored-table';

/** Tables that name no person. A test holds the names of their columns against that. */
export const OPERATIONS = {
  agent_stops: { what: 'Last refusal of all work by the agent provider', days: null, why: 'No data of customers.' },
  deployment: { what: 'Identity of this deployment', days: null, why: 'No data of customers.' },
  figure_changes: { what: 'Changes of counts for operators', days: null, why: 'Until the sweep has added them up.' },
  figure_totals: { what: 'Counts for operators', days: null, why: 'No data of customers.' },
  foreign_deployments: {
    what: 'Other deployments on the same provider account',
    days: 400,
    why: 'Longer than one rests unnoticed; no data of customers.',
    from: 'last_seen_at',
  },
  mail_events: {
    what: 'Events of the mail provider',
    days: 180,
    why: 'Repeated deliveries are known by then.',
    from: 'received_at',
  },
  products: { what: 'Prices', days: null, why: 'No data of customers.' },
  provisioned_agents: { what: 'Deployed agent, a row for each definition', days: null, why: 'No data of customers.' },
  reconciliation_bookmarks: {
    what: 'Until when the provider’s books were compared',
    days: null,
    why: 'No data of customers.',
  },
  reconciliation_runs: {
    what: 'Comparisons of the provider’s books with ours',
    days: 400,
    why: 'A year can be shown.',
    from: 'ended_at',
  },
  site_turns: {
    what: 'Sites that pages were cited of, and when each may be asked again',
    days: 1,
    why: 'They matter for seconds; no data of customers.',
    from: 'free_at',
  },
  sweep_looks: {
    what: 'Checks of sweeps: ids only',
    days: 7,
    why: 'Items that are due are checked long before.',
    from: 'looked_at',
  },
  sweep_passes: { what: 'End of the last pass of each sweep', days: null, why: 'No data of customers.' },
  usage_writers: {
    what: 'Processes that count requests, and the number of the last batch of each',
    days: 30,
    why: 'A batch is sent again within seconds; no data of customers.',
    from: 'written_at',
  },
  workers: {
    what: 'Processes and when they were last seen',
    days: 7,
    why: 'Last week’s processes are reviewed; no data of customers.',
    from: 'seen_at',
  },
} as const satisfies Record<string, StoredTable>;
