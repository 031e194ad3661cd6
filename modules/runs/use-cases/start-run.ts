import { Failure } from '../../../base/failures';
import type { Metadata } from '../../../base/metadata';
import type { RunLimits } from '../../../base/work-limits';
import { reservationOf, type SessionLimits } from '../../entitlements/rules';
import type { IdempotencyClaim, Once } from '../../outbox/store/claims';
import type { PaidProductRunCreated, RunInput, RunKind, RunWebhookCreate } from '../../run-kinds/contract';
import { progressTotal, RUN_KINDS, askedOf, kindOf } from '../../run-kinds/rules';
import { outcomeOf, UnknownOutcome, type SandboxOutcome } from '../../run-kinds/sandbox';
import { acceptRunWebhook } from '../../webhooks/use-cases/run-webhooks';
import type { WebhookDeps } from '../../webhooks/use-cases/webhooks';
import { runMessage } from '../messages';
import { acceptRun, acceptRuns, type AcceptedRun, type AcceptRun } from '../store/accept';
import type { RunOwner } from '../store/runs';

export interface StartRun {
  claim: IdempotencyClaim;
  /** `apiKeyId` is null for a signed-in browser. */
  owner: RunOwner & { apiKeyId: string | null };
  kind: RunKind;
  input: RunInput;
  metadata?: Metadata;
  webhook?: RunWebhookCreate;
  /** Outcomes that a sandbox request chose and that take effect when the run is accepted. */
  sandbox?: { lacksCredit: boolean; expires: boolean };
}

export interface StartDeps extends WebhookDeps {
  settings: WebhookDeps['settings'] &
    RunLimits &
    SessionLimits & { runQueueExpiryMs: number; returnedCreditsPerDay: number };
}

export type StartedRun = Omit<PaidProductRunCreated, 'replayed'>;

interface StartedBatch {
  batchId: string;
  runs: StartedRun[];
}

/**
 * Starts a paid run once per claim. Delivers the start message in the background. @throws Failure as {@link acceptRun}
 */
export async function startRun(deps: StartDeps, { claim, owner, ...run }: StartRun): Promise<Once<StartedRun>> {
  const { value, replayed, pending } = await acceptRun(deps.db, claim, await acceptable(deps, owner, run, ''));
  for (const message of pending) deps.deliver(message);
  return { value: withStatusUrl(value), replayed };
}

/** Starts several paid runs, all or none, once per idempotency claim. @throws Failure as {@link acceptRuns} */
export async function startRuns(
  deps: StartDeps,
  {
    claim,
    owner,
    runs,
  }: { claim: IdempotencyClaim; owner: StartRun['owner']; runs: Omit<StartRun, 'claim' | 'owner'>[] },
): Promise<Once<StartedBatch>> {
  const wanted = [];
  for (const [i, run] of runs.entries()) wanted.push(await acceptable(deps, owner, run, `/items/${i}`));
  const { value, replayed, pending } = await acceptRuns(deps.db, claim, wanted);
  for (const message of pending) deps.deliver(message);
  return { value: { ...value, runs: value.runs.map(withStatusUrl) }, replayed };
}

/** Prepares a run for acceptance. `at` is the JSON pointer to its body. @throws Failure as {@link acceptRunWebhook} */
async function acceptable(
  deps: StartDeps,
  { accountId, apiKeyId, mode }: StartRun['owner'],
  { kind, input, metadata = {}, webhook, sandbox }: Omit<StartRun, 'claim' | 'owner'>,
  at: string,
): Promise<AcceptRun> {
  const { settings } = deps;
  const total = progressTotal(kind, input);
  return {
    accountId,
    apiKeyId,
    mode,
    kind,
    input,
    metadata,
    webhook: webhook ? await acceptRunWebhook(deps, { accountId, mode }, webhook, `${at}/webhook`) : null,
    earlier: input.continues ? { runId: input.continues, pointer: `${at}/continues` } : undefined,
    progressTotal: total,
    pollAfterSeconds: RUN_KINDS[kind].pollAfterSeconds,
    queueExpiryMs: sandbox?.expires ? 0 : settings.runQueueExpiryMs,
    returnsPerDay: settings.returnedCreditsPerDay,
    lacksCredit: sandbox?.lacksCredit ?? false,
    reservation: reservationOf({ kind, progressTotal: total }, settings),
    start: (id) => runMessage(settings, { id, kind, accountId, mode, progressTotal: total }),
  };
}

const withStatusUrl = (run: AcceptedRun): StartedRun => ({ ...run, statusUrl: `/v1/runs/${run.runId}` });

/** Counts an account's sandbox runs per day, because no credits limit them. @throws Failure `rate_limited` */
export type CountSandboxRuns = (accountId: string, runs: number) => Promise<void>;

/** Retry-After of the response to a request that simulates a rate limit. */
const LIMITED_SECONDS = 1;

/**
 * Starts a sandbox run, which takes no credit and ends the way its request says. The worker recognizes it by its mode,
 * `test`. Everything else works as in a live run.
 *
 * @throws Failure `invalid_request` if the request names an unknown outcome; `rate_limited` above the daily limit;
 * `rate_limited` or `entitlement_required` if the request simulates it; and as {@link startRun}
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
 * Starts several sandbox runs, or none if the request for one of them is refused.
 *
 * @throws Failure as {@link startSandboxRun}, with the pointer to the item, and as {@link startRuns}
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

/** Reads the outcomes that apply when a sandbox run is accepted. `at` is the JSON pointer to the body. */
function acceptanceOf(wanted: Pick<StartRun, 'kind' | 'input'>, at: string): NonNullable<StartRun['sandbox']> {
  const outcome = chosenBy(wanted, at);
  if (outcome === 'limited') {
    throw new Failure('rate_limited', {
      detail: 'The request contains sandbox:limited.',
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
