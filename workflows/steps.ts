import {
  proxyActivities,
  proxyLocalActivities,
  type ActivityOptions,
  type LocalActivityOptions,
} from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities';
import { ACTIVITY_FAILURES } from '../base/activity-failures';
import type { ResearchLimits } from '../base/workflow-messages';

type Remote = ReturnType<typeof proxyActivities<Activities>>;
type Local = ReturnType<typeof proxyLocalActivities<Activities>>;

/**
 * Creates proxies of activities that share timeouts and retries. Temporal Web shows the `summaries` (at most 400 bytes
 * each) next to the calls. Workflows call activities only through these proxies.
 */
export function callsOf<Name extends keyof Activities>(
  options: ActivityOptions,
  summaries: Record<Name, string>,
): Pick<Remote, Name> {
  return eachNamed(summaries, (name, summary) => proxyActivities<Activities>({ ...options, summary })[name]);
}

/** Like {@link callsOf}, for short database steps that are not worth a round trip through the task queue. */
export function localCallsOf<Name extends keyof Activities>(
  options: LocalActivityOptions,
  summaries: Record<Name, string>,
): Pick<Local, Name> {
  return eachNamed(summaries, (name, summary) => proxyLocalActivities<Activities>({ ...options, summary })[name]);
}

function eachNamed<Name extends keyof Activities, Proxies>(
  summaries: Record<Name, string>,
  proxied: <N extends Name>(name: N, summary: string) => Proxies[N & keyof Proxies],
): Proxies {
  const entries = Object.entries<string>(summaries) as [Name, string][];
  return Object.fromEntries(entries.map(([name, summary]) => [name, proxied(name, summary)])) as Proxies;
}

// Work that ends a run or candidate takes priority over work that starts one. Such work is short, frees a session and
// is limited by the work that was started, so other work does not starve. The fairness key decides between accounts
// (see `workflow-starter.ts`).
const FIRST = { priority: { priorityKey: 2 } };

/** Longer than the step's own time limits for pages and claims. */
const READING_TIMEOUT_MS = 240_000;

// Eager dispatch would bypass the queue and therefore the fairness between accounts.
const QUEUED = { allowEagerDispatch: false };

/**
 * How long an ending run waits for its session to stop. A run must end within a minute of its deadline. The
 * sweep closes a slower session and records its cost.
 */
const STOPPING_TIMEOUT_MS = 60_000;

/** Longest time that work waits while the agent provider refuses all work. */
const AGENT_TIMEOUT = '1 day';

// Not retried, because the workflow waits for an operator instead (`agent-account.ts`).
const WAITED_OUT = { nonRetryableErrorTypes: [ACTIVITY_FAILURES.agentAccountStopped] };

/** Proxies of the activities of evaluations and searches, with timeouts from the workflow's input. */
export function proxySteps({ stepTimeoutMs, deadlineMs, heartbeatTimeoutMs }: Omit<ResearchLimits, 'maxRepairs'>) {
  const short = { startToCloseTimeout: stepTimeoutMs };
  // Six attempts outlast a provider outage of about a minute.
  const calls = { ...short, retry: { maximumAttempts: 6, maximumInterval: '30 seconds', ...WAITED_OUT } } as const;
  const stopping = {
    ...short,
    scheduleToCloseTimeout: STOPPING_TIMEOUT_MS,
    retry: { maximumInterval: '15 seconds' },
  } as const;
  const waiting = {
    ...short,
    scheduleToCloseTimeout: AGENT_TIMEOUT,
    retry: { initialInterval: '10 seconds', backoffCoefficient: 1.2, maximumInterval: '20 seconds' },
  } as const;
  // Retried until the database accepts it, because every paid run must end.
  const records = { ...short, retry: { maximumInterval: '30 seconds' } } as const;
  // The heartbeat carries the session's cursor, so that another worker can resume where a lost worker stopped.
  const following = {
    startToCloseTimeout: deadlineMs,
    heartbeatTimeout: heartbeatTimeoutMs,
    retry: { maximumInterval: '10 seconds', ...WAITED_OUT },
  } as const;
  // The step has its own time limits. Its last attempt gives up on unread pages, so no run fails over a missing page.
  const reading = {
    startToCloseTimeout: READING_TIMEOUT_MS,
    heartbeatTimeout: heartbeatTimeoutMs,
    retry: { maximumAttempts: 3, maximumInterval: '10 seconds' },
  } as const;
  return {
    ...callsOf(reading, { checkEvidence: 'Find the quotations on their pages' }),
    ...callsOf({ ...calls, ...QUEUED }, { startSession: 'Start the agent session' }),
    ...callsOf({ ...following, ...QUEUED }, { followSession: 'Follow the agent session' }),
    ...callsOf(calls, {
      checkSubmission: 'Check the submission',
      renderDossier: 'Render the dossier',
    }),
    ...callsOf({ ...stopping, ...FIRST }, { stopSession: 'Stop the agent session' }),
    ...callsOf(waiting, { awaitAgent: 'Wait until the agent provider takes work' }),
    ...callsOf(records, { rankCandidates: 'Rank the candidates' }),
    ...callsOf(
      { ...records, ...FIRST },
      {
        settleCandidate: 'Settle the candidate',
        completeRun: 'Complete the run',
      },
    ),
  };
}

export type Steps = ReturnType<typeof proxySteps>;
