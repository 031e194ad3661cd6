/**
 * Words in the request of a sandbox run that choose how it ends, as numbers of test cards do, and what they do
 * (docs/interface.md, Sandbox).
 */
export const SANDBOX_OUTCOMES = {
  completes: 'Completes within seconds; the same as without words.',
  corrected: 'Completes after what was handed in went back once for its flaws.',
  'not-enough-evidence':
    'Ends as `failed`: too little of the evidence can be verified. `not_enough_evidence` for an Idea Check, `too_few_candidates` for a search.',
  fails: 'Ends as `failed` with `agent_refused`.',
  expires: 'Is never taken out of the queue and ends as `expired` with `queue_expired`.',
  slow: 'Stays `running` for two minutes, then completes: time to cancel it or to move it to its deadline.',
  'no-credit': 'Is refused: 402 `entitlement_required`.',
  limited: 'Is refused: 429 `rate_limited` with `Retry-After`.',
} as const;
export type SandboxOutcome = keyof typeof SANDBOX_OUTCOMES;

/** Provider of sandbox runs, in their status and in the provenance of their findings. */
export const SANDBOX_PROVIDER = 'sandbox';

/** Time that a `sandbox:slow` run stays running, in milliseconds. */
export const SANDBOX_SLOW_MS = 120_000;

/** What a session of the sandbox plays. */
export interface SandboxPart {
  /** The request of its run, whose words choose the outcome. */
  asked: string;
  /** Candidates to plan; null for research. */
  candidateCount: number | null;
  /** True once what it handed in was sent back. */
  sentBack: boolean;
  begunAt: Date;
}
