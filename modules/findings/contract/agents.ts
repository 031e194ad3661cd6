import { Type, type Static } from '@sinclair/typebox';
import type { DossierLanguage } from '../../../base/dossier-language';
import { closed } from '../../../base/schema';
import type { SourceDomains } from '../../../base/source-domains';
import type { Support } from './findings-parts';

/** Name under which the research agent is provisioned and its drift recorded. */
export const AGENT_NAME = 'newsletter-research';

/** Idea to research, as the caller gave it. Data for the agent, never instructions. */
export interface ResearchBrief {
  idea: string;
  audience: string | null;
  geography: string | null;
  /** Language of the findings; English where none is named. */
  language?: DossierLanguage;
  /** Domains of the pages that may be cited; all where none are named. */
  sources?: SourceDomains | undefined;
  /** Result of the run that this one continues. */
  earlier?: EarlierResearch | undefined;
}

/** What an agent gets of the run that its own continues. Written by an agent from pages: data, never instructions. */
export interface EarlierResearch {
  generatedAt: string;
  verdict: { recommendation: string; score: number; confidence: string };
  scores: Record<string, number>;
  /** Why each score is what it is, in a sentence. */
  reasons: { dimension: string; reason: string }[];
  sources: { url: string; claim: string }[];
  wouldChange: object[];
  limitations: string[];
}

/** Ideas of an earlier search, the best first. Data, never instructions. */
export interface EarlierSearch {
  generatedAt: string;
  ideas: { title: string; score: number; recommendation: string }[];
}

/** Idea for a short check, a free scan. Data for the agent, never instructions. */
export interface ScanBrief {
  scannedIdea: string;
}

/** Input for planning a search, as the caller gave it. Data for the agent, never instructions. */
export interface SearchBrief {
  operatorProfile: string;
  expertise: string[];
  candidateCount: number;
  /** Language of the plan; English where none is named. */
  language?: DossierLanguage;
  sources?: SourceDomains | undefined;
  /** Result of the run that this one continues. */
  earlier?: EarlierSearch | undefined;
}

/** Task of a session: to research one idea, in depth or briefly, or to plan the candidates of a search. */
export type AgentBrief = ResearchBrief | ScanBrief | SearchBrief;

/**
 * Id of an assignment: a run itself (an Idea Check, or the plan of a search), one of its candidates, or a free scan.
 * Also the reference by which its session is found again at the agent provider.
 */
export function assignmentId(runId: string, candidateId?: string): string {
  return candidateId === undefined ? runId : `${runId}/${candidateId}`;
}

/** Parses an id made by {@link assignmentId}. */
export function readAssignmentId(id: string): { runId: string; candidateId: string | null } {
  const [runId, candidateId = null] = id.split('/') as [string, string?];
  return { runId, candidateId };
}

/** True for the id of a free scan. */
export function isScanAssignment(id: string): boolean {
  return id.startsWith('scn_');
}

/** Session at the agent provider and the agent version that it runs. */
export interface SessionRef {
  sessionId: string;
  agentId: string;
  agentVersion: string;
  /** Model that the session runs, for `provenance`. */
  model: string;
  /** Edition of the rules of findings that its prompt has; the first where that is not known. */
  rulesEdition: number;
}

/** Session that is not archived, and the business id that it was created for. */
export interface OpenReference {
  sessionId: string;
  reference: string;
  createdAt: Date;
  /** True if this deployment created it: others may share the agent. */
  ofDeployment: boolean;
}

/** Event of a session that was seen: for a heartbeat, without anything that the agent or a customer wrote. */
export interface SeenEvent {
  /** Position to follow on from. */
  cursor: string;
  /** Provider's kind of event, such as `agent.tool_use`. */
  kind: string;
  /** Name of the tool that the event uses; null if it uses none. */
  tool: string | null;
}

/**
 * Step of the research of a session. A page that was opened comes with the text that the agent saw of it, which is empty
 * where it holds none that can be searched, such as a scan; a sign-in, a challenge or a paywall in its place is a refusal.
 */
export type SessionStep =
  | { at: string; kind: 'asked'; query: string }
  | { at: string; kind: 'refused'; url: string }
  | { at: string; kind: 'opened'; url: string; text: string };

/** Outcome of following a session. `cursor` is the last event seen: following after it repeats nothing. */
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

/** What a session has to work with, as its agent is told. */
export interface SessionMeans {
  /**
   * Most that it may spend, in millionths of a US dollar. It is paused before that, so that the rest pays for submitting.
   */
  budgetMicros: number;
  /** Deadline of its work; null where it is not known. */
  until: Date | null;
}

/** Relation between the deployed agent and the definition in this repository. */
export type DriftStatus = 'in_sync' | 'drifted' | 'unprovisioned';

/** Agent as its provider has it, with which sessions are created. */
export interface ProvisionedAgent {
  /** Provider that has it, as {@link ResearchAgents.provider} names it. */
  provider: string;
  agentId: string;
  agentVersion: string;
  /** Definition that it was brought to, as {@link ResearchAgents.definition} names it. */
  definition: string;
  /** What this provider needs besides to start a session; opaque to everybody else. */
  providerData: Readonly<Record<string, string>>;
}

/**
 * Research agents of a provider. Every call can be repeated; vendor errors are thrown as {@link AgentsError}.
 */
export interface ResearchAgents {
  /** Name of the provider: an agent that another one has is of no use to it. */
  readonly provider: string;
  /** Names the definition of this build with its settings: equal definitions have equal names. */
  readonly definition: string;
  /** Finds the session that an interrupted start created for this reference, or null. */
  findSession(agent: ProvisionedAgent, reference: string, since: Date): Promise<SessionRef | null>;
  /** Sessions of the agent created since `since` and not archived, oldest first, in pages; only those that are ours. */
  listOpen(agent: Pick<ProvisionedAgent, 'agentId'>, since: Date): AsyncIterable<OpenReference[]>;
  /**
   * Creates a session with its brief and means; `reference` is the business id by which it is found again. `until` is when
   * the agent must have finished; a request that is not answered within `timeoutMs` is given up.
   */
  startSession(
    agent: ProvisionedAgent,
    reference: string,
    brief: AgentBrief,
    budgetMicros: number,
    limits?: { until?: Date | null; timeoutMs?: number },
  ): Promise<SessionRef>;
  /**
   * Follows a session from `after` (null: its beginning) until it submits findings or a plan, ends or `signal` aborts. A
   * session that pauses without submitting is told to go on, and its budget is raised once to `budgetMicros`. Answered
   * submissions are not returned again. `onEvent` receives each event.
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
   * The submission of a session that was answered as accepted; null if none was. For a follower that has lost what its
   * predecessor kept.
   */
  acceptedSubmission(sessionId: string): Promise<Submitted | null>;
  /** What the agent of a session asked and opened so far, in its order. Also of an archived session. */
  steps(sessionId: string): AsyncIterable<SessionStep>;
  /**
   * Responds to a submission: accepted, or the flaws to correct, with what is left of the means where they are given.
   * Idempotent.
   */
  answer(
    sessionId: string,
    toolUseId: string,
    flaws: { pointer: string; detail: string }[],
    means?: SessionMeans,
  ): Promise<void>;
  /**
   * Interrupts and archives the session and returns its total cost. Throws `unavailable` while it is still stopping. An ended session counts as stopped, and so does an
   * unknown one, whose cost is null.
   */
  stop(sessionId: string): Promise<SessionSpend | null>;
  /** Ends a session and deletes everything the provider stores of it; an unknown one counts as deleted. */
  erase(sessionId: string): Promise<void>;
  /** Creates or updates what sessions need at the provider, so that it matches the definition in the repository. */
  provision(): Promise<ProvisionedAgent>;
  /** Compares the deployment with the definition. */
  drift(): Promise<{ status: DriftStatus; differences: string[] }>;
}

/** What an agent handed in: `modules/findings/corrections.ts` makes one document of it. */
export interface HandedIn {
  /** The last whole document. */
  payload: unknown;
  /** Its later corrections, in their order; absent where there are none. */
  corrections?: readonly unknown[];
}

/** What an agent handed in by a tool, with all that it corrects. */
export interface Submitted extends HandedIn {
  toolUseId: string;
}

/**
 * Failure of the provider, classified by the caller's next step. `account_stopped`: it refuses all work until an operator
 * acts (spend limit, refused key, disabled workspace).
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

/** What the second reader of claims may cost for one research, in millionths of a US dollar. */
export const CLAIM_CHECK_BUDGET_MICROS = 200_000;

/** Claim with the quotation that it rests on, and what stands around that on its page, where that is known. */
export interface ClaimToJudge {
  claim: string;
  excerpt: string;
  surroundings: string | null;
  /** Arithmetic behind figures of the claim that the page does not state, redone; null where there is none. */
  calculation: string | null;
}

/** Answer of the reader: null where it gave none that counts. It is paid for either way. */
export interface Judgement {
  support: Support | null;
  costMicros: number;
}

/** Model without tools that judges whether claims follow from their quotations. */
export interface ClaimReader {
  /** Most that one judgement can cost, in millionths of a US dollar. */
  mostMicros: number;
  /**
   * Judges a claim by its quotation alone. Texts are data: none of them can change the form of the answer.
   *
   * @throws AgentsError as the other calls of the provider
   */
  judge(claim: ClaimToJudge, signal: AbortSignal): Promise<Judgement>;
}

/** Bounds of the search log of one session: steps, and characters of a query or an address. */
export const SEARCH_LOG = { steps: 200, query: 300, url: 1_000 } as const;

const at = Type.String({ format: 'date-time' });
const query = Type.String({ maxLength: SEARCH_LOG.query, description: 'What it asked a search engine.' });
const url = Type.String({
  maxLength: SEARCH_LOG.url,
  description: 'Address as the agent gave it, cut where it is longer.',
});

/** Step of an agent's research: it asked a search engine, opened a page, or was refused one. */
const SearchStep = Type.Union([
  Type.Object({ at, kind: Type.Literal('asked'), query }, { title: 'AskedStep', ...closed }),
  Type.Object(
    { at, kind: Type.Union([Type.Literal('opened'), Type.Literal('refused')]), url },
    { title: 'PageStep', ...closed },
  ),
]);
export type SearchStep = Static<typeof SearchStep>;

/** Record of what the session asked and opened, by the agent provider and never by the agent. */
export const SearchLog = Type.Array(SearchStep, {
  maxItems: SEARCH_LOG.steps,
  description:
    'What the agent asked and opened until it handed these findings in, in the order of its session, by the record of the ' +
    'agent provider. Pages that were refused to it stand there as well.',
});
