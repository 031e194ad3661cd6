import { KindGuard, type TSchema } from '@sinclair/typebox';
import { API_VERSION, FINDINGS_SCHEMA_VERSION, SERVICE_VERSION } from '../base/versions';
import { RANKING_METHOD } from '../modules/findings/ranking';
import type { PaidProductRunCreated, RunStatus } from '../modules/run-kinds/contract';
import { RUN_KINDS } from '../modules/run-kinds/rules';
import type { EventSubject, ProductEvent } from '../modules/webhooks/contract';
import { linksOf } from '../modules/webhooks/rules';
import { EVENT_PAYLOADS } from './event-payloads';
import examples from './resource-examples.json';

const { invoice: _, ...orderSummary } = examples.Order;

/** Example resources by schema title. Their ids and sums are consistent. Tests validate them. */
export const RESOURCE_EXAMPLES: Readonly<Record<string, object>> = {
  ...examples,
  Health: {
    ...examples.Health,
    apiVersion: API_VERSION,
    serviceVersion: SERVICE_VERSION,
    findingsSchemaVersion: FINDINGS_SCHEMA_VERSION,
  },
  OrderSummary: orderSummary,
  Portfolio: { ...examples.Portfolio, schemaVersion: FINDINGS_SCHEMA_VERSION, method: RANKING_METHOD },
};

const SEARCH = examples.Portfolio.runId;

/** Example response of POST /v1/searches, which shares its schema with POST /v1/evaluations. */
export const searchCreated: PaidProductRunCreated = {
  ...(examples.PaidProductRunCreated as PaidProductRunCreated),
  runId: SEARCH,
  kind: 'custom_search',
  statusUrl: `/v1/runs/${SEARCH}`,
  pollAfterSeconds: RUN_KINDS.custom_search.pollAfterSeconds,
};

/** Example response of POST /v1/searches/batch, which shares its schema with POST /v1/evaluations/batch. */
export const searchesCreated = { batchId: examples.RunBatch.batchId, runs: [searchCreated] };

/** Example response of POST /v1/runs/{id}/cancel, which shares its schema with GET /v1/runs/{id}. */
export const runCanceling: RunStatus = {
  ...(examples.RunStatus as RunStatus),
  status: 'canceling',
  stage: 'researching',
  progress: { done: 0, total: 3 },
  completedAt: null,
  updatedAt: '2026-11-21T03:22:10.014Z',
  cost: null,
  evidence: null,
  findingsSchemaVersion: null,
};

/** Example response of POST /v1/withdrawals, which shares its schema with GET /v1/withdrawals/{id}. */
export const withdrawalRequested = {
  ...examples.Withdrawal,
  status: 'requested',
  payout: null,
  updatedAt: examples.Withdrawal.requestedAt,
  paidAt: null,
};

/** Example response of POST /v1/webhooks/{id}/test, which shares its schema with the list of deliveries. */
export const deliveryRequested = { ...examples.WebhookDelivery, status: 'pending', endedAt: null, attempts: [] };

/**
 * Example value of a schema, from its resource, its own examples or its bounds. Objects include every field except
 * those with an empty list of examples, which would not work in a pasted request. Tests validate all examples.
 */
export function exampleOf(schema: TSchema): unknown {
  const resource = RESOURCE_EXAMPLES[schema.title ?? ''];
  if (resource) return resource;
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0] as unknown;
  if (schema.const !== undefined) return schema.const as unknown;
  if (schema.default !== undefined) return schema.default as unknown;
  if (Array.isArray(schema.enum)) return schema.enum[0] as unknown;
  const choices = (schema.anyOf ?? schema.oneOf) as TSchema[] | undefined;
  if (choices) return exampleOf(choices[0]!);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, TSchema>)
          .filter(([, { examples: own }]) => !Array.isArray(own) || own.length > 0)
          .map(([name, field]) => [name, exampleOf(field)]),
      );
    case 'array':
      return KindGuard.IsSchema(schema.items)
        ? Array.from({ length: schema.minItems ?? 1 }, () => exampleOf(schema.items as TSchema))
        : [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    default:
      return schema.format === 'date-time' ? '2026-11-21T03:20:53.738Z' : 'text';
  }
}

export function payloadSchema(type: ProductEvent) {
  return EVENT_PAYLOADS[type.split('.')[0] as EventSubject];
}

/** Example body of an event, for the API description and the guide. */
export function exampleOfEvent(type: ProductEvent): object {
  const { data, ...rest } = exampleOf(payloadSchema(type)) as { data: { subject: string } };
  const [, status = ''] = type.split('.');
  return { ...rest, type, data: { ...data, status, links: linksOf(type, data.subject, false) } };
}
