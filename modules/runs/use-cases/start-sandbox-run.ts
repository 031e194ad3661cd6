import { Failure } from '../../../base/failures';
import { askedOf, kindOf } from '../../run-kinds/rules';
import { outcomeOf, UnknownOutcome, type SandboxOutcome } from '../../run-kinds/sandbox';
import { startRun, startRuns, type StartDeps, type StartRun } from './start-run';

/** Counts runs of the sandbox against the day of their account: no credit bounds them. @throws Failure `rate_limited` */
export type CountSandboxRuns = (accountId: string, runs: number) => Promise<void>;

/** Wait that a refused request is told. */
const LIMITED_SECONDS = 1;

/**
 * Starts a run of the sandbox, whose words choose how it ends. It takes no credit and its mode is test, by which the
 * worker knows it: the rest is that of a live run.
 *
 * @throws Failure `invalid_request` for words that name no outcome; `rate_limited` beyond the runs of a day, and, like
 * `entitlement_required`, where the words ask for it, and as {@link startRun}
 */
export async function startSandboxRun(
  deps: StartDeps,
  countRuns: CountSandboxRuns,
  wanted: Omit<StartRun, 'sandbox'>,
): ReturnType<typeof startRun> {
  const sandbox = acceptanceOf(wanted, '');
  await countRuns(wanted.owner.accountId, 1);
  return startRun(deps, { ...wanted, owner: { ...wanted.owner, mode: 'test' }, sandbox });
}

/**
 * Starts several runs of the sandbox, all or none: words that refuse one refuse them all.
 *
 * @throws Failure as {@link startSandboxRun}, with the pointer of the item, and as {@link startRuns}
 */
export async function startSandboxRuns(
  deps: StartDeps,
  countRuns: CountSandboxRuns,
  { claim, owner, runs }: Parameters<typeof startRuns>[1],
): ReturnType<typeof startRuns> {
  const played = runs.map((run, i) => ({ ...run, sandbox: acceptanceOf(run, `/items/${i}`) }));
  await countRuns(owner.accountId, runs.length);
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
