import { CHECK_DEADLINE_MS } from '../base/observation/server';
import { within } from '../base/time-limits';
import { AGENT_NAME } from '../modules/findings/contract/agents';
import { findProvisionedAgent } from '../modules/findings/store/agents';
import { countOpenBreaks } from '../modules/reconciliation/store/breaks';
import { findAgentStop } from '../modules/runs/store/agent-stops';
import type { Database } from '../prisma/client';

/** Health of the service beyond the readiness of this process. */
export interface ServiceHealth {
  /** Requirements on the deployment that are not met. */
  violations: string[];
  managedAgent: { driftStatus: string; checkedAt: string | null };
  /** True while the agent provider refuses all work and runs therefore wait. */
  agentStopped: boolean;
  /** Number of open differences between the payment provider's records and ours; null while unknown. */
  openBreaks: number | null;
}

/** Reads the health within {@link CHECK_DEADLINE_MS}. Anything that does not respond by then is reported as unknown. */
export async function readHealth(db: Database, settings: { publicUrl: string }): Promise<ServiceHealth> {
  const [managedAgent, stop, openBreaks] = await Promise.all([
    driftOf(db),
    within(CHECK_DEADLINE_MS, 'agent', findAgentStop(db)).catch(() => null),
    within(CHECK_DEADLINE_MS, 'open breaks', countOpenBreaks(db)).catch(() => null),
  ]);
  return { violations: hostingViolations(settings), managedAgent, agentStopped: stop !== null, openBreaks };
}

async function driftOf(db: Database): Promise<ServiceHealth['managedAgent']> {
  try {
    const agent = await within(CHECK_DEADLINE_MS, 'drift', findProvisionedAgent(db, AGENT_NAME));
    if (!agent) return { driftStatus: 'unprovisioned', checkedAt: null };
    return { driftStatus: agent.driftStatus, checkedAt: agent.checkedAt.toISOString() };
  } catch {
    return { driftStatus: 'unknown', checkedAt: null };
  }
}

// Checks those requirements on the deployment that settings validation does not check at startup.
function hostingViolations({ publicUrl }: { publicUrl: string }): string[] {
  const { hostname, protocol } = new URL(publicUrl);
  const loopback = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  const violations: string[] = [];
  if (protocol !== 'https:' && !loopback) violations.push('PUBLIC_URL must be an https address');
  return violations;
}
