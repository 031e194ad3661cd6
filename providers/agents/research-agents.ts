/** What is to be researched, as the caller gave it. Data for the agent, never instructions. */
export interface ResearchBrief {
  idea: string;
  audience: string | null;
  geography: string | null;
}

/** An idea that is to be looked at shortly, for a free scan. Data for the agent, never instructions. */
export interface ScanBrief {
  scannedIdea: string;
}

/** What a search is planned from, as the caller gave it. Data for the agent, never instructions. */
export interface SearchBrief {
  operatorProfile: string;
  expertise: string[];
  candidateCount: number;
}

/** What a session is asked to do: to research one idea, thoroughly or shortly, or to plan the candidates of a search. */
export type AgentBrief = ResearchBrief | ScanBrief | SearchBrief;

/** A session at the agent provider and the agent version it runs. */
export interface SessionRef {
  sessionId: string;
  agentId: string;
  agentVersion: string;
  /** Model that the session runs, for `provenance`. */
  model: string;
}

/** How one stretch of a session ended. `cursor` is the last event seen: following again after it repeats nothing. */
export type AgentTurn =
  | { type: 'submitted'; toolUseId: string; payload: unknown; cursor: string }
  | { type: 'refused'; cursor: string }
  | { type: 'budget_exceeded'; cursor: string }
  | { type: 'ended'; reason: string; cursor: string };

/** What a session has cost so far, in millionths of a US dollar, from the provider's own usage figures. */
export interface SessionSpend {
  costMicros: number;
  inputTokens: number;
  outputTokens: number;
}

/** Whether the agent that runs is the one this repository defines. */
export type DriftStatus = 'in_sync' | 'drifted' | 'unprovisioned';

/** Which agent and environment sessions are created with: what provisioning returned. */
export interface ProvisionedAgent {
  agentId: string;
  agentVersion: string;
  environmentId: string;
}

/**
 * The research agents of a provider. Every call may be repeated; vendor errors are thrown as {@link AgentsError}.
 */
export interface ResearchAgents {
  /** The session that an earlier, interrupted start already created for this reference, or null. */
  findSession(agent: ProvisionedAgent, reference: string, since: Date): Promise<SessionRef | null>;
  /** Creates a session and gives it the brief; `reference` is the business id by which it is found again. */
  startSession(
    agent: ProvisionedAgent,
    reference: string,
    brief: AgentBrief,
    budgetMicros: number,
  ): Promise<SessionRef>;
  /**
   * Follows a session from `after` (null: its beginning) until it submits findings or a plan, ends or `signal` aborts.
   * Submissions that were already answered are not returned again. `onEvent` hears each event's cursor.
   */
  follow(
    sessionId: string,
    options: { after: string | null; signal: AbortSignal; onEvent: (cursor: string) => void },
  ): Promise<AgentTurn>;
  /** Answers a submission: accepted, or the flaws that the agent must correct. Answering twice changes nothing. */
  answer(sessionId: string, toolUseId: string, flaws: { pointer: string; detail: string }[]): Promise<void>;
  /**
   * Interrupts the session and archives it; says what it cost in all. A session that is already over counts as stopped, as
   * does one that is unknown, whose cost is null.
   */
  stop(sessionId: string): Promise<SessionSpend | null>;
  /** Creates or updates agent and environment so that they match the definition in the repository. */
  provision(): Promise<ProvisionedAgent>;
  /** Compares what is deployed with the definition. */
  drift(): Promise<{ status: DriftStatus; differences: string[] }>;
}

/** A failure of the provider, told apart by what a caller should do next. */
export class AgentsError extends Error {
  constructor(
    readonly kind: 'rate_limited' | 'unavailable' | 'rejected' | 'session_lost',
    message: string,
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'AgentsError';
  }
}
