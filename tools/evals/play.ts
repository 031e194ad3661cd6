import type { Flaw } from '../../domain/check-findings';
import type { ProvisionedAgent, ResearchAgents, SessionStep } from '../../contracts/research-agents';
import type { EvalBrief } from './briefs';

/** End of one session, in the words of the table. */
export type PlayEnd = 'accepted' | 'declined' | 'corrections used up' | 'budget reached' | 'stopped' | 'failed';

/** One piece of evidence after its page was checked; `status` as in findings. */
export interface CheckedEvidence {
  evidenceId: string;
  status: string;
  contentSha256: string | null;
}

/** One submission of the agent, what the checks said of it, and what became of its quotations. */
export interface HandIn {
  payload: unknown;
  flaws: Flaw[];
  /** Null where the submission did not get as far, or where pages are not checked. */
  evidence: CheckedEvidence[] | null;
}

/** Record of one brief played through the agent: everything that is measured, so that it can be measured again. */
export interface Play {
  brief: string;
  end: PlayEnd;
  /** Reason of an end that was not expected; null otherwise. */
  detail: string | null;
  model: string;
  handIns: HandIn[];
  costMicros: number | null;
  seconds: number;
}

/** Checks of the service on one submission, in the service's order: rules first, then quotations. */
export type CheckHandIn = (
  payload: unknown,
  begunAt: Date,
  signal: AbortSignal,
  steps: AsyncIterable<SessionStep>,
) => Promise<{ flaws: Flaw[]; evidence: CheckedEvidence[] | null }>;

/** Parts and limits of one play. */
export interface Table {
  agents: ResearchAgents;
  agent: ProvisionedAgent;
  check: CheckHandIn;
  maxRepairs: number;
  /** Spend in millionths of a dollar at which the provider stops the session. */
  budgetMicros: number;
  /** Business id under which a session is found at the provider. */
  reference: (brief: string) => string;
  signal: AbortSignal;
}

/**
 * Plays one brief as the product does: a session, its submissions, their flaws as answers, at most `maxRepairs`
 * corrections. The session is always stopped, also after an abort, because an open one keeps costing.
 */
export async function play({ name, brief }: EvalBrief, table: Table): Promise<Play> {
  const begunAt = new Date();
  const session = await table.agents.startSession(table.agent, table.reference(name), brief, table.budgetMicros);
  const handIns: HandIn[] = [];
  let ended: Pick<Play, 'end' | 'detail'>;
  try {
    ended = await followToItsEnd(session.sessionId, begunAt, handIns, table);
  } catch (error) {
    ended = { end: table.signal.aborted ? 'stopped' : 'failed', detail: (error as Error).message };
  }
  const spend = await table.agents.stop(session.sessionId);
  return {
    brief: name,
    ...ended,
    model: session.model,
    handIns,
    costMicros: spend?.costMicros ?? null,
    seconds: (Date.now() - begunAt.getTime()) / 1000,
  };
}

async function followToItsEnd(
  sessionId: string,
  begunAt: Date,
  handIns: HandIn[],
  { agents, check, maxRepairs, signal }: Table,
): Promise<Pick<Play, 'end' | 'detail'>> {
  let after: string | null = null;
  for (;;) {
    const turn = await agents.follow(sessionId, { after, signal, onEvent: () => undefined });
    after = turn.cursor;
    if (turn.type === 'refused') return { end: 'declined', detail: null };
    if (turn.type === 'budget_exceeded') return { end: 'budget reached', detail: null };
    if (turn.type === 'ended') return { end: 'failed', detail: `the session ended: ${turn.reason}` };
    const { flaws, evidence } = await check(turn.payload, begunAt, signal, agents.steps(sessionId));
    handIns.push({ payload: turn.payload, flaws, evidence });
    if (flaws.length > 0 && handIns.length > maxRepairs) return { end: 'corrections used up', detail: null };
    await agents.answer(sessionId, turn.toolUseId, flaws);
    if (flaws.length === 0) return { end: 'accepted', detail: null };
  }
}
