import type { RunFailureCode } from '../../../base/run-failures';
import { Prisma, type Database, type Queryable } from '../../../prisma/client';
import { columnsOf, listOf } from '../../../prisma/sql';
import { exclusionReason } from '../../run-kinds/contract';
import { BEGUN_RUN } from '../../run-kinds/rules';
import type { TimelineDetails, TimelineEntry, TimelineKind } from '../contract';
import type { Run } from './runs';

/** SQL that numbers the new timeline entry, for an UPDATE of `runs`; see {@link entrySql}. */
export const NEXT_ENTRY = 'timeline_last = timeline_last + 1';

interface EntrySql {
  /** Unique within the run. A new entry replaces the entry with the same key. */
  key: string;
  kind: TimelineKind;
  candidate?: string;
  detail: string;
}

/**
 * SQL that adds an entry to the timeline of each run in `from`, which has the `id` and `timeline_last` that an update
 * with {@link NEXT_ENTRY} returns. Skips an entry that equals the last one with the same key, so that steps can be
 * repeated.
 */
export function entrySql(from: string, { key, kind, candidate = 'NULL', detail }: EntrySql): string {
  return `INSERT INTO run_timeline (run_id, key, entry, kind, candidate_id, detail)
          SELECT id, ${key}, timeline_last, '${kind}', ${candidate}, ${detail} FROM ${from}
          ON CONFLICT (run_id, key) DO UPDATE SET entry = excluded.entry, at = now(), detail = excluded.detail
          WHERE run_timeline.detail IS DISTINCT FROM excluded.detail`;
}

/** SQL that adds an entry for the stage that the runs in `from` entered. */
export const stageEntry = (from: string, stage: string) =>
  entrySql(from, { key: `'stage/' || ${stage}`, kind: 'stage', detail: `jsonb_build_object('stage', ${stage})` });

/** Adds an entry, in the caller's transaction if there is one. Does nothing unless the run is running or canceling. */
export async function addEntry<Kind extends TimelineKind>(
  tx: Queryable,
  { runId, candidateId }: { runId: string; candidateId: string | null },
  { key, kind, detail }: { key: string; kind: Kind; detail: TimelineDetails[Kind] },
): Promise<void> {
  await tx.query({
    name: `timeline-${kind}`,
    text: `WITH told AS (
             UPDATE runs SET ${NEXT_ENTRY} WHERE id = $1 AND status IN (${listOf(BEGUN_RUN)})
             RETURNING id, timeline_last)
           ${entrySql('told', { key: '$2', kind, candidate: '$3', detail: '$4::jsonb' })}`,
    values: [runId, `${kind}/${candidateId ?? ''}/${key}`, candidateId, JSON.stringify(detail)],
  });
}

const COLUMNS = columnsOf(Prisma.TimelineEntryScalarFieldEnum, ['runId', 'key']);

/**
 * Reads the timeline entries with numbers above `after`. Scores of candidates are null until the run has completed.
 */
export async function readTimeline(
  db: Database,
  { id, status }: Pick<Run, 'id' | 'status'>,
  after = 0,
): Promise<TimelineEntry[]> {
  const { rows } = await db.pool.query<TimelineEntry>({
    name: 'timeline-read',
    text: `SELECT ${COLUMNS} FROM run_timeline WHERE run_id = $1 AND entry > $2 ORDER BY entry`,
    values: [id, after],
  });
  return rows.map((row) => (row.kind === 'candidate' ? shownCandidate(row, status === 'completed') : row));
}

type CandidateEntry = Extract<TimelineEntry, { kind: 'candidate' }>;

function shownCandidate(row: CandidateEntry, completed: boolean): CandidateEntry {
  const { title, status, reason, score } = row.detail;
  const why = reason === null ? null : exclusionReason(reason as RunFailureCode);
  return { ...row, detail: { title, status, reason: why, score: completed ? score : null } };
}
