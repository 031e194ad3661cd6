import { Context } from '@temporalio/activity';
import { findProvisionedAgent } from '../store/provisioned-agents';
import type { ProvisionedAgent } from '../providers/agents/research-agents';
import { loadAssignment } from './assignments/load-assignment';
import type { ActivityDeps } from './deps';
import { callingProvider, endsRun } from './failures';

/** Activities that speak to the agent provider. Each may run twice. */
export function createResearchActivities(deps: ActivityDeps) {
  const { db, agents, agentName, stopping } = deps;

  async function provisioned(): Promise<ProvisionedAgent> {
    const agent = await findProvisionedAgent(db, agentName);
    // Retried: an operator may be provisioning it right now.
    if (!agent) throw new Error(`The agent "${agentName}" is not provisioned; run: npm run admin -- agents provision`);
    return agent;
  }

  return {
    /**
     * The session that works on an assignment: the one it has, the one that an interrupted start left behind, or a new one.
     */
    async startSession(assignmentId: string): Promise<{ sessionId: string }> {
      const { since, brief, budgetMicros, sessionId, recordSession } = await loadAssignment(deps, assignmentId);
      if (sessionId) return { sessionId };
      const agent = await provisioned();
      const session = await callingProvider(async () => {
        // Sessions are created without an idempotency key, so an earlier attempt may have left one: look before acting.
        const left = Context.current().info.attempt > 1 ? await agents.findSession(agent, assignmentId, since) : null;
        return left ?? agents.startSession(agent, assignmentId, brief, budgetMicros);
      });
      await recordSession(session);
      return { sessionId: session.sessionId };
    },

    /**
     * Follows a session until it hands something in, which is stored as it came. Heartbeats carry the cursor, so that
     * another worker continues where this one was lost.
     */
    async followSession(assignmentId: string, sessionId: string): Promise<{ toolUseId: string }> {
      const context = Context.current();
      const heartbeats = keepAlive(context);
      try {
        const turn = await callingProvider(() =>
          agents.follow(sessionId, {
            after: (context.info.heartbeatDetails as string | undefined) ?? null,
            signal: AbortSignal.any([context.cancellationSignal, stopping]),
            onEvent: heartbeats.moved,
          }),
        );
        if (turn.type === 'refused') throw endsRun('agent_refused', 'The agent declined the request');
        if (turn.type === 'budget_exceeded') throw endsRun('run_budget_exceeded', 'The session reached its budget');
        if (turn.type === 'ended') throw endsRun('agent_stopped', `The session ended: ${turn.reason}`);
        const { keepSubmission } = await loadAssignment(deps, assignmentId);
        await keepSubmission(Buffer.from(JSON.stringify(turn.payload ?? null)));
        return { toolUseId: turn.toolUseId };
      } finally {
        heartbeats.stop();
      }
    },

    /**
     * Stops the session of an assignment, also one that was never recorded, and says what it cost; null where none began.
     */
    async stopSession(assignmentId: string): Promise<{ costMicros: number | null }> {
      const { since, begun, sessionId: known } = await loadAssignment(deps, assignmentId);
      if (!begun) return { costMicros: null };
      return callingProvider(async () => {
        const sessionId = known ?? (await agents.findSession(await provisioned(), assignmentId, since))?.sessionId;
        if (!sessionId) return { costMicros: null };
        return { costMicros: (await agents.stop(sessionId))?.costMicros ?? null };
      });
    },
  };
}

// A silent session still heartbeats, or its worker would be taken for lost.
function keepAlive(context: Context) {
  let cursor = context.info.heartbeatDetails as string | undefined;
  const timer = setInterval(() => context.heartbeat(cursor), (context.info.heartbeatTimeoutMs ?? 20_000) / 3);
  return {
    // Left to the next beat: a heartbeat is a write of the server, and a follower that reads a little again does no harm.
    moved: (next: string) => {
      cursor = next;
    },
    stop: () => clearInterval(timer),
  };
}
