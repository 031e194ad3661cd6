import type { TSchema } from '@sinclair/typebox';
import { isTyped, type AnyEndpoint } from '../../../http/endpoint';
import { exampleOf } from '../../../http/examples';
import { problemsOf, statusOf } from '../../../http/problem';
import { RUN } from '../../../modules/run-kinds/rules';

/**
 * Part of a collection:
 * - `played`: requests that a test key can run in order.
 * - `refused`: requests that refuse test keys.
 * - `by hand`: requests that need a person, for example to read an email or to pay.
 */
export type CollectionPart = 'played' | 'refused' | 'by hand';

/** Check of one member of the response, or of the whole body if `member` is empty. */
export interface Check {
  member: string;
  /** `equal` compares with text that may contain variables; `list` requires an array; `present` accepts any value. */
  is: { equal: string } | 'list' | 'present';
}

/** One request of a collection. `{{name}}` is a collection variable. */
export interface SampleRequest {
  /** Unique in the collection. */
  name: string;
  summary: string;
  tag: string;
  part: CollectionPart;
  method: string;
  path: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** Indented JSON. */
  body: string | null;
  statuses: readonly number[];
  checks: readonly Check[];
  /** Variables to set from members of the response body. A null member means the current time in milliseconds. */
  captures: readonly (readonly [variable: string, member: string | null])[];
  /** Repeats the request while `runStatus` has one of these values. If empty, the request is sent once. */
  againWhile: readonly string[];
}

/** Id variables by id prefix. */
const IDS: Record<string, string> = {
  run: 'runId',
  bat: 'batchId',
  opp: 'opportunityId',
  ord: 'orderId',
  wdr: 'withdrawalId',
  whk: 'webhookId',
  whd: 'deliveryId',
};

/** Id variable of a separate run, used by requests that end a run. All other requests use completed runs. */
const SLOW = 'slowRunId';

/** Requests to the customer endpoints among `endpoints`, grouped by part. Each id is captured before its first use. */
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
  // Idempotency keys contain the attempt, so running the collection again starts new operations.
  const played = first ? [{ ...first, captures: [...first.captures, ['attempt', null] as const] }, ...others] : [];
  return [...played, ...part('refused'), ...part('by hand')];
}

/** Id variables that no response sets, so users must enter their values. */
export function idVariables(requests: readonly SampleRequest[]): string[] {
  const set = new Set(
    requests.flatMap(({ part, captures }) => (part === 'played' ? captures : [])).map(([one]) => one),
  );
  return Object.values(IDS).filter(
    (name) => !set.has(name) && requests.some(({ path, body }) => `${path}${body}`.includes(`{{${name}}}`)),
  );
}

/** Request to an endpoint with an example body. `known` contains the variables that earlier requests captured. */
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
      // Sending the same `attempt` again repeats the request. A new `attempt` starts a new operation.
      ...(spec.idempotent ? [['Idempotency-Key', `${name}-{{attempt}}`] as const] : []),
      ...(body ? [['Content-Type', 'application/json'] as const] : []),
      ...(spec.waits ? [['Prefer', 'wait=20'] as const] : []),
    ],
    body: text,
    ...(part === 'refused' ? refused(spec) : answered(spec, id)),
    againWhile: spec.waits ? RUN.open : [],
  };
}

/** Variable for the id in a path, such as `runId`; `id` if there is no specific name. */
export function idVariable({ id }: AnyEndpoint): string {
  return id ? (IDS[id.prefix] ?? 'id') : 'id';
}

/** Groups endpoints by tag. Tags keep the order of their first endpoint; deletions come last in each group. */
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
  // Writes for other audiences need a person, because they send email or move money.
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
  // An operator can turn this endpoint off. It then returns an error, so its body is not checked.
  const canBeOff = spec.method === 'GET' && !spec.id && problemsOf(spec).includes('service_not_configured');
  const otherwise = canBeOff ? [statusOf(spec, 'service_not_configured')] : [];
  return {
    statuses: [Number(status), ...otherwise],
    checks: canBeOff ? [] : checksOf(schema, properties, id),
    captures: [...captures, ...(startsRun || spec.waits ? [['runStatus', 'status'] as const] : [])],
  };
}

/** Checks that a list response is an array. For an object, checks its id or its first two required members. */
function checksOf(schema: TSchema | null, properties: Record<string, TSchema>, id: string): Check[] {
  if (schema?.type === 'array') return [{ member: '', is: 'list' }];
  if (properties.data?.type === 'array') return [{ member: 'data', is: 'list' }];
  if (properties[id]) return [{ member: id, is: { equal: `{{${id}}}` } }];
  const required = (schema?.required ?? []) as string[];
  return required.slice(0, 2).map((member) => ({ member, is: 'present' }));
}

/** Starts a run that stays active until `request` ends it. */
function slowRun(begin: AnyEndpoint, request: SampleRequest): SampleRequest {
  const name = `${begin.operationId}For${request.name[0]!.toUpperCase()}${request.name.slice(1)}`;
  const created = sampleRequest(begin);
  const body = JSON.parse(created.body!) as { idea: string };
  return {
    ...created,
    name,
    summary: `A run that stays active, for ${request.name}`,
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
