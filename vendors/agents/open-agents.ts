import type { Effort } from '../../base/agent-settings';
import { readAssignmentId, type AgentBrief, type ResearchAgents } from '../../modules/findings/contract/agents';
import type { OnCall } from '../measured-calls';
import { agentDefinition, nameOfDefinition, toolsFor, type AgentChoices } from './agent-definition';
import { followSession, type ReconnectPolicy } from './follow-session';
import { drift, provision, PROVIDER } from './provisioning';
import { readSteps, findAccepted, withAllCorrections } from './session-record';
import {
  answerSubmission,
  eraseSession,
  startSession,
  stopSession,
  whatIsLeft,
  findSession,
  listOpen,
  type SessionModel,
} from './sessions';
import { REQUEST_TIMEOUT_MS, vendorClient, type VendorSettings } from './vendor-client';

export interface AgentSettings extends VendorSettings {
  AGENT_MODEL?: string;
  AGENT_EFFORT?: Effort;
  AGENT_CANDIDATE_MODEL?: string;
  AGENT_SCAN_MODEL?: string;
  AGENT_BLOCKED_DOMAINS?: readonly string[] | undefined;
  AGENT_COUNTRY?: string | undefined;
}

export interface AgentOptions {
  /** Overrides the model from the settings. */
  model?: string;
  /** Name of the provisioned agent. Trials use a name other than the product's to stay separate. */
  agentName?: string;
  /** Timeout for the headers of a response, in milliseconds. */
  requestTimeoutMs?: number;
  /** Id of the deployment, stored with its sessions. Without it, the deployment does not recognize its sessions. */
  deploymentId?: () => Promise<string>;
  reconnect?: Partial<ReconnectPolicy>;
  onCall?: OnCall;
}

const RECONNECT: ReconnectPolicy = { firstDelayMs: 500, maxDelayMs: 10_000, maxFailures: 6 };

/** Opens research agents on Claude Managed Agents. Sends nothing before the first call. */
export function openAgents(settings: AgentSettings, options: AgentOptions = {}): ResearchAgents {
  const client = vendorClient(settings, options);
  const deployment = async () => (await options.deploymentId?.()) ?? null;
  const choices = choicesOf(settings);
  const definition = agentDefinition(options.model ?? settings.AGENT_MODEL, options.agentName, choices);
  const scans = sessionModel(settings.AGENT_SCAN_MODEL, 'low');
  const candidates = sessionModel(settings.AGENT_CANDIDATE_MODEL, 'medium');
  const modelOf = (reference: string, brief: AgentBrief) => {
    if ('scannedIdea' in brief) return scans;
    return readAssignmentId(reference).candidateId === null ? null : candidates;
  };
  const reconnect = { ...RECONNECT, ...options.reconnect };
  return {
    provider: PROVIDER,
    definition: nameOfDefinition(definition),
    findSession: (agent, reference, since) => findSession(client, agent, reference, since),
    listOpen: (agent, since) => listOpen(client, agent, since, deployment),
    startSession: async (
      agent,
      reference,
      brief,
      budgetMicros,
      { until = null, timeoutMs = REQUEST_TIMEOUT_MS } = {},
    ) =>
      startSession(client, agent, {
        reference,
        deployment: await deployment(),
        brief,
        means: { budgetMicros, until },
        model: modelOf(reference, brief),
        tools: 'sources' in brief && brief.sources ? toolsFor(choices, brief.sources) : null,
        timeoutMs: Math.min(timeoutMs, options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS),
      }),
    follow: async (sessionId, follow) =>
      withAllCorrections(client, sessionId, await followSession(client, reconnect, { sessionId, ...follow })),
    acceptedSubmission: (sessionId) => findAccepted(client, sessionId),
    steps: (sessionId) => readSteps(client, sessionId),
    answer: async (sessionId, toolUseId, flaws, means) =>
      answerSubmission(client, sessionId, toolUseId, {
        flaws,
        left: means ? await whatIsLeft(client, sessionId, means) : null,
      }),
    erase: (sessionId) => eraseSession(client, sessionId),
    stop: (sessionId) => stopSession(client, sessionId),
    provision: () => provision(client, definition),
    drift: () => drift(client, definition),
  };
}

/** Null selects the agent's default model. */
function sessionModel(id: string | undefined, effort: Effort): SessionModel | null {
  return id ? { id, effort } : null;
}

function choicesOf(settings: AgentSettings): AgentChoices {
  return {
    ...(settings.AGENT_EFFORT && { effort: settings.AGENT_EFFORT }),
    blockedDomains: settings.AGENT_BLOCKED_DOMAINS,
    place: settings.AGENT_COUNTRY ? { country: settings.AGENT_COUNTRY } : null,
  };
}
