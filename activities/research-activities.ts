import { Context } from '@temporalio/activity';
import type { EvaluationCreate } from '../contracts/runs';
import { findProvisionedAgent } from '../store/provisioned-agents';
import { reachStage, recordSession, saveArtifact } from '../store/runs/advance-run';
import { loadRun } from '../store/runs/read-runs';
import type { ProvisionedAgent } from '../providers/agents/research-agents';
import type { ActivityDeps } from './deps';
import { callingProvider, endsRun } from './failures';

/** Activities that speak to the agent provider. Each may run twice. */
export function createResearchActivities({
  db,
  agents,
  agentName,
  providerName,
  runBudgetMicros,
  stopping,
}: ActivityDeps) {
  async function provisioned(): Promise<ProvisionedAgent> {
    const agent = await findProvisionedAgent(db, agentName);
    // Retried: an operator may be provisioning it right now.
    if (!agent) throw new Error(`The agent "${agentName}" is not provisioned; run: npm run admin -- agents provision`);
    return agent;
  }

  return {
    /**
     * The session that researches a run: the one it has, the one that an interrupted start left behind, or a new one.
     */
    async startSession(runId: string): Promise<{ sessionId: string }> {
      const run = await loadRun(db, runId);
      if (!run) throw endsRun('internal_error', `No run ${runId}`);
      if (run.sessionId) return { sessionId: run.sessionId };
      const agent = await provisioned();
      const session = await callingProvider(async () => {
        // Sessions are created without an idempotency key, so an earlier attempt may have left one: look before acting.
        const left = Context.current().info.attempt > 1 ? await agents.findSession(agent, runId, run.createdAt) : null;
        return left ?? agents.startSession(agent, runId, briefOf(run.input as EvaluationCreate), runBudgetMicros);
      });
      await recordSession(db, runId, { provider: providerName, ...session });
      return { sessionId: session.sessionId };
    },

    /**
     * Follows a session until it submits findings, which are stored as they came. Heartbeats carry the cursor, so that
     * another worker continues where this one was lost.
     */
    async followSession(runId: string, sessionId: string): Promise<{ toolUseId: string }> {
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
        await saveArtifact(db, runId, 'submission', Buffer.from(JSON.stringify(turn.payload ?? null)));
        await reachStage(db, runId, 'validating');
        return { toolUseId: turn.toolUseId };
      } finally {
        heartbeats.stop();
      }
    },

    /** Stops the session of a run, also one that was never recorded, and says what it cost; null where none began. */
    async stopSession(runId: string): Promise<{ costMicros: number | null }> {
      const run = await loadRun(db, runId);
      if (!run || run.startedAt === null) return { costMicros: null };
      return callingProvider(async () => {
        const sessionId =
          run.sessionId ?? (await agents.findSession(await provisioned(), runId, run.createdAt))?.sessionId;
        if (!sessionId) return { costMicros: null };
        await agents.stop(sessionId);
        return { costMicros: (await agents.spend(sessionId)).costMicros };
      });
    },
  };
}

function briefOf(input: EvaluationCreate) {
  return { idea: input.idea, audience: input.audience ?? null, geography: input.geography ?? null };
}

// A silent session still heartbeats, or its worker would be taken for lost.
function keepAlive(context: Context) {
  let cursor = context.info.heartbeatDetails as string | undefined;
  const timer = setInterval(() => context.heartbeat(cursor), (context.info.heartbeatTimeoutMs ?? 20_000) / 3);
  return {
    moved: (next: string) => {
      cursor = next;
      context.heartbeat(next);
    },
    stop: () => clearInterval(timer),
  };
}
