import type { Metrics } from '../platform/observation/metrics';
import type { OnCall } from './measured-calls';

/** Counts requests to providers, with their durations. */
export function countCalls(metrics: Metrics): OnCall {
  return ({ provider, operation, outcome, seconds }) => {
    metrics.add('noi_provider_requests_total', { provider, operation, outcome });
    metrics.observe('noi_provider_request_duration_seconds', { provider, operation }, seconds);
  };
}
