import { view, type Books } from './books';
import type { Params, Route } from './form';
import { invalid, missing } from './provider-error';
import type { ObjectName, ObjectNamed, Realm } from './world';

/** List response of the provider. */
export interface List {
  object: 'list';
  url: string;
  has_more: boolean;
  data: Record<string, unknown>[];
}

interface Listed {
  id: string;
  created: number;
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
const COMPARE: Record<string, (created: number, bound: number) => boolean> = {
  gt: (created, bound) => created > bound,
  gte: (created, bound) => created >= bound,
  lt: (created, bound) => created < bound,
  lte: (created, bound) => created <= bound,
};

/**
 * One page of `items`, newest first. Reads the paging parameters and then rejects unread ones, so a route must read its
 * filters first.
 */
export function page<T extends Listed>(
  items: () => T[],
  url: string,
  params: Params,
  show: (item: T) => Record<string, unknown>,
): List {
  const limit = params.integer('limit', 1) ?? DEFAULT_LIMIT;
  if (limit > MAX_LIMIT) throw invalid(`This value must be less than or equal to ${MAX_LIMIT}.`, 'limit');
  const after = params.text('starting_after');
  const before = params.text('ending_before');
  const range = params.group('created');
  const bounds = Object.keys(COMPARE).flatMap((name) => {
    const bound = range?.integer(name);
    return bound === undefined ? [] : [(created: number) => COMPARE[name]!(created, bound)];
  });
  params.rejectUnknown();

  const matching = items().filter((item) => bounds.every((holds) => holds(item.created)));
  const from = after === undefined ? 0 : placeOf(matching, after, 'starting_after') + 1;
  const to = before === undefined ? matching.length : placeOf(matching, before, 'ending_before');
  const start = before === undefined ? from : Math.max(0, to - limit);
  const shown = matching.slice(start, Math.min(to, start + limit));
  const hasMore = before === undefined ? start + limit < to : start > 0;
  return { object: 'list', url, has_more: hasMore, data: shown.map(show) };
}

function placeOf(items: Listed[], id: string, param: string): number {
  const place = items.findIndex((item) => item.id === id);
  if (place === -1) throw missing('object', id, param);
  return place;
}

/** Routes that list and retrieve objects, newest first. `filters` are parameters that equal a field of an object. */
export function readRoutes<Name extends ObjectName>(
  books: Books,
  name: Name,
  root: string,
  filters: readonly (keyof ObjectNamed<Name> & string)[] = [],
  shown: (object: ObjectNamed<Name>) => Record<string, unknown> = view,
): Route[] {
  return [
    [
      'GET',
      root,
      ({ params, realm }) => {
        const wanted = filters.map((field) => [field, params.text(field)] as const);
        const matches = (object: ObjectNamed<Name>) =>
          wanted.every(([field, value]) => value === undefined || object[field] === value);
        return page(() => books.all(name, realm).filter(matches), root, params, shown);
      },
    ],
    [
      'GET',
      `${root}/*`,
      ({ ids, params, realm }) => {
        params.rejectUnknown();
        return shown(books.find(realm, name, ids[0]!));
      },
    ],
  ];
}

/** Replaces ids by their objects along `paths`, such as `payment_intent.latest_charge` or `data.charge`. */
export function expand(books: Books, realm: Realm, answer: Record<string, unknown>, paths: string[]): void {
  for (const path of paths) {
    const [head, ...rest] = path.split('.') as [string, ...string[]];
    for (const target of head === 'data' ? (answer.data as Record<string, unknown>[]) : [answer]) {
      const [name, deeper] = head === 'data' ? [rest[0] ?? '', rest.slice(1)] : [head, rest];
      expandOne(books, realm, target, name, deeper);
    }
  }
}

function expandOne(books: Books, realm: Realm, target: Record<string, unknown>, name: string, deeper: string[]): void {
  if (target.object === 'checkout.session' && name === 'line_items') {
    target.line_items = lineItems(books, realm, String(target.id));
    return;
  }
  const value = target[name];
  if (value === null) return;
  if (typeof value === 'string') {
    const found = books.peek(value);
    if (!found) throw invalid(`This property cannot be expanded (${name}).`, 'expand');
    target[name] = view(found);
  } else if (typeof value !== 'object') {
    throw invalid(`This property cannot be expanded (${name}).`, 'expand');
  }
  if (deeper.length > 0) expand(books, realm, target[name] as Record<string, unknown>, [deeper.join('.')]);
}

/** The line items of a session as a list. */
export function lineItems(books: Books, realm: Realm, sessionId: string): List {
  const { hidden } = books.find(realm, 'checkout.session', sessionId);
  const data = hidden.items.map((item) => ({ ...item }));
  return { object: 'list', url: `/v1/checkout/sessions/${sessionId}/line_items`, has_more: false, data };
}
