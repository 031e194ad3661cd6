import type { TimelineDetails } from '../../contracts/timeline';
import type { Flaw } from '../../domain/findings-rules/rule';
import { transaction, type Database } from '../../prisma/client';
import { recordFlaws } from './record-flaws';
import { addEntry } from './timeline';

/** A submission of a run, or of one of its candidates, and what became of it. */
export interface CheckedSubmission {
  runId: string;
  candidateId: string | null;
  toolUseId: string;
  flaws: readonly Flaw[];
  told: TimelineDetails['check'];
}

/** Keeps the flaws of the last submission and tells the timeline of its run, together. Idempotent. */
export async function recordCheck(
  db: Database,
  { toolUseId, flaws, told, ...research }: CheckedSubmission,
): Promise<void> {
  await transaction(db, (tx) =>
    Promise.all([
      recordFlaws(tx, research, flaws),
      addEntry(tx, research, { key: toolUseId, kind: 'check', detail: told }),
    ]),
  );
}
