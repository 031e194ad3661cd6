import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  readAssignmentId,
  AgentsError,
  type ProvisionedAgent,
  type ResearchAgents,
} from '../modules/findings/contract/agents';
import { registrationOf } from '../modules/findings/registrations';
import { RULES_EDITION } from '../modules/findings/rules/rule';
import { SANDBOX_PROVIDER, SANDBOX_SLOW_MS, outcomeOf, type SandboxPart } from '../modules/run-kinds/sandbox';
import {
  isReadable,
  isTaken,
  sandboxFindings,
  sandboxPlan,
  sandboxSteps,
  type Quality,
} from '../modules/runs/sandbox-submissions';
import type { CitedPages } from './cited-pages/cited-pages';
import type { DomainNames } from './domain-names';

/** Replacements in test mode for the agent, its provider's name, cited pages and domain names. */
export interface Sandbox {
  agent: ProvisionedAgent;
  providerName: string;
  citedPages: CitedPages;
  domainNames: DomainNames;
}

/** Creates the sandbox, and agents for both modes, which follow each session in the sandbox or at the provider. */
export function createSandbox(live: ResearchAgents, findPart: FindPart): { sandbox: Sandbox; agents: ResearchAgents } {
  return {
    sandbox: {
      agent: SANDBOX_AGENT,
      providerName: SANDBOX_PROVIDER,
      citedPages: sandboxPages,
      domainNames: sandboxNames,
    },
    agents: besides(live, createSandboxAgents(findPart)),
  };
}

/** Pages of the sandbox. All except the unreadable ones contain every quotation. Nothing is fetched. */
const sandboxPages: CitedPages = {
  check({ url, quotations }) {
    const read = isReadable(url);
    const status = read ? ('verified' as const) : ('unreachable' as const);
    const contentSha256 = read ? createHash('sha256').update(quotations.join('\n')).digest('hex') : null;
    const found = quotations.map(() => ({ status, kept: {} }));
    return Promise.resolve({ found, contentSha256 });
  },
  close: () => Promise.resolve(),
};

/** Nobody can own the sandbox's domain names, so nothing is looked up. */
const sandboxNames: DomainNames = {
  look: (domain) => Promise.resolve(registrationOf(isTaken(domain) ? 'present' : 'absent', null, new Date())),
};

function besides(live: ResearchAgents, sandbox: ResearchAgents): ResearchAgents {
  const ofAgent = ({ provider }: ProvisionedAgent) => (provider === SANDBOX_PROVIDER ? sandbox : live);
  const ofSession = (sessionId: string) => (isSandboxSession(sessionId) ? sandbox : live);
  return {
    ...live,
    findSession: (agent, ...rest) => ofAgent(agent).findSession(agent, ...rest),
    startSession: (agent, ...rest) => ofAgent(agent).startSession(agent, ...rest),
    follow: (sessionId, options) => ofSession(sessionId).follow(sessionId, options),
    acceptedSubmission: (sessionId) => ofSession(sessionId).acceptedSubmission(sessionId),
    steps: (sessionId) => ofSession(sessionId).steps(sessionId),
    answer: (sessionId, ...rest) => ofSession(sessionId).answer(sessionId, ...rest),
    stop: (sessionId) => ofSession(sessionId).stop(sessionId),
    erase: (sessionId) => ofSession(sessionId).erase(sessionId),
  };
}

/** Part of an assignment; null if the assignment does not belong to a sandbox run. */
type FindPart = (assignmentId: string) => Promise<SandboxPart | null>;

/** The agent of sandbox runs. It needs no provisioning. */
const SANDBOX_AGENT: ProvisionedAgent = {
  provider: SANDBOX_PROVIDER,
  agentId: SANDBOX_PROVIDER,
  agentVersion: '1',
  definition: SANDBOX_PROVIDER,
  providerData: {},
};

const SESSION = 'sandbox_';

const isSandboxSession = (sessionId: string) => sessionId.startsWith(SESSION);

/** Duration of one step, in milliseconds. Long enough for callers to see the run in progress. */
const STEP_MS = 300;

const STEPS = [
  { kind: 'sandbox.reading', tool: 'web_search' },
  { kind: 'sandbox.reading', tool: 'web_fetch' },
] as const;

const NOTHING_SPENT = { costMicros: 0, inputTokens: 0, outputTokens: 0 };

/**
 * Agents that act out the keywords in a request (docs/interface/sandbox.md). Stateless, because the session id contains
 * the assignment id.
 */
function createSandboxAgents(findPart: FindPart): ResearchAgents {
  async function partOf(assignmentId: string): Promise<SandboxPart> {
    const part = await findPart(assignmentId);
    if (!part) throw new AgentsError('rejected', `${assignmentId} is not a run of the sandbox`);
    return part;
  }

  return {
    provider: SANDBOX_PROVIDER,
    definition: SANDBOX_AGENT.definition,
    findSession: () => Promise.resolve(null),
    // A sandbox session consists only of its id, so none can stay open.
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
        await sleep(STEP_MS, undefined, { signal });
      }
      const cursor = String(STEPS.length);
      if (outcome === 'fails') return { type: 'refused', cursor };
      const { candidateId } = readAssignmentId(assignmentId);
      if (outcome === 'slow' && candidateId === null) {
        await sleep(Math.max(0, begunAt.getTime() + SANDBOX_SLOW_MS - Date.now()), undefined, { signal });
      }
      const quality = qualityOf(outcome, sentBack);
      const isPlan = candidateCount !== null;
      const payload = isPlan ? sandboxPlan(candidateCount, quality) : sandboxFindings(new Date(), candidateId, quality);
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
