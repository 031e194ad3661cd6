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

/** What became of a submission that was checked. */
export type CheckResult = 'passed' | 'sent_back' | 'too_little_evidence' | 'refused';

/** Facts of an entry of a run's timeline, by its kind: counts, sites and titles, and nothing that findings say. */
export interface TimelineDetails {
  stage: { stage: Stage };
  /** The plan of a search stands. */
  plan: { candidates: number };
  /** What a session has searched for and opened so far; moves to the end of the timeline as it goes on. */
  reading: { searches: number; pages: number };
  check: {
    result: CheckResult;
    /** Number of flaws that went back to the agent, or that nothing could settle. */
    flaws: number;
    /** Pages that the session opened; null where its record is not known. */
    pages: number | null;
    /** Sites on which quotations were found, those with most first; none where none are looked for. */
    sites: readonly string[];
    /** Quotations, and those found word for word; null where none are checked. */
    quotations: { cited: number; found: number } | null;
    /** Competitors that the submission names; null for a plan. */
    competitors: number | null;
  };
  /** A candidate of a search was settled. */
  candidate: {
    title: string;
    status: Exclude<CandidateStatus, 'planned'>;
    /** Why it is not ranked, in a sentence; null for one that passed. */
    reason: string | null;
    /** Its score of 100; null until the run has completed, and for one that did not pass. */
    score: number | null;
  };
}

export type TimelineKind = keyof TimelineDetails;

/** Entry of a run's timeline. */
export type TimelineEntry = {
  [Kind in TimelineKind]: {
    /** Number in the order of the timeline, from 1. */
    entry: number;
    at: Date;
    kind: Kind;
    /** Candidate that it is about; null for the run itself. */
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
    reason: nullable(Type.String({ description: 'Why it is not ranked.' })),
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

/** Server-sent event of a run (docs/interface/runs.md): its name, its id and its `data`, which is JSON. */
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
      'One server-sent event of a stream of a run: its name, its id, and its `data`, which is JSON. Ignore names that you do not know.',
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

/** A line of GET /v1/batches/{id}/results: a run that has ended, with its findings or its failure. */
export const RunBatchResult = Type.Object(
  {
    runId: idSchema('run'),
    status: openEnum(RUN_STATUSES),
    findings: Type.Optional(Findings),
    failure: Type.Optional(RunFailure),
  },
  { title: 'RunBatchResult', ...closed },
);
