import { readServer } from '../../../store/deployment/read-server';
import { connectionFlaw } from '../../../prisma/connection-flaw';
import { check, fail, ok, warn } from '../check';

/** Share of the connections of the server from which it is nearly full. */
const NEARLY_FULL = 0.8;

/** PostgreSQL answers, accepts writes, gives connections what they need, and has some left. */
export const database = check({
  name: 'database',
  cure: 'Start PostgreSQL, or correct DATABASE_URL.',
  async run({ db, env }) {
    const begun = performance.now();
    await db.pool.query('SELECT 1');
    const ms = Math.round(performance.now() - begun);
    const { version, isStandby, connections, maxConnections } = await readServer(db);
    const name = `PostgreSQL ${version}`;
    if (isStandby) return fail(`${name} is a standby: it accepts no writes.`, 'Point DATABASE_URL at the primary.');
    const flaw = await connectionFlaw(env.DATABASE_URL!);
    if (flaw) return fail(flaw, 'Set pool_mode = session, or let DATABASE_URL name PostgreSQL itself.');
    if (connections >= maxConnections * NEARLY_FULL) {
      const full = `${name} has ${connections} of ${maxConnections} connections in use.`;
      return warn(full, 'Lower DATABASE_POOL or the number of processes, or raise max_connections.');
    }
    return ok(`${name} answers (connected in ${ms} ms), ${connections} of ${maxConnections} connections in use.`);
  },
});
