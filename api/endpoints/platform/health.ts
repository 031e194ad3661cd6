import { Type } from '@sinclair/typebox';
import { API_VERSION, FINDINGS_SCHEMA_VERSION, SERVICE_VERSION } from '../../../contracts/versions';
import { CHECK_DEADLINE_MS } from '../../../platform/observation/health';
import { within } from '../../../platform/within';
import { AGENT_NAME } from '../../../contracts/agent';
import { findProvisionedAgent } from '../../../store/agents/provisioned-agents';
import { countOpenBreaks } from '../../../store/reconciliation/read-breaks';
import type { ApiDeps } from '../../../http/deps';
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
    const violations = hostingViolations(deps);
    const [managedAgent, openBreaks] = await Promise.all([driftOf(deps), openBreaksOf(deps)]);
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

async function driftOf(deps: ApiDeps): Promise<{ driftStatus: string; checkedAt: string | null }> {
  try {
    const agent = await within(CHECK_DEADLINE_MS, 'drift', findProvisionedAgent(deps.db, AGENT_NAME));
    if (!agent) return { driftStatus: 'unprovisioned', checkedAt: null };
    return { driftStatus: agent.driftStatus, checkedAt: agent.checkedAt.toISOString() };
  } catch {
    return { driftStatus: 'unknown', checkedAt: null };
  }
}

async function openBreaksOf({ db }: ApiDeps): Promise<number | null> {
  return within(CHECK_DEADLINE_MS, 'open breaks', countOpenBreaks(db)).catch(() => null);
}

// Requirements on the host beyond the settings, which the process validates at start.
function hostingViolations({ settings }: ApiDeps): string[] {
  const { hostname, protocol } = new URL(settings.publicUrl);
  const loopback = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  const violations: string[] = [];
  if (protocol !== 'https:' && !loopback) violations.push('PUBLIC_URL must be an https address');
  return violations;
}
