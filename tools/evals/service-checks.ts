import { checkedSubmission, type Review } from '../../activities/check-submission';
import type { Submission } from '../../contracts/findings';
import type { Flaw } from '../../domain/check-findings';
import { followTrail } from '../../domain/trail';
import { withSeen, type FoundQuotation, type Verifications } from '../../domain/verified-evidence';
import type { CitedPages } from '../../providers/cited-pages/cited-pages';
import type { CheckHandIn } from './play';

// Recorded submissions are older than the check.
const ANY_TIME = new Date(0);
/** Pages of one submission that are read at the same time. */
const AT_ONCE = 8;

/** Flaws of a submission by the rules of the service as they are now, without checking its pages. */
export function flawsOf(payload: unknown): Flaw[] {
  return checkedSubmission(payload, { last: false, verifications: null }, { since: ANY_TIME, depth: 'research' }).flaws;
}

/** Checks submissions as the service does; with null their pages are not checked. */
export function serviceChecks(citedPages: CitedPages | null): CheckHandIn {
  return async (payload, begunAt, signal, steps) => {
    const sound = checkedSubmission(
      payload,
      { last: true, verifications: null },
      { since: begunAt, depth: 'research' },
    );
    // What does not even pass the schema has no evidence that could be looked for.
    if (!citedPages || !(sound.document ?? sound.short))
      return { flaws: flawsSince(payload, begunAt, { verifications: null }), evidence: null };
    const cited = (payload as Submission).evidence;
    const [found, { citations }] = await Promise.all([lookedFor(citedPages, cited, signal), followTrail(steps, cited)]);
    const verifications: Verifications = new Map(
      cited.map(({ evidenceId }, i) => [evidenceId, withSeen(found.get(evidenceId)!, citations[i]!.seen)]),
    );
    const unopened = new Set(cited.filter((_, i) => !citations[i]!.opened).map(({ evidenceId }) => evidenceId));
    const evidence = [...verifications].map(([evidenceId, { status, contentSha256 }]) => ({
      evidenceId,
      status,
      contentSha256,
    }));
    return { flaws: flawsSince(payload, begunAt, { verifications, unopened }), evidence };
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
  const read = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const page = { url: next.sourceUrl, quotations: [next.excerpt], owner: 'evals' };
      const { found: checked, contentSha256 } = await citedPages.check(page, signal);
      const { status, kept } = checked[0]!;
      found.set(next.evidenceId, { status, checkedAt: new Date().toISOString(), contentSha256, ...kept });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, read));
  return found;
}
