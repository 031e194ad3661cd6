import { setTimeout as sleep } from 'node:timers/promises';
import { readAssignmentId, AgentsError, type ProvisionedAgent, type ResearchAgents } from '../../contracts/agent';
import { SANDBOX_PROVIDER, SANDBOX_SLOW_MS, type SandboxPart } from '../../contracts/sandbox';
import { RULES_EDITION } from '../../domain/findings-rules/rule';
import { outcomeOf } from '../../domain/sandbox/outcome';
import { sandboxFindings, sandboxPlan, sandboxSteps, type Quality } from '../../domain/sandbox/submissions';

/** Part of an assignment; null for one that is no sandbox run's. */
export type FindPart = (assignmentId: string) => Promise<SandboxPart | null>;

/** The agent that sandbox runs get; nobody provisions it. */
export const SANDBOX_AGENT: ProvisionedAgent = {
  provider: SANDBOX_PROVIDER,
  agentId: SANDBOX_PROVIDER,
  agentVersion: '1',
  definition: SANDBOX_PROVIDER,
  providerData: {},
};

const SESSION = 'sandbox_';

/** True for the id of a session that this provider made. */
export const isSandboxSession = (sessionId: string) => sessionId.startsWith(SESSION);

/** Time of one step, so that a caller sees a run running. */
const STEP_MS = 300;

const STEPS = [
  { kind: 'sandbox.reading', tool: 'web_search' },
  { kind: 'sandbox.reading', tool: 'web_fetch' },
] as const;

const NOTHING_SPENT = { costMicros: 0, inputTokens: 0, outputTokens: 0 };

/**
 * Agents that play what the words of a request choose (docs/interface.md, Sandbox): no model is asked and nothing is
 * spent. They keep nothing: the session is named by its assignment, and what became of it stands in the database.
 */
export function createSandboxAgents(findPart: FindPart, stepMs = STEP_MS): ResearchAgents {
  async function partOf(assignmentId: string): Promise<SandboxPart> {
    const part = await findPart(assignmentId);
    if (!part) throw new AgentsError('rejected', `${assignmentId} is not a run of the sandbox`);
    return part;
  }

  return {
    provider: SANDBOX_PROVIDER,
    definition: SANDBOX_AGENT.definition,
    findSession: () => Promise.resolve(null),
    // Nothing is left open: a session is nothing but its name.
    async *listOpen() {},
    async startSession({ agentId, agentVersion }, assignmentId) {
      await partOf(assignmentId);
      const model = 'none (played by words)';
      return { sessionId: SESSION + assignmentId, agentId, agentVersion, model, rulesEdition: RULES_EDITION };
    },
    async follow(sessionId, { signal, onEvent }) {
      const assignmentId = sessionId.slice(SESSION.length);
      const { asked, candidateCount, sentBack, begunAt } = await partOf(assignmentId);
      const outcome = outcomeOf(asked);
      for (const [i, step] of STEPS.entries()) {
        onEvent({ cursor: String(i), ...step });
        await sleep(stepMs, undefined, { signal });
      }
      const cursor = String(STEPS.length);
      if (outcome === 'fails') return { type: 'refused', cursor };
      const { candidateId } = readAssignmentId(assignmentId);
      if (outcome === 'slow' && candidateId === null) {
        await sleep(Math.max(0, begunAt.getTime() + SANDBOX_SLOW_MS - Date.now()), undefined, { signal });
      }
      const quality = qualityOf(outcome, sentBack);
      const payload =
        candidateCount === null
          ? sandboxFindings(new Date(), candidateId, quality)
          : sandboxPlan(candidateCount, quality);
      return { type: 'submitted', toolUseId: `${assignmentId}/${sentBack ? 2 : 1}`, payload, cursor };
    },
    acceptedSubmission: () => Promise.resolve(null),
    async *steps(sessionId) {
      const assignmentId = sessionId.slice(SESSION.length);
      const { asked, candidateCount } = await partOf(assignmentId);
      if (candidateCount !== null) return;
      const quality = qualityOf(outcomeOf(asked), true);
      yield* sandboxSteps(new Date(), readAssignmentId(assignmentId).candidateId, quality);
    },
    answer: () => Promise.resolve(),
    stop: () => Promise.resolve(NOTHING_SPENT),
    erase: () => Promise.resolve(),
    provision: () => Promise.resolve(SANDBOX_AGENT),
    drift: () => Promise.resolve({ status: 'in_sync', differences: [] }),
  };
}

function qualityOf(outcome: ReturnType<typeof outcomeOf>, sentBack: boolean): Quality {
  if (outcome === 'not-enough-evidence') return 'unreadable';
  return outcome === 'corrected' && !sentBack ? 'flawed' : 'sound';
}
