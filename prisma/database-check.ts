import type { Check } from '../platform/observation/health';
import { requireWrites, type Database } from './client';
import { databaseStateOf } from './unavailable';

/** Check that PostgreSQL answers and accepts writes; its reason is a `DatabaseState`. */
export function databaseCheck(db: Pick<Database, 'pool'>): Check {
  // An error that is none of the database's is that of a check which ran out of time.
  const reasonOf = (error: unknown) => {
    const state = databaseStateOf(error);
    return state === 'ok' ? 'unreachable' : state;
  };
  return { name: 'database', run: () => requireWrites(db), reasonOf };
}
