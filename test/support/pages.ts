import type { IdPrefix } from '../../contracts/ids';
import { allRoutes } from './routes';

/** Downloads, streams, and pages of what a victim does not have. */
const NO_PAGES = /pdf$|sample-portfolio|checkout\/dossier|invoice|documents|events$|^\/shared/;

/** Paths of all pages of the table, with the ids of what an account has. */
export const pagePaths = (owned: Partial<Record<IdPrefix, string[]>>): string[] =>
  allRoutes()
    .filter(({ method, path, failsAs }) => method === 'GET' && failsAs === 'page' && !NO_PAGES.test(path))
    .map(({ path, id, query }) => {
      const token = query?.required?.includes('token') ? '?token=x' : '';
      return (id ? path.replace('{id}', owned[id.prefix]!.at(-1)!) : path) + token;
    });
