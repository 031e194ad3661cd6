import type { Mode } from '../../contracts/access';
import type { Findings } from '../../contracts/findings';
import { idsSince, lastId } from '../../contracts/ids';
import type { Metadata } from '../../contracts/metadata';
import type { Portfolio } from '../../contracts/portfolio';
import type { RunFailureCode } from '../../contracts/run-failures';
import {
  RUN_KIND_NAMES,
  RUN_STATUSES,
  type ArtifactName,
  type RunKind,
  type RunStatusName,
} from '../../contracts/runs';
import type { Database, Prisma } from '../../prisma/client';
import { unpacked, type PackedBytes } from './packed-bytes';
import { RUN_COLUMNS, toRun, type Run } from './row';
import { listLabeled } from './run-labels';

/** Scope of visible runs: one account in one mode. */
export interface RunOwner {
  accountId: string;
  mode: Mode;
}

/** One run of this owner, or null: a run of another account counts as unknown. */
export async function findRun(db: Database, owner: RunOwner, runId: string): Promise<Run | null> {
  // Prepared statement: clients poll this query, at a quarter of its cost through the ORM.
  const { rows } = await db.pool.query<Prisma.RunModel>({
    name: 'run-find',
    text: `SELECT ${RUN_COLUMNS} FROM runs WHERE id = $1 AND account_id = $2 AND mode = $3`,
    values: [runId, owner.accountId, owner.mode],
  });
  return rows[0] ? toRun(rows[0]) : null;
}

/** A run of any owner: for activities and operators, never for a caller. */
export async function loadRun(db: Database, runId: string): Promise<Run | null> {
  // Prepared statement: the activities of one evaluation read their run five times.
  const { rows } = await db.pool.query<Prisma.RunModel>({
    name: 'run-load',
    text: `SELECT ${RUN_COLUMNS} FROM runs WHERE id = $1`,
    values: [runId],
  });
  return rows[0] ? toRun(rows[0]) : null;
}

/** Page of a list of runs: those of a status, kind or metadata, where given, before the last id of the page before. */
export interface RunPage {
  status?: RunStatusName;
  kind?: RunKind;
  metadata?: Metadata;
  before?: string;
  limit: number;
}

/** Runs of this owner, newest first, at most `limit`. */
export async function listRuns(db: Database, owner: RunOwner, page: RunPage): Promise<Run[]> {
  const { metadata } = page;
  if (metadata && Object.keys(metadata).length > 0) return listLabeled(db, owner, { ...page, metadata });
  if (page.status || page.kind) return listFiltered(db, owner, page);
  const { accountId, mode } = owner;
  const rows = await db.prisma.run.findMany({
    where: { accountId, mode, ...(page.before && { id: { lt: page.before } }) },
    orderBy: { id: 'desc' },
    take: page.limit,
  });
  return rows.map(toRun);
}

// The newest of each status and kind are merged, by an index with both: a page costs the same however rare its runs are
// among all of the account.
async function listFiltered(
  db: Database,
  { accountId, mode }: RunOwner,
  { status, kind, before = lastId('run'), limit }: RunPage,
): Promise<Run[]> {
  const parts = [kind ? [kind] : RUN_KIND_NAMES, status ? [status] : RUN_STATUSES];
  const { rows } = await db.pool.query<Prisma.RunModel>({
    name: 'runs-filtered',
    text: `SELECT ${RUN_COLUMNS} FROM runs WHERE id IN (
             SELECT part.id FROM unnest($5::text[]) AS kinds(kind), unnest($6::text[]) AS statuses(status),
               LATERAL (SELECT id FROM runs WHERE account_id = $1 AND mode = $2 AND kind = kinds.kind
                          AND status = statuses.status AND id < $3 ORDER BY id DESC LIMIT $4) AS part
             ORDER BY part.id DESC LIMIT $4)
           ORDER BY id DESC`,
    values: [accountId, mode, before, limit, ...parts],
  });
  return rows.map(toRun);
}

/** Selection of runs by an operator; every given field must agree. */
export interface RunFilter {
  accountId?: string | undefined;
  kind?: RunKind | undefined;
  statuses?: readonly RunStatusName[] | undefined;
  failureCode?: RunFailureCode | undefined;
  /** Created at this moment or later. */
  since?: Date | undefined;
  /** Older than the run with this id. */
  before?: string | undefined;
}

/** Machines that generate ids differ in their clocks by less than this. */
const CLOCK_SLACK_MS = 3_600_000;

/** Newest runs of all accounts, for operators. */
export async function listAllRuns(db: Database, limit: number, filter: RunFilter = {}): Promise<Run[]> {
  const { accountId, kind, statuses, failureCode, since, before } = filter;
  const rows = await db.prisma.run.findMany({
    where: {
      ...(accountId && { accountId }),
      ...(kind && { kind }),
      ...(statuses && { status: { in: [...statuses] } }),
      ...(failureCode && { failureCode }),
      ...(since && { createdAt: { gte: since } }),
      id: {
        ...(before && { lt: before }),
        // As well as by the time, because ids have an index.
        ...(since && { gte: idsSince('run', new Date(+since - CLOCK_SLACK_MS)) }),
      },
    },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return rows.map(toRun);
}

/** Ids of those of these runs that another run repeats. */
export async function listRetried(db: Database, runIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.prisma.run.findMany({ where: { retryOf: { in: [...runIds] } }, select: { retryOf: true } });
  return new Set(rows.map(({ retryOf }) => retryOf!));
}

/** The bytes of one document of a run, or null. The caller must have checked access. */
export async function readArtifact(db: Database, runId: string, name: ArtifactName): Promise<Buffer | null> {
  const { rows } = await db.pool.query<PackedBytes>({
    name: 'artifact-read',
    text: 'SELECT bytes, encoding FROM artifacts WHERE run_id = $1 AND name = $2',
    values: [runId, name],
  });
  return rows[0] ? unpacked(rows[0]) : null;
}

/** What a dossier is rendered from; a run without ranking has no portfolio. */
export interface DossierContent {
  findings: Findings;
  portfolio: Portfolio | null;
}

/** Content of a run's dossier; null without findings. The caller must have checked access. */
export async function readDossierContent(db: Database, runId: string): Promise<DossierContent | null> {
  const [findings, portfolio] = await Promise.all([
    readArtifact(db, runId, 'findings'),
    readArtifact(db, runId, 'portfolio'),
  ]);
  if (!findings) return null;
  return {
    findings: JSON.parse(findings.toString()) as Findings,
    portfolio: portfolio && (JSON.parse(portfolio.toString()) as Portfolio),
  };
}
