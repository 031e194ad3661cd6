import { checkedSubmission } from '../../activities/check-submission';
import type { Submission } from '../../contracts/findings';
import type { Flaw } from '../../domain/check-findings';
import type { FoundQuotation, Verifications } from '../../domain/verified-evidence';
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
  return async (payload, begunAt, signal) => {
    const sound = checkedSubmission(
      payload,
      { last: true, verifications: null },
      { since: begunAt, depth: 'research' },
    );
    // What does not even pass the schema has no evidence that could be looked for.
    if (!citedPages || !(sound.document ?? sound.short))
      return { flaws: flawsSince(payload, begunAt, null), evidence: null };
    const verifications = await lookedFor(citedPages, (payload as Submission).evidence, signal);
    const evidence = [...verifications].map(([evidenceId, { status, contentSha256 }]) => ({
      evidenceId,
      status,
      contentSha256,
    }));
    return { flaws: flawsSince(payload, begunAt, verifications), evidence };
  };
}

function flawsSince(payload: unknown, since: Date, verifications: Verifications | null): Flaw[] {
  return checkedSubmission(payload, { last: false, verifications }, { since, depth: 'research' }).flaws;
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
