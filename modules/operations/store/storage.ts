import type { Database, Queryable } from '../../../prisma/client';
import type { Archive } from '../conditions';

/** State of the database server, as the server reports it. */
export interface DatabaseServer {
  version: string;
  /** A standby does not accept writes. */
  isStandby: boolean;
  /** Start of a RESET statement that lets the role's new sessions write: `ALTER ROLE noi_app`. Null if they can. */
  readOnlyBy: string | null;
  /** Settings that are off although a crash can then lose commits. */
  unsafe: string[];
  /** Settings that a finished restore left behind. The next restore would stop at the same point. */
  leftFromRestore: string[];
  connections: number;
  maxConnections: number;
  /** The server's clock, in milliseconds since the epoch. */
  now: number;
}

/**
 * SQL: where `default_transaction_read_only` is set for this role or database; null if it is set only for the whole
 * server.
 */
const READ_ONLY_SCOPE = `
  SELECT CASE WHEN setrole = 0 AND setdatabase = 0 THEN 'ALTER ROLE ALL'
              WHEN setrole = 0 THEN format('ALTER DATABASE %I', datname)
              WHEN setdatabase = 0 THEN format('ALTER ROLE %I', rolname)
              ELSE format('ALTER ROLE %I IN DATABASE %I', rolname, datname) END
  FROM pg_db_role_setting JOIN pg_database ON datname = current_database() JOIN pg_roles ON rolname = current_user
  WHERE setdatabase IN (0, pg_database.oid) AND setrole IN (0, pg_roles.oid)
    AND array_to_string(setconfig, ' ') LIKE '%default_transaction_read_only=%'
  ORDER BY setrole <> 0 DESC, setdatabase <> 0 DESC LIMIT 1`;

/** Reads the state of the database server. Works with any role. */
export async function readServer(db: Database): Promise<DatabaseServer> {
  const { rows } = await db.pool.query<DatabaseServer>({
    text: `SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS "isStandby",
                  (SELECT COALESCE((${READ_ONLY_SCOPE}), 'ALTER SYSTEM') FROM pg_catalog.pg_settings
                   WHERE name = 'default_transaction_read_only' AND reset_val = 'on') AS "readOnlyBy",
                  ARRAY(SELECT name FROM pg_settings
                        WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'
                        ORDER BY name) AS unsafe,
                  ARRAY(SELECT name FROM pg_settings
                        WHERE NOT pg_is_in_recovery() AND setting <> ''
                          AND name IN ('recovery_target', 'recovery_target_lsn', 'recovery_target_name',
                                       'recovery_target_time', 'recovery_target_xid')
                        ORDER BY name) AS "leftFromRestore",
                  (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
                  current_setting('max_connections')::int AS "maxConnections",
                  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`,
  });
  return rows[0]!;
}

/** Size and health of the database's storage. Sizes are in bytes. */
export interface Storage {
  bytes: number;
  /** Largest tables with their indexes and documents, largest first. */
  largest: { table: string; bytes: number }[];
  /** Tables with more dead rows than live rows, a sign that autovacuum is falling behind. */
  bloated: string[];
  /** Age of the oldest transaction id; the server stops accepting writes at two billion. */
  transactionAge: number;
  archive: Archive;
}

const LARGEST = 5;
/** PostgreSQL pattern of the database comment that deploy/base-backup.sh writes. */
const BACKUP_NOTE = '^Base backup of (\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ)$';
/** Tables with fewer dead rows are ignored, because autovacuum may not start on them yet. */
const FEW_DEAD_ROWS = 50_000;

/** Reads the database server's statistics, at a cost that does not depend on the number of rows. */
export async function readStorage(db: Database): Promise<Storage> {
  const { rows: totals } = await db.pool.query<Pick<Storage, 'bytes' | 'transactionAge'>>(
    `SELECT pg_database_size(current_database())::float8 AS bytes,
            (SELECT age(datfrozenxid) FROM pg_database WHERE datname = current_database()) AS "transactionAge"`,
  );
  const { rows: tables } = await db.pool.query<{ table: string; bytes: number; bloated: boolean }>({
    text: `SELECT relname AS table, pg_total_relation_size(relid)::float8 AS bytes,
                  n_dead_tup > greatest(n_live_tup, $1) AS bloated
           FROM pg_stat_user_tables WHERE schemaname = 'public' ORDER BY 2 DESC`,
    values: [FEW_DEAD_ROWS],
  });
  return {
    ...totals[0]!,
    largest: tables.slice(0, LARGEST).map(({ table, bytes }) => ({ table, bytes })),
    bloated: tables.filter(({ bloated }) => bloated).map(({ table }) => table),
    archive: await readArchive(db.pool),
  };
}

const msSince = (time: string) => `(extract(epoch FROM clock_timestamp() - ${time}) * 1000)::float8`;

export async function readArchive(tx: Queryable): Promise<Archive> {
  const { rows } = await tx.query<Archive>({
    name: 'archive',
    text: `SELECT current_setting('archive_mode') AS mode,
                  COALESCE(last_failed_time > COALESCE(last_archived_time, '-infinity'), false) AS failing,
                  ${msSince('last_archived_time')} AS "archivedMs", ${msSince('pg_postmaster_start_time()')} AS "upMs",
                  (SELECT ${msSince(`substring(shobj_description(oid, 'pg_database') FROM '${BACKUP_NOTE}')::timestamptz`)}
                   FROM pg_database WHERE datname = current_database()) AS "backedUpMs"
           FROM pg_stat_archiver`,
  });
  return rows[0]!;
}
