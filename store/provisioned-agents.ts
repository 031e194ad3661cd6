import type { Database, ProvisionedAgent } from '../prisma/client';

/** What `drift` found last, as GET /health reports it. */
export type RecordedDrift = 'in_sync' | 'drifted' | 'unprovisioned' | 'unknown';

/** The agent that is deployed under a name, with the drift that was found last; null before the first provisioning. */
export async function findProvisionedAgent(db: Database, name: string): Promise<ProvisionedAgent | null> {
  // Prepared: every session begins with this.
  const { rows } = await db.pool.query<ProvisionedAgent>({
    name: 'agent-find',
    text: `SELECT name, agent_id AS "agentId", agent_version AS "agentVersion", environment_id AS "environmentId",
                  drift_status AS "driftStatus", checked_at AS "checkedAt"
           FROM provisioned_agents WHERE name = $1`,
    values: [name],
  });
  return rows[0] ?? null;
}

/** Records which agent, version and environment runs are to use from now on. */
export async function recordProvisionedAgent(
  db: Database,
  name: string,
  agent: { agentId: string; agentVersion: string; environmentId: string },
): Promise<void> {
  const data = { ...agent, driftStatus: 'in_sync', checkedAt: new Date() };
  await db.prisma.provisionedAgent.upsert({ where: { name }, create: { name, ...data }, update: data });
}

/** Records the outcome of a drift check. */
export async function recordDrift(db: Database, name: string, driftStatus: RecordedDrift): Promise<void> {
  await db.prisma.provisionedAgent.updateMany({ where: { name }, data: { driftStatus, checkedAt: new Date() } });
}
