import type { Mode } from '../../contracts/access';
import type { Metadata } from '../../contracts/metadata';
import type { PaidProductRunCreated, RunInput, RunKind } from '../../contracts/runs';
import { runMessage } from '../../domain/messages/runs';
import { reservationOf } from '../../domain/run-budgets';
import { progressTotal, RUN_KINDS } from '../../domain/run-kinds';
import type { ApiDeps } from '../../http/deps';
import type { IdempotencyClaim } from '../../store/idempotency/claim-key';
import type { Once } from '../../store/idempotency/once';
import { acceptRun } from '../../store/runs/accept-run';

/** A paid run to start; without a key it was asked for by a signed-in browser. */
export interface StartRun {
  claim: IdempotencyClaim;
  owner: { accountId: string; mode: Mode; apiKeyId: string | null };
  kind: RunKind;
  input: RunInput;
  metadata?: Metadata;
  /** What the words of a sandbox run change of its acceptance. */
  sandbox?: { lacksCredit: boolean; expires: boolean };
}

/**
 * Starts a paid run, once for its claim: one transaction, then delivery of its start in the background.
 *
 * @throws Failure as {@link acceptRun}
 */
export async function startRun(
  deps: ApiDeps,
  { claim, owner: { accountId, apiKeyId, mode }, kind, input, metadata = {}, sandbox }: StartRun,
): Promise<Once<Omit<PaidProductRunCreated, 'replayed'>>> {
  const total = progressTotal(kind, input);
  const { value, replayed, pending } = await acceptRun(deps.db, {
    idempotency: claim,
    accountId,
    apiKeyId,
    mode,
    kind,
    input,
    metadata,
    progressTotal: total,
    pollAfterSeconds: RUN_KINDS[kind].pollAfterSeconds,
    queueExpiryMs: sandbox?.expires ? 0 : deps.settings.runQueueExpiryMs,
    lacksCredit: sandbox?.lacksCredit ?? false,
    reservation: reservationOf({ kind, progressTotal: total }, deps.settings),
    start: (id) => runMessage(deps.settings, { id, kind, accountId, mode, progressTotal: total }),
  });
  if (pending) deps.deliver(pending);
  return { value: { ...value, statusUrl: `/v1/runs/${value.runId}` }, replayed };
}
