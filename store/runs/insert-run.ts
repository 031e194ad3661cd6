import type { Mode } from '../../contracts/access';
import type { Metadata } from '../../contracts/metadata';
import type { RunKind } from '../../contracts/runs';
import type { Queryable } from '../../prisma/client';
import type { Taken } from '../entitlements/take-entitlement';
import { labelRun } from './label-run';

/** What a new row of `runs` is made of. */
export interface NewRun {
  accountId: string;
  /** Null where a signed-in browser asks. */
  apiKeyId: string | null;
  mode: Mode;
  kind: RunKind;
  input: object;
  /** Default: none. */
  metadata?: Metadata;
  progressTotal: number;
  queueExpiryMs: number;
  /** True for one that is held until an operator releases it. */
  review?: boolean;
  /** Run that this one repeats. */
  retryOf?: string;
}

/** Inserts a queued run in the caller's transaction, for {@link acceptRun} and a retry, created as its entitlement was taken. */
export async function insertRun(
  tx: Queryable,
  command: NewRun,
  runId: string,
  taken: Taken,
  workflowId: string,
): Promise<void> {
  const { metadata = {} } = command;
  const inserted = tx.query({
    name: 'run-insert',
    text: `INSERT INTO runs (id, account_id, api_key_id, kind, mode, status, stage, input, entitlement_id,
                             progress_total, workflow_id, queue_expires_at, reserved_cents, retry_of,
                             metadata, review)
           VALUES ($1, $2, $3, $4, $5, 'queued', 'queued', $6, $7, $8, $9, now() + $10 * interval '1 millisecond',
                   $11, $12, $13, $14)`,
    values: [
      runId,
      command.accountId,
      command.apiKeyId,
      command.kind,
      command.mode,
      JSON.stringify(command.input),
      taken.id,
      command.progressTotal,
      workflowId,
      command.queueExpiryMs,
      taken.reservedCents,
      command.retryOf ?? null,
      JSON.stringify(metadata),
      command.review ?? false,
    ],
  });
  await Promise.all([inserted, labelRun(tx, { ...command, metadata }, runId)]);
}
