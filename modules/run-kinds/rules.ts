import type { Scope } from '../../base/access';
import { machine } from '../../base/machine';
import type { RunLimits } from '../../base/work-limits';
import type { WORKFLOWS } from '../../base/workflow-messages';
import { MINUTE, listed, type Waiting } from '../outbox/sweeps';
import {
  DEFAULT_CANDIDATE_COUNT,
  STAGES,
  type CandidateStatus,
  type ArtifactName,
  type RunInput,
  type RunInputs,
  type RunKind,
  type RunStatusName,
} from './contract';

export type RunProgress = 'stages' | 'candidates';

type FieldOf<Input> = Input extends unknown ? keyof Input & string : never;

interface RunKindSpec<Kind extends RunKind = RunKind> {
  label: string;
  /** Scope that a key needs to create and cancel runs of this kind. */
  scope: Scope;
  workflow: keyof typeof WORKFLOWS;
  /** Name of the setting that limits the time from a run's start to its deadline. */
  deadline: keyof RunLimits & `${string}DeadlineMs`;
  /** Input field that contains the text of the request, and the label of the field in a dossier. */
  asked: { field: FieldOf<RunInputs[Kind]>; label: string };
  /** Documents that the export of a completed run contains; see {@link requiredDocuments}. */
  documents: readonly ArtifactName[];
  /** Unit of a run's `progress`. If it is candidates, each candidate is researched in a child workflow. */
  progress: RunProgress;
  pollAfterSeconds: number;
}

/** Kinds of runs. To add a kind, start here: the compiler then points to everything else that it needs. */
export const RUN_KINDS = {
  idea_check: {
    label: 'Idea Check',
    scope: 'evaluations:create',
    workflow: 'evaluation',
    deadline: 'evaluationDeadlineMs',
    asked: { field: 'idea', label: 'The idea as submitted' },
    documents: ['findings', 'dossierHtml', 'dossierPdf'],
    progress: 'stages',
    pollAfterSeconds: 2,
  },
  custom_search: {
    label: 'Custom Search',
    scope: 'searches:create',
    workflow: 'search',
    deadline: 'searchDeadlineMs',
    asked: { field: 'operatorProfile', label: 'Operator profile' },
    documents: ['findings', 'dossierHtml', 'dossierPdf', 'portfolio'],
    progress: 'candidates',
    pollAfterSeconds: 5,
  },
} as const satisfies { [Kind in RunKind]: RunKindSpec<Kind> };

/** Stages between the queue and the end. Kinds whose progress is counted in stages count these. */
const STAGES_OF_WORK = STAGES.slice(1, -1);

/** Documents that a run needs to complete: all except the PDF, which is printed on its first download. */
export function requiredDocuments(kind: RunKind): ArtifactName[] {
  return RUN_KINDS[kind].documents.filter((name) => name !== 'dossierPdf');
}

export function kindOf(run: { kind: RunKind }): RunKindSpec {
  return RUN_KINDS[run.kind];
}

/** True if a completed run of this kind has a ranked portfolio in addition to its findings. */
export function hasPortfolio(run: { kind: RunKind }): boolean {
  return kindOf(run).documents.includes('portfolio');
}

/** Total of a new run's progress: its candidates, or the stages of its work. */
export function progressTotal(kind: RunKind, input: RunInput): number {
  if (RUN_KINDS[kind].progress === 'stages') return STAGES_OF_WORK.length;
  return ('candidateCount' in input && input.candidateCount) || DEFAULT_CANDIDATE_COUNT;
}

/** Request text of a run, for emails. */
export function askedOf(run: { kind: RunKind; input: unknown }): string {
  return (run.input as Record<string, string>)[kindOf(run).asked.field]!;
}

/** States of a run. A database trigger rejects transitions of ended runs. */
export const RUN = machine<RunStatusName>({
  queued: ['running', 'canceling', 'expired'],
  running: ['queued', 'canceling', 'completed', 'failed'], // `queued` again while the agent provider refuses all work.
  canceling: ['canceled', 'completed', 'failed'], // Work that finished before the cancellation arrived is delivered.
  completed: [],
  failed: [],
  canceled: [],
  expired: [],
});

/** States of a run that has started but not ended, so its workflow may be running. */
export const BEGUN_RUN = ['running', 'canceling'] as const satisfies readonly RunStatusName[];

/** States of runs that an operator can repeat: they ended without findings and were not canceled by the owner. */
export const REPEATABLE_RUN = ['failed', 'expired'] as const satisfies readonly RunStatusName[];

/** States of a candidate in a search. Once it has passed or is excluded, the state is final. */
export const CANDIDATE = machine<CandidateStatus>({
  planned: ['passed', 'excluded'],
  passed: [],
  excluded: [],
});

/** Open runs wait for their workflow to end them. */
export const RUN_WAIT = {
  what: 'Run',
  table: 'runs',
  id: 'runs.id',
  waits: `status IN (${listed(RUN.open)})`,
  since: 'CASE WHEN started_at IS NULL THEN queue_expires_at ELSE deadline_at END',
  from: 'its deadline or queue expiry',
  longestMs: MINUTE,
  workflows: ['evaluation', 'search', 'candidate'],
  sweep: 'overdue_runs',
  net: { ends: 'ends it and returns its credit' },
  cure: 'admin runs cancel ID --reason TEXT.',
} as const satisfies Waiting;
