import type { OnCall } from '../measured-calls';
import { findAccepted } from './accepted-submission';
import { agentDefinition } from './agent-definition';
import { followSession, type ReconnectPolicy } from './follow-session';
import type { ModelPrice } from './model-prices';
import { drift, provision, PROVIDER } from './provisioning';
import type { ResearchAgents } from '../../contracts/research-agents';
import { answerSubmission, eraseSession, startSession, stopSession } from './sessions';
import { findSession, listOpen } from './find-sessions';
import { vendorClient, type AgentSettings } from './vendor-client';

/** Options of the connection to the agent provider, and of the agent. */
export interface AgentOptions {
  /** Model of the agent definition; changing it makes the deployed agent drift until it is provisioned again. */
  model?: string;
  /** Name under which the agent is provisioned; another one than the product's keeps trials apart from it. */
  agentName?: string;
  /** Timeout for the headers of a response, in milliseconds. */
  requestTimeoutMs?: number;
  /** List prices for usage without a list cost; defaults to `MODEL_PRICES`. */
  modelPrices?: Readonly<Record<string, ModelPrice>>;
  reconnect?: Partial<ReconnectPolicy>;
  onCall?: OnCall;
}

const RECONNECT: ReconnectPolicy = { firstDelayMs: 500, maxDelayMs: 10_000, maxFailures: 6 };

/** Opens research agents on Claude Managed Agents. Nothing is sent before the first call. */
export function openAgents(settings: AgentSettings, options: AgentOptions = {}): ResearchAgents {
  const client = vendorClient(settings, options);
  const definition = agentDefinition(options.model, options.agentName);
  const reconnect = { ...RECONNECT, ...options.reconnect };
  return {
    provider: PROVIDER,
    findSession: (agent, reference, since) => findSession(client, agent, reference, since),
    listOpen: (agent, since) => listOpen(client, agent, since),
    startSession: (agent, reference, brief, budget) => startSession(client, agent, reference, brief, budget),
    follow: (sessionId, follow) => followSession(client, reconnect, { sessionId, ...follow }),
    acceptedSubmission: (sessionId) => findAccepted(client, sessionId),
    answer: (sessionId, toolUseId, flaws) => answerSubmission(client, sessionId, toolUseId, flaws),
    erase: (sessionId) => eraseSession(client, sessionId),
    stop: (sessionId) => stopSession(client, sessionId, options.modelPrices),
    provision: () => provision(client, definition),
    drift: () => drift(client, definition),
  };
}
