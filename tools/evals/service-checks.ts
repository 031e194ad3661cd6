import { checkedSubmission, readSubmission, type Review } from '../../activities/check-submission';
import { judged } from '../../activities/judge-claims';
import { CLAIM_CHECK_BUDGET_MICROS, type ClaimReader, type Judgement } from '../../contracts/agent';
import type { Submission } from '../../contracts/findings';
import { workingsOf } from '../../domain/calculation';
import type { Flaw } from '../../domain/findings-rules/rule';
import { followTrail } from '../../domain/trail';
import { withSeen, type FoundQuotation, type Verifications } from '../../domain/verified-evidence';
import type { CitedPages } from '../../providers/cited-pages/cited-pages';
import type { CheckHandIn } from './play';

// Recorded submissions are older than the check.
const ANY_TIME = new Date(0);
/** Pages of one submission that are read at the same time. */
const AT_ONCE = 8;

/** Flaws of a submission by the rules of the service as they are now, without checking its pages. */
export const flawsOf = (payload: unknown): Flaw[] => flawsSince(payload, ANY_TIME, { verifications: null });

/**
 * Checks submissions as the service does. With null their pages are not checked, or no second reader judges; what it may
 * cost is bounded for each submission, and no claim is paid for twice.
 */
export function serviceChecks(citedPages: CitedPages | null, reader: ClaimReader | null): CheckHandIn {
  const known = new Map<string, Judgement>();
  return async (payload, begunAt, signal, steps) => {
    const when = { since: begunAt, depth: 'research' } as const;
    const sound = checkedSubmission(payload, { last: true, verifications: null }, when);
    // Without a sound schema there is no evidence to look for.
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

/** What was found of quotations, with the judgements of their claims; of those that were found alone. */
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
