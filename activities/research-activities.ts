import { Context } from '@temporalio/activity';
import type { Mode } from '../base/access';
import { ACTIVITY_FAILURES } from '../base/activity-failures';
import { RUN_FAILURES } from '../base/run-failures';
import { withSignal } from '../base/time-limits';
import type { AgentRefusal } from '../base/workflow-messages';
import {
  isScanAssignment,
  readAssignmentId,
  type ProvisionedAgent,
  type SeenEvent,
  type Submitted,
} from '../modules/findings/contract/agents';
import { assembled } from '../modules/findings/corrections';
import type { Flaw } from '../modules/findings/rules/rule';
import { findProvisionedAgent } from '../modules/findings/store/agents';
import { isFromBeforeRestore } from '../modules/outbox/store/audit';
import { claimAgentTry, endAgentStop, noteAgentStop } from '../modules/runs/store/agent-stops';
import { beginRun, requeueRun } from '../modules/runs/store/progress';
import { loadRun } from '../modules/runs/store/runs';
import { loadAssignment, type Assignment } from './assignments';
import { cleanerOf } from './check-submission';
import { requireCurrentAttempt } from './current-attempt';
import type { ActivityDeps } from './deps';
import { callAgents, retryableFailure, runFailure } from './failures';
import { beatWhileFollowing, reportReading } from './following';

/**
 * Fraction of an attempt's time after which it abandons its request for a session. If the request were still running
 * when the next attempt looks for the session, there would be two sessions to pay for.
 */
const GIVEN_UP_AFTER = 0.75;

type Forgetful = Pick<Assignment, 'mode' | 'since' | 'recordSession'>;

/** Minimum interval between two records that a model is working. */
const NOTED_EVERY_MS = 5_000;

/** Calls `works` with the time of each event that shows a model at work, at most once per {@link NOTED_EVERY_MS}. */
function whenAgentWorks(works: (at: Date) => void): (event: SeenEvent) => void {
  let notedAt = -Infinity;
  return ({ kind, cursor }) => {
    if (!kind.startsWith('agent.') || performance.now() - notedAt < NOTED_EVERY_MS) return;
    notedAt = performance.now();
    works(new Date(cursor.slice(0, cursor.indexOf('~'))));
  };
}

/** Activities that call the agent provider. Each is idempotent. */
export function createResearchActivities(deps: ActivityDeps) {
  const { db, agents, agentName, sandbox, stopping } = deps;

  async function provisioned(mode: Mode): Promise<ProvisionedAgent> {
    if (mode === 'test') return sandbox.agent;
    const agent = await findProvisionedAgent(db, agentName, agents.definition);
    // The error below is retryable, because an operator may be provisioning the agent right now.
    if (agent?.provider === agents.provider) return agent;
    const missing = `The agent "${agentName}" is not provisioned at ${agents.provider}`;
    throw new Error(`${missing}; run: admin agents provision`);
  }

  // A session that has ended may have been accepted even if the record of that was lost, such as in a restore.
  async function acceptedBefore(sessionId: string, reason: string): Promise<Submitted> {
    const accepted = await callAgents(() => agents.acceptedSubmission(sessionId));
    if (!accepted) throw runFailure('agent_stopped', `The session ended: ${reason}`);
    return accepted;
  }

  async function isQueueOver(runId: string): Promise<boolean> {
    const run = await loadRun(db, runId);
    return run?.status === 'queued' && run.queueExpiresAt.getTime() <= Date.now();
  }

  // A promoted standby may not know the session, and a run is only charged if its session is recorded.
  async function recordAgain(assignmentId: string, { mode, since, recordSession }: Forgetful): Promise<void> {
    const session = await callAgents(async () => agents.findSession(await provisioned(mode), assignmentId, since));
    if (session) await recordSession(session);
  }

  return {
    /**
     * Returns the session of an assignment: the recorded session, one left by an interrupted start, or a new one. Tells
     * the agent of a new session that it has `leftMs`, counted from when the step was scheduled.
     */
    async startSession(assignmentId: string, leftMs?: number): Promise<{ sessionId: string }> {
      const begunAt = performance.now();
      const { attempt, scheduledTimestampMs, startToCloseTimeoutMs } = Context.current().info;
      const until = leftMs === undefined ? null : new Date(scheduledTimestampMs + leftMs);
      const { mode, since, brief, budgetMicros, sessionId, recordSession } = await loadAssignment(deps, assignmentId);
      if (sessionId) return { sessionId };
      const agent = await provisioned(mode);
      const session = await callAgents(async () => {
        // Session creation takes no idempotency key. An earlier attempt may have left a session, even one that a
        // restore lost, so search before creating one.
        const mayBeLeft = attempt > 1 || (await isFromBeforeRestore(deps.db, since));
        const left = mayBeLeft ? await agents.findSession(agent, assignmentId, since) : null;
        if (left) return left;
        // The next attempt searches for sessions when it starts. If this attempt created one later, there would be two.
        await requireCurrentAttempt();
        const timeoutMs = Math.floor(startToCloseTimeoutMs * GIVEN_UP_AFTER - (performance.now() - begunAt));
        if (timeoutMs < 1) throw new Error('This attempt has too little time left to start a session');
        return agents.startSession(agent, assignmentId, brief, budgetMicros, { until, timeoutMs });
      });
      await recordSession(session);
      return { sessionId: session.sessionId };
    },

    /**
     * Waits until the agent provider accepts work again, or until it is this work's turn to try. A run without a
     * session waits in the queue, and then runs again with `leftMs` until its deadline. `refusal` is the provider's
     * refusal, if known. The retry policy repeats this activity, so hours of waiting add nothing to the history.
     *
     * @throws ApplicationFailure `queue_expired` if the run waited too long
     */
    async awaitAgent(assignmentId: string, leftMs: number, refusal: AgentRefusal | null): Promise<void> {
      const { runId, candidateId } = readAssignmentId(assignmentId);
      const isRun = candidateId === null && !isScanAssignment(assignmentId);
      if (refusal) await noteAgentStop(db, agents.provider, new Date(refusal.at), refusal.words);
      if (isRun) await requeueRun(db, runId);
      if (isRun && (await isQueueOver(runId))) throw runFailure('queue_expired', RUN_FAILURES.queue_expired.message);
      if (!(await claimAgentTry(db, agents.provider))) {
        throw retryableFailure(ACTIVITY_FAILURES.agentAccountStopped, 'The agent provider still refuses all work');
      }
      if (isRun) await beginRun(db, runId, leftMs, true);
    },

    /**
     * Follows a session until it submits. Stores the submission without control characters and bidirectional overrides,
     * because its text may come from a hostile page. Applies corrections from the session's history, so a repeated
     * attempt stores the same document. Returns corrections that cannot be applied as `refused`. Heartbeats carry the
     * cursor from which another worker resumes; the timeline shows what the agent reads.
     */
    async followSession(assignmentId: string, sessionId: string): Promise<{ toolUseId: string; refused?: Flaw[] }> {
      const context = Context.current();
      const heartbeats = beatWhileFollowing(context);
      const timeline = reportReading(db, readAssignmentId(assignmentId), heartbeats.reading);
      try {
        const { mode, budgetMicros } = await loadAssignment(deps, assignmentId);
        const { after, moved } = heartbeats;
        const works = whenAgentWorks((at) => void endAgentStop(db, agents.provider, at).catch(() => undefined));
        const onEvent = (event: SeenEvent) => {
          moved(event);
          if (mode === 'live') works(event);
        };
        const turn = await withSignal([context.cancellationSignal, stopping], (signal) =>
          callAgents(() => agents.follow(sessionId, { after, budgetMicros, signal, onEvent })),
        );
        if (turn.type === 'refused') throw runFailure('agent_refused', 'The agent declined the request');
        if (turn.type === 'budget_exceeded') throw runFailure('run_budget_exceeded', 'The session reached its budget');
        const submitted = turn.type === 'ended' ? await acceptedBefore(sessionId, turn.reason) : turn;
        const { keepSubmission, ...assignment } = await loadAssignment(deps, assignmentId);
        if (assignment.sessionId === null) await recordAgain(assignmentId, assignment);
        const { document, refused } = assembled(submitted, cleanerOf(submitted));
        await keepSubmission(Buffer.from(JSON.stringify(document ?? null)));
        return { toolUseId: submitted.toolUseId, ...(refused.length > 0 && { refused }) };
      } finally {
        heartbeats.stop();
        await timeline.stop();
      }
    },

    /** Stops the session of an assignment, even if unrecorded. Returns its cost; null if there is no session. */
    async stopSession(assignmentId: string): Promise<{ costMicros: number | null }> {
      const { mode, since, begun, sessionId: known, recordSession } = await loadAssignment(deps, assignmentId);
      // If the database was restored, it may have lost the record that the session started.
      if (!begun && !(await isFromBeforeRestore(deps.db, since))) return { costMicros: null };
      return callAgents(async () => {
        const left = known ? null : await agents.findSession(await provisioned(mode), assignmentId, since);
        const sessionId = known ?? left?.sessionId;
        if (!sessionId) return { costMicros: null };
        // Records the session first, because a canceled run is charged only if it had a session.
        if (left) await recordSession(left);
        return { costMicros: (await agents.stop(sessionId))?.costMicros ?? null };
      });
    },
  };
}
