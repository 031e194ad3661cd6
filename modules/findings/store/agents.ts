import { transaction, type Database } from '../../../prisma/client';
import { recordAudit } from '../../outbox/store/audit';
import type { ProvisionedAgent } from '../contract/agents';

/** Result of the last drift check, as reported by GET /health. */
export type RecordedDrift = 'in_sync' | 'drifted' | 'unprovisioned' | 'unknown';

/** Agent deployed under a name, with the last drift result. */
export interface DeployedAgent extends ProvisionedAgent {
  driftStatus: RecordedDrift;
  checkedAt: Date;
}

// One row per definition, so that different builds that run at the same time each use their own agent version.
const rowOf = (name: string, definition: string) => `${name}@${definition}`;

/** Selects the row of a definition, or else the most recently checked row. $1 is the agent's name, $2 the row's. */
const CHOSEN = `SELECT name FROM provisioned_agents WHERE starts_with(name, $1 || '@')
                ORDER BY name = $2 DESC, checked_at DESC LIMIT 1`;

/**
 * Finds the agent deployed under a name for a definition. If the definition is omitted or not provisioned, returns the
 * most recently checked agent. Null before the first provisioning.
 */
export async function findProvisionedAgent(db: Database, name: string, definition = ''): Promise<DeployedAgent | null> {
  // Uses a prepared statement, because every session start runs this query.
  const { rows } = await db.pool.query<DeployedAgent>({
    name: 'agent-find',
    text: `SELECT provider, agent_id AS "agentId", agent_version AS "agentVersion", provider_data AS "providerData",
                  split_part(name, '@', 2) AS definition, drift_status AS "driftStatus", checked_at AS "checkedAt"
           FROM provisioned_agents WHERE name = (${CHOSEN})`,
    values: [name, rowOf(name, definition)],
  });
  return rows[0] ?? null;
}

/** Records an agent. From then on, builds with its definition use it for new sessions. */
export async function recordProvisionedAgent(db: Database, name: string, agent: ProvisionedAgent): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.query({
      text: `INSERT INTO provisioned_agents (name, provider, agent_id, agent_version, provider_data, drift_status, checked_at)
             VALUES ($1, $2, $3, $4, $5, 'in_sync', now())
             ON CONFLICT (name) DO UPDATE SET provider = $2, agent_id = $3, agent_version = $4, provider_data = $5,
               drift_status = 'in_sync', checked_at = now()`,
      values: [rowOf(name, agent.definition), agent.provider, agent.agentId, agent.agentVersion, agent.providerData],
    });
    const { provider, agentId, agentVersion } = agent;
    const after = { provider, agentId, agentVersion };
    await recordAudit(tx, { action: 'agent.provisioned', accountId: null, subject: name, after });
  });
}

/** Records a drift check of the agent from {@link findProvisionedAgent}. Audits the result only if it changed. */
export async function recordDrift(
  db: Database,
  name: string,
  { definition, driftStatus }: { definition: string; driftStatus: RecordedDrift },
): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<{ before: string }>({
      text: `UPDATE provisioned_agents SET drift_status = $3, checked_at = now() FROM (
               SELECT name, drift_status AS before FROM provisioned_agents WHERE name = (${CHOSEN}) FOR NO KEY UPDATE
             ) AS old
             WHERE provisioned_agents.name = old.name RETURNING old.before`,
      values: [name, rowOf(name, definition), driftStatus],
    });
    if (!rows[0] || rows[0].before === driftStatus) return;
    const change = { before: { driftStatus: rows[0].before }, after: { driftStatus } };
    await recordAudit(tx, { action: 'agent.drift_changed', accountId: null, subject: name, ...change });
  });
}
