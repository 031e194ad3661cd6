import { cleanerOf, checkedSubmission, readSubmission, type Review } from '../../activities/check-submission';
import { judged } from '../../activities/judge-claims';
import { workingsOf } from '../../modules/findings/calculation';
import {
  CLAIM_CHECK_BUDGET_MICROS,
  type ProvisionedAgent,
  type ResearchAgents,
  type SessionStep,
  type ClaimReader,
  type Judgement,
} from '../../modules/findings/contract/agents';
import type { Submission } from '../../modules/findings/contract/findings';
import type { Support } from '../../modules/findings/contract/findings-parts';
import { assembled } from '../../modules/findings/corrections';
import { withSeen, type FoundQuotation, type Verifications } from '../../modules/findings/evidence';
import type { Flaw } from '../../modules/findings/rules/rule';
import { followTrail } from '../../modules/findings/trail';
import type { CitedPages } from '../../vendors/cited-pages/cited-pages';
import type { EvalBrief } from './briefs';

export type TrialEnd = 'accepted' | 'declined' | 'corrections used up' | 'budget reached' | 'stopped' | 'failed';

/** One piece of evidence after the page check. `status` is as in findings. */
export interface CheckedEvidence {
  evidenceId: string;
  status: string;
  contentSha256: string | null;
  /** The second reader's judgment; absent if it gave no judgment. */
  support?: Support;
}

export interface TrialSubmission {
  payload: unknown;
  flaws: Flaw[];
  /** Null if the submission failed earlier or pages are not checked. */
  evidence: CheckedEvidence[] | null;
}

/** Complete record of one brief's run through the agent, so that it can be measured again. */
export interface Trial {
  brief: string;
  round: number;
  end: TrialEnd;
  detail: string | null;
  model: string;
  submissions: TrialSubmission[];
  /** Cost of the session and second reader in millionths of a dollar; null if unknown. */
  costMicros: number | null;
  seconds: number;
}

/** The service's checks of a submission: rules, quotations, and whether claims follow. */
export type CheckSubmission = (
  payload: unknown,
  begunAt: Date,
  signal: AbortSignal,
  steps: AsyncIterable<SessionStep>,
) => Promise<{ flaws: Flaw[]; evidence: CheckedEvidence[] | null; readerMicros: number }>;

export interface Table {
  agents: ResearchAgents;
  agent: ProvisionedAgent;
  check: CheckSubmission;
  maxRepairs: number;
  /** Spending limit in millionths of a dollar, at which the provider stops the session. */
  budgetMicros: number;
  /** ID that identifies a session at the provider. */
  reference: (brief: string, round: number) => string;
  signal: AbortSignal;
}

/** Runs one brief as the product would. Always stops the session, because an open session costs money. */
export async function runTrial({ name, brief }: EvalBrief, table: Table, round = 1): Promise<Trial> {
  const begunAt = new Date();
  const session = await table.agents.startSession(table.agent, table.reference(name, round), brief, table.budgetMicros);
  const submissions: TrialSubmission[] = [];
  const reading = { micros: 0 };
  let ended: Pick<Trial, 'end' | 'detail'>;
  try {
    ended = await followToItsEnd(session.sessionId, begunAt, { submissions, reading }, table);
  } catch (error) {
    ended = { end: table.signal.aborted ? 'stopped' : 'failed', detail: (error as Error).message };
  }
  const spend = await table.agents.stop(session.sessionId);
  const costMicros = spend ? spend.costMicros + reading.micros : null;
  const seconds = (Date.now() - begunAt.getTime()) / 1000;
  return { brief: name, round, ...ended, model: session.model, submissions, costMicros, seconds };
}

async function followToItsEnd(
  sessionId: string,
  begunAt: Date,
  { submissions, reading }: { submissions: TrialSubmission[]; reading: { micros: number } },
  { agents, check, maxRepairs, budgetMicros, signal }: Table,
): Promise<Pick<Trial, 'end' | 'detail'>> {
  let after: string | null = null;
  for (;;) {
    const turn = await agents.follow(sessionId, { after, budgetMicros, signal, onEvent: () => undefined });
    after = turn.cursor;
    if (turn.type === 'refused') return { end: 'declined', detail: null };
    if (turn.type === 'budget_exceeded') return { end: 'budget reached', detail: null };
    if (turn.type === 'ended') return { end: 'failed', detail: `the session ended: ${turn.reason}` };
    const { document, refused } = assembled(turn, cleanerOf(turn));
    const checked = await check(document, begunAt, signal, agents.steps(sessionId));
    const flaws = [...refused, ...checked.flaws];
    reading.micros += checked.readerMicros;
    submissions.push({ payload: document, flaws, evidence: checked.evidence });
    if (flaws.length > 0 && submissions.length > maxRepairs) return { end: 'corrections used up', detail: null };
    await agents.answer(sessionId, turn.toolUseId, flaws);
    if (flaws.length === 0) return { end: 'accepted', detail: null };
  }
}

/**
 * Runs the briefs `rounds` times, `parallel` at once. If a brief cannot start, stops the others.
 * @throws the failure of the brief that did not start, once all started sessions have stopped
 */
export async function runTrials(
  briefs: readonly EvalBrief[],
  table: Table,
  { rounds, parallel }: { rounds: number; parallel: number },
  onTrial: (trial: Trial) => void,
): Promise<Trial[]> {
  const failed = new AbortController();
  const signal = AbortSignal.any([table.signal, failed.signal]);
  // Order by round, so that an interrupted run has covered most briefs.
  const waiting = Array.from({ length: rounds }, (_, i) => briefs.map((brief) => ({ brief, round: i + 1 }))).flat();
  const trials: Trial[] = [];
  const seat = async () => {
    try {
      for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
        const trial = await runTrial(next.brief, { ...table, signal }, next.round);
        trials.push(trial);
        onTrial(trial);
      }
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  };
  const seats = await Promise.allSettled(Array.from({ length: parallel }, seat));
  for (const ended of seats) if (ended.status === 'rejected') throw ended.reason;
  const inOrder = trials.toSorted((a, b) => a.round - b.round);
  return briefs.flatMap(({ name }) => inOrder.filter(({ brief }) => brief === name));
}

// Allow pages opened at any time, because recorded submissions are older than this check.
const ANY_TIME = new Date(0);
/** Maximum number of a submission's pages that are fetched at once. */
const AT_ONCE = 8;

/** Problems of a submission under the service's current rules, without checking its pages. */
export const flawsOf = (payload: unknown): Flaw[] => flawsSince(payload, ANY_TIME, { verifications: null });

/** Checks submissions as the service does. A null argument skips the pages or the second reader. */
export function serviceChecks(citedPages: CitedPages | null, reader: ClaimReader | null): CheckSubmission {
  const known = new Map<string, Judgement>();
  return async (payload, begunAt, signal, steps) => {
    const when = { since: begunAt, depth: 'research' } as const;
    const sound = checkedSubmission(payload, { last: true, verifications: null }, when);
    // An invalid document has no evidence to check.
    if (!citedPages || !(sound.document ?? sound.short))
      return { flaws: flawsSince(payload, begunAt, { verifications: null }), evidence: null, readerMicros: 0 };
    const cited = (readSubmission(payload) as Submission).evidence;
    const [found, { citations }] = await Promise.all([lookedFor(citedPages, cited, signal), followTrail(steps, cited)]);
    const looked = new Map(
      cited.map(({ evidenceId }, i) => [evidenceId, withSeen(found.get(evidenceId)!, citations[i]!.seen)]),
    );
    const { verifications, readerMicros } = await withJudgements(reader, cited, looked, known, signal);
    const unopened = new Set(cited.filter((_, i) => !citations[i]!.opened).map(({ evidenceId }) => evidenceId));
    const evidence = [...verifications].map(([evidenceId, { status, contentSha256, support }]) => ({
      evidenceId,
      status,
      contentSha256,
      ...(support && { support }),
    }));
    return { flaws: flawsSince(payload, begunAt, { verifications, unopened }), evidence, readerMicros };
  };
}

function flawsSince(payload: unknown, since: Date, known: Omit<Review, 'last'>): Flaw[] {
  return checkedSubmission(payload, { last: false, ...known }, { since, depth: 'research' }).flaws;
}

async function lookedFor(
  citedPages: CitedPages,
  evidence: Submission['evidence'],
  signal: AbortSignal,
): Promise<Verifications> {
  const found = new Map<string, FoundQuotation>();
  const waiting = [...evidence];
  const lookUp = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const page = { url: next.sourceUrl, quotations: [next.excerpt], owner: 'evals' };
      const { found: checked, contentSha256 } = await citedPages.check(page, signal);
      const { status, kept } = checked[0]!;
      found.set(next.evidenceId, { status, checkedAt: new Date().toISOString(), contentSha256, ...kept });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lookUp));
  return found;
}

/** Results for quotations. Claims whose quotations were found also get judgments. */
async function withJudgements(
  reader: ClaimReader | null,
  cited: Submission['evidence'],
  found: Verifications,
  known: Map<string, Judgement>,
  signal: AbortSignal,
): Promise<{ verifications: Verifications; readerMicros: number }> {
  const verifications = new Map(found);
  let readerMicros = 0;
  for (const { evidenceId, claim, excerpt, ...worked } of reader ? cited : []) {
    const verification = found.get(evidenceId)!;
    if (verification.status !== 'verified') continue;
    const material = { claim, excerpt, surroundings: verification.context ?? null, calculation: workingsOf(worked) };
    const key = JSON.stringify(material);
    if (!known.has(key)) {
      if (readerMicros + reader!.mostMicros > CLAIM_CHECK_BUDGET_MICROS) break;
      const judgement = await judged(reader!, material, signal);
      known.set(key, judgement);
      readerMicros += judgement.costMicros;
    }
    const { support } = known.get(key)!;
    if (support) verifications.set(evidenceId, { ...verification, support });
  }
  return { verifications, readerMicros };
}
