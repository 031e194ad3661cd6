import type { Mode } from '../../contracts/access';
import type { BreakCause, BreakState } from '../../contracts/reconciliation';
import type { BookKind } from '../../contracts/provider-books';
import { Prisma } from '../../prisma/client';
import { columnsOf, type Narrowed } from '../../prisma/sql';

/** A row of `reconciliation_breaks`. */
export type Break = Narrowed<
  Prisma.ReconciliationBreakModel,
  { mode: Mode; cause: BreakCause; kind: BookKind; status: BreakState }
>;

/** Moment until which the books of a mode were compared. */
export const toBookmark = ({ mode, at }: Prisma.ReconciliationBookmarkModel) => [mode as Mode, at] as const;

/** Columns of {@link Break} for statements that are written out. */
export const BREAK_COLUMNS = columnsOf(Prisma.ReconciliationBreakScalarFieldEnum);

/** Narrows a row; constraints of the database guarantee the types. */
export const toBreak = (row: Prisma.ReconciliationBreakModel) => row as Break;
