import type { Database } from '../../prisma/client';

/** Size and health of the database's storage; sizes in bytes. */
export interface Storage {
  bytes: number;
  /** Largest tables with their indexes and documents, largest first. */
  largest: { table: string; bytes: number }[];
  /** Tables of which more rows are dead than alive: autovacuum does not keep up. */
  bloated: string[];
  /** Age of the oldest transaction id; the server stops accepting writes at two billion. */
  transactionAge: number;
  archive: { mode: string; failing: boolean };
}

const LARGEST = 5;
/** Below this many dead rows autovacuum does not even begin. */
const FEW_DEAD_ROWS = 50_000;

/** Reads the server's own statistics; costs the same for a million rows as for none. */
export async function readStorage(db: Database): Promise<Storage> {
  const { rows: totals } = await db.pool.query<Omit<Storage, 'largest' | 'bloated' | 'archive'> & ArchiveRow>(
    `SELECT pg_database_size(current_database())::float8 AS bytes,
            (SELECT age(datfrozenxid) FROM pg_database WHERE datname = current_database()) AS "transactionAge",
            current_setting('archive_mode') AS mode,
            (SELECT COALESCE(last_failed_time > COALESCE(last_archived_time, '-infinity'), false)
             FROM pg_stat_archiver) AS failing`,
  );
  const { rows: tables } = await db.pool.query<{ table: string; bytes: number; bloated: boolean }>({
    text: `SELECT relname AS table, pg_total_relation_size(relid)::float8 AS bytes,
                  n_dead_tup > greatest(n_live_tup, $1) AS bloated
           FROM pg_stat_user_tables WHERE schemaname = 'public' ORDER BY 2 DESC`,
    values: [FEW_DEAD_ROWS],
  });
  const { mode, failing, ...rest } = totals[0]!;
  return {
    ...rest,
    largest: tables.slice(0, LARGEST).map(({ table, bytes }) => ({ table, bytes })),
    bloated: tables.filter(({ bloated }) => bloated).map(({ table }) => table),
    archive: { mode, failing },
  };
}

interface ArchiveRow {
  mode: string;
  failing: boolean;
}
