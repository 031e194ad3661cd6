import { setTimeout as sleep } from 'node:timers/promises';
import type {
  AgentTurn,
  Submitted,
  ProvisionedAgent,
  ResearchAgents,
  SessionRef,
  SessionSpend,
} from '../../modules/findings/contract/agents';
import { assembled } from '../../modules/findings/corrections';
import { DEFAULT_MODEL } from '../../vendors/agents/agent-definition';
import { priceUsage } from '../../vendors/agents/model-prices';
import { openAgents, type AgentSettings } from '../../vendors/agents/open-agents';
import { vendorClient } from '../../vendors/agents/vendor-client';
import { Differs, jsonOf, made, same, Unknown, type Assumption, type Contact } from './assumption';

/** Research that stays within the budget takes less than this. */
const FOLLOWED_WITHIN_MS = 1_800_000;
/** An interrupt takes effect after the current tool call, which takes at most this long. */
const IDLE_WITHIN_MS = 120_000;
const BRIEF = { idea: 'A weekly letter on lighthouses for people who restore them', audience: null, geography: null };
const FLAWS = [{ pointer: '/verdict/rationale', detail: 'must be rephrased: change nothing else' }];

/** Assumptions about paid research. Each reports the cost of its step. */
export const PAID_ASSUMPTIONS: readonly Assumption<AgentsContact>[] = [
  {
    name: 'paid-session',
    says: 'A session of a paid run uses AGENT_MODEL, and submits within its budget.',
    cure: 'See vendors/agents/sessions.ts and resume-session.ts, and whether the key may use AGENT_MODEL.',
    async check(contact) {
      const { provider, settings, isStandIn } = contact;
      const agent = made(contact.agent, 'agents agent');
      if (!settings.spends) throw new Unknown(`Sessions cost up to ${AGREED}: pass --agree-to-cost.`);
      const session = await provider.startSession(agent, `${settings.unique}-paid`, BRIEF, PAID_BUDGET_MICROS);
      const spend = { costMicros: 0, inputTokens: 0, outputTokens: 0 };
      contact.paid = { ...session, spend, oursMicros: 0, isPriced: false };
      const turn = await follow(contact, null);
      const spent = await spentIn('paid-session', contact);
      if (!isStandIn) same('the model', session.model, settings.agents.AGENT_MODEL ?? DEFAULT_MODEL);
      contact.paid.turn = submitted(turn, spent);
      return `${session.model}, ${spent}`;
    },
  },
  {
    name: 'correction',
    says: 'The agent corrects its submission with a list of changes, and all changes can be applied.',
    cure: 'See modules/findings/corrections.ts, and the tool correct_findings in vendors/agents/agent-definition.ts.',
    async check(contact) {
      const paid = made(contact.paid, 'agents paid-session');
      const turn = made(paid.turn, 'agents paid-session');
      await sendBack(contact, turn);
      const answer = await follow(contact, turn.cursor);
      const spent = await spentIn('correction', contact);
      const corrected = submitted(answer, spent);
      paid.turn = corrected;
      if (!corrected.corrections) throw new Unknown(`It submitted the whole document again, ${spent}: run it again.`);
      const [refused] = assembled(corrected, (value) => value).refused;
      if (refused) throw new Differs(`${refused.pointer} ${refused.detail}`);
      return spent;
    },
  },
  {
    name: 'interrupt',
    says: 'An interrupted session becomes idle after its current tool call, and stays idle.',
    cure: 'See vendors/agents/sessions.ts, stopSession: runs would end without a known cost.',
    async check(contact) {
      const { turn, sessionId } = made(contact.paid, 'agents paid-session');
      await sendBack(contact, made(turn, 'agents paid-session'));
      const { sessions } = clientOf(contact).beta;
      const begunAt = Date.now();
      await sessions.events.send(sessionId, { events: [{ type: 'user.interrupt' }] });
      const waited = () => (Date.now() - begunAt) / 1_000;
      while ((await sessions.retrieve(sessionId)).status === 'running') {
        if (waited() > IDLE_WITHIN_MS / 1_000) throw new Differs(`it still runs after ${waited().toFixed()} s`);
        await sleep(250);
      }
      const idle = `idle after ${waited().toFixed(1)} s`;
      const { type } = await follow(contact, turn!.cursor);
      const spent = await spentIn('interrupt', contact);
      if (type === 'submitted') throw new Unknown(`It submitted before the interrupt, ${spent}: run it again.`);
      same('the turn that a follower sees', type, 'ended');
      return `${idle}, ${spent}`;
    },
  },
  {
    name: 'archive',
    says: 'An idle session can be archived, and still reports its cost.',
    cure: 'See vendors/agents/sessions.ts, stopSession: run costs depend on it.',
    async check(contact) {
      const { sessionId } = made(contact.paid, 'agents paid-session');
      const total = await contact.provider.stop(sessionId);
      const { archived_at: archivedAt } = jsonOf(contact.last('POST /v1/sessions/{id}/archive'));
      if (typeof archivedAt !== 'string') throw new Differs('it reports no archive time');
      const spent = await spentIn('archive', contact);
      await contact.provider.erase(sessionId);
      if (!total?.costMicros) throw new Differs('it reports no cost');
      if (total.costMicros > 2 * PAID_BUDGET_MICROS)
        throw new Differs(`it cost ${inDollars(total.costMicros)}, more than its limit`);
      return spent;
    },
  },
];

/** Total cost of all steps. Must be the last assumption. */
export const COST: Assumption<AgentsContact> = {
  name: 'cost',
  says: 'The provider reports the cost of the paid session, and our price list yields the same cost.',
  cure: 'Correct vendors/agents/model-prices.ts: budgets depend on it.',
  check({ spent, paid, isStandIn }) {
    const steps = spent.map(({ step, costMicros }) => `${step} ${inDollars(costMicros)}`).join(', ');
    const sum = spent.reduce((micros, { costMicros }) => micros + costMicros, 0);
    const seen = `${inDollars(sum)} in total: ${steps || 'nothing'}`;
    if (!paid) return Promise.reject(new Unknown(`${seen}; the cost of paid research is unknown.`));
    const ours = inDollars(paid.oursMicros);
    if (!paid.isPriced) return Promise.reject(new Unknown(`${seen}; the provider reported no cost.`));
    const difference = Math.abs(paid.oursMicros - paid.spend.costMicros);
    // The provider rounds to whole cents. The stand-in has one price for all models.
    if (!isStandIn && difference > Math.max(20_000, paid.spend.costMicros / 10))
      return Promise.reject(new Differs(`${seen}; the paid session by our prices ${ours}`));
    return Promise.resolve(`${seen}; the paid session by our prices ${ours}`);
  },
};

const clientOf = ({ settings }: AgentsContact) => vendorClient(settings.agents, {});

function follow({ provider, paid }: AgentsContact, after: string | null): Promise<AgentTurn> {
  const signal = AbortSignal.timeout(FOLLOWED_WITHIN_MS);
  return provider.follow(paid!.sessionId, {
    after,
    budgetMicros: PAID_BUDGET_MICROS,
    signal,
    onEvent: () => undefined,
  });
}

function sendBack({ provider, paid }: AgentsContact, { toolUseId }: Submitted): Promise<void> {
  return provider.answer(paid!.sessionId, toolUseId, FLAWS, { budgetMicros: PAID_BUDGET_MICROS, until: null });
}

function submitted(turn: AgentTurn, spent: string) {
  if (turn.type === 'submitted') return turn;
  throw new Unknown(`The session ended as ${turn.type}, ${spent}: run it again.`);
}

async function spentIn(step: string, contact: AgentsContact): Promise<string> {
  const paid = contact.paid!;
  const { usage, agent } = await clientOf(contact).beta.sessions.retrieve(paid.sessionId);
  const { list_cost: listCost, ...tokens } = usage;
  const before = paid.spend;
  paid.spend = priceUsage(usage, agent.model.id);
  paid.oursMicros = priceUsage(tokens, agent.model.id).costMicros;
  paid.isPriced = Boolean(listCost);
  const costMicros = paid.spend.costMicros - before.costMicros;
  contact.spent.push({ step, costMicros });
  const input = paid.spend.inputTokens - before.inputTokens;
  const output = paid.spend.outputTokens - before.outputTokens;
  const [into, out] = [input, output].map((count) => count.toLocaleString('en-US'));
  return `${inDollars(costMicros)}, ${into} tokens in and ${out} out`;
}

/** Cost limit of the scan in millionths of a US dollar, enforced by the provider. */
export const SCAN_BUDGET_MICROS = 500_000;
/** Cost limit of the paid session in millionths of a US dollar. Low, so that the agent submits after a few pages. */
export const PAID_BUDGET_MICROS = 2_000_000;
/** Sum of both limits in dollars, as --agree-to-cost expects it. */
export const AGREED = `$${((SCAN_BUDGET_MICROS + PAID_BUDGET_MICROS) / 1_000_000).toFixed(2)}`;
/** Name of a separate agent that no run uses. */
const AGENT = 'newsletter-opportunity-intelligence-first-contact';

export interface AgentsContactSettings {
  agents: AgentSettings;
  readerModel: string;
  spends: boolean;
  /** Unique per execution. Sent in the metadata. */
  unique: string;
}

export interface Spent {
  step: string;
  costMicros: number;
}

/** A session that uses the model of paid runs. */
export interface PaidSession extends SessionRef {
  turn?: Submitted & { cursor: string };
  /** Total cost up to the last step whose cost was read. */
  spend: SessionSpend;
  /** The same cost, calculated with our price list. */
  oursMicros: number;
  /** True if the provider reports a cost. */
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
  spent: Spent[];
}

/** Creates what the checks of the agent provider need: the product's client and a separate agent. */
export function contactAgents(contact: Contact, settings: AgentsContactSettings): AgentsContact {
  return { ...contact, settings, provider: providerWith(settings), begunAt: new Date(), spent: [] };
}

/** The product's client, optionally with another key. */
export function providerWith(
  { agents, unique }: AgentsContactSettings,
  key = agents.ANTHROPIC_API_KEY,
): ResearchAgents {
  const options = { agentName: AGENT, deploymentId: () => Promise.resolve(unique) };
  return openAgents({ ...agents, ANTHROPIC_API_KEY: key }, options);
}

/** Formats an amount as dollars, with four decimals unless it is in whole cents. */
export const inDollars = (micros: number) => `$${(micros / 1_000_000).toFixed(micros % 10_000 === 0 ? 2 : 4)}`;
