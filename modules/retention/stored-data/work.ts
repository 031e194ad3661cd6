import { ARTIFACTS } from '../../run-kinds/contract';
import { RUN } from '../../run-kinds/rules';
import type { PersonalTable } from './stored-table';

/** SQL for a document's file name, with an extension so that the right program opens the file. */
const FILE_NAME = `CASE name ${Object.entries(ARTIFACTS)
  .map(([name, { fileName }]) => `WHEN '${name}' THEN '${fileName}'`)
  .join(' ')} ELSE name END`;

const OF_RUN = [{ part: 'runs', by: 'run_id' }] as const;

/** Research data of a run, kept for 90 days after the time in `column`. */
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

export const WORK = {
  runs: {
    what: 'Runs, with inputs and metadata',
    days: null,
    why: 'Until the account is erased.',
    rows: [{ account: 'account_id' }],
    // Omits our research cost, which is not personal data.
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
    what: 'Run metadata, as hashes',
    days: null,
    why: 'With their run.',
    rows: [{ account: 'account_id' }],
    shown: { never: 'hashes of what `runs` shows' },
    erased: 'deleted',
  },
  batches: {
    what: 'Batches of runs: ids only',
    days: null,
    why: 'With their runs.',
    rows: [{ account: 'account_id' }],
    shown: {},
    erased: 'deleted',
    dated: 'created_at',
  },
  candidates: {
    what: 'Candidates of searches',
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
      never: 'each is a file',
      files: { name: `'runs/' || run_id || '/' || ${FILE_NAME}`, bytes: 'bytes', encoding: 'encoding' },
    },
    erased: 'deleted',
    dated: 'created_at',
  },
  run_shares: {
    what: 'Dossier share links',
    days: 30,
    why: 'Counted from expiry. The audit log records who shared what.',
    from: 'expires_at',
    rows: [...OF_RUN, { part: 'orders', by: 'order_id' }],
    shown: { without: ['token_hash'] },
    erased: 'deleted',
    dated: 'created_at',
  },
  samples: {
    what: 'Runs published as the sample',
    days: null,
    why: 'With their run, or until withdrawn.',
    rows: OF_RUN,
    shown: {},
    erased: 'deleted',
    dated: 'published_at',
  },
  submission_flaws: ofResearch('found_at', 'Rule violations in agents’ submissions', 'To debug failed runs.'),
  evidence_checks: ofResearch(
    'checked_at',
    'Quotation checks, by hash, with the words around them',
    'Sooner if the run completes: the findings hold the result.',
    'quotation',
    'content_sha256',
  ),
  research_trails: ofResearch(
    'kept_at',
    'Agents’ searches and pages, with the words around citations',
    'To debug failed runs.',
    'unopened',
    'seen',
  ),
  run_timeline: ofResearch(
    'at',
    'Run timeline: counts, sites and titles',
    'To follow a run, also after it ended.',
    'key',
  ),
  name_checks: ofResearch(
    'checked_at',
    'Domain checks of names',
    'Sooner if the run completes: the findings hold the result.',
  ),
  claim_checks: ofResearch(
    'checked_at',
    'Claim checks by a second model, by hash',
    'Sooner if the run completes: the findings hold the result.',
    'claim',
    'cost_micros',
  ),
  stray_sessions: {
    what: 'Agent sessions found late: ids and costs',
    days: 365,
    why: 'By then the run includes their cost.',
    from: 'found_at',
    where: 'closed_at IS NOT NULL',
    rows: OF_RUN,
    shown: { never: 'our ids and costs' },
    erased: 'expires',
  },
  free_scans: {
    what: 'Free scans',
    days: 180,
    why: 'The result stays readable until then. Unconfirmed: 30 days.',
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
    why: 'Proof for as long as the scan or the mailing lasts.',
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
    what: 'Product events: ids and states',
    days: 30,
    why: 'For replays of deliveries. The latest event per subject stays.',
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
    why: 'To debug receivers.',
    from: 'ended_at',
    rows: [{ part: 'webhooks', by: 'webhook_id' }],
    shown: {},
    erased: 'deleted',
    dated: 'created_at',
  },
  webhook_attempts: {
    what: 'Webhook delivery attempts',
    days: null,
    why: 'With their delivery.',
    rows: [{ part: 'webhook_deliveries', by: 'delivery_id' }],
    shown: {},
    erased: 'deleted',
    dated: 'started_at',
  },
  outbox: {
    what: 'Outbox messages: ids only',
    days: 1,
    why: 'Counted from delivery.',
    from: 'delivered_at',
    rows: [{ account: 'lane' }],
    shown: { never: 'ids of rows in other tables' },
    erased: 'expires',
  },
} as const satisfies Record<string, PersonalTable>;
