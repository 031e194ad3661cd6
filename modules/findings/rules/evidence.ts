import type { Evidence } from '../contract/findings-parts';
import { citationsIn } from './completeness';
import { flawsIn, isWithin, spanOf, withEach, type Reviewed, type Rule } from './rule';
import { withoutWork } from './standing-figures';
import { textsOf } from './texts';

export const openedInSession: Rule = {
  id: 'retrieved-in-session',
  demand: '`retrievedAt` is within the session that submits the findings.',
  flaws: ({ evidence }, context) =>
    flawsIn(
      evidence,
      '/evidence/*/retrievedAt',
      ({ retrievedAt }) =>
        !isWithin(retrievedAt, context) &&
        `must be the time when you opened the page in this session, between ${spanOf(context)}`,
    ),
  fallback: {
    correct: (findings, { openedFrom, openedUntil }) =>
      withEach(findings, 'evidence', (entry) => {
        const at = Date.parse(entry.retrievedAt);
        const within = Math.min(Math.max(at, openedFrom.getTime()), openedUntil.getTime());
        return within === at ? entry : { ...entry, retrievedAt: new Date(within).toISOString() };
      }),
    said: 'retrieval times outside the session were set to its start or end',
  },
};

export const publishedBefore: Rule = {
  id: 'published-before-retrieved',
  demand: '`publishedAt` is at most one day after `retrievedAt`.',
  flaws: ({ evidence }) =>
    flawsIn(
      evidence,
      '/evidence/*/publishedAt',
      (entry) => isTooLate(entry) && 'must not be later than retrievedAt; use null if the page states no date',
    ),
  fallback: {
    correct: (findings) =>
      withEach(findings, 'evidence', (entry) => (isTooLate(entry) ? { ...entry, publishedAt: null } : entry)),
    said: 'publication days after the retrieval were removed',
  },
};

/** A cited date may be this many days later than the page's own. Pages are revised, and metadata can be wrong. */
const NEWER_DAYS = 31;

export const publishedAsPage: Rule = {
  id: 'published-as-page',
  demand: `\`publishedAt\` is at most ${NEWER_DAYS} days after the date on the page, if the service found one.`,
  flaws: ({ evidence }) =>
    flawsIn(
      evidence,
      '/evidence/*/publishedAt',
      (entry) => isRejuvenated(entry) && `must be ${entry.verification!.pageDate}, the publication date on the page`,
    ),
  fallback: {
    correct: (findings) =>
      withEach(findings, 'evidence', (entry) =>
        isRejuvenated(entry) ? { ...entry, publishedAt: entry.verification!.pageDate! } : entry,
      ),
    said: 'publication days later than the date on the page were set to that date',
  },
};

function isRejuvenated({ publishedAt, verification }: Evidence): boolean {
  const { pageDate } = verification ?? {};
  if (!publishedAt || pageDate === undefined) return false;
  return Date.parse(publishedAt) > Date.parse(pageDate) + NEWER_DAYS * 86_400_000;
}

export const lastIssueSeen: Rule = {
  id: 'last-issue-seen',
  demand: 'The `lastIssue` of each competitor is not later than the submission.',
  flaws: ({ competitors }, { openedUntil }) =>
    flawsIn(
      competitors,
      '/competitors/*/lastIssue',
      ({ lastIssue }) =>
        isToCome(lastIssue, openedUntil) &&
        'must be the day of the newest issue that you saw, not a future day; use null if you saw none',
    ),
  fallback: {
    correct: (findings, { openedUntil }) =>
      withEach(findings, 'competitors', (rival) =>
        isToCome(rival.lastIssue, openedUntil) ? { ...rival, lastIssue: null } : rival,
      ),
    said: 'last issues in the future were left out',
  },
};

// Tolerates one day, like `isTooLate`, because dates have no time zone.
function isToCome(day: string | null | undefined, until: Date): boolean {
  return typeof day === 'string' && Date.parse(day) > until.getTime() + 86_400_000;
}

export const evidenceUsed: Rule = {
  id: 'evidence-used',
  demand: 'Every entry of `evidence` is cited, or named in another field.',
  flaws: (findings) => {
    const used = usedIn(findings);
    return flawsIn(
      findings.evidence,
      '/evidence/*',
      ({ evidenceId }) =>
        !used.has(evidenceId) && `nothing cites "${evidenceId}": cite it where it carries weight, or remove it`,
    );
  },
  fallback: {
    correct: (findings) => {
      const used = usedIn(findings);
      return { ...findings, evidence: findings.evidence.filter(({ evidenceId }) => used.has(evidenceId)) };
    },
    said: 'evidence that nothing cites was removed',
  },
};

function usedIn({ evidence: _itself, ...findings }: Reviewed): Set<string> {
  const named = textsOf(findings).flatMap(({ text }) => text.match(/\bev[1-9]\d{0,2}\b/gu) ?? []);
  return new Set([...citationsIn(findings).map(({ id }) => id), ...named]);
}

// Tolerates one day, because it may already be tomorrow where the page was published.
function isTooLate({ publishedAt, retrievedAt }: Evidence): boolean {
  return typeof publishedAt === 'string' && Date.parse(publishedAt) > Date.parse(retrievedAt) + 86_400_000;
}

/** Replacement for a claim that does not follow from its quotation. */
const retracted = ({ evidenceId }: Evidence) =>
  `The claim made here was removed, because it did not follow from the quotation of ${evidenceId}.`;

const isUnsupported = (entry: Evidence) =>
  entry.verification?.support === 'unsupported' && entry.claim !== retracted(entry);

export const claimFollows: Rule = {
  id: 'claim-follows',
  demand:
    'The [second reader](interface/evidence.md#second-reader) finds that each claim follows, at least partly, from its quotation. If no claim behind a score passes, the quotations behind that score count as not found.',
  flaws: ({ evidence }) =>
    flawsIn(
      evidence,
      '/evidence/*/claim',
      (entry) =>
        isUnsupported(entry) &&
        `must follow from its excerpt: a second reader found that the claim of ${entry.evidenceId} does not; claim what the page says, or quote the passage that supports the claim`,
    ),
  fallback: {
    correct: (findings) =>
      withEach(findings, 'evidence', (entry) =>
        isUnsupported(entry) ? { ...withoutWork(entry), claim: retracted(entry) } : entry,
      ),
    said: 'claims that a second reader found unsupported by their quotations were removed',
  },
};
