import { Type } from '@sinclair/typebox';
import { Failure } from '../../base/failures';
import { endpoint, key } from '../../http/endpoint';
import { EVENT_PAYLOADS } from '../../http/event-payloads';
import { pageQuery, pageReply, pageSchema } from '../../http/list-page';
import { listEvents as readEvents } from '../../modules/webhooks/store/events';
import { NOT_COMMISSIONED } from '../../modules/webhooks/use-cases/webhooks';

const { run, order, withdrawal } = EVENT_PAYLOADS;
const Event = Type.Union([run, order, withdrawal], { title: 'ProductEvent' });

/** Events of the account, newest first, for those whom no delivery reaches (docs/interface.md, Webhooks). */
export const listEvents = endpoint({
  method: 'GET',
  path: '/v1/events',
  operationId: 'listEvents',
  tag: 'webhooks',
  summary: 'Events of the account, newest first',
  description:
    'Each as it is delivered to endpoints, whether or not one has subscribed to it. Kept for 30 days. 503 `service_not_configured` where the operator has not commissioned product events.',
  audience: 'customer',
  auth: key('webhooks:manage'),
  // Polled by `noi-client listen`.
  limit: 'runReads',
  query: pageQuery('evt'),
  responseScope: 'caller_account',
  responses: { 200: pageSchema('EventList', Event) },
  problems: ['service_not_configured'],

  async handle({ deps, caller, query }) {
    if (!deps.settings.productEvents) throw new Failure('service_not_configured', { detail: NOT_COMMISSIONED });
    return pageReply('evt', query, {
      read: (page) => readEvents(deps.db, caller, page),
      view: ({ payload }) => JSON.parse(payload) as object,
    });
  },
});
