import Anthropic from '@anthropic-ai/sdk';
import { agentDefinition } from './agent-definition';
import { followSession, type ReconnectPolicy } from './follow-session';
import type { ModelPrice } from './model-prices';
import { drift, provision } from './provisioning';
import type { ResearchAgents } from './research-agents';
import { answerSubmission, findSession, startSession, stopSession } from './sessions';

/** How the agent provider is reached. */
export interface ResearchAgentsOptions {
  apiKey: string;
  /** Address of the provider; the local stand-in's in the embedded default. */
  baseUrl?: string | undefined;
  /** Model of the agent definition; changing it makes the deployed agent drift until it is provisioned again. */
  model?: string;
  /** Longest wait for the headers of an answer, in ms. */
  requestTimeoutMs?: number;
  /** List prices for usage without a list cost; defaults to `MODEL_PRICES`. */
  modelPrices?: Readonly<Record<string, ModelPrice>>;
  reconnect?: Partial<ReconnectPolicy>;
}

const PROVIDER_URL = 'https://api.anthropic.com';
const REQUEST_TIMEOUT_MS = 30_000;
const RECONNECT: ReconnectPolicy = { firstDelayMs: 500, maxDelayMs: 10_000, maxFailures: 6 };

/** Research agents on Claude Managed Agents. Holds one client; nothing is sent before the first call. */
export function createResearchAgents(options: ResearchAgentsOptions): ResearchAgents {
  const client = new Anthropic({
    apiKey: options.apiKey,
    baseURL: options.baseUrl ?? PROVIDER_URL,
    timeout: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    // The activity retries: it waits durably, knows Retry-After, and looks for a session before it makes another one.
    maxRetries: 0,
    // The SDK would log events that it cannot parse, and those quote customers.
    logLevel: 'off',
  });
  const definition = agentDefinition(options.model);
  const reconnect = { ...RECONNECT, ...options.reconnect };
  return {
    findSession: (agent, reference, since) => findSession(client, agent, reference, since),
    startSession: (agent, reference, brief, budget) => startSession(client, agent, reference, brief, budget),
    follow: (sessionId, follow) => followSession(client, reconnect, { sessionId, ...follow }),
    answer: (sessionId, toolUseId, flaws) => answerSubmission(client, sessionId, toolUseId, flaws),
    stop: (sessionId) => stopSession(client, sessionId, options.modelPrices),
    provision: () => provision(client, definition),
    drift: () => drift(client, definition),
  };
}
