import { Failure } from '../../contracts/failures';
import type { SandboxOutcome } from '../../contracts/sandbox';
import { outcomeOf, UnknownOutcome } from '../../domain/sandbox/outcome';
import { askedOf, kindOf } from '../../domain/run-kinds';
import type { ApiDeps } from '../../http/deps';
import { startRun, startRuns, type StartRun } from './start-run';

/** Wait that a refused request is told. */
const LIMITED_SECONDS = 1;

/**
 * Starts a run of the sandbox, whose words choose how it ends. It takes no credit and its mode is test, by which the
 * worker knows it: the rest is that of a live run.
 *
 * @throws Failure `invalid_request` for words that name no outcome; `rate_limited` and `entitlement_required` where the
 * words ask for them, and as {@link startRun}
 */
export function startSandboxRun(deps: ApiDeps, wanted: Omit<StartRun, 'sandbox'>): ReturnType<typeof startRun> {
  return startRun(deps, { ...wanted, owner: { ...wanted.owner, mode: 'test' }, sandbox: acceptanceOf(wanted, '') });
}

/**
 * Starts several runs of the sandbox, all or none: words that refuse one refuse them all.
 *
 * @throws Failure as {@link startSandboxRun}, with the pointer of the item, and as {@link startRuns}
 */
export function startSandboxRuns(
  deps: ApiDeps,
  { claim, owner, runs }: Parameters<typeof startRuns>[1],
): ReturnType<typeof startRuns> {
  const played = runs.map((run, i) => ({ ...run, sandbox: acceptanceOf(run, `/items/${i}`) }));
  return startRuns(deps, { claim, owner: { ...owner, mode: 'test' }, runs: played });
}

/** What the words of a run change of its acceptance; `at` is where its body is. */
function acceptanceOf(wanted: Pick<StartRun, 'kind' | 'input'>, at: string): NonNullable<StartRun['sandbox']> {
  const outcome = chosenBy(wanted, at);
  if (outcome === 'limited') {
    throw new Failure('rate_limited', {
      detail: 'The request has the words sandbox:limited.',
      retryAfterSeconds: LIMITED_SECONDS,
      limitLevel: 'endpoint',
    });
  }
  return { lacksCredit: outcome === 'no-credit', expires: outcome === 'expires' };
}

function chosenBy(wanted: Pick<StartRun, 'kind' | 'input'>, at: string): SandboxOutcome {
  try {
    return outcomeOf(askedOf(wanted));
  } catch (error) {
    if (!(error instanceof UnknownOutcome)) throw error;
    const pointer = `${at}/${kindOf(wanted).asked.field}`;
    const errors = [{ pointer, code: 'unknown_outcome', detail: error.message }];
    throw new Failure('invalid_request', { detail: error.message, errors });
  }
}
