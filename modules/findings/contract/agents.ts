import { Type, type Static } from '@sinclair/typebox';
import type { DossierLanguage } from '../../../base/dossier-language';
import { closed } from '../../../base/schema';
import type { SourceDomains } from '../../../base/source-domains';
import type { Support } from './findings-parts';

/** Name of the research agent at the provider and in drift records. */
export const AGENT_NAME = 'newsletter-research';

/** Idea to research, in the caller's words. For the agent it is data, never instructions. */
export interface ResearchBrief {
  idea: string;
  audience: string | null;
  geography: string | null;
  /** Language of the findings; English by default. */
  language?: DossierLanguage;
  /** Domains whose pages may be cited; all by default. */
  sources?: SourceDomains | undefined;
  /** Result of the earlier run that this one continues. */
  earlier?: EarlierResearch | undefined;
}

/**
 * Summary of an earlier run, for the agent that continues it. An agent wrote it, so it is data, never instructions.
 */
export interface EarlierResearch {
  generatedAt: string;
  verdict: { recommendation: string; score: number; confidence: string };
  scores: Record<string, number>;
  /** Reason for each score, in one sentence. */
  reasons: { dimension: string; reason: string }[];
  sources: { url: string; claim: string }[];
  wouldChange: object[];
  limitations: string[];
}

/** Ideas of an earlier search, best first. For the agent they are data, never instructions. */
export interface EarlierSearch {
  generatedAt: string;
  ideas: { title: string; score: number; recommendation: string }[];
}

/** Idea for a free scan, which is a short check. For the agent it is data, never instructions. */
export interface ScanBrief {
  scannedIdea: string;
}

/** Input for planning a search, in the caller's words. For the agent it is data, never instructions. */
export interface SearchBrief {
  operatorProfile: string;
  expertise: string[];
  candidateCount: number;
  /** Language of the plan; English by default. */
  language?: DossierLanguage;
  sources?: SourceDomains | undefined;
  /** Result of the earlier run that this one continues. */
  earlier?: EarlierSearch | undefined;
}

/** Task of a session: to research an idea in depth, to check one briefly, or to plan the candidates of a search. */
export type AgentBrief = ResearchBrief | ScanBrief | SearchBrief;

/**
 * Id of an assignment: a run itself (an Idea Check, or the plan of a search), one of its candidates, or a free scan.
 * {@link ResearchAgents.findSession} finds its session by this id.
 */
export function assignmentId(runId: string, candidateId?: string): string {
  return candidateId === undefined ? runId : `${runId}/${candidateId}`;
}

/** Parses an id from {@link assignmentId}. */
export function readAssignmentId(id: string): { runId: string; candidateId: string | null } {
  const [runId, candidateId = null] = id.split('/') as [string, string?];
  return { runId, candidateId };
}

/** True if an id belongs to a free scan. */
export function isScanAssignment(id: string): boolean {
  return id.startsWith('scn_');
}

/** Session at the agent provider and the agent version that it runs. */
export interface SessionRef {
  sessionId: string;
  agentId: string;
  agentVersion: string;
  /** Model of the session, for `provenance`. */
  model: string;
  /** Edition of the findings rules in the session's prompt. If unknown, the first edition. */
  rulesEdition: number;
}

/** A session that is not archived, with the business id that it was created for. */
export interface OpenReference {
  sessionId: string;
  reference: string;
  createdAt: Date;
  /** True if this deployment created the session; other deployments may share the agent. */
  ofDeployment: boolean;
}

/** An observed session event, for heartbeats. Contains nothing that the agent or a customer wrote. */
export interface SeenEvent {
  /** Cursor of the event. A later call continues from there. */
  cursor: string;
  /** The provider's kind of event, such as `agent.tool_use`. */
  kind: string;
  /** Name of the tool used; null if the event uses no tool. */
  tool: string | null;
}

/**
 * Step in a session's research. For an opened page, includes the text that the agent saw; it is empty if the page has
 * no searchable text, such as a scan. Pages behind a sign-in, challenge or paywall count as refused.
 */
export type SessionStep =
  | { at: string; kind: 'asked'; query: string }
  | { at: string; kind: 'refused'; url: string }
  | { at: string; kind: 'opened'; url: string; text: string };

/** Outcome of following a session. `cursor` is the last event seen, so following from there repeats no event. */
export type AgentTurn =
  | ({ type: 'submitted'; cursor: string } & Submitted)
  | { type: 'refused'; cursor: string }
  | { type: 'budget_exceeded'; cursor: string }
  | { type: 'ended'; reason: string; cursor: string };

/** Cost of a session so far, in millionths of a US dollar, from the provider's usage figures. */
export interface SessionSpend {
  costMicros: number;
  inputTokens: number;
  outputTokens: number;
}

/** Budget and deadline of a session, as its first message states them to the agent. */
export interface SessionMeans {
  /**
   * Maximum cost in millionths of a US dollar. The session pauses earlier, to leave enough for submitting findings.
   */
  budgetMicros: number;
  /** Deadline of the work; null if unknown. */
  until: Date | null;
}

/** Relation between the deployed agent and the definition in this repository. */
export type DriftStatus = 'in_sync' | 'drifted' | 'unprovisioned';

/** The agent at the provider, in which sessions are created. */
export interface ProvisionedAgent {
  /** Name of the agent's provider, as in {@link ResearchAgents.provider}. */
  provider: string;
  agentId: string;
  agentVersion: string;
  /** Identifies the definition that the agent was provisioned from, as in {@link ResearchAgents.definition}. */
  definition: string;
  /** Other data that the provider's adapter needs to start a session; opaque to all other code. */
  providerData: Readonly<Record<string, string>>;
}

/** A provider's research agents. Every call is safe to repeat. Throws provider errors as {@link AgentsError}. */
export interface ResearchAgents {
  /** Name of the provider. A provider cannot use an agent that another provider provisioned. */
  readonly provider: string;
  /** Identifies this build's agent definition and settings. Equal definitions have equal values. */
  readonly definition: string;
  /** Finds the session that an interrupted start created for this reference; null if there is none. */
  findSession(agent: ProvisionedAgent, reference: string, since: Date): Promise<SessionRef | null>;
  /** Lists our sessions of an agent that were created after `since` and are not archived. Oldest first, in pages. */
  listOpen(agent: Pick<ProvisionedAgent, 'agentId'>, since: Date): AsyncIterable<OpenReference[]>;
  /**
   * Creates a session with a brief, a budget and limits. {@link findSession} finds it again by `reference`, its
   * business id. The agent must finish by `until`. Gives up if the provider does not respond within `timeoutMs`.
   */
  startSession(
    agent: ProvisionedAgent,
    reference: string,
    brief: AgentBrief,
    budgetMicros: number,
    limits?: { until?: Date | null; timeoutMs?: number },
  ): Promise<SessionRef>;
  /**
   * Follows a session from `after` (null: from its beginning) until it submits findings or a plan, ends, or `signal`
   * aborts. If it pauses without submitting, asks the agent to continue and raises the budget once, to `budgetMicros`.
   * Skips submissions that were already answered. Calls `onEvent` for each event.
   */
  follow(
    sessionId: string,
    options: {
      after: string | null;
      budgetMicros: number;
      signal: AbortSignal;
      onEvent: (event: SeenEvent) => void;
    },
  ): Promise<AgentTurn>;
  /**
   * Returns the accepted submission of a session, or null. Recovers submissions that our database lost, for example
   * after a restore.
   */
  acceptedSubmission(sessionId: string): Promise<Submitted | null>;
  /** Yields all searches and page visits of a session so far, in order. Archived sessions are supported too. */
  steps(sessionId: string): AsyncIterable<SessionStep>;
  /**
   * Tells the agent that its submission is accepted, or which problems to correct. If `means` is given, also states
   * the remaining budget and time. Idempotent.
   */
  answer(
    sessionId: string,
    toolUseId: string,
    flaws: { pointer: string; detail: string }[],
    means?: SessionMeans,
  ): Promise<void>;
  /**
   * Interrupts and archives the session and returns its total cost. Throws `unavailable` while the session is still
   * stopping. Ended and unknown sessions count as stopped; for an unknown session, returns null.
   */
  stop(sessionId: string): Promise<SessionSpend | null>;
  /** Ends a session and deletes everything the provider stores about it. An unknown session counts as deleted. */
  erase(sessionId: string): Promise<void>;
  /** Creates or updates the resources for sessions at the provider, to match the definition in the repository. */
  provision(): Promise<ProvisionedAgent>;
  /** Compares the deployment with the definition. */
  drift(): Promise<{ status: DriftStatus; differences: string[] }>;
}

/** Everything that an agent submitted. `modules/findings/corrections.ts` combines it into one document. */
export interface SubmittedInput {
  /** The last complete document. */
  payload: unknown;
  /** Later corrections of the document, in order; absent if there are none. */
  corrections?: readonly unknown[];
}

/** A submission from a tool call, with everything that the agent submitted earlier. */
export interface Submitted extends SubmittedInput {
  toolUseId: string;
}

/**
 * Failure of the provider, classified by what the caller should do next. `account_stopped` means that the provider
 * refuses all work until an operator acts, for example on a spend limit, rejected key or disabled workspace.
 */
export class AgentsError extends Error {
  constructor(
    readonly kind: 'rate_limited' | 'unavailable' | 'rejected' | 'session_lost' | 'account_stopped',
    message: string,
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'AgentsError';
  }
}

/** Maximum total cost of the second reader ({@link ClaimReader}) for one assignment, in millionths of a US dollar. */
export const CLAIM_CHECK_BUDGET_MICROS = 200_000;

/** A claim with the quotation it is based on, and the surrounding text of its page, if known. */
export interface ClaimToJudge {
  claim: string;
  excerpt: string;
  surroundings: string | null;
  /** Verified calculation, if the claim contains a figure that the page does not state; otherwise null. */
  calculation: string | null;
}

/** The second reader's judgment. `support` is null if the model's response is unusable; it still has a cost. */
export interface Judgement {
  support: Support | null;
  costMicros: number;
}

/** Model without tools that judges whether claims follow from their quotations. */
export interface ClaimReader {
  /** Maximum cost of one judgment, in millionths of a US dollar. */
  mostMicros: number;
  /** Judges a claim by its quotation alone. Neither of them can change the response format. @throws AgentsError */
  judge(claim: ClaimToJudge, signal: AbortSignal): Promise<Judgement>;
}

/** Limits of a session's search log: number of steps, and characters in a query or a URL. */
export const SEARCH_LOG = { steps: 200, query: 300, url: 1_000 } as const;

const at = Type.String({ format: 'date-time' });
const query = Type.String({ maxLength: SEARCH_LOG.query, description: 'Query sent to a search engine.' });
const url = Type.String({
  maxLength: SEARCH_LOG.url,
  description: 'URL as the agent gave it, shortened to the maximum length.',
});

/** Step of an agent's research: a search, an opened page, or a page that refused the agent. */
const SearchStep = Type.Union([
  Type.Object({ at, kind: Type.Literal('asked'), query }, { title: 'AskedStep', ...closed }),
  Type.Object(
    { at, kind: Type.Union([Type.Literal('opened'), Type.Literal('refused')]), url },
    { title: 'PageStep', ...closed },
  ),
]);
export type SearchStep = Static<typeof SearchStep>;

/** Log of a session's searches and opened pages. Recorded by the agent provider, never by the agent. */
export const SearchLog = Type.Array(SearchStep, {
  maxItems: SEARCH_LOG.steps,
  description:
    'Searches and pages of the agent until it submitted these findings, in order, as recorded by the agent provider. Includes pages that refused the agent.',
});
