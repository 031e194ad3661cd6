import type { Scope } from '../../contracts/access';

/** One row of the published interface; it must not change. */
export interface SpecRow {
  /** Number of one of the thirty rows; null for an endpoint that came later. */
  row: number | null;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** Required scope; null if no key is needed. */
  scope: Scope | null;
  live?: true;
  idempotent?: true;
  success: readonly number[];
  /** Declared error statuses, besides 429 and 500, which every row has. */
  errors: readonly number[];
}

const get = (row: number, path: string, rest: Omit<SpecRow, 'row' | 'path' | 'method'>): SpecRow => ({
  row,
  path,
  method: 'GET',
  ...rest,
});
const post = (row: number, path: string, rest: Omit<SpecRow, 'row' | 'path' | 'method'>): SpecRow => ({
  row,
  path,
  method: 'POST',
  ...rest,
});
const paid = { live: true, idempotent: true, success: [202], errors: [400, 401, 402, 403, 409, 503] } as const;
const sold = { scope: 'purchases:create', idempotent: true, success: [200] } as const;
const checkout = [400, 409, 502, 503];

/** All thirty rows. */
export const SPEC_ROWS: readonly SpecRow[] = [
  get(1, '/health', { scope: null, success: [200], errors: [] }),
  get(2, '/health/ready', { scope: null, success: [200], errors: [] }),
  post(3, '/checkout/start', { scope: null, success: [302], errors: checkout }),
  post(4, '/v1/scan', { scope: null, success: [202], errors: [400, 413, 503] }),
  get(5, '/v1/scan/confirm', { scope: null, success: [200, 302], errors: [400, 503] }),
  post(6, '/v1/scan/status', { scope: null, success: [200], errors: [400, 503] }),
  get(7, '/v1/marketing/unsubscribe', { scope: null, success: [302], errors: [503] }),
  post(8, '/v1/auth/sign-in-link', { scope: null, success: [202], errors: [400, 503] }),
  post(9, '/v1/auth/password-reset-link', { scope: null, success: [202], errors: [400, 503] }),
  post(10, '/v1/auth/password-reset', { scope: null, success: [200], errors: [400, 503] }),
  post(11, '/v1/support-requests', { scope: null, success: [202], errors: [400, 503] }),
  post(12, '/v1/evaluations', { scope: 'evaluations:create', ...paid }),
  post(13, '/v1/searches', { scope: 'searches:create', ...paid }),
  get(14, '/v1/opportunities', { scope: null, success: [200], errors: [] }),
  get(15, '/v1/runs/{id}', { scope: 'runs:read', success: [200], errors: [404] }),
  get(16, '/v1/runs/{id}/findings', { scope: 'findings:read', success: [200], errors: [404] }),
  get(17, '/v1/runs/{id}/dossier', { scope: 'dossiers:read', success: [200], errors: [404] }),
  get(18, '/v1/runs/{id}/portfolio', { scope: 'findings:read', success: [200], errors: [401, 403, 404] }),
  get(19, '/v1/opportunities/{id}/dossier', {
    scope: 'dossiers:read',
    success: [200],
    errors: [400, 401, 403, 404, 503],
  }),
  get(20, '/v1/account', { scope: 'account:read', success: [200], errors: [503] }),
  get(21, '/v1/usage', { scope: 'usage:read', success: [200], errors: [401, 503] }),
  get(22, '/v1/endpoint-catalog', { scope: null, success: [200], errors: [] }),
  get(23, '/v1/developer', { scope: null, success: [200], errors: [] }),
  get(24, '/v1/findings-schema', { scope: null, success: [200], errors: [] }),
  post(25, '/v1/withdrawals', { scope: 'withdrawals:write', idempotent: true, success: [202], errors: [400, 503] }),
  get(26, '/v1/withdrawals/{id}', { scope: 'withdrawals:write', success: [200], errors: [503] }),
  get(27, '/v1/webhooks', { scope: 'webhooks:manage', success: [200], errors: [503] }),
  post(28, '/v1/webhooks', { scope: 'webhooks:manage', idempotent: true, success: [201], errors: [503] }),
  post(29, '/v1/checkout-sessions', { ...sold, errors: [...checkout, 401, 403] }),
  post(30, '/v1/opportunities/{id}/purchase', { ...sold, errors: [...checkout, 401, 403] }),
];

const later = (
  method: SpecRow['method'],
  path: string,
  scope: Scope,
  rest: Omit<SpecRow, 'row' | 'path' | 'method' | 'scope'>,
): SpecRow => ({ row: null, method, path, scope, ...rest });

/** Endpoints of later releases that one scope opens. */
export const LATER_ROWS: readonly SpecRow[] = [
  later('GET', '/v1/orders', 'purchases:create', { success: [200], errors: [] }),
  later('GET', '/v1/orders/{id}', 'purchases:create', { success: [200], errors: [404] }),
  later('GET', '/v1/requests', 'usage:read', { success: [200], errors: [] }),
  later('GET', '/v1/withdrawals', 'withdrawals:write', { success: [200], errors: [503] }),
  later('POST', '/v1/webhooks/{id}', 'webhooks:manage', { success: [200], errors: [400, 404] }),
  later('DELETE', '/v1/webhooks/{id}', 'webhooks:manage', { success: [204], errors: [404] }),
  later('POST', '/v1/webhooks/{id}/rotate', 'webhooks:manage', { success: [200], errors: [404, 409] }),
  later('POST', '/v1/webhooks/{id}/test', 'webhooks:manage', { success: [202], errors: [404, 409] }),
  later('POST', '/v1/webhooks/{id}/replay', 'webhooks:manage', { success: [202], errors: [400, 404, 409] }),
  later('GET', '/v1/webhooks/{id}/deliveries', 'webhooks:manage', { success: [200], errors: [404] }),
];

/**
 * Statuses that an endpoint may declare beyond its row: those that follow from its properties (docs/interface.md,
 * Statuses).
 */
export function statusesBeyond({ row, method, path, scope }: SpecRow): number[] {
  // Every endpoint is 503 while the database does not answer; health, row 1, reports it in its body.
  const statuses = row === 1 ? [429, 500] : [429, 500, 503];
  if (path.startsWith('/v1/')) statuses.push(400);
  if (scope) statuses.push(401, 403);
  if (path.includes('{id}')) statuses.push(404);
  if (method === 'POST') statuses.push(400, 413, 415);
  if (method === 'GET') statuses.push(304);
  return statuses;
}
