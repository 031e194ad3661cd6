import { databaseStateOf } from '../../../prisma/unavailable';
import { readServer } from '../../../store/deployment/read-server';
import { connectionFlaw } from '../../../prisma/connection-flaw';
import { check, fail, messageOf, ok, warn, type PartialFinding } from '../check';

/** Share of the connections of the server from which it is nearly full. */
const NEARLY_FULL = 0.8;

/** Ways out of a refused session, by SQLSTATE. */
const CURES: Readonly<Record<string, string>> = {
  '28000': 'Let the role of DATABASE_URL log in: ALTER ROLE … LOGIN, or correct pg_hba.conf.',
  '28P01': 'Correct the password in DATABASE_URL, or set it: ALTER ROLE … PASSWORD.',
  '3D000': 'Correct the name of the database in DATABASE_URL, or restore it (docs/runbook/restore.md).',
  '42501': 'Let the role of DATABASE_URL connect: GRANT CONNECT ON DATABASE … TO ….',
  '53300': 'Lower DATABASE_POOL or the number of processes, or raise the limit of connections.',
  '55000': 'Let the database accept connections: ALTER DATABASE … ALLOW_CONNECTIONS true.',
};

const WRITABLE =
  'Find who switched writes off, then: ALTER SYSTEM (or DATABASE, or ROLE) … RESET default_transaction_read_only; SELECT pg_reload_conf(), and restart API and worker.';

/** PostgreSQL answers, accepts writes, gives connections what they need, and has some left. */
export const database = check({
  name: 'database',
  cure: 'Start PostgreSQL, or correct DATABASE_URL.',
  async run({ db, env }) {
    const begun = performance.now();
    try {
      await db.pool.query('SELECT 1');
    } catch (error) {
      return refusal(error);
    }
    const ms = Math.round(performance.now() - begun);
    const { version, isStandby, isReadOnly, connections, maxConnections } = await readServer(db);
    const name = `PostgreSQL ${version}`;
    if (isStandby) return fail(`${name} accepts no writes: it is a standby.`, 'Point DATABASE_URL at the primary.');
    if (isReadOnly) return fail(`${name} accepts no writes: default_transaction_read_only is on.`, WRITABLE);
    const flaw = await connectionFlaw(env.DATABASE_URL!);
    if (flaw) return fail(flaw, 'Set pool_mode = session, or let DATABASE_URL name PostgreSQL itself.');
    if (connections >= maxConnections * NEARLY_FULL) {
      const full = `${name} has ${connections} of ${maxConnections} connections in use.`;
      return warn(full, 'Lower DATABASE_POOL or the number of processes, or raise max_connections.');
    }
    return ok(`${name} answers (connected in ${ms} ms), ${connections} of ${maxConnections} connections in use.`);
  },
});

/** @throws the error of a database that refuses nothing */
function refusal(error: unknown): PartialFinding {
  if (databaseStateOf(error) !== 'refused') throw error;
  const cure =
    CURES[(error as { code?: string }).code ?? ''] ?? 'Correct DATABASE_URL, or what PostgreSQL complains of.';
  return fail(`PostgreSQL refuses the session: ${messageOf(error)}.`, cure);
}
