import { z, type ZodType } from 'zod';
import { view, type Books } from './books';
import { get, group, none, optional, whole, invalid, missing, flag, list, text, type Route } from './protocol';
import { API_VERSION, eventView, SUBSCRIBED } from './webhooks';
import { nowSeconds, type ObjectName, type ObjectNamed, type EventRecord, type World } from './world';

interface List {
  object: 'list';
  url: string;
  has_more: boolean;
  data: Record<string, unknown>[];
}

const bound = whole().optional();

const paging = {
  limit: whole(1).max(100).default(10),
  starting_after: optional,
  created: group({ gt: bound, gte: bound, lt: bound, lte: bound }).default({}),
};
type Paging = z.output<z.ZodObject<typeof paging>>;

/** One page of `items`, newest first. */
export function page<T extends { id: string; created: number }>(
  items: T[],
  url: string,
  { limit, starting_after: after, created: { gt, gte, lt, lte } }: Paging,
  show: (item: T) => Record<string, unknown>,
): List {
  const least = Math.max(gte ?? -Infinity, (gt ?? -Infinity) + 1);
  const most = Math.min(lte ?? Infinity, (lt ?? Infinity) - 1);
  const matching = items.filter(({ created }) => created >= least && created <= most);
  const from = after === undefined ? 0 : matching.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && from === 0) throw missing('object', after, 'starting_after');
  const shown = matching.slice(from, from + limit);
  return { object: 'list', url, has_more: from + limit < matching.length, data: shown.map(show) };
}

/** Routes that list (newest first) and retrieve objects. `filters` are the fields that a list can be filtered by. */
export function readRoutes<Name extends ObjectName>(
  books: Books,
  name: Name,
  root: string,
  filters: readonly (keyof ObjectNamed<Name> & string)[] = [],
  shown: (object: ObjectNamed<Name>) => Record<string, unknown> = view,
): Route[] {
  const wanted = Object.fromEntries(filters.map((field) => [field, optional]));
  const params = group({ ...wanted, ...paging }) as ZodType<Paging & Record<string, unknown>>;
  return [
    get(root, params, ({ params: given, realm }) => {
      const matches = (object: ObjectNamed<Name>) =>
        filters.every((field) => given[field] === undefined || object[field] === given[field]);
      return page(books.all(name, realm).filter(matches), root, given, shown);
    }),
    get(`${root}/*`, none, ({ ids, realm }) => shown(books.find(realm, name, ids[0]!))),
  ];
}

/** Replaces ids with objects along `paths`, such as `payment_intent.latest_charge` or `data.charge`. */
export function expand(books: Books, answer: Record<string, unknown>, paths: string[]): void {
  for (const path of paths) {
    const [head, ...rest] = path.split('.') as [string, ...string[]];
    for (const target of head === 'data' ? (answer.data as Record<string, unknown>[]) : [answer]) {
      const [name, deeper] = head === 'data' ? [rest[0] ?? '', rest.slice(1)] : [head, rest];
      expandOne(books, target, name, deeper);
    }
  }
}

function expandOne(books: Books, target: Record<string, unknown>, name: string, deeper: string[]): void {
  const value = target[name];
  if (value === null) return;
  if (typeof value === 'string') {
    const found = books.peek(value);
    if (!found) throw invalid(`This property cannot be expanded (${name}).`, 'expand');
    target[name] = view(found);
  } else if (typeof value !== 'object') {
    throw invalid(`This property cannot be expanded (${name}).`, 'expand');
  }
  if (deeper.length > 0) expand(books, target[name] as Record<string, unknown>, [deeper.join('.')]);
}

/** The provider keeps events for 30 days. */
const KEPT_S = 30 * 86_400;
const FILTERS = group({ types: list(text), delivery_success: flag.optional(), ...paging });

/** Routes for recent events and the webhook endpoint. To list a connected account's events, send `Stripe-Account`. */
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
