import { createHash } from 'node:crypto';
import type { ProvisionedAgent, ResearchAgents } from '../../contracts/agent';
import { SANDBOX_PROVIDER } from '../../contracts/sandbox';
import { registrationOf } from '../../domain/registrations';
import { isReadable, isTaken } from '../../domain/sandbox/submissions';
import type { CitedPages } from '../cited-pages/cited-pages';
import type { DomainNames } from '../domain-names/domain-names';
import { createSandboxAgents, isSandboxSession, SANDBOX_AGENT, type FindPart } from './sandbox-agents';

/** What runs of test mode get in place of the agent, its provider's name, the web and its names. */
export interface Sandbox {
  agent: ProvisionedAgent;
  providerName: string;
  citedPages: CitedPages;
  domainNames: DomainNames;
}

/** The sandbox, and the agents of both modes: a session of the sandbox is followed there, every other at the provider. */
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

/** The sandbox's own pages hold whatever is quoted from them, but for those that cannot be read. Nothing is fetched. */
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

/** Nobody is asked of the sandbox's names, which nobody can own. */
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
