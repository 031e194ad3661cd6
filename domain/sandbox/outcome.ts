import { SANDBOX_OUTCOMES, type SandboxOutcome } from '../../contracts/sandbox';

const WORDS = /\bsandbox:([a-z0-9-]+)/giu;

/** Words of a request that name no outcome, or more than one, with what would do. */
export class UnknownOutcome extends Error {}

/**
 * How a sandbox run ends, by the words `sandbox:…` of its request; `completes` without any.
 *
 * @throws UnknownOutcome
 */
export function outcomeOf(asked: string): SandboxOutcome {
  const named = [...new Set([...asked.matchAll(WORDS)].map((found) => found[1]!.toLowerCase()))];
  const unknown = named.find((name) => !Object.hasOwn(SANDBOX_OUTCOMES, name));
  if (unknown !== undefined) {
    const known = Object.keys(SANDBOX_OUTCOMES).map((name) => `sandbox:${name}`);
    throw new UnknownOutcome(`sandbox:${unknown} is no outcome: ${known.join(', ')} are.`);
  }
  if (named.length > 1) throw new UnknownOutcome(`A run has one outcome; ${named.length} are named.`);
  return (named[0] as SandboxOutcome | undefined) ?? 'completes';
}
