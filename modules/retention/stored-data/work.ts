import { ARTIFACTS } from '../../run-kinds/contract';
import { RUN } from '../../run-kinds/rules';
import type { PersonalTable } from './stored-table';

/** SQL for the name of a document's file, with the extension by which a person's computer opens it. */
const FILE_NAME = `CASE name ${Object.entries(ARTIFACTS)
  .map(([name, { fileName }]) => `WHEN '${name}' THEN '${fileName}'`)
  .join(' ')} ELSE name END`;

const OF_RUN = [{ part: 'runs', by: 'run_id' }] as const;

/** What is known of the research of a run, for 90 days from the moment in `column`. */
const ofResearch = (column: string, what: string, why: string, ...hidden: string[]) =>
  ({
    what,
    days: 90,
    why,
    from: column,
    rows: OF_RUN,
    shown: hidden.length > 0 ? { without: hidden } : {},
    erased: 'deleted',
    dated: column,
  }) satisfies PersonalTable;

/** Tables of what is worked on for a person: runs, free scans, and webhooks and messages about them. */
export const WORK = {
  runs: {
    what: 'Runs with their inputs and metadata',
    days: null,
    why: 'Until the account is erased.',
    rows: [{ account: 'account_id' }],
    // Our research cost is not personal data.
    shown: {
      without: [
        'failure_words',
        'cost_micros',
        'session_cost_micros',
        'claim_check_micros',
        'reserved_cents',
        'costs_open',
      ],
    },
    erased: {
      blanked: { input: `'{}'`, metadata: `'{}'`, webhook: 'NULL', session_id: 'NULL', failure_words: 'NULL' },
    },
    ended: RUN.terminal,
    dated: 'created_at',
  },
  run_labels: {
    what: 'Metadata of runs, as hashes',
    days: null,
    why: 'With their run, until the account is erased.',
    rows: [{ account: 'account_id' }],
    shown: { never: 'Hashes of metadata that the runs show.' },
    erased: 'deleted',
  },
  batches: {
    what: 'Runs that were started together: ids only',
    days: null,
    why: 'With their runs, until the account is erased.',
    rows: [{ account: 'account_id' }],
    shown: {},
    erased: 'deleted',
    dated: 'created_at',
  },
  candidates: {
    what: 'Ideas of a search',
    days: null,
    why: 'With their run.',
    rows: OF_RUN,
    shown: {
      without: ['submission', 'findings', 'cost_micros'],
      files: { name: `'runs/' || run_id || '/candidates/' || candidate_id || '.json'`, bytes: 'findings' },
    },
    erased: 'deleted',
    dated: 'created_at',
  },
  artifacts: {
    what: 'Documents of runs',
    days: null,
    why: 'With their run.',
    rows: OF_RUN,
    shown: {
      never: 'Each is a file.',
      files: { name: `'runs/' || run_id || '/' || ${FILE_NAME}`, bytes: 'bytes', encoding: 'encoding' },
    },
    erased: 'deleted',
    dated: 'created_at',
  },
  run_shares: {
    what: 'Links that share a dossier',
    days: 30,
    why: 'They ended; who shared what is in the log of actions.',
    from: 'expires_at',
    rows: [...OF_RUN, { part: 'orders', by: 'order_id' }],
    shown: { without: ['token_hash'] },
    erased: 'deleted',
    dated: 'created_at',
  },
  samples: {
    what: 'Runs that are shown to visitors as the sample',
    days: null,
    why: 'With their run, until an operator withdraws it.',
    rows: OF_RUN,
    shown: {},
    erased: 'deleted',
    dated: 'published_at',
  },
  submission_flaws: ofResearch('found_at', 'Flaws of what an agent handed in', 'A failed run is investigated by then.'),
  evidence_checks: ofResearch(
    'checked_at',
    'Checks of quotations, by a hash, with the words around them',
    'The result is in the findings; gone as soon as a run completes.',
    'quotation',
    'content_sha256',
  ),
  research_trails: ofResearch(
    'kept_at',
    'What agents asked and opened, with the words around what they cite of it',
    'A failed run is investigated by then.',
    'unopened',
    'seen',
  ),
  run_timeline: ofResearch(
    'at',
    'What happened in a run: counts, sites and titles',
    'A run is watched while it lasts, and looked back at for a while.',
    'key',
  ),
  name_checks: ofResearch(
    'checked_at',
    'Domains of names that were looked up, and what was seen',
    'The result is in the findings; gone as soon as a run completes.',
  ),
  claim_checks: ofResearch(
    'checked_at',
    'What the second reader said of claims, by a hash',
    'The judgment is in the findings, its cost in that of the run; gone as soon as a run completes.',
    'claim',
    'cost_micros',
  ),
  stray_sessions: {
    what: 'Agent sessions that were found later: ids and costs',
    days: 365,
    why: 'Their cost is part of that of their run by then.',
    from: 'found_at',
    where: 'closed_at IS NOT NULL',
    rows: OF_RUN,
    shown: { never: 'Ids and costs of our own.' },
    erased: 'expires',
  },
  free_scans: {
    what: 'Free scans that were confirmed',
    days: 180,
    why: 'The result can be read for half a year. Unconfirmed ones: 30 days.',
    from: 'created_at',
    where:
      "status IN ('completed', 'failed') AND NOT EXISTS (SELECT 1 FROM consents WHERE scan_id = free_scans.id AND kind = 'marketing' AND withdrawn_at IS NULL)",
    rows: [{ address: 'email', since: 'created_at' }],
    shown: {
      without: ['token_hash', 'submission', 'findings', 'cost_micros'],
      files: { name: `'scans/' || id || '.json'`, bytes: 'findings' },
    },
    erased: { by: 'eraseScans' },
    ended: ['completed', 'failed'],
    dated: 'created_at',
  },
  consents: {
    what: 'Consents',
    days: null,
    why: 'Proof for as long as the scan, or the mailing, lasts.',
    rows: [{ part: 'free_scans', by: 'scan_id' }],
    shown: { without: ['source_hash'] },
    erased: 'deleted',
    dated: 'recorded_at',
  },
  webhooks: {
    what: 'Webhook endpoints',
    days: null,
    why: 'Until the account is erased.',
    rows: [{ account: 'account_id' }],
    shown: { without: ['sealed_secret', 'previous_secret'] },
    erased: 'deleted',
    dated: 'created_at',
  },
  product_events: {
    what: 'Events of runs, orders and payouts, as endpoints are told: ids and states',
    days: 30,
    why: 'As long as their deliveries, so that a span of time can be replayed; the last of a subject stays, for its number.',
    from: 'created_at',
    where: `EXISTS (SELECT FROM product_events AS later
                    WHERE later.subject = product_events.subject AND later.sequence > product_events.sequence)`,
    rows: [{ account: 'account_id' }],
    shown: {},
    erased: 'deleted',
    dated: 'created_at',
  },
  webhook_deliveries: {
    what: 'Webhook deliveries',
    days: 30,
    why: 'Receivers are investigated by then.',
    from: 'ended_at',
    rows: [{ part: 'webhooks', by: 'webhook_id' }],
    shown: {},
    erased: 'deleted',
    dated: 'created_at',
  },
  webhook_attempts: {
    what: 'Attempts of webhook deliveries',
    days: null,
    why: 'With their delivery.',
    rows: [{ part: 'webhook_deliveries', by: 'delivery_id' }],
    shown: {},
    erased: 'deleted',
    dated: 'started_at',
  },
  outbox: {
    what: 'Messages to workflows: ids only',
    days: 1,
    why: 'Deleted once delivered.',
    from: 'delivered_at',
    rows: [{ account: 'lane' }],
    shown: { never: 'Ids of what is shown by its own table.' },
    erased: 'expires',
  },
} as const satisfies Record<string, PersonalTable>;
