import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  setCurrentDetails,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { WorkflowOutcome } from '../contracts/outcomes';
import { searchPairs } from '../contracts/search-attributes';
import { causeOf, explained } from './reasons';

/**
 * Shows how a workflow ends, and returns it: in its details, and by the search attributes that operators filter by. A workflow whose
 * work failed ends as Completed all the same once it has compensated, so that Failed means work that nobody has taken
 * care of; `Outcome` distinguishes them.
 */
export function conclude<Outcome extends WorkflowOutcome>(ended: Outcome): Outcome {
  const { outcome, failureCode, amount, summary } = ended;
  setCurrentDetails(`**${outcome}**: ${summary}`);
  upsertSearchAttributes(searchPairs({ outcome, failureCode, amount }));
  return ended;
}

/** Shows the state of long work, as its outcome so far: in its details, and by one search attribute a change. */
export function createStatusReporter(): (outcome: string, sentence: string) => void {
  let shown: string | null = null;
  return (outcome, sentence) => {
    setCurrentDetails(`**${outcome}**: ${sentence}`);
    if (outcome === shown) return;
    upsertSearchAttributes(searchPairs({ outcome }));
    shown = outcome;
  };
}

/**
 * Fails the workflow in the words of the activity that failed it: "Activity task failed" says nothing to an operator.
 * Other errors are thrown as they are.
 */
export function failInWords(error: unknown): never {
  if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
  const cause = causeOf(error);
  const type = cause instanceof ApplicationFailure ? cause.type : null;
  const message = explained(error);
  conclude({ outcome: 'failed', failureCode: type ?? 'internal_error', summary: message });
  throw ApplicationFailure.create({ message, ...(type && { type }), nonRetryable: true, cause: error });
}
