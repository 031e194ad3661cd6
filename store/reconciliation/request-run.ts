import { newId } from '../../contracts/ids';
import { reconciliationMessage } from '../../domain/messages/reconciliation';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { enqueue } from '../outbox/enqueue';

/** Requests a run and its start by the outbox; returns its id. `since` is the start of the period, null the bookmark. */
export function requestRun(db: Database, since: Date | null): Promise<string> {
  return transaction(db, async (tx) => {
    const runId = newId('rcn');
    await recordAudit(tx, { action: 'reconciliation.requested', accountId: null, subject: runId, after: { since } });
    await enqueue(tx, `start:reconciliation/${runId}`, reconciliationMessage(runId, since?.toISOString() ?? null));
    return runId;
  });
}
