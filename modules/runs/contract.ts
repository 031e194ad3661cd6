import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { idSchema } from '../../base/ids';
import { closed, nullable, openEnum, timestamp } from '../../base/schema';
import { Findings } from '../findings/contract/findings';
import {
  CANDIDATE_STATUSES,
  RUN_STATUSES,
  RunFailure,
  RunStatus,
  type CandidateStatus,
  type Stage,
} from '../run-kinds/contract';

/** Result of checking a submission. */
export type CheckResult = 'passed' | 'sent_back' | 'too_little_evidence' | 'refused';

/** Details of a timeline entry, by kind of entry: counts, sites and titles, but nothing else from the findings. */
export interface TimelineDetails {
  stage: { stage: Stage };
  plan: { candidates: number };
  /**
   * Number of searches and opened pages of a session so far. The entry moves to the end of the timeline as they grow.
   */
  reading: { searches: number; pages: number };
  check: {
    result: CheckResult;
    /** Number of problems that were sent back to the agent or left unresolved. */
    flaws: number;
    /** Number of pages that the session opened; null if the session's log is unknown. */
    pages: number | null;
    /** Sites with verified quotations, those with the most first. Empty if quotations were not checked. */
    sites: readonly string[];
    /** Number of cited quotations, and number of quotations found word for word; null if none was checked. */
    quotations: { cited: number; found: number } | null;
    /** Number of competitors in the submission; null for a plan. */
    competitors: number | null;
  };
  /** A candidate passed or was excluded. */
  candidate: {
    title: string;
    status: Exclude<CandidateStatus, 'planned'>;
    /** Why the candidate is not ranked, in one sentence; null if it passed. */
    reason: string | null;
    /** Score out of 100; null until the run has completed, and always null for an excluded candidate. */
    score: number | null;
  };
}

export type TimelineKind = keyof TimelineDetails;

export type TimelineEntry = {
  [Kind in TimelineKind]: {
    /** Position in the timeline, from 1. */
    entry: number;
    at: Date;
    kind: Kind;
    /** The candidate that the entry is about; null for the run itself. */
    candidateId: string | null;
    detail: TimelineDetails[Kind];
  };
}[TimelineKind];

const Activity = Type.Object(
  {
    at: timestamp,
    kind: openEnum(['stage', 'plan', 'reading', 'check']),
    candidateId: nullable(Type.String({ description: 'Candidate of a search; null for the run itself.' })),
  },
  { title: 'RunActivity', description: 'What happened in the run; its other members depend on `kind`.' },
);

const Candidate = Type.Object(
  {
    at: timestamp,
    candidateId: Type.String(),
    title: Type.String(),
    status: openEnum(CANDIDATE_STATUSES.filter((status) => status !== 'planned')),
    reason: nullable(Type.String({ description: 'Why the candidate is not ranked.' })),
    score: nullable(Type.Integer({ minimum: 0, maximum: 100, description: 'Null until the run has completed.' })),
  },
  { title: 'RunCandidate', description: 'The search has decided on a candidate.' },
);

const End = Type.Object(
  { runId: idSchema('run'), status: openEnum(RUN_STATUSES) },
  { title: 'RunEnd', description: 'The run has ended; the stream ends with it.' },
);

const eventOf = <N extends string, D extends TSchema>(event: N, title: string, data: D) =>
  Type.Object({ event: Type.Literal(event), id: Type.Optional(Type.String()), data }, { title });

/** Server-sent event of a run: name, id and JSON `data` (docs/interface/runs.md). */
export const RunEvent = Type.Union(
  [
    eventOf('status', 'RunStatusEvent', RunStatus),
    eventOf('activity', 'RunActivityEvent', Activity),
    eventOf('candidate', 'RunCandidateEvent', Candidate),
    eventOf('end', 'RunEndEvent', End),
  ],
  {
    title: 'RunEvent',
    description:
      'A server-sent event of a run: its name, its id and its JSON `data`. Ignore events with unknown names.',
  },
);
export type RunEvent = Static<typeof RunEvent>;

const count = Type.Integer({ minimum: 0 });

/** A batch as its owner sees it (docs/interface/runs.md). */
export const RunBatch = Type.Object(
  {
    batchId: idSchema('bat'),
    status: openEnum(['in_progress', 'canceling', 'ended']),
    counts: Type.Object(
      {
        queued: count,
        running: Type.Integer({ minimum: 0, description: 'Running runs, including those being canceled.' }),
        completed: count,
        failed: Type.Integer({ minimum: 0, description: 'Runs that failed, or expired in the queue.' }),
        canceled: count,
      },
      closed,
    ),
    createdAt: timestamp,
    endedAt: nullable(timestamp),
  },
  { title: 'RunBatch', ...closed },
);
export type RunBatch = Static<typeof RunBatch>;

/** A line of GET /v1/batches/{id}/results: an ended run with its findings or its failure. */
export const RunBatchResult = Type.Object(
  {
    runId: idSchema('run'),
    status: openEnum(RUN_STATUSES),
    findings: Type.Optional(Findings),
    failure: Type.Optional(RunFailure),
  },
  { title: 'RunBatchResult', ...closed },
);
