import { flag, get, group, list, text, type Route } from './form';
import { page, paging } from './lists';
import { API_VERSION, eventView, SUBSCRIBED } from './webhooks';
import { nowSeconds, type EventRecord, type World } from './world';

/** The provider keeps events for 30 days. */
const KEPT_S = 30 * 86_400;
const FILTERS = group({ types: list(text), delivery_success: flag.optional(), ...paging });

/**
 * Lists events of the last 30 days, and the endpoint that they are sent to. A connected account's are visible only with its
 * `Stripe-Account` header.
 */
export const eventRoutes = (world: World, endpoint: string | null): Route[] => [
  get('/v1/webhook_endpoints', group(paging), ({ params, realm: { live }, path }) =>
    page(endpoint === null ? [] : [endpointView(endpoint, live)], path, params, (each) => each),
  ),
  get('/v1/events', FILTERS, ({ params, realm, path }) => {
    const { types, delivery_success: delivered } = params;
    const wanted = (event: EventRecord) =>
      event.realm.live === realm.live &&
      event.realm.account === realm.account &&
      event.created >= nowSeconds() - KEPT_S &&
      (types.length === 0 || types.includes(event.type)) &&
      (delivered === undefined || (event.pending === 0) === delivered);
    return page([...world.events.values()].filter(wanted).reverse(), path, params, eventView);
  }),
];

const endpointView = (url: string, livemode: boolean) => ({
  id: 'we_1StandIn',
  object: 'webhook_endpoint',
  api_version: API_VERSION,
  application: null,
  created: nowSeconds(),
  description: null,
  enabled_events: SUBSCRIBED,
  livemode,
  metadata: {},
  status: 'enabled',
  url,
});
