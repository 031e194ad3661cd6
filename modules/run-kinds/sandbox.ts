/**
 * Words in a sandbox request that choose how its run ends, similar to test card numbers (docs/interface/sandbox.md).
 */
export const SANDBOX_OUTCOMES = {
  completes: 'Completes within seconds. The default.',
  corrected: 'Completes after one round of corrections.',
  'not-enough-evidence':
    'Fails because too little of the evidence could be verified: `not_enough_evidence` for an Idea Check, `too_few_candidates` for a search.',
  fails: 'Fails with `agent_refused`.',
  expires: 'Stays in the queue and ends as `expired` with `queue_expired`.',
  slow: 'Stays `running` for two minutes, then completes. Use the time to cancel it or to move it to its deadline.',
  'no-credit': 'Returns 402 `entitlement_required`.',
  limited: 'Returns 429 `rate_limited` with `Retry-After`.',
} as const;
export type SandboxOutcome = keyof typeof SANDBOX_OUTCOMES;

/** Provider name of sandbox runs, shown in their status and in the provenance of their findings. */
export const SANDBOX_PROVIDER = 'sandbox';

/** How long a `sandbox:slow` run stays running, in milliseconds. */
export const SANDBOX_SLOW_MS = 120_000;

export interface SandboxPart {
  /** Request of the run. Words in it choose the outcome. */
  asked: string;
  /** Number of candidates to plan; null for research. */
  candidateCount: number | null;
  /** True once a submission has been sent back. */
  sentBack: boolean;
  begunAt: Date;
}

const WORDS = /\bsandbox:([a-z0-9-]+)/giu;

/** The request names an unknown outcome, or more than one. */
export class UnknownOutcome extends Error {}

/** Reads from `sandbox:…` in a request how its run should end (default: `completes`). @throws UnknownOutcome */
export function outcomeOf(asked: string): SandboxOutcome {
  const named = [...new Set([...asked.matchAll(WORDS)].map((found) => found[1]!.toLowerCase()))];
  const unknown = named.find((name) => !Object.hasOwn(SANDBOX_OUTCOMES, name));
  if (unknown !== undefined) {
    const known = Object.keys(SANDBOX_OUTCOMES).map((name) => `sandbox:${name}`);
    throw new UnknownOutcome(`Unknown outcome sandbox:${unknown}. Use one of ${known.join(', ')}.`);
  }
  if (named.length > 1) throw new UnknownOutcome(`Name one outcome per run, not ${named.length}.`);
  return (named[0] as SandboxOutcome | undefined) ?? 'completes';
}

/** Providers whose findings are invented: the local stand-in, the sandbox, and the public sample dossier. */
const SAMPLE_PROVIDERS: ReadonlySet<string | null> = new Set(['local-sample', SANDBOX_PROVIDER, 'sample']);

/** True if a provider invents its sources. Its quotations are never called verified. */
export function isSampleProvider(provider: string | null): boolean {
  return SAMPLE_PROVIDERS.has(provider);
}

/** True if the sources of findings are invented. */
export function isSample({ provenance }: { provenance: { provider: string | null } }): boolean {
  return isSampleProvider(provenance.provider);
}
