import type { BreakState } from '../../contracts/reconciliation';
import { BREAK } from '../../domain/reconciliation';
import type { Prisma, Queryable } from '../../prisma/client';
import { BREAK_COLUMNS, toBreak, type Break } from './row';

/**
 * Moves a break to a state if its own permits, and its cause is this one where given; null otherwise. One that is open, or
 * whose payment goes back, is so from now on: a return does not wait since its payment was found.
 */
export async function moveBreak(
  tx: Queryable,
  id: string,
  to: BreakState,
  reason?: string,
  cause?: Break['cause'],
): Promise<Break | null> {
  const { rows } = await tx.query<Prisma.ReconciliationBreakModel>({
    name: 'break-move',
    text: `UPDATE reconciliation_breaks SET status = $2, reason = COALESCE($4, reason),
                  since = CASE WHEN $5 THEN now() ELSE since END,
                  closed_at = CASE WHEN $5 THEN NULL ELSE now() END
           WHERE id = $1 AND status = ANY($3) AND ($6::text IS NULL OR cause = $6)
           RETURNING ${BREAK_COLUMNS}`,
    values: [
      ...[id, to, BREAK.before(to), reason?.slice(0, 500) ?? null],
      ...[to === 'open' || to === 'returning', cause ?? null],
    ],
  });
  return rows[0] ? toBreak(rows[0]) : null;
}
