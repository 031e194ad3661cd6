import type { Metrics } from '../../platform/observation/metrics';
import type { Middleware } from '../state';

/** Route of requests that no declared one takes: a raw path would let callers make series without end. */
const UNMATCHED = { method: 'other', path: 'unmatched' };

/** Counts each request with its duration, and what a limit refused. */
export function measureRequests(metrics: Metrics): Middleware {
  return async (ctx, next) => {
    metrics.add('noi_http_requests_in_flight', {}, 1);
    try {
      await next();
    } finally {
      const { route, startedAt, limitedBy } = ctx.state;
      const { method, path } = route ?? UNMATCHED;
      metrics.add('noi_http_requests_in_flight', {}, -1);
      metrics.add('noi_http_requests_total', { method, route: path, status: String(ctx.status) });
      // A request that asked to wait for a change takes as long as it asked for.
      if (!ctx.response.get('Preference-Applied') && !route?.relays) {
        const seconds = (performance.now() - startedAt) / 1_000;
        metrics.observe('noi_http_request_duration_seconds', { route: path }, seconds);
      }
      if (limitedBy) metrics.add('noi_http_limited_total', { limit: limitedBy });
    }
  };
}
