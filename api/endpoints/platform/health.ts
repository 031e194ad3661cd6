import { Type } from '@sinclair/typebox';
import { API_VERSION, FINDINGS_SCHEMA_VERSION, SERVICE_VERSION } from '../../../contracts/versions';
import { endpoint, open } from '../../../http/endpoint';
import { ok } from '../../../http/reply';

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

/** Public health of the service. Always 200; the body says why it is degraded. */
export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  operationId: 'getHealth',
  tag: 'platform',
  summary: 'Health, versions and drift of the managed agent',
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
