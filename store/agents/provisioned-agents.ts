import { transaction, type Database, type ProvisionedAgent } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';

/** Result of the last drift check, as GET /health reports it. */
export type RecordedDrift = 'in_sync' | 'drifted' | 'unprovisioned' | 'unknown';

/** Agent deployed under a name, with the last drift result; null before the first provisioning. */
export async function findProvisionedAgent(db: Database, name: string): Promise<ProvisionedAgent | null> {
  // Prepared statement: every session begins with this query.
  const { rows } = await db.pool.query<ProvisionedAgent>({
    name: 'agent-find',
    text: `SELECT name, agent_id AS "agentId", agent_version AS "agentVersion", environment_id AS "environmentId",
                  drift_status AS "driftStatus", checked_at AS "checkedAt"
           FROM provisioned_agents WHERE name = $1`,
    values: [name],
  });
  return rows[0] ?? null;
}

/** Records the agent, version and environment that new runs use. */
export async function recordProvisionedAgent(
  db: Database,
  name: string,
  agent: { agentId: string; agentVersion: string; environmentId: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.query({
      text: `INSERT INTO provisioned_agents (name, agent_id, agent_version, environment_id, drift_status, checked_at)
             VALUES ($1, $2, $3, $4, 'in_sync', now())
             ON CONFLICT (name) DO UPDATE SET agent_id = $2, agent_version = $3, environment_id = $4,
               drift_status = 'in_sync', checked_at = now()`,
      values: [name, agent.agentId, agent.agentVersion, agent.environmentId],
    });
    await recordAudit(tx, { action: 'agent.provisioned', accountId: null, subject: name, after: { ...agent } });
  });
}

/** Records the result of a drift check; audits only changes. */
export async function recordDrift(db: Database, name: string, driftStatus: RecordedDrift): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<{ before: string }>({
      text: `UPDATE provisioned_agents SET drift_status = $2, checked_at = now() FROM (
               SELECT name, drift_status AS before FROM provisioned_agents WHERE name = $1 FOR NO KEY UPDATE) AS old
             WHERE provisioned_agents.name = old.name RETURNING old.before`,
      values: [name, driftStatus],
    });
    if (!rows[0] || rows[0].before === driftStatus) return;
    const change = { before: { driftStatus: rows[0].before }, after: { driftStatus } };
    await recordAudit(tx, { action: 'agent.drift_changed', accountId: null, subject: name, ...change });
  });
}
