import { Type, type Static } from '@sinclair/typebox';
import { MODES } from '../../base/access';
import { OwnLanguage } from '../../base/dossier-language';
import { idSchema } from '../../base/ids';
import { OwnMetadata, ShownMetadata, type Metadata } from '../../base/metadata';
import { RUN_FAILURES, type RunFailureCode } from '../../base/run-failures';
import { closed, nullable, openEnum, timestamp } from '../../base/schema';
import { OwnSources } from '../../base/source-domains';

/** Kinds of runs, and of the credits that pay for them. `modules/run-kinds/rules.ts` defines their properties. */
export const RUN_KIND_NAMES = ['idea_check', 'custom_search'] as const;
export type RunKind = (typeof RUN_KIND_NAMES)[number];

/** States of a run (docs/interface/runs.md). `modules/run-kinds/rules.ts` defines the transitions. */
export const RUN_STATUSES = ['queued', 'running', 'canceling', 'completed', 'failed', 'canceled', 'expired'] as const;
export type RunStatusName = (typeof RUN_STATUSES)[number];

/** Stages of a run. A run that ends early keeps its last stage. */
export const STAGES = ['queued', 'researching', 'validating', 'rendering', 'done'] as const;
export type Stage = (typeof STAGES)[number];

/** Documents of a run, by the names under which they are stored. */
export const ARTIFACTS = {
  findings: { fileName: 'findings.json', contentType: 'application/json' },
  dossierHtml: { fileName: 'dossier.html', contentType: 'text/html; charset=utf-8' },
  dossierPdf: { fileName: 'dossier.pdf', contentType: 'application/pdf' },
  portfolio: { fileName: 'portfolio.json', contentType: 'application/json' },
  /** The agent's latest submission, kept until the run completes. Never shown to callers. */
  submission: { fileName: 'submission.json', contentType: 'application/json' },
  /** {@link FoundEvidence} of a run that found too little evidence for full findings. Shown to the owner for free. */
  found: { fileName: 'found.json', contentType: 'application/json' },
} as const;
export type ArtifactName = keyof typeof ARTIFACTS;

/** Content type of a dossier as Markdown. The Markdown is created from the HTML on each request. */
export const MARKDOWN = 'text/markdown; charset=utf-8';

/** Events of a run that webhooks deliver. */
export const RUN_EVENTS = ['run.completed', 'run.failed', 'run.canceled', 'run.expired'] as const;

/** The enum has a title, because Java generators turn an untitled enum into code that does not compile. */
const RunEventType = Type.Unsafe<(typeof RUN_EVENTS)[number]>({
  title: 'RunEventType',
  type: 'string',
  enum: RUN_EVENTS,
});

/** Webhook that receives the events of one run (docs/interface/webhooks.md). */
export const RunWebhookCreate = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      maxLength: 2048,
      description: 'An https address that can be reached publicly, without user name, password or fragment.',
      examples: ['https://hooks.example.com/noi'],
    }),
    eventTypes: Type.Optional(
      Type.Array(RunEventType, {
        minItems: 1,
        uniqueItems: true,
        description: 'Default: all events of a run.',
      }),
    ),
  },
  {
    title: 'RunWebhookCreate',
    ...closed,
    examples: [],
    description:
      'Receives the events of this run, in addition to the webhook endpoints of the account. `GET /v1/webhook-secret` returns the secret that signs them.',
  },
);
export type RunWebhookCreate = Static<typeof RunWebhookCreate>;

/** Earlier run that the agent builds on. The new findings are compared with its findings (docs/interface/runs.md). */
const OwnEarlierRun = {
  ...idSchema(
    'run',
    'A completed run of this account, of the same kind and mode. The agent starts from its findings, and the new findings list the differences in `changes`.',
  ),
  examples: [],
};

/** Body of POST /v1/evaluations (docs/interface/runs.md). Lengths count characters after trimming. */
export const EvaluationCreate = Type.Object(
  {
    idea: Type.String({
      minLength: 10,
      maxLength: 4000,
      examples: ['A weekly newsletter on retrofitting heat pumps for owners of old houses'],
    }),
    audience: Type.Optional(Type.String({ maxLength: 500, examples: ['Home owners, 35 to 65'] })),
    geography: Type.Optional(Type.String({ maxLength: 120, examples: ['Germany'] })),
    language: Type.Optional(OwnLanguage),
    sources: Type.Optional(OwnSources),
    continues: Type.Optional(OwnEarlierRun),
    metadata: Type.Optional(OwnMetadata),
    webhook: Type.Optional(RunWebhookCreate),
  },
  { title: 'EvaluationCreate', ...closed },
);
export type EvaluationCreate = Static<typeof EvaluationCreate>;

const BATCH_SIZE = 100;

/** Body of POST /v1/evaluations/batch (docs/interface/runs.md). */
export const EvaluationBatchCreate = Type.Object(
  {
    items: Type.Array(EvaluationCreate, {
      minItems: 1,
      maxItems: BATCH_SIZE,
      description: 'One run per item. Identical items start separate runs.',
    }),
  },
  { title: 'EvaluationBatchCreate', ...closed },
);
export type EvaluationBatchCreate = Static<typeof EvaluationBatchCreate>;

/** Limits on the number of ideas in a search. */
export const FEWEST_CANDIDATES = 3;
export const MOST_CANDIDATES = 25;

export const DEFAULT_CANDIDATE_COUNT = 10;

/** Body of POST /v1/searches (docs/interface/runs.md). Lengths count characters after trimming. */
export const SearchCreate = Type.Object(
  {
    operatorProfile: Type.String({
      minLength: 10,
      maxLength: 4000,
      description: 'Who would run the newsletter: experience, time, means, reach.',
      examples: ['Energy consultant in Leipzig, ten hours a week, 2,000 contacts among house owners'],
    }),
    expertise: Type.Array(Type.String({ minLength: 2, maxLength: 80 }), {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      examples: [['heat pumps', 'building law']],
    }),
    candidateCount: Type.Optional(
      Type.Integer({
        minimum: FEWEST_CANDIDATES,
        maximum: MOST_CANDIDATES,
        default: DEFAULT_CANDIDATE_COUNT,
        examples: [DEFAULT_CANDIDATE_COUNT],
        description: 'Number of ideas to plan and research.',
      }),
    ),
    language: Type.Optional(OwnLanguage),
    sources: Type.Optional(OwnSources),
    continues: Type.Optional(OwnEarlierRun),
    metadata: Type.Optional(OwnMetadata),
    webhook: Type.Optional(RunWebhookCreate),
  },
  { title: 'SearchCreate', ...closed },
);
export type SearchCreate = Static<typeof SearchCreate>;

/** Body of POST /v1/searches/batch. */
export const SearchBatchCreate = Type.Object(
  {
    items: Type.Array(SearchCreate, {
      minItems: 1,
      maxItems: BATCH_SIZE,
      description: 'One run per item. Identical items start separate runs.',
    }),
  },
  { title: 'SearchBatchCreate', ...closed },
);
export type SearchBatchCreate = Static<typeof SearchBatchCreate>;

/** Parts of a request body that are for the caller only. The agent must not see them. */
type OwnPart = 'metadata' | 'webhook';

/** Input for the agent, by kind of run, as stored with the run: the request body without the caller's own parts. */
export interface RunInputs {
  idea_check: Omit<EvaluationCreate, OwnPart>;
  custom_search: Omit<SearchCreate, OwnPart>;
}

export type RunInput = RunInputs[RunKind];

/** Splits a request body into the run's input and the caller's own parts. */
export function partsOf<Body extends { metadata?: Metadata; webhook?: RunWebhookCreate }>(body: Body) {
  const { metadata = {}, webhook, ...input } = body;
  return { input, metadata, ...(webhook && { webhook }) };
}

/** Splits the body of a search, and adds the default number of candidates. */
export function partsOfSearch(body: SearchCreate) {
  const { input, ...own } = partsOf(body);
  return { input: { candidateCount: DEFAULT_CANDIDATE_COUNT, ...input }, ...own };
}

/** True if the run is held because its account reached the daily limit of returned credits; otherwise omitted. */
const Review = Type.Optional(
  Type.Boolean({ description: 'True while a queued run waits for our review, otherwise absent.' }),
);

/** Response of POST /v1/evaluations and POST /v1/searches. */
export const PaidProductRunCreated = Type.Object(
  {
    runId: idSchema('run'),
    kind: openEnum(RUN_KIND_NAMES),
    status: openEnum(RUN_STATUSES),
    mode: openEnum(MODES),
    entitlementId: idSchema('ent'),
    statusUrl: Type.String(),
    createdAt: timestamp,
    pollAfterSeconds: Type.Integer(),
    review: Review,
    replayed: Type.Boolean({ description: 'Whether this repeats an earlier response to the same Idempotency-Key.' }),
  },
  { title: 'PaidProductRunCreated', ...closed },
);
export type PaidProductRunCreated = Static<typeof PaidProductRunCreated>;

/** Response of POST /v1/evaluations/batch and POST /v1/searches/batch. */
export const RunBatchCreated = Type.Object(
  { batchId: idSchema('bat'), runs: Type.Array(PaidProductRunCreated, { description: 'In the order of the items.' }) },
  { title: 'RunBatchCreated', ...closed },
);

/** Why a run ended without findings. */
export const RunFailure = Type.Object(
  {
    code: openEnum(Object.keys(RUN_FAILURES) as RunFailureCode[]),
    message: Type.String(),
    retryable: Type.Boolean(),
  },
  { title: 'RunFailure', ...closed },
);

/** Status of a run as its owner sees it (docs/interface/runs.md). */
export const RunStatus = Type.Object(
  {
    runId: idSchema('run'),
    kind: openEnum(RUN_KIND_NAMES),
    status: openEnum(RUN_STATUSES),
    stage: openEnum(STAGES),
    review: Review,
    progress: Type.Object({ done: Type.Integer({ minimum: 0 }), total: Type.Integer({ minimum: 1 }) }, closed),
    mode: openEnum(MODES),
    provider: Type.Object(
      {
        name: nullable(Type.String()),
        agentId: nullable(Type.String()),
        agentVersion: nullable(Type.String()),
        sessionId: nullable(Type.String()),
      },
      closed,
    ),
    workflowId: Type.String(),
    createdAt: timestamp,
    startedAt: nullable(timestamp),
    completedAt: nullable(timestamp),
    updatedAt: timestamp,
    deadlineAt: nullable(timestamp),
    cost: nullable(
      Type.Object(
        {
          amount: Type.Integer({ description: 'Minor units, rounded up.' }),
          amountMicros: Type.Integer({ description: 'Exact amount in millionths of a unit.' }),
          claimCheckMicros: Type.Integer({
            description: 'Part of the amount for the second reader of claims. 0 without a second reader.',
          }),
          currency: Type.Literal('usd'),
        },
        closed,
      ),
    ),
    evidence: nullable(
      Type.Object(
        {
          cited: Type.Integer({ minimum: 0, description: 'Quotes in the published findings.' }),
          verified: Type.Integer({
            minimum: 0,
            description: 'Quotes that we found word for word on the page they cite.',
          }),
          supported: nullable(
            Type.Integer({
              minimum: 0,
              description:
                'Claims that follow from the quotes, as a second reader judged. Null without a second reader.',
            }),
          ),
          partly: nullable(Type.Integer({ minimum: 0, description: 'Claims that follow in part.' })),
          unsupported: nullable(Type.Integer({ minimum: 0, description: 'Claims that do not follow.' })),
        },
        closed,
      ),
    ),
    failureReason: nullable(Type.String({ description: 'Why the run ended without findings, for a person to read.' })),
    failure: nullable(RunFailure),
    entitlementRestored: Type.Boolean(),
    findingsSchemaVersion: nullable(Type.String()),
    metadata: ShownMetadata,
    links: Type.Object(
      {
        findings: Type.String(),
        dossier: Type.String(),
        portfolio: nullable(Type.String()),
        export: Type.String(),
      },
      closed,
    ),
  },
  { title: 'RunStatus', ...closed },
);
export type RunStatus = Static<typeof RunStatus>;

/** Result of a run's workflow. Read only in Temporal's history and by tests. */
export interface RunOutcome {
  status: RunStatusName;
  failureCode: RunFailureCode | null;
  /** Tells operators in one line how the run went. */
  summary?: string;
  /** True if the credit was returned. Only set if the run ended without findings. */
  creditReturned?: boolean;
}

/** States of a candidate in a search. `modules/run-kinds/rules.ts` defines the transitions. */
export const CANDIDATE_STATUSES = ['planned', 'passed', 'excluded'] as const;
export type CandidateStatus = (typeof CANDIDATE_STATUSES)[number];

/** Ids of a search's candidates, in the order of the plan: `c1` to `c<count>`. */
export function candidateIds(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `c${i + 1}`);
}

/** Position of a candidate in the plan, from 1. */
export function placeOfCandidate(candidateId: string): number {
  return Number(candidateId.slice(1));
}

/** True if a search completes with this number of passed candidates: at least half must pass. */
export function enoughPassed(passed: number, total: number): boolean {
  return passed * 2 >= total;
}

/** Null stands for failures that are our fault. Their candidates get the reason for `internal_error`. */
const EXCLUDED_BECAUSE: Record<RunFailureCode, string | null> = {
  agent_refused: 'The research agent declined this candidate.',
  findings_invalid: 'The research of this candidate did not pass our checks, even after corrections.',
  not_enough_evidence: 'Too few sources of this candidate could be verified.',
  run_budget_exceeded: 'The research of this candidate needed more than its budget.',
  deadline_exceeded: 'The research of this candidate did not finish in time.',
  agent_stopped: 'The research agent stopped before it delivered findings on this candidate.',
  agent_unavailable: 'The research agent could not be reached for this candidate.',
  stopped_by_operator: 'The research of this candidate was stopped.',
  queue_expired: null,
  plan_invalid: null,
  too_few_candidates: null,
  rendering_failed: null,
  internal_error: null,
  canceled: null,
};

/** Explains to the owner in one sentence why a candidate is not ranked. */
export function exclusionReason(code: RunFailureCode): string {
  return EXCLUDED_BECAUSE[code] ?? RUN_FAILURES.internal_error.message.replace('The run', 'This candidate');
}
