import { RUN_KIND_NAMES } from '../../contracts/runs';
import { FINDINGS_SCHEMA_VERSION } from '../../contracts/versions';
import { requiredDocuments, RUN } from '../../domain/run-kinds';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { recordEvent } from '../events/record-event';
import { expectMail } from '../mail/request-mail';
import { eventOfRun } from './event-of-run';
import { endCosts, OF_LIVE_MODE, TOUCH, type Run } from './row';
import { lockCosts } from './session-costs';

/** Documents required to complete a run, by kind. */
const DOCUMENTS = JSON.stringify(Object.fromEntries(RUN_KIND_NAMES.map((kind) => [kind, requiredDocuments(kind)])));

/**
 * Completes a run whose required documents are all stored, with the cost of its own session if it is known. Deletes what
 * its findings repeat: the submission, what was found before, the findings of the candidates that passed, and the checks of its quotations and claims. A run
 * that has ended stays unchanged.
 */
export async function completeRun(db: Database, runId: string, costMicros: number | null): Promise<void> {
  await transaction(db, async (tx) => {
    const [, completed] = await Promise.all([lockCosts(tx, runId), complete(tx, runId, costMicros)]);
    if (completed) await recordEvent(tx, eventOfRun(completed));
  });
}

type EndedRun = Pick<Run, 'id' | 'mode' | 'kind' | 'accountId' | 'status'>;

async function complete(tx: Queryable, runId: string, costMicros: number | null): Promise<EndedRun | null> {
  const { rows } = await tx.query<EndedRun>({
    name: 'run-complete',
    text: `WITH required AS (
             SELECT ARRAY(SELECT jsonb_array_elements_text($5::jsonb -> kind)) AS names FROM runs WHERE id = $1),
           ended AS (
             UPDATE runs SET status = $6, stage = 'done', progress_done = progress_total, ${endCosts('$2')},
                    findings_version = $3, completed_at = now(), ${TOUCH}
             FROM required WHERE id = $1 AND status = ANY($4) AND cardinality(names) > 0
               AND (SELECT count(*) FROM artifacts WHERE run_id = $1 AND name = ANY(names)) = cardinality(names)
             RETURNING id, mode, kind, account_id, status),
           repeated AS (
             UPDATE candidates SET findings = NULL FROM ended
             WHERE run_id = ended.id AND candidates.reason IS NULL),
           mailed AS (${expectMail('run_ended', OF_LIVE_MODE)}),
           checked AS (DELETE FROM evidence_checks USING ended WHERE run_id = ended.id),
           named AS (DELETE FROM name_checks USING ended WHERE run_id = ended.id),
           judged AS (DELETE FROM claim_checks USING ended WHERE run_id = ended.id),
           repeated_too AS (
             DELETE FROM artifacts USING ended WHERE run_id = ended.id AND name IN ('submission', 'found'))
           SELECT id, mode, kind, account_id AS "accountId", status FROM ended`,
    values: [runId, costMicros, FINDINGS_SCHEMA_VERSION, RUN.before('completed'), DOCUMENTS, 'completed'],
  });
  return rows[0] ?? null;
}
