import type { Logger } from 'pino';
import { checkEach } from '../activities/check-each';
import type { ResearchAgents } from '../contracts/agent';
import type { Database } from '../prisma/client';
import { findProvisionedAgent } from '../store/agents/provisioned-agents';
import { openSessions } from '../store/sessions/open-sessions';
import { recordSessionCost } from '../store/sessions/record-session-cost';
import { recordStrays } from '../store/sessions/record-strays';

/** Shortest time between two attempts to close the same session. */
const SESSIONS_EVERY_MS = 60_000;

/** Age up to which a session is searched for at the provider: far beyond the deadline of any work. */
const STRAYS_WITHIN_MS = 3 * 24 * 3_600_000;

/**
 * Finds sessions at the agent provider whose work has ended without recording them, or was forgotten by a restore, by
 * their metadata; they are closed with the others. Reads the open sessions only, which are few.
 */
export async function findStrays(db: Database, agents: ResearchAgents, agentName: string, log: Logger): Promise<void> {
  const agent = await findProvisionedAgent(db, agentName, agents.definition);
  if (agent?.provider !== agents.provider) return;
  for await (const page of agents.listOpen(agent, new Date(Date.now() - STRAYS_WITHIN_MS))) {
    const sessions = page.map(({ reference, ...session }) => ({ ...session, assignmentId: reference }));
    const found = await recordStrays(db, sessions);
    if (found > 0) log.warn({ sessions: found }, 'agent sessions were found that no open work names');
  }
}

/**
 * Closes the open sessions of work that has ended and records their costs, for as long as it takes: an outage while the
 * work ended leaves them. Calls `onProgress` before each. Returns how many are closed.
 */
export async function closeSessions(
  db: Database,
  agents: ResearchAgents,
  log: Logger,
  onProgress: () => void,
): Promise<number> {
  return checkEach(
    db,
    {
      name: 'open_sessions',
      atMostEveryMs: SESSIONS_EVERY_MS,
      list: (before, limit) => openSessions(db, before, limit),
      idOf: ({ sessionId }) => sessionId,
      async check(session) {
        // Null for a session that the provider no longer knows: its cost stays unknown.
        const spend = await agents.stop(session.sessionId);
        if (session.erased) await agents.erase(session.sessionId);
        await recordSessionCost(db, session, spend?.costMicros ?? null);
        return spend !== null;
      },
    },
    {
      onProgress,
      onFailure: (sessionId, error) => log.warn({ sessionId, err: error }, 'a session could not be closed'),
    },
  );
}
