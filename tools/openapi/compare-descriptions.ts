import { compareSchemas, mayBeRemoved, type Breach, type Sides, type Way } from './compare-schemas';
import { bare, type Content, type Description, type Operation, type Schema } from './description';

/**
 * Finds every difference of a description from the released one that can break a client (docs/interface.md,
 * Compatibility). Growth is no difference, nor is the end of what was announced for a day that has come.
 */
export function compareDescriptions(released: Description, current: Description, today: string): Breach[] {
  const sides = { released, current, today };
  const breaches = [
    ...operationsOf(released.paths).flatMap((operation) => compareEndpoint(operation, sides)),
    ...operationsOf(released.webhooks ?? {}).flatMap((operation) => compareWebhook(operation, sides)),
    ...common(sides),
  ];
  return [...new Map(breaches.map((breach) => [JSON.stringify(breach), breach])).values()];
}

interface Named {
  path: string;
  method: string;
  operation: Operation;
}

function operationsOf(paths: Description['paths']): Named[] {
  return Object.entries(paths).flatMap(([path, of]) =>
    Object.entries(of)
      // Providers and our own pages are no clients.
      .filter(([, operation]) => !operation['x-internal'])
      .map(([method, operation]) => ({ path, method, operation })),
  );
}

function compareEndpoint({ path, method, operation: before }: Named, sides: Sides): Breach[] {
  const at = `${method.toUpperCase()} ${path}`;
  const after = sides.current.paths[path]?.[method];
  if (!after) return mayBeRemoved(before, sides.today) ? [] : [{ at, what: 'is gone' }];
  return [
    ...facts(before, after, at),
    ...parameters(before, after, at, sides),
    ...requests(before, after, at, sides),
    ...responses(before, after, at, sides),
  ];
}

function compareWebhook({ path, method, operation: before }: Named, sides: Sides): Breach[] {
  const after = sides.current.webhooks?.[path]?.[method];
  if (!after) return [{ at: `webhook ${path}`, what: 'is gone' }];
  return contents(before.requestBody, after.requestBody, { way: 'received', at: `webhook ${path}` }, sides);
}

function facts(before: Operation, after: Operation, at: string): Breach[] {
  const names = ['operationId', 'tags', 'security', 'x-required-scope', 'x-sunset', 'x-internal'] as const;
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .filter((name) => name !== 'x-sunset' || (before[name] !== undefined && (after[name] ?? '9999') < before[name]))
    .map((name) => ({
      at,
      what: `changes ${name} from ${JSON.stringify(before[name])} to ${JSON.stringify(after[name])}`,
    }));
}

function parameters(before: Operation, after: Operation, at: string, sides: Sides): Breach[] {
  const [b, a] = [before.parameters ?? [], after.parameters ?? []];
  const same = (one: { name: string; in: string }) => (other: { name: string; in: string }) =>
    other.name === one.name && other.in === one.in;
  const lost = b.flatMap((parameter): Breach[] => {
    const below = `${at} ?${parameter.name}`;
    const now = a.find(same(parameter));
    if (!now) return mayBeRemoved(parameter.schema, sides.today) ? [] : [{ at: below, what: 'is gone' }];
    return compareSchemas(parameter.schema, now.schema, { way: 'sent', at: below }, sides);
  });
  const demanded = a
    .filter((parameter) => parameter.required && !b.find(same(parameter))?.required)
    .map(({ name }) => ({ at: `${at} ?${name}`, what: 'is required, which it was not' }));
  return [...lost, ...demanded];
}

function requests(before: Operation, after: Operation, at: string, sides: Sides): Breach[] {
  const [b, a] = [before.requestBody, after.requestBody];
  if (a?.required && !b?.required) return [{ at, what: 'requires a body' }];
  return contents(b, a, { way: 'sent', at: `${at} body` }, sides);
}

function responses(before: Operation, after: Operation, at: string, sides: Sides): Breach[] {
  const successes = (operation: Operation) => Object.keys(operation.responses).filter((status) => /^[23]/.test(status));
  const unexpected = successes(after).filter((status) => !(status in before.responses) && status !== '304');
  return [
    ...unexpected.map((status) => ({ at, what: `may answer ${status}, which it could not` })),
    ...successes(before).flatMap((status) => {
      const [b, a] = [before.responses[status]!, after.responses[status]];
      const place = { way: 'received' as const, at: `${at} ${status}` };
      if (!a) return [{ at, what: `never answers ${status} any more` }];
      return contents(b, a, place, sides);
    }),
    ...Object.entries(before.responses).flatMap(([status, { headers = {} }]) => {
      const now = after.responses[status];
      return now ? lostHeaders(headers, now.headers, `${at} ${status}`) : [];
    }),
    ...movedCodes(before, after, at),
  ];
}

function lostHeaders(before: object = {}, after: object = {}, at: string): Breach[] {
  return Object.keys(before)
    .filter((name) => !(name in after))
    .map((name) => ({ at, what: `lost the header ${name}` }));
}

function contents(
  before: Content | undefined,
  after: Content | undefined,
  place: { way: Way; at: string },
  sides: Sides,
): Breach[] {
  const [b, a] = [before?.content ?? {}, after?.content ?? {}];
  const [first] = Object.keys(b);
  // Generated clients take the first type for the one that they understand.
  const moved = first && first in a && Object.keys(a)[0] !== first;
  return [
    ...(moved ? [{ at: place.at, what: `no longer names ${first} first` }] : []),
    ...Object.entries(b).flatMap(([type, media]): Breach[] => {
      const now = a[type];
      if (!now) return [{ at: place.at, what: `is no ${type} any more` }];
      return media.schema && now.schema ? compareSchemas(media.schema, now.schema, place, sides) : [];
    }),
  ];
}

/** Codes of problems that are there still, but with another status. */
function movedCodes(before: Operation, after: Operation, at: string): Breach[] {
  const statusesOf = ({ responses: of }: Operation) =>
    new Map(
      Object.entries(of).flatMap(([status, { content }]) =>
        Object.keys(content?.['application/problem+json']?.examples ?? {}).map((code) => [code, status] as const),
      ),
    );
  const now = statusesOf(after);
  return [...statusesOf(before)].flatMap(([code, status]) =>
    now.has(code) && now.get(code) !== status
      ? [{ at, what: `answers ${code} with ${now.get(code)}, which was ${status}` }]
      : [],
  );
}

/** What every operation has: problems, and how a key is sent. */
function common(sides: Sides): Breach[] {
  const { released, current } = sides;
  const problem = (of: Description): Schema => of.components.schemas.ProblemDetails ?? {};
  const schemes = (of: Description) => JSON.stringify(bare(of.components.securitySchemes ?? {}));
  return [
    ...compareSchemas(problem(released), problem(current), { way: 'received', at: 'ProblemDetails' }, sides),
    ...(schemes(released) === schemes(current) ? [] : [{ at: 'securitySchemes', what: 'changed' }]),
  ];
}
