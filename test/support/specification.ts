import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scope } from '../../base/access';
import { PACKAGE_ROOT } from '../../base/package-root';

/** One row of the published interface. Published rows must not change. */
export interface SpecRow {
  /** Number of the row, from 1 to 30; null for endpoints added later. */
  row: number | null;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** Required scope; null if no key is needed. */
  scope: Scope | null;
  live?: true;
  idempotent?: true;
  success: readonly number[];
  /** Declared error statuses. Every row also has 429 and 500. */
  errors: readonly number[];
}

const PUBLISHED = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'test/support/specification.json'), 'utf8')) as {
  SPEC_ROWS: SpecRow[];
  LATER_ROWS: SpecRow[];
};

/** All thirty rows. */
export const SPEC_ROWS: readonly SpecRow[] = PUBLISHED.SPEC_ROWS;

/** Rows of endpoints added in later releases. */
export const LATER_ROWS: readonly SpecRow[] = PUBLISHED.LATER_ROWS;

/** Statuses that the endpoint's properties allow beyond the row's (docs/interface/requests.md#statuses). */
export function statusesBeyond({ row, method, path, scope }: SpecRow): number[] {
  // Every endpoint returns 503 without a database, except health (row 1), whose body reports the outage.
  const statuses = row === 1 ? [429, 500] : [429, 500, 503];
  if (path.startsWith('/v1/')) statuses.push(400);
  if (scope) statuses.push(401, 403);
  if (path.includes('{id}')) statuses.push(404);
  if (method === 'POST') statuses.push(400, 413, 415);
  if (method === 'GET') statuses.push(304);
  return statuses;
}
