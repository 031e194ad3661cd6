import type { AnyEndpoint } from '../../../http/endpoint';
import { exampleOf } from '../../../http/examples';

/** One request as collections for other programs show it. `{{name}}` is a variable of the collection. */
export interface SampleRequest {
  name: string;
  summary: string;
  tag: string;
  method: string;
  path: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** JSON, indented. */
  body: string | null;
}

/** Variables of a collection besides the address and the key, by the prefix of the id that they hold. */
const IDS: Record<string, string> = {
  run: 'runId',
  opp: 'opportunityId',
  ord: 'orderId',
  wdr: 'withdrawalId',
  whk: 'webhookId',
};

/** Requests to those of `endpoints` that are for customers, in their order. */
export function sampleRequests(endpoints: readonly AnyEndpoint[]): SampleRequest[] {
  return endpoints.filter(({ internal }) => !internal).map(sampleRequest);
}

/** Names of the variables for ids that these requests use. */
export function idVariables(requests: readonly SampleRequest[]): string[] {
  return Object.values(IDS).filter((name) => requests.some(({ path }) => path.includes(`{{${name}}}`)));
}

/** Request to one endpoint, with an example of its body. */
export function sampleRequest(spec: AnyEndpoint): SampleRequest {
  const { operationId, summary, tag, method, path, body } = spec;
  const id = spec.id ? (IDS[spec.id.prefix] ?? 'id') : 'id';
  return {
    name: operationId,
    summary,
    tag,
    method,
    path: path.replace('{id}', `{{${id}}}`),
    headers: [
      ...(spec.auth.type === 'key' ? [['X-Api-Key', '{{apiKey}}'] as const] : []),
      // Counted up by hand: the same number repeats a request, the next one begins another.
      ...(spec.idempotent ? [['Idempotency-Key', `${operationId}-{{attempt}}`] as const] : []),
      ...(body ? [['Content-Type', 'application/json'] as const] : []),
      ...(spec.waits ? [['Prefer', 'wait=20'] as const] : []),
    ],
    body: body ? JSON.stringify(exampleOf(body), null, 2) : null,
  };
}
