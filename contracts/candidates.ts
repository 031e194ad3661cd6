import { RUN_FAILURES, type RunFailureCode } from './run-failures';

/** States of a candidate of a search; transitions are in `domain/run-kinds.ts`. */
export const CANDIDATE_STATUSES = ['planned', 'passed', 'excluded'] as const;
export type CandidateStatus = (typeof CANDIDATE_STATUSES)[number];

/** Ids of the candidates of a search, in the order of its plan: `c1` to `c<count>`. */
export function candidateIds(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `c${i + 1}`);
}

/** Position of a candidate in its plan, from 1. */
export function placeOfCandidate(candidateId: string): number {
  return Number(candidateId.slice(1));
}

/** True if a search completes with this number of passed candidates: at least half must pass. */
export function enoughPassed(passed: number, total: number): boolean {
  return passed * 2 >= total;
}

const EXCLUDED_BECAUSE: Partial<Record<RunFailureCode, string>> = {
  agent_refused: 'The research agent declined this candidate.',
  findings_invalid: 'The research of this candidate did not pass our checks, even after corrections.',
  not_enough_evidence: 'Too few sources of this candidate could be verified.',
  run_budget_exceeded: 'The research of this candidate needed more than its budget.',
  deadline_exceeded: 'The research of this candidate did not finish in its time.',
  agent_stopped: 'The research agent stopped before it delivered findings on this candidate.',
  agent_unavailable: 'The research agent could not be reached for this candidate.',
  stopped_by_operator: 'The research of this candidate was stopped.',
};

/** Reason why a candidate is not ranked, in one sentence for its owner. */
export function exclusionReason(code: RunFailureCode): string {
  return EXCLUDED_BECAUSE[code] ?? RUN_FAILURES.internal_error.message.replace('The run', 'This candidate');
}
