/** PostgreSQL: no such table, no such column; Prisma: the same. */
const LACKING = new Set(['42P01', '42703', 'P2021', 'P2022']);

/** True if a statement names a table or a column that the database does not have: it waits for a migration. */
export function lacksRelation(error: unknown): boolean {
  return LACKING.has((error as { code?: string } | null)?.code ?? '');
}
