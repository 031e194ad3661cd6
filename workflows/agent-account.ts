import { ActivityFailure, ApplicationFailure, isCancellation, log } from '@temporalio/workflow';
import { ACTIVITY_FAILURES } from '../base/activity-failures';
import type { RunFailureCode } from '../base/run-failures';
import type { AgentRefusal } from '../base/workflow-messages';
import { causeOf } from './conclude';
import type { Deadline } from './deadline';
import type { Steps } from './steps';

/**
 * Runs an agent step, and repeats it while the provider refuses all work (spend limit reached or key rejected). Waiting
 * for an operator extends the deadline. The step must check the deadline itself.
 */
export async function whenAgentTakesWork<T>(
  assignmentId: string,
  steps: Steps,
  deadline: Deadline,
  step: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await step();
    } catch (cause) {
      const refusal = refusalOf(cause);
      if (!refusal) throw cause;
      log.warn('the agent provider refuses all work; waiting', { assignmentId, words: refusal.words });
      const leftMs = deadline.leftMs();
      await deadline.outside(() => awaitAgent(assignmentId, steps, leftMs, refusal));
    }
  }
}

/**
 * Waits until the agent provider accepts work again.
 *
 * @throws ApplicationFailure `queue_expired` if a run waited too long in the queue, `agent_unavailable` after a day
 */
export async function awaitAgent(
  assignmentId: string,
  steps: Steps,
  leftMs: number,
  refusal: AgentRefusal | null,
): Promise<void> {
  try {
    await steps.awaitAgent(assignmentId, leftMs, refusal);
  } catch (error) {
    const cause = causeOf(error);
    const isKnown = cause instanceof ApplicationFailure && cause.type !== ACTIVITY_FAILURES.agentAccountStopped;
    if (isCancellation(error) || isKnown) throw error;
    const message = `The agent provider refused all work for a day${refusal ? `: ${refusal.words}` : ''}`;
    throw ApplicationFailure.nonRetryable(message, 'agent_unavailable' satisfies RunFailureCode);
  }
}

function refusalOf(error: unknown): AgentRefusal | null {
  const cause = error instanceof ActivityFailure ? causeOf(error) : null;
  if (!(cause instanceof ApplicationFailure) || cause.type !== ACTIVITY_FAILURES.agentAccountStopped) return null;
  return { at: Date.now(), words: cause.message };
}
