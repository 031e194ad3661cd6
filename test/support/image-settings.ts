import { apiSettings } from '../../api/settings';
import { workerSettings } from '../../worker/settings';

/** Names of the variables that each of our images reads; the migration process reads one, by itself. */
export const IMAGE_SETTINGS = {
  api: Object.keys(apiSettings),
  worker: Object.keys(workerSettings),
  migrate: ['DATABASE_URL'],
};
