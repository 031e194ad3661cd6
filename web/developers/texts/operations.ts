import type { TSchema } from '@sinclair/typebox';
import { isTyped, type AnyEndpoint } from '../../../http/endpoint';
import { exampleOf } from '../../../http/examples';
import { problemsOf, statusOf } from '../../../http/problem';
import { RUN } from '../../../modules/run-kinds/rules';

/**
 * Part of a collection: what a test key alone can play from the first request to the last, what is refused to it, and
 * what asks for something that only a person has: a mail, a payment, a balance.
 */
export type CollectionPart = 'played' | 'refused' | 'by hand';

/** What must hold for an answer: of a member of its JSON body, or of the body itself where `member` is empty. */
export interface Check {
  member: string;
  /** A text that it equals, with variables; `list` where it is one, `present` where it only must be there. */
  is: { equal: string } | 'list' | 'present';
}

/** One request as collections for other programs show it. `{{name}}` is a variable of the collection. */
export interface SampleRequest {
  /** Unique in the collection. */
  name: string;
  summary: string;
  tag: string;
  part: CollectionPart;
  method: string;
  path: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** JSON, indented. */
  body: string | null;
  /** Statuses that are right. */
  statuses: readonly number[];
  checks: readonly Check[];
  /** Variables that its answer sets, each from a member of the body; null stands for the time, in milliseconds. */
  captures: readonly (readonly [variable: string, member: string | null])[];
  /** Values of the variable `runStatus` with which it is sent again; empty where once is enough. */
  againWhile: readonly string[];
}

/** Variables of a collection besides the address and the key, by the prefix of the id that they hold. */
const IDS: Record<string, string> = {
  run: 'runId',
  bat: 'batchId',
  opp: 'opportunityId',
  ord: 'orderId',
  wdr: 'withdrawalId',
  whk: 'webhookId',
  whd: 'deliveryId',
};

/** Variable with the run that a request ends: one of its own, since the others are read when they have completed. */
const SLOW = 'slowRunId';

/** Requests to those of `endpoints` that are for customers, part after part, each id captured before it is used. */
export function sampleRequests(endpoints: readonly AnyEndpoint[]): SampleRequest[] {
  const known = new Set<string>();
  const requests = inOrder(endpoints.filter(({ internal }) => !internal)).map((spec) => {
    const request = sampleRequest(spec, known);
    if (request.part === 'played') for (const [variable] of request.captures) known.add(variable);
    return { spec, request };
  });
  const begin = requests.find(({ request }) => request.captures.some(([variable]) => variable === 'runId'))?.spec;
  const all = requests.flatMap(({ spec, request }) =>
    begin && spec.problems?.includes('run_already_finished')
      ? [slowRun(begin, request), onSlowRun(request)]
      : [request],
  );
  const part = (name: CollectionPart) => all.filter((request) => request.part === name);
  const [first, ...others] = part('played');
  // Idempotency keys carry the attempt: a collection that is played again begins operations of its own.
  const played = first ? [{ ...first, captures: [...first.captures, ['attempt', null] as const] }, ...others] : [];
  return [...played, ...part('refused'), ...part('by hand')];
}

/** Names of the variables for ids that somebody must fill in: those that no answer sets. */
export function idVariables(requests: readonly SampleRequest[]): string[] {
  const set = new Set(
    requests.flatMap(({ part, captures }) => (part === 'played' ? captures : [])).map(([one]) => one),
  );
  return Object.values(IDS).filter(
    (name) => !set.has(name) && requests.some(({ path, body }) => `${path}${body}`.includes(`{{${name}}}`)),
  );
}

/** Request to one endpoint, with an example of its body, where an earlier request has captured `known`. */
export function sampleRequest(spec: AnyEndpoint, known: ReadonlySet<string> = new Set()): SampleRequest {
  const { operationId: name, summary, tag, method, body } = spec;
  const id = idVariable(spec);
  const path = spec.path.replace('{id}', `{{${id}}}`);
  const text = body
    ? JSON.stringify(exampleOf(body), null, 2).replace(/\b([a-z]{3})_[0-9a-z]{26}\b/g, variableOf)
    : null;
  const used = [...`${path}${text}`.matchAll(/\{\{(\w+)\}\}/g)].map(([, variable]) => variable!);
  const part = partOf(
    spec,
    used.every((variable) => known.has(variable)),
  );
  return {
    name,
    summary,
    tag,
    part,
    method,
    path,
    headers: [
      ...(spec.auth.type === 'key' ? [['X-Api-Key', '{{NOI_API_KEY}}'] as const] : []),
      // The same attempt repeats a request, the next one begins another.
      ...(spec.idempotent ? [['Idempotency-Key', `${name}-{{attempt}}`] as const] : []),
      ...(body ? [['Content-Type', 'application/json'] as const] : []),
      ...(spec.waits ? [['Prefer', 'wait=20'] as const] : []),
    ],
    body: text,
    ...(part === 'refused' ? refused(spec) : answered(spec, id)),
    againWhile: spec.waits ? RUN.open : [],
  };
}

/** Variable for the id in the path of an endpoint: `runId`, or `id` where it is of no kind that has a name. */
export function idVariable({ id }: AnyEndpoint): string {
  return id ? (IDS[id.prefix] ?? 'id') : 'id';
}

/** Endpoints of a tag together, in the order of the table; what is deleted, is deleted last. */
function inOrder(endpoints: readonly AnyEndpoint[]): AnyEndpoint[] {
  const tags = [...new Set(endpoints.map(({ tag }) => tag))];
  const place = ({ tag, method }: AnyEndpoint) => 2 * tags.indexOf(tag) + (method === 'DELETE' ? 1 : 0);
  return endpoints.toSorted((a, b) => place(a) - place(b));
}

function variableOf(id: string, prefix: string): string {
  return IDS[prefix] ? `{{${IDS[prefix]}}}` : id;
}

function partOf(spec: AnyEndpoint, hasIds: boolean): CollectionPart {
  if (spec.auth.type === 'key' && spec.auth.mode === 'live') return 'refused';
  const parameters = Object.entries((spec.query?.properties ?? {}) as Record<string, TSchema>);
  const asks = parameters.some(([name, { default: own }]) => spec.query!.required?.includes(name) && own === undefined);
  const asksForMore = !hasIds || spec.idIsToken || spec.linkToken || asks;
  // Writes of others than customers mail somebody or move money.
  const canPlay = !asksForMore && (spec.method === 'GET' || spec.audience === 'customer');
  return canPlay ? 'played' : 'by hand';
}

function refused(spec: AnyEndpoint): Pick<SampleRequest, 'statuses' | 'checks' | 'captures'> {
  const code = 'live_key_required';
  return { statuses: [statusOf(spec, code)], checks: [{ member: 'code', is: { equal: code } }], captures: [] };
}

function answered(spec: AnyEndpoint, id: string): Pick<SampleRequest, 'statuses' | 'checks' | 'captures'> {
  const [status, response] = Object.entries(spec.responses)[0]!;
  const schema: TSchema | null = response && !isTyped(response) ? response : null;
  const properties = (schema?.properties ?? {}) as Record<string, TSchema>;
  const captures = [
    ...(spec.method === 'GET' ? [] : Object.values(IDS)).filter((name) => name !== id && properties[name]),
  ].map((name) => [name, name] as const);
  const startsRun = captures.some(([name]) => name === 'runId');
  // What an operator can switch off; where ids depend on it, the rest would say nothing.
  const canBeOff = spec.method === 'GET' && !spec.id && problemsOf(spec).includes('service_not_configured');
  const otherwise = canBeOff ? [statusOf(spec, 'service_not_configured')] : [];
  return {
    statuses: [Number(status), ...otherwise],
    checks: canBeOff ? [] : checksOf(schema, properties, id),
    captures: [...captures, ...(startsRun || spec.waits ? [['runStatus', 'status'] as const] : [])],
  };
}

/** Of a list, that it is one; of an object, its id or its first two members. */
function checksOf(schema: TSchema | null, properties: Record<string, TSchema>, id: string): Check[] {
  if (schema?.type === 'array') return [{ member: '', is: 'list' }];
  if (properties.data?.type === 'array') return [{ member: 'data', is: 'list' }];
  if (properties[id]) return [{ member: id, is: { equal: `{{${id}}}` } }];
  const required = (schema?.required ?? []) as string[];
  return required.slice(0, 2).map((member) => ({ member, is: 'present' }));
}

/** Run that stays under way until `request` ends it. */
function slowRun(begin: AnyEndpoint, request: SampleRequest): SampleRequest {
  const name = `${begin.operationId}For${request.name[0]!.toUpperCase()}${request.name.slice(1)}`;
  const created = sampleRequest(begin);
  const body = JSON.parse(created.body!) as { idea: string };
  return {
    ...created,
    name,
    summary: `A run that stays under way, for ${request.name}`,
    tag: request.tag,
    headers: created.headers.map(([header, value]) => [header, value.replace(begin.operationId, name)] as const),
    body: JSON.stringify({ ...body, idea: `${body.idea} sandbox:slow` }, null, 2),
    captures: [[SLOW, 'runId']],
  };
}

function onSlowRun(request: SampleRequest): SampleRequest {
  const other = (text: string) => text.replaceAll('{{runId}}', `{{${SLOW}}}`);
  return {
    ...request,
    path: other(request.path),
    checks: request.checks.map(({ member, is }) => ({
      member,
      is: typeof is === 'object' ? { equal: other(is.equal) } : is,
    })),
  };
}
