import type { Database } from '../../prisma/client';

/** What the database server says of itself; times in milliseconds. */
export interface DatabaseServer {
  version: string;
  /** A standby accepts no writes. */
  isStandby: boolean;
  /** New sessions of this role accept no writes (`default_transaction_read_only`). */
  isReadOnly: boolean;
  /** Settings without which a commit can be lost by a crash that are off. */
  unsafe: string[];
  /** Settings of a restore that was over and whose settings stayed: the next restore would stop at the same moment. */
  leftFromRestore: string[];
  connections: number;
  maxConnections: number;
  /** Its clock, in milliseconds since the epoch. */
  now: number;
}

/** Reads the state of the database server, with any role. */
export async function readServer(db: Database): Promise<DatabaseServer> {
  const { rows } = await db.pool.query<DatabaseServer>({
    text: `SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS "isStandby",
                  (SELECT reset_val = 'on' FROM pg_catalog.pg_settings WHERE name = 'default_transaction_read_only') AS "isReadOnly",
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
