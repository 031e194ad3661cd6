import type {
  AgentTurn,
  ProvisionedAgent,
  ResearchAgents,
  SessionRef,
  SessionSpend,
  Submitted,
} from '../../contracts/agent';
import { openAgents, type AgentSettings } from '../../providers/agents/open-agents';
import type { Contact } from './assumption';

/** What the scan may cost at most, in millionths of a US dollar; the provider stops it there. */
export const SCAN_BUDGET_MICROS = 500_000;
/** The same of the session with the model of paid runs: little, so that it submits after a few pages. */
export const PAID_BUDGET_MICROS = 2_000_000;
/** Both in dollars, as they are agreed to. */
export const AGREED = `$${((SCAN_BUDGET_MICROS + PAID_BUDGET_MICROS) / 1_000_000).toFixed(2)}`;
/** Name of an agent that no run uses. */
const AGENT = 'newsletter-opportunity-intelligence-first-contact';

/** Settings of a first contact with the agent provider. */
export interface AgentsContactSettings {
  agents: AgentSettings;
  readerModel: string;
  /** True if what sessions cost was agreed to. */
  spends: boolean;
  /** Unlike every other first contact's: metadata carries it. */
  unique: string;
}

/** A step and what it cost. */
export interface Spent {
  step: string;
  /** In millionths of a US dollar. */
  costMicros: number;
}

/** A session of the model of paid runs. */
export interface PaidSession extends SessionRef {
  /** What it submitted last. */
  turn?: Submitted & { cursor: string };
  /** What it cost until the last step that was counted; nothing before the first. */
  spend: SessionSpend;
  /** The same by our list of prices. */
  oursMicros: number;
  /** True if the provider names a cost of its own. */
  isPriced: boolean;
}

export interface AgentsContact extends Contact {
  settings: AgentsContactSettings;
  provider: ResearchAgents;
  begunAt: Date;
  agent?: ProvisionedAgent;
  session?: SessionRef;
  turn?: AgentTurn;
  paid?: PaidSession;
  /** In the order of the steps. */
  spent: Spent[];
}

/** Looks at the agent provider with the product's client, and an agent of its own. */
export function contactAgents(contact: Contact, settings: AgentsContactSettings): AgentsContact {
  return { ...contact, settings, provider: providerWith(settings), begunAt: new Date(), spent: [] };
}

/** The product's client, with another key where one is given. */
export function providerWith(
  { agents, unique }: AgentsContactSettings,
  key = agents.ANTHROPIC_API_KEY,
): ResearchAgents {
  const options = { agentName: AGENT, deploymentId: () => Promise.resolve(unique) };
  return openAgents({ ...agents, ANTHROPIC_API_KEY: key }, options);
}

/** Dollars in words; with four places where they are no whole cents, as those of a session by the provider are. */
export const inDollars = (micros: number) => `$${(micros / 1_000_000).toFixed(micros % 10_000 === 0 ? 2 : 4)}`;
