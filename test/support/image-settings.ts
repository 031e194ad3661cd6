import { apiSettings } from '../../http/settings';
import { workerSettings } from '../../worker/settings';

/** Names of the variables that each of our images reads. */
export const IMAGE_SETTINGS = {
  api: Object.keys(apiSettings),
  worker: Object.keys(workerSettings),
  migrate: ['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'DATABASE_APP_ROLE'],
};
