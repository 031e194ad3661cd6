import { Failure } from '../../contracts/failures';
import type { SandboxOutcome } from '../../contracts/sandbox';
import { outcomeOf, UnknownOutcome } from '../../domain/sandbox/outcome';
import { askedOf, kindOf } from '../../domain/run-kinds';
import type { ApiDeps } from '../../http/deps';
import { startRun, type StartRun } from './start-run';

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
  const outcome = chosenBy(wanted);
  if (outcome === 'limited') {
    throw new Failure('rate_limited', {
      detail: 'The request has the words sandbox:limited.',
      retryAfterSeconds: LIMITED_SECONDS,
      limitLevel: 'endpoint',
    });
  }
  const owner = { ...wanted.owner, mode: 'test' as const };
  const sandbox = { lacksCredit: outcome === 'no-credit', expires: outcome === 'expires' };
  return startRun(deps, { ...wanted, owner, sandbox });
}

function chosenBy(wanted: Pick<StartRun, 'kind' | 'input'>): SandboxOutcome {
  try {
    return outcomeOf(askedOf(wanted));
  } catch (error) {
    if (!(error instanceof UnknownOutcome)) throw error;
    const pointer = `/${kindOf(wanted).asked.field}`;
    const errors = [{ pointer, code: 'unknown_outcome', detail: error.message }];
    throw new Failure('invalid_request', { detail: error.message, errors });
  }
}
