import type { Evidence } from '../../contracts/findings-parts';
import { citationsIn } from './integrity';
import type { Reviewed, Rule } from './rule';
import { textsOf } from './texts';

/** Pages were opened in the session, neither before nor after. */
export const openedInSession: Rule = {
  id: 'retrieved-in-session',
  demand: '`retrievedAt` lies within the session that hands the findings in.',
  flaws: ({ evidence }, { openedFrom, openedUntil }) =>
    evidence.flatMap(({ retrievedAt }, i) => {
      const at = Date.parse(retrievedAt);
      if (at >= openedFrom.getTime() && at <= openedUntil.getTime()) return [];
      const span = `${openedFrom.toISOString()} and ${openedUntil.toISOString()}`;
      const detail = `must be the time at which the page was opened in this session, between ${span}`;
      return [{ pointer: `/evidence/${i}/retrievedAt`, detail }];
    }),
  atLast: {
    mend: (findings, { openedFrom, openedUntil }) =>
      withEvidence(findings, (entry) => {
        const at = Date.parse(entry.retrievedAt);
        const within = Math.min(Math.max(at, openedFrom.getTime()), openedUntil.getTime());
        return within === at ? entry : { ...entry, retrievedAt: new Date(within).toISOString() };
      }),
    said: 'times of retrieval outside the session were set to its beginning or end',
  },
};

/** A page is published before it is read. */
export const publishedBefore: Rule = {
  id: 'published-before-retrieved',
  demand: '`publishedAt` is not later than `retrievedAt`.',
  flaws: ({ evidence }) =>
    evidence.flatMap((entry, i) =>
      isTooLate(entry)
        ? [
            {
              pointer: `/evidence/${i}/publishedAt`,
              detail: 'must not be later than retrievedAt; null where the page states no day',
            },
          ]
        : [],
    ),
  atLast: {
    mend: (findings) => withEvidence(findings, (entry) => (isTooLate(entry) ? { ...entry, publishedAt: null } : entry)),
    said: 'days of publication after the retrieval were removed',
  },
};

/** Evidence is there because something rests on it. */
export const evidenceUsed: Rule = {
  id: 'evidence-used',
  demand: 'Every entry of `evidence` is cited, or named in a text.',
  flaws: (findings) => {
    const used = usedIn(findings);
    return findings.evidence.flatMap(({ evidenceId }, i) =>
      used.has(evidenceId)
        ? []
        : [
            {
              pointer: `/evidence/${i}`,
              detail: `nothing cites "${evidenceId}": cite it where it carries weight, or remove it`,
            },
          ],
    );
  },
  atLast: {
    mend: (findings) => {
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

// A day of publication has no time of day: pages east of us state tomorrow.
function isTooLate({ publishedAt, retrievedAt }: Evidence): boolean {
  return typeof publishedAt === 'string' && Date.parse(publishedAt) > Date.parse(retrievedAt) + 86_400_000;
}

function withEvidence(findings: Reviewed, change: (entry: Evidence) => Evidence): Reviewed {
  return { ...findings, evidence: findings.evidence.map(change) };
}
