import { demandOf } from '../../api/description/openapi-30';
import {
  withAnswers,
  type Content,
  type Description,
  type Operation,
  type Parameter,
  type Schema,
} from './description';

type Way = 'sent' | 'received';
type Report = (at: string, what: string) => void;

const UPPER = ['maxLength', 'maximum', 'maxItems', 'maxProperties', 'exclusiveMaximum'];
const LOWER = ['minLength', 'minimum', 'minItems', 'minProperties', 'exclusiveMinimum'];
const NARROWING = ['pattern', 'uniqueItems', 'multipleOf', 'const'];
const FACTS = ['operationId', 'security', 'x-required-scope', 'x-internal'];

/**
 * Lists changes that break clients of the released description. Deprecated parts may be removed after their `x-sunset`.
 */
export function compareDescriptions(released: Description, current: Description, today: string): string[] {
  const found = new Set<string>();
  const report: Report = (at, what) => found.add(`${at} ${what}`);
  const seen = new Set<string>();
  const [before, after] = [withAnswers(released), withAnswers(current)];

  for (const [path, methods] of Object.entries(before.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const [at, now] = [`${method.toUpperCase()} ${path}`, after.paths[path]?.[method]];
      // Skip internal operations, because only our pages and providers call them.
      if (operation['x-internal'] || (!now && mayBeRemoved(operation))) continue;
      if (now) compareOperation(operation, now, at);
      else report(at, 'is gone');
    }
  }
  for (const [name, { post }] of Object.entries(before.webhooks)) {
    const now = after.webhooks[name]?.post;
    if (now) compareContent(post!.requestBody, now.requestBody, 'received', `webhook ${name}`);
    else report(`webhook ${name}`, 'is gone');
  }
  compareSchema(
    before.components.schemas.ProblemDetails!,
    after.components.schemas.ProblemDetails!,
    'received',
    'problem',
  );
  if (!isSame(bareSchemes(before), bareSchemes(after))) report('securitySchemes', 'changed');
  return [...found];

  function mayBeRemoved(value: Operation | Schema): boolean {
    return value.deprecated === true && sunsetOf(value) <= today;
  }

  function compareOperation(was: Operation, now: Operation, at: string): void {
    for (const fact of FACTS) if (!isSame(was[fact], now[fact])) report(at, `changes ${fact}`);
    if (was['x-sunset'] && sunsetOf(now) < sunsetOf(was)) report(at, 'is removed earlier than announced');
    compareParameters(was.parameters ?? [], now.parameters ?? [], at);
    if (now.requestBody?.required && !was.requestBody?.required) report(at, 'requires a body');
    compareContent(was.requestBody, now.requestBody, 'sent', `${at} body`);
    for (const [status, answer] of Object.entries(was.responses)) {
      if (now.responses[status]) compareAnswer(answer, now.responses[status], `${at} ${status}`);
      else if (status < '400') report(at, `never answers ${status}`);
    }
    for (const status of Object.keys(now.responses)) {
      if (status < '400' && status !== '304' && !was.responses[status] && !now.responses[status]!['x-only-if-asked'])
        report(at, `may answer ${status}`);
    }
    const statuses = codesOf(now);
    for (const [code, status] of codesOf(was)) {
      if ((statuses.get(code) ?? status) !== status) report(at, `answers ${code} with ${statuses.get(code)}`);
    }
  }

  function compareParameters(was: Parameter[], now: Parameter[], at: string): void {
    const key = (parameter: Parameter) => `${parameter.in} ${parameter.name}`;
    const byKey = new Map(now.map((parameter) => [key(parameter), parameter]));
    for (const parameter of was) {
      const match = byKey.get(key(parameter));
      if (match) compareSchema(parameter.schema, match.schema, 'sent', `${at} ?${parameter.name}`);
      else if (!mayBeRemoved(parameter.schema)) report(`${at} ?${parameter.name}`, 'is gone');
    }
    const required = was.filter((parameter) => parameter.required).map(key);
    for (const parameter of now) {
      if (parameter.required && !required.includes(key(parameter))) report(`${at} ?${parameter.name}`, 'is required');
    }
  }

  function compareAnswer(was: Content, now: Content, at: string): void {
    for (const name of Object.keys(was.headers ?? {})) if (!now.headers?.[name]) report(at, `lost the header ${name}`);
    if (!was.content?.['application/problem+json']) compareContent(was, now, 'received', at);
  }

  function compareContent(was: Content = {}, now: Content = {}, way: Way, at: string): void {
    for (const [type, { schema }] of Object.entries(was.content ?? {})) {
      if (!now.content?.[type]) report(at, `is no longer ${type}`);
      else compareSchema(schema ?? {}, now.content[type].schema ?? {}, way, at);
    }
  }

  function compareSchema(was: Schema, now: Schema, way: Way, at: string): void {
    if (was.$ref || now.$ref) {
      if (was.$ref && was.$ref !== now.$ref) return report(at, `is no longer ${nameOf(was)}`);
      const pair = `${way} ${was.$ref} ${now.$ref}`;
      if (was.$ref && seen.has(pair)) return;
      seen.add(pair);
      return compareSchema(resolve(was, before), resolve(now, after), way, was.$ref ? nameOf(was) : at);
    }
    const [wide, narrow] = way === 'sent' ? [now, was] : [was, now];
    const takesAll = way === 'sent' && takesAllOf(was, now);
    for (const name of [...UPPER, ...LOWER, ...NARROWING]) {
      if (name === 'pattern' && takesAll) continue;
      if (name === 'const' && demandedInWords(was, now)) continue;
      if (!allows(name, wide[name], narrow[name]))
        report(at, now[name] === undefined ? `lost ${name}` : `has ${name} ${JSON.stringify(now[name])}`);
    }
    for (const name of ['enum', 'x-extensible-enum'] as const) {
      // Clients must expect new values in an extensible list.
      const isOpen = way === 'received' && name === 'x-extensible-enum';
      if (!isOpen && !includes(wide[name], narrow[name]))
        report(at, `changes its values to ${JSON.stringify(now[name])}`);
    }
    for (const name of ['type', 'format']) {
      if (!isSame(was[name], now[name])) report(at, `changes ${name} to ${JSON.stringify(now[name])}`);
    }
    compareMembers(was, now, way, at);
    if (was.items && now.items) compareSchema(was.items, now.items, way, `${at}/[]`);
    compareAlternatives(was.anyOf, now.anyOf, way, at);
  }

  function compareMembers(was: Schema, now: Schema, way: Way, at: string): void {
    for (const [name, schema] of Object.entries(was.properties ?? {})) {
      const match = now.properties?.[name];
      if (match) compareSchema(schema, match, way, `${at}/${name}`);
      else if (!mayBeRemoved(schema)) report(at, `lost the field ${name}`);
      if (match && way === 'received' && was.required?.includes(name) && !now.required?.includes(name)) {
        report(at, `may leave ${name} out`);
      }
    }
    for (const name of now.required ?? []) {
      if (way === 'sent' && !was.required?.includes(name)) report(at, `requires ${name}`);
    }
    const [open, others] = [was.additionalProperties ?? true, now.additionalProperties ?? true];
    if (way === 'sent' && open && !others) report(at, 'refuses unknown fields');
    if (typeof open === 'object') compareSchema(open, typeof others === 'object' ? others : {}, way, `${at}/*`);
  }

  function compareAlternatives(was: readonly Schema[] = [], now: readonly Schema[] = [], way: Way, at: string): void {
    was.forEach((one, place) => {
      const match = (one.$ref && now.find(({ $ref }) => $ref === one.$ref)) || now[place];
      if (match) compareSchema(one, match, way, at);
    });
    const [takes, gives] = way === 'sent' ? [was, now] : [now, was];
    if (takes.length > gives.length) report(at, 'changes its alternatives');
  }
}

/** Announced removal date, `YYYY-MM-DD`. Sorts last if no date is announced. */
const sunsetOf = (value: Operation | Schema) => (value['x-sunset'] as string | undefined) ?? '9999';
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const nameOf = ({ $ref = '' }: Schema) => $ref.split('/').at(-1)!;
const resolve = (schema: Schema, { components }: Description) =>
  schema.$ref ? (components.schemas[nameOf(schema)] ?? {}) : schema;
const bareSchemes = ({ components }: Description) =>
  Object.entries(components.securitySchemes ?? {}).map(([name, scheme]) => [name, (scheme as { name?: string }).name]);

/** True if the new pattern matches every value in the old list that it replaced. */
const takesAllOf = (was: Schema, now: Schema) =>
  was.enum !== undefined &&
  now.pattern !== undefined &&
  was.enum.every((one) => new RegExp(now.pattern as string).test(String(one)));

/** True if the released description already required the constant in prose, so that no client breaks. */
const demandedInWords = (was: Schema, now: Schema) =>
  was.const === undefined && now.const !== undefined && (was.description ?? '').endsWith(demandOf(now.const));

/** True if the keyword's value `wide` allows everything that `narrow` does. A missing keyword allows everything. */
function allows(name: string, wide: unknown, narrow: unknown): boolean {
  if (wide === undefined || isSame(wide, narrow)) return true;
  if (narrow === undefined || NARROWING.includes(name)) return false;
  return UPPER.includes(name) ? Number(wide) >= Number(narrow) : Number(wide) <= Number(narrow);
}

function includes(wide: readonly unknown[] | undefined, narrow: readonly unknown[] | undefined): boolean {
  return wide === undefined || (narrow?.every((value) => wide.includes(value)) ?? false);
}

/** Problem codes that an operation can return, each with its HTTP status. */
function codesOf({ responses }: Operation): Map<string, string> {
  return new Map(
    Object.entries(responses).flatMap(([status, { content }]) =>
      Object.keys(content?.['application/problem+json']?.examples ?? {}).map((code) => [code, status] as const),
    ),
  );
}
