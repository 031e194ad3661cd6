import type { Mode } from '../../contracts/access';
import { UNSETTLED } from '../../domain/reconciliation';
import type { Database } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { toBreak, type Break } from './row';

/** Breaks of these modes to compare again, by id, after `afterId`. One that is given back ends with its refund. */
export async function listOpen(db: Database, modes: readonly Mode[], afterId: string, limit: number): Promise<Break[]> {
  const where = { status: 'open', mode: { in: [...modes] }, id: { gt: afterId } };
  return (await db.prisma.reconciliationBreak.findMany({ where, orderBy: { id: 'asc' }, take: limit })).map(toBreak);
}

/** Breaks that are open, with those that a run saw, whatever became of them; the oldest first. */
export async function listBreaks(db: Database, runId: string): Promise<Break[]> {
  const where = { OR: [{ status: { in: [...UNSETTLED] } }, { runId }] };
  return (await db.prisma.reconciliationBreak.findMany({ where, orderBy: { id: 'asc' } })).map(toBreak);
}

/** Orphaned payments that are open or being given back, the oldest first. */
export async function listOrphans(db: Database): Promise<Break[]> {
  const where = { cause: 'unknown_order', status: { in: [...UNSETTLED] } };
  return (await db.prisma.reconciliationBreak.findMany({ where, orderBy: { id: 'asc' } })).map(toBreak);
}

/** A break by its id, or null. */
export async function findBreak(db: Database, id: string): Promise<Break | null> {
  const found = await db.prisma.reconciliationBreak.findUnique({ where: { id } });
  return found && toBreak(found);
}

/** Counts the breaks that are open. */
export async function countOpenBreaks(db: Database): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>({
    name: 'breaks-open',
    text: `SELECT count(*)::int AS count FROM reconciliation_breaks WHERE status IN (${listOf(UNSETTLED)})`,
  });
  return rows[0]!.count;
}
