import { Type } from '@sinclair/typebox';
import { API_VERSION, FINDINGS_SCHEMA_VERSION, SERVICE_VERSION } from '../../../contracts/versions';
import { AGENT_NAME } from '../../../contracts/agent';
import { findProvisionedAgent } from '../../../store/provisioned-agents';
import type { ApiDeps } from '../../deps';
import { endpoint, open } from '../../endpoint';
import { ok } from '../../reply';

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
    time: Type.String({ format: 'date-time' }),
  },
  { title: 'Health' },
);

/** How the service is, as far as it is safe to tell everybody. Always 200: what keeps it from `ok` stands in the body. */
export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  operationId: 'getHealth',
  summary: 'Health, versions and drift of the managed agent',
  audience: 'public',
  auth: open,
  responseScope: 'public',
  responses: { 200: Health },

  async handle({ deps }) {
    const violations = hostingViolations(deps);
    const managedAgent = await driftOf(deps);
    const fine = violations.length === 0 && managedAgent.driftStatus === 'in_sync';
    return ok(
      {
        status: fine ? 'ok' : 'degraded',
        apiVersion: API_VERSION,
        serviceVersion: SERVICE_VERSION,
        findingsSchemaVersion: FINDINGS_SCHEMA_VERSION,
        hostingContract: { valid: violations.length === 0, violations },
        managedAgent,
        time: new Date().toISOString(),
      },
      { 'Cache-Control': 'no-store' },
    );
  },
});

async function driftOf(deps: ApiDeps): Promise<{ driftStatus: string; checkedAt: string | null }> {
  try {
    const agent = await findProvisionedAgent(deps.db, AGENT_NAME);
    if (!agent) return { driftStatus: 'unprovisioned', checkedAt: null };
    return { driftStatus: agent.driftStatus, checkedAt: agent.checkedAt.toISOString() };
  } catch {
    return { driftStatus: 'unknown', checkedAt: null };
  }
}

// What a host must give this service beyond its settings, which the process checks before it starts.
function hostingViolations({ settings }: ApiDeps): string[] {
  const { hostname, protocol } = new URL(settings.publicUrl);
  const loopback = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  const violations: string[] = [];
  if (protocol !== 'https:' && !loopback) violations.push('PUBLIC_URL must be an https address');
  return violations;
}
