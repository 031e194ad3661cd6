import { Type } from '@sinclair/typebox';
import { API_VERSION, FINDINGS_SCHEMA_VERSION, SERVICE_VERSION } from '../../base/versions';
import { endpoint, open } from '../../http/endpoint';
import { ok } from '../../http/reply';
import { ServiceStatus } from '../../modules/operations/contract';

const Health = Type.Object(
  {
    status: Type.String({ examples: ['ok', 'degraded'] }),
    apiVersion: Type.String(),
    serviceVersion: Type.String(),
    findingsSchemaVersion: Type.String(),
    hostingContract: Type.Object({ valid: Type.Boolean(), violations: Type.Array(Type.String()) }),
    managedAgent: Type.Object({
      driftStatus: Type.String({ examples: ['in_sync', 'drifted', 'unprovisioned', 'unknown'] }),
      checkedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    }),
    reconciliation: Type.Object({
      openBreaks: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
        description: 'Differences between the payment provider’s books and ours; null while unknown.',
      }),
    }),
    time: Type.String({ format: 'date-time' }),
  },
  { title: 'Health' },
);

/** Public health of the service. Always returns 200; the body says why the service is degraded. */
export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  operationId: 'getHealth',
  tag: 'platform',
  summary: 'Get health, versions and drift of the managed agent',
  audience: 'public',
  auth: open,
  uncounted: true,
  ignoresQuery: true,
  responseScope: 'public',
  responses: { 200: Health },

  async handle({ deps }) {
    const { violations, managedAgent, openBreaks } = await deps.health();
    const fine = violations.length === 0 && managedAgent.driftStatus === 'in_sync';
    return ok(
      {
        status: fine ? 'ok' : 'degraded',
        apiVersion: API_VERSION,
        serviceVersion: SERVICE_VERSION,
        findingsSchemaVersion: FINDINGS_SCHEMA_VERSION,
        hostingContract: { valid: violations.length === 0, violations },
        managedAgent,
        reconciliation: { openBreaks },
        time: new Date().toISOString(),
      },
      { 'Cache-Control': 'no-store' },
    );
  },
});

const Ready = Type.Object(
  {
    status: Type.String({ examples: ['ready', 'not_ready'] }),
    database: Type.String({
      examples: ['ok', 'read_only', 'disk_full', 'refused', 'unreachable'],
      description: '`ok` if the database answers and accepts writes, otherwise the reason.',
    }),
    checks: Type.Array(
      Type.Object({
        name: Type.String(),
        status: Type.String({ examples: ['ok', 'failed'] }),
        latencyMs: Type.Number(),
      }),
    ),
  },
  { title: 'Ready' },
);

export const getReady = endpoint({
  method: 'GET',
  path: '/health/ready',
  operationId: 'getReady',
  tag: 'platform',
  summary: 'Get the readiness of this process',
  audience: 'public',
  auth: open,
  uncounted: true,
  ignoresQuery: true,
  responseScope: 'public',
  responses: { 200: Ready, 503: Ready },

  async handle({ deps }) {
    const { fine, checks, reasons } = await deps.readiness();
    return {
      status: fine ? 200 : 503,
      headers: { 'Cache-Control': 'no-store' },
      body: { status: fine ? 'ready' : 'not_ready', ...reasons, checks },
    };
  },
});

export const getStatus = endpoint({
  method: 'GET',
  path: '/v1/status',
  operationId: 'getStatus',
  tag: 'platform',
  summary: 'Get the status of the service and its parts',
  description: 'Always returns 200. The data is at most five seconds old.',
  audience: 'public',
  auth: open,
  anyOrigin: true,
  responseScope: 'public',
  responses: { 200: ServiceStatus },

  handle: async ({ deps }) => ok(await deps.status.read(), { 'Cache-Control': 'no-store' }),
});
