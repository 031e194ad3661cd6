import { flag, get, group, list, none, optional, text, type Route } from './form';
import { page, paging } from './lists';
import { missing } from './provider-error';
import { eventView } from './webhooks';
import { nowSeconds, type EventRecord, type Realm, type World } from './world';

/** The provider keeps events for 30 days. */
const KEPT_S = 30 * 86_400;

/** Routes of events, of the last 30 days. A connected account's events are visible only with its `Stripe-Account` header. */
export function eventRoutes(world: World): Route[] {
  const of = ({ live, account }: Realm) =>
    [...world.events.values()]
      .filter((event) => event.realm.live === live && event.realm.account === account)
      .filter((event) => event.created >= nowSeconds() - KEPT_S)
      .reverse();
  const filters = group({ type: optional, types: list(text), delivery_success: flag.optional(), ...paging });
  return [
    get('/v1/events', filters, ({ params, realm, path }) => {
      const { type, types, delivery_success: delivered } = params;
      const wanted = (event: EventRecord) =>
        (type === undefined || matches(type, event.type)) &&
        (types.length === 0 || types.some((each) => matches(each, event.type))) &&
        (delivered === undefined || (event.pending === 0) === delivered);
      return page(of(realm).filter(wanted), path, params, eventView);
    }),
    get('/v1/events/*', none, ({ ids, realm }) => {
      const event = of(realm).find(({ id }) => id === ids[0]);
      if (!event) throw missing('event', ids[0]!);
      return eventView(event);
    }),
  ];
}

function matches(wanted: string, type: string): boolean {
  return wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : wanted === type;
}
