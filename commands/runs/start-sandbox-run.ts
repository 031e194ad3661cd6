import { Failure } from '../../contracts/failures';
import type { SandboxOutcome } from '../../contracts/sandbox';
import { outcomeOf, UnknownOutcome } from '../../domain/sandbox/outcome';
import { askedOf, kindOf } from '../../domain/run-kinds';
import type { ApiDeps } from '../../http/deps';
import { limitExceeded } from '../../http/limits/limiters';
import { startRun, startRuns, type StartRun } from './start-run';

/** Wait that a refused request is told. */
const LIMITED_SECONDS = 1;

/**
 * Starts a run of the sandbox, whose words choose how it ends. It takes no credit and its mode is test, by which the
 * worker knows it: the rest is that of a live run.
 *
 * @throws Failure `invalid_request` for words that name no outcome; `rate_limited` beyond the runs of a day, and, like
 * `entitlement_required`, where the words ask for it, and as {@link startRun}
 */
export async function startSandboxRun(deps: ApiDeps, wanted: Omit<StartRun, 'sandbox'>): ReturnType<typeof startRun> {
  const sandbox = acceptanceOf(wanted, '');
  await countRuns(deps, wanted.owner.accountId, 1);
  return startRun(deps, { ...wanted, owner: { ...wanted.owner, mode: 'test' }, sandbox });
}

/**
 * Starts several runs of the sandbox, all or none: words that refuse one refuse them all.
 *
 * @throws Failure as {@link startSandboxRun}, with the pointer of the item, and as {@link startRuns}
 */
export async function startSandboxRuns(
  deps: ApiDeps,
  { claim, owner, runs }: Parameters<typeof startRuns>[1],
): ReturnType<typeof startRuns> {
  const played = runs.map((run, i) => ({ ...run, sandbox: acceptanceOf(run, `/items/${i}`) }));
  await countRuns(deps, owner.accountId, runs.length);
  return startRuns(deps, { claim, owner: { ...owner, mode: 'test' }, runs: played });
}

/** Counts runs against the day of their account: no credit bounds them. */
async function countRuns({ limiters }: ApiDeps, accountId: string, runs: number): Promise<void> {
  const allowance = await limiters.endpoint.sandboxDay.consume(accountId, runs);
  if (allowance.exceeded) throw limitExceeded(allowance, 'endpoint');
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
