import type { Mode } from '../../../base/access';
import type { Metadata } from '../../../base/metadata';
import type { RunPatience } from '../../../base/patience';
import { reservationOf, type SessionLimits } from '../../entitlements/rules';
import type { IdempotencyClaim, Once } from '../../outbox/store/claims';
import type { Work } from '../../outbox/store/outbox';
import type { PaidProductRunCreated, RunInput, RunKind } from '../../run-kinds/contract';
import { progressTotal, RUN_KINDS } from '../../run-kinds/rules';
import { runMessage } from '../messages';
import { acceptRun, acceptRuns, type AcceptedRun, type AcceptRun } from '../store/accept';

/** Whose run it is; without a key it was asked for by a signed-in browser. */
export interface RunOwner {
  accountId: string;
  mode: Mode;
  apiKeyId: string | null;
}

/** A paid run to start. */
export interface StartRun {
  claim: IdempotencyClaim;
  owner: RunOwner;
  kind: RunKind;
  input: RunInput;
  metadata?: Metadata;
  /** What the words of a sandbox run change of its acceptance. */
  sandbox?: { lacksCredit: boolean; expires: boolean };
}

/** What starting a run needs of the process. */
export interface StartDeps extends Work {
  settings: RunPatience & SessionLimits & { runQueueExpiryMs: number; returnedCreditsPerDay: number };
}

/** A run that was started, for the caller. */
export type StartedRun = Omit<PaidProductRunCreated, 'replayed'>;

/**
 * Starts a paid run, once for its claim: one transaction, then delivery of its start in the background.
 *
 * @throws Failure as {@link acceptRun}
 */
export async function startRun(deps: StartDeps, { claim, owner, ...run }: StartRun): Promise<Once<StartedRun>> {
  const { value, replayed, pending } = await acceptRun(deps.db, claim, acceptable(deps, owner, run));
  for (const message of pending) deps.deliver(message);
  return { value: withStatusUrl(value), replayed };
}

/**
 * Starts several paid runs, all or none, once for their claim.
 *
 * @throws Failure as {@link acceptRuns}
 */
export async function startRuns(
  deps: StartDeps,
  { claim, owner, runs }: { claim: IdempotencyClaim; owner: RunOwner; runs: Omit<StartRun, 'claim' | 'owner'>[] },
): Promise<Once<StartedRun[]>> {
  const wanted = runs.map((run) => acceptable(deps, owner, run));
  const { value, replayed, pending } = await acceptRuns(deps.db, claim, wanted);
  for (const message of pending) deps.deliver(message);
  return { value: value.map(withStatusUrl), replayed };
}

function acceptable(
  { settings }: StartDeps,
  { accountId, apiKeyId, mode }: RunOwner,
  { kind, input, metadata = {}, sandbox }: Omit<StartRun, 'claim' | 'owner'>,
): AcceptRun {
  const total = progressTotal(kind, input);
  return {
    accountId,
    apiKeyId,
    mode,
    kind,
    input,
    metadata,
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
