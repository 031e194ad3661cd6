import { ServiceStatus } from '../../../contracts/service-status';
import { endpoint, open } from '../../../http/endpoint';
import { ok } from '../../../http/reply';

/** State of the service and of its parts in words, as the page `/status` shows it (docs/interface.md, Health). */
export const getStatus = endpoint({
  method: 'GET',
  path: '/v1/status',
  operationId: 'getStatus',
  tag: 'platform',
  summary: 'State of the service and of its parts, in words',
  description: 'Always 200, at most five seconds old; `status` says what works.',
  audience: 'public',
  auth: open,
  anyOrigin: true,
  responseScope: 'public',
  responses: { 200: ServiceStatus },

  handle: async ({ deps }) => ok(await deps.status.read(), { 'Cache-Control': 'no-store' }),
});
