import { Type, type Static } from '@sinclair/typebox';
import { MODES } from './access';
import { idSchema } from './ids';
import type { RunFailureCode } from './run-failures';
import { closed, nullable, openEnum, timestamp } from './schema';

/** What a caller can buy a run of; also the kinds of entitlement (spec, Resource overview). */
export const RUN_KINDS = ['idea_check', 'custom_search'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** States of a run (contract.md, States). */
export const RUN_STATUSES = ['queued', 'running', 'canceling', 'completed', 'failed', 'canceled', 'expired'] as const;
export type RunStatusName = (typeof RUN_STATUSES)[number];

/** The states that a run may move to from each state; a finished run moves nowhere. */
export const RUN_TRANSITIONS: Record<RunStatusName, readonly RunStatusName[]> = {
  queued: ['running', 'canceling', 'expired'],
  running: ['canceling', 'completed', 'failed'],
  canceling: ['canceled', 'completed', 'failed'],
  completed: [],
  failed: [],
  canceled: [],
  expired: [],
};

/** The states from which a run may move to `target`: what a conditional update compares with. */
export function statesBefore(target: RunStatusName): RunStatusName[] {
  return RUN_STATUSES.filter((status) => RUN_TRANSITIONS[status].includes(target));
}

/** Whether a run in this state will never change again. */
export function isFinished(status: RunStatusName): boolean {
  return RUN_TRANSITIONS[status].length === 0;
}

/** How far a run has come; a run that ends early keeps the last stage it reached. */
export const STAGES = ['queued', 'researching', 'validating', 'rendering', 'done'] as const;
export type Stage = (typeof STAGES)[number];

/** Documents of a completed run, by the name under which each is stored. */
export const ARTIFACTS = {
  findings: { fileName: 'findings.json', contentType: 'application/json' },
  dossierHtml: { fileName: 'dossier.html', contentType: 'text/html; charset=utf-8' },
  dossierPdf: { fileName: 'dossier.pdf', contentType: 'application/pdf' },
  portfolio: { fileName: 'portfolio.json', contentType: 'application/json' },
  /** What the agent submitted last, before it passed the checks: never shown to callers. */
  submission: { fileName: 'submission.json', contentType: 'application/json' },
} as const;
export type ArtifactName = keyof typeof ARTIFACTS;

/** The documents without which a run of a kind is not completed. */
export const REQUIRED_ARTIFACTS: Record<RunKind, readonly ArtifactName[]> = {
  idea_check: ['findings', 'dossierHtml', 'dossierPdf'],
  custom_search: ['findings', 'dossierHtml', 'dossierPdf', 'portfolio'],
};

/** Body of POST /v1/evaluations (contract.md, Bodies). Lengths count characters after trimming. */
export const EvaluationCreate = Type.Object(
  {
    idea: Type.String({
      minLength: 10,
      maxLength: 4000,
      examples: ['A weekly newsletter on retrofitting heat pumps for owners of old houses'],
    }),
    audience: Type.Optional(Type.String({ minLength: 1, maxLength: 500, examples: ['Home owners, 35 to 65'] })),
    geography: Type.Optional(Type.String({ minLength: 1, maxLength: 120, examples: ['Germany'] })),
  },
  { title: 'EvaluationCreate', ...closed },
);
export type EvaluationCreate = Static<typeof EvaluationCreate>;

/** How many candidates a search has whose caller names no number. */
export const DEFAULT_CANDIDATE_COUNT = 10;

/** Body of POST /v1/searches (contract.md, Bodies). Lengths count characters after trimming. */
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
        minimum: 3,
        maximum: 25,
        default: DEFAULT_CANDIDATE_COUNT,
        examples: [DEFAULT_CANDIDATE_COUNT],
        description: 'How many ideas are planned and researched.',
      }),
    ),
  },
  { title: 'SearchCreate', ...closed },
);
export type SearchCreate = Static<typeof SearchCreate>;

/** Answer of POST /v1/evaluations and POST /v1/searches. */
export const PaidProductRunCreated = Type.Object(
  {
    runId: idSchema('run'),
    kind: openEnum(RUN_KINDS),
    status: openEnum(RUN_STATUSES),
    mode: openEnum(MODES),
    entitlementId: idSchema('ent'),
    statusUrl: Type.String(),
    createdAt: timestamp,
    pollAfterSeconds: Type.Integer(),
    replayed: Type.Boolean({ description: 'Whether this answer repeats an earlier one to the same Idempotency-Key.' }),
  },
  { title: 'PaidProductRunCreated', ...closed },
);
export type PaidProductRunCreated = Static<typeof PaidProductRunCreated>;

/** Status of a run as its owner sees it (spec row 15). */
export const RunStatus = Type.Object(
  {
    runId: idSchema('run'),
    kind: openEnum(RUN_KINDS),
    status: openEnum(RUN_STATUSES),
    stage: openEnum(STAGES),
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
          amountMicros: Type.Integer({ description: 'Millionths of a unit: exact.' }),
          currency: Type.Literal('usd'),
        },
        closed,
      ),
    ),
    failureReason: nullable(Type.String({ description: 'Why the run ended without findings, for a person to read.' })),
    failure: nullable(Type.Object({ code: Type.String(), message: Type.String(), retryable: Type.Boolean() }, closed)),
    entitlementRestored: Type.Boolean(),
    findingsSchemaVersion: nullable(Type.String()),
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

/** How a workflow left a run, for Temporal's history and for tests. */
export interface RunOutcome {
  status: RunStatusName;
  failureCode: RunFailureCode | null;
}
