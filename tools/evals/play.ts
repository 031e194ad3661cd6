import type { Flaw } from '../../domain/check-findings';
import type { ProvisionedAgent, ResearchAgents, SessionStep } from '../../contracts/research-agents';
import type { Support } from '../../contracts/findings-parts';
import type { EvalBrief } from './eval-brief';

/** End of one session, in the words of the table. */
export type PlayEnd = 'accepted' | 'declined' | 'corrections used up' | 'budget reached' | 'stopped' | 'failed';

/** One piece of evidence after its page was checked; `status` as in findings. */
export interface CheckedEvidence {
  evidenceId: string;
  status: string;
  contentSha256: string | null;
  /** Judgement of the second reader; absent where none judged. */
  support?: Support;
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
  /** Which play of the brief it is, from 1. */
  round: number;
  end: PlayEnd;
  /** Reason of an end that was not expected; null otherwise. */
  detail: string | null;
  model: string;
  handIns: HandIn[];
  /** What the session and the second reader cost, in millionths of a dollar; null where that is not known. */
  costMicros: number | null;
  seconds: number;
}

/** What the checks of the service say of one submission. */
export interface CheckedHandIn {
  flaws: Flaw[];
  evidence: CheckedEvidence[] | null;
  /** What the second reader cost. */
  readerMicros: number;
}

/** Checks of the service on one submission, in the service's order: rules, quotations, and whether claims follow. */
export type CheckHandIn = (
  payload: unknown,
  begunAt: Date,
  signal: AbortSignal,
  steps: AsyncIterable<SessionStep>,
) => Promise<CheckedHandIn>;

/** Parts and limits of one play. */
export interface Table {
  agents: ResearchAgents;
  agent: ProvisionedAgent;
  check: CheckHandIn;
  maxRepairs: number;
  /** Spend in millionths of a dollar at which the provider stops the session. */
  budgetMicros: number;
  /** Business id under which a session is found at the provider. */
  reference: (brief: string, round: number) => string;
  signal: AbortSignal;
}

/**
 * Plays one brief as the product does: a session, its submissions, their flaws as answers, at most `maxRepairs`
 * corrections. The session is always stopped, also after an abort, because an open one keeps costing.
 */
export async function play({ name, brief }: EvalBrief, table: Table, round = 1): Promise<Play> {
  const begunAt = new Date();
  const session = await table.agents.startSession(table.agent, table.reference(name, round), brief, table.budgetMicros);
  const handIns: HandIn[] = [];
  const reading = { micros: 0 };
  let ended: Pick<Play, 'end' | 'detail'>;
  try {
    ended = await followToItsEnd(session.sessionId, begunAt, { handIns, reading }, table);
  } catch (error) {
    ended = { end: table.signal.aborted ? 'stopped' : 'failed', detail: (error as Error).message };
  }
  const spend = await table.agents.stop(session.sessionId);
  return {
    brief: name,
    round,
    ...ended,
    model: session.model,
    handIns,
    costMicros: spend ? spend.costMicros + reading.micros : null,
    seconds: (Date.now() - begunAt.getTime()) / 1000,
  };
}

async function followToItsEnd(
  sessionId: string,
  begunAt: Date,
  { handIns, reading }: { handIns: HandIn[]; reading: { micros: number } },
  { agents, check, maxRepairs, signal }: Table,
): Promise<Pick<Play, 'end' | 'detail'>> {
  let after: string | null = null;
  for (;;) {
    const turn = await agents.follow(sessionId, { after, signal, onEvent: () => undefined });
    after = turn.cursor;
    if (turn.type === 'refused') return { end: 'declined', detail: null };
    if (turn.type === 'budget_exceeded') return { end: 'budget reached', detail: null };
    if (turn.type === 'ended') return { end: 'failed', detail: `the session ended: ${turn.reason}` };
    const { flaws, evidence, readerMicros } = await check(turn.payload, begunAt, signal, agents.steps(sessionId));
    reading.micros += readerMicros;
    handIns.push({ payload: turn.payload, flaws, evidence });
    if (flaws.length > 0 && handIns.length > maxRepairs) return { end: 'corrections used up', detail: null };
    await agents.answer(sessionId, turn.toolUseId, flaws);
    if (flaws.length === 0) return { end: 'accepted', detail: null };
  }
}
